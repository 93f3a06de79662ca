package org.mahnmf.variant;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.problem.Side;
import org.mahnmf.term.GroupBall;
import org.mahnmf.term.GroupNorm;
import org.mahnmf.term.GroupSparse;
import org.mahnmf.term.Groups;
import org.ojalgo.optimisation.Expression;
import org.ojalgo.optimisation.ExpressionsBasedModel;
import org.ojalgo.optimisation.Optimisation;
import org.ojalgo.optimisation.Variable;

/**
 * The one-sided problems that are linear programs, given to a general solver: the Manhattan loss,
 * with a box, or with a penalty or ball for p = ∞ (or for groups of one, where every p is the
 * same).
 */
final class LinearProgram {

  private final ExpressionsBasedModel program = new ExpressionsBasedModel();
  private final Variable[][] h;

  private LinearProgram(int rank, int samples) {
    h = new Variable[rank][samples];
  }

  /**
   * Returns the optimum.
   *
   * @param w rank x features
   * @param side of the codes
   */
  static double optimum(Observations table, DenseMatrix w, Side side) {
    LinearProgram one = new LinearProgram(w.rows(), table.samples());
    one.variables(side);
    one.loss(table, w);
    if (side.set() instanceof GroupBall ball) {
      for (int g = 0; g < ball.groups().size(); g++) {
        Expression sum = one.program.newExpression("ball" + g).upper(ball.gamma(g));
        for (int l = 0; l < w.rows(); l++) {
          sum.set(one.largest(ball.norm(), ball.groups(), g, l), 1);
        }
      }
    }
    if (side.proximal().isPresent()) {
      GroupSparse penalty = (GroupSparse) side.proximal().get();
      for (int g = 0; g < penalty.groups().size(); g++) {
        for (int l = 0; l < w.rows(); l++) {
          one.largest(penalty.norm(), penalty.groups(), g, l).weight(penalty.eta());
        }
      }
    }
    Optimisation.Result result = one.program.minimise();
    assertTrue(result.getState().isOptimal(), result.toString());
    return result.getValue();
  }

  private void variables(Side side) {
    boolean box = side.set().isEntrywise() && side.set().upper() < Double.POSITIVE_INFINITY;
    for (int l = 0; l < h.length; l++) {
      for (int j = 0; j < h[l].length; j++) {
        h[l][j] = program.newVariable("h" + l + "," + j).lower(side.set().lower());
        if (box) {
          h[l][j].upper(side.set().upper());
        }
      }
    }
  }

  /** Σ om(p + n) with Wᵀh + p − n = x, p, n ≥ 0. */
  private void loss(Observations table, DenseMatrix w) {
    for (int j = 0; j < table.samples(); j++) {
      for (int i = 0; i < table.features(); i++) {
        double weight = table.weight(j, i);
        if (weight > 0) {
          String at = j + "," + i;
          Expression fit = program.newExpression("fit" + at).level(table.values().get(j, i));
          for (int l = 0; l < h.length; l++) {
            fit.set(h[l][j], w.get(l, i));
          }
          fit.set(program.newVariable("p" + at).lower(0).weight(weight), 1);
          fit.set(program.newVariable("n" + at).lower(0).weight(weight), -1);
        }
      }
    }
  }

  /** A variable that no member of a group's row is above. */
  private Variable largest(GroupNorm norm, Groups groups, int group, int row) {
    int[] members = groups.members(group);
    if (members.length == 1) {
      return bound("one" + group + "," + row, row, members);
    }
    assertTrue(norm == GroupNorm.INFINITY, "p = 2 is no linear program");
    return bound("most" + group + "," + row, row, members);
  }

  private Variable bound(String name, int row, int[] members) {
    Variable most = program.newVariable(name).lower(0);
    for (int j : members) {
      program.newExpression(name + ">" + j).set(most, 1).set(h[row][j], -1).lower(0);
    }
    return most;
  }
}
