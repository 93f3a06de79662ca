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
   * Bounds what scale would make void. A price or ball on one side alone is void: W→cW, H→H/c keeps
   * the product and sends the price to 0 (errata 18). So the other side gets the box [0, 1] unless
   * it is bounded or priced itself.
   *
   * <p>A price of single entries on one side alone is refused: no box is what its user had in mind.
   *
   * @param basis terms on W, in the user's units
   * @param codes terms on H, in the user's units
   * @throws IllegalArgumentException naming such a price and the remedy
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
          "'"
              + side.entries().get(0).name()
              + "' on the "
              + name
              + " alone is void in a fit, because the "
              + otherName
              + " may grow in exchange; put a ridge or sparsity on the "
              + otherName
              + " as well, or bound it by a box");
    }
  }

  private static boolean isVoid(Side side, Side other) {
    return side.dependsOnScale() && !other.dependsOnScale() && !other.isBounded();
  }

  private static String remedy(String bounded, String priced) {
    return "All entries of the "
        + bounded
        + " are kept within [0, 1], because a term on the "
        + priced
        + " alone is void when the other factor may grow in exchange.";
  }
}
