package org.mahnmf.problem;

import java.util.Optional;

/**
 * The terms on both factors, and what a person should know of them.
 *
 * @param basis terms on W
 * @param codes terms on H
 * @param note a sentence if something was added
 */
public record Sides(Side basis, Side codes, Optional<String> note) {

  /**
   * Bounds what scale would make void. A penalty or ball on one side alone is void: W→cW, H→H/c
   * keeps the product and sends the penalty to 0 (errata 18). So the other side gets the box [0, 1]
   * unless it is bounded or penalised itself.
   *
   * <p>A penalty of single entries on one side alone is refused: no box is what its user had in
   * mind.
   *
   * @param basis terms on W, in the user's units
   * @param codes terms on H, in the user's units
   * @throws IllegalArgumentException naming such a penalty and the remedy
   */
  public static Sides bounded(Side basis, Side codes) {
    refuseVoid("codes", codes, "basis", basis);
    refuseVoid("basis", basis, "codes", codes);
    if (isVoid(codes, basis)) {
      return new Sides(basis.cappedAt(1), codes, Optional.of(remedy("basis", "codes")));
    }
    if (isVoid(basis, codes)) {
      return new Sides(basis, codes.cappedAt(1), Optional.of(remedy("codes", "basis")));
    }
    return new Sides(basis, codes, Optional.empty());
  }

  private static void refuseVoid(String name, Side side, String otherName, Side other) {
    if (isVoid(side, other) && !side.entries().isEmpty()) {
      throw new IllegalArgumentException(
          ("'%s' on the %s alone is void in a fit, because the %s may grow in exchange; put"
                  + " a ridge or sparsity on the %s as well, or bound it by a box")
              .formatted(side.entries().get(0).name(), name, otherName, otherName));
    }
  }

  /** Whether a smaller factor costs less or fits its set better, and the other may grow instead. */
  private static boolean isVoid(Side side, Side other) {
    return !side.isEntrywise() && other.isEntrywise() && !other.isBounded();
  }

  private static String remedy(String bounded, String penalised) {
    return ("All entries of the %s are kept within [0, 1], because a term on the %s alone is void"
            + " when the other factor may grow in exchange.")
        .formatted(bounded, penalised);
  }
}
