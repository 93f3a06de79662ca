package org.mahnmf.spark.block;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import org.mahnmf.problem.Box;
import org.mahnmf.problem.Problem;
import org.mahnmf.problem.SampleRule;
import org.mahnmf.problem.Side;
import org.mahnmf.problem.Term;
import org.mahnmf.problem.Units;
import org.mahnmf.term.GroupBall;
import org.mahnmf.term.GroupNorm;
import org.mahnmf.term.GroupSparse;
import org.mahnmf.term.Groups;
import org.mahnmf.term.Ridge;
import org.mahnmf.term.Sparsity;

/**
 * The terms on the codes, in the user's units, in a form that travels. Each block makes its own of
 * them: bounds hold and penalties are paid entry by entry, and groups of samples never cross
 * blocks.
 *
 * @param rule bounds and penalties; those of the sum are on the norm of groups
 * @param norm of groups; null if there are none
 */
public record CodesTerms(SampleRule rule, GroupNorm norm) implements Serializable {

  /** Takes bounds and penalties of single codes; names a term that ties samples of blocks. */
  public static CodesTerms of(Side codes) {
    if (!codes.withEntries(List.of()).isEntrywise()) {
      Term tie =
          codes.terms().stream().filter(Term::couplesColumns).findFirst().orElse(codes.set());
      throw new IllegalArgumentException(
          "engine 'spark' does not take '"
              + tie.name()
              + "' on the codes of a file: it ties samples of different blocks; groups can be given"
              + " as a column, see MahNmfEstimator.setGroupCol");
    }
    return new CodesTerms(codes.sampleRule(), null);
  }

  /** Adds groups of samples, with η of their penalty, or 0, and γ of their ball, or infinity. */
  public CodesTerms withGroups(GroupNorm newNorm, double penalty, double radius) {
    return new CodesTerms(rule.plusPenalty(penalty).withinBall(radius), newNorm);
  }

  CodesTerms plusRidge(double more) {
    return new CodesTerms(rule.plusRidge(more), norm);
  }

  /** Returns these terms with another largest code, unless groups rule them. */
  CodesTerms cappedAt(double upper) {
    return norm == null ? new CodesTerms(rule.withBounds(rule.lower(), upper), null) : this;
  }

  /** The text is a part of what checkpoints know a run by. */
  @Override
  public String toString() {
    return "from %s to %s".formatted(rule.lower(), rule.upper())
        + (norm == null
            ? ""
            : ", groups by %s, penalty %s, ball %s".formatted(norm, rule.penalty(), rule.ball()))
        + (rule.sparsity() > 0 ? ", sparsity " + rule.sparsity() : "")
        + (rule.ridge() > 0 ? ", ridge " + rule.ridge() : "");
  }

  /** Returns what blocks need of the problem of all samples: neither terms nor groups travel. */
  static Problem toSend(Problem all) {
    return all.ofBlock(all.extent(), Side.nonNegative());
  }

  /** States what a block adds to the problem of all samples. */
  Problem of(Problem all, Block block) {
    double scale = all.extent().scale();
    Side codes = side(block.groups, block.samples).rescaled(Units.of(scale).codes(), scale);
    return all.ofBlock(block.store().extent(), codes);
  }

  /** Makes the side of so many samples; groups has a name for each, or is null. */
  Side side(String[] groups, int count) {
    Side side = Side.nonNegative();
    if (rule.lower() > 0 || rule.upper() < Double.POSITIVE_INFINITY) {
      side = side.with(new Box(rule.lower(), rule.upper()));
    }
    if (norm != null) {
      Groups named = groups == null ? Groups.single(count) : Groups.ofLabels(Arrays.asList(groups));
      if (rule.ball() < Double.POSITIVE_INFINITY) {
        side = side.with(new GroupBall(norm, rule.ball(), named));
      }
      if (rule.penalty() > 0) {
        side = side.with(new GroupSparse(norm, rule.penalty(), named));
      }
    }
    if (rule.sparsity() > 0) {
      side = side.with(new Sparsity(rule.sparsity()));
    }
    if (rule.ridge() > 0) {
      side = side.with(new Ridge(rule.ridge()));
    }
    return side;
  }
}
