package org.mahnmf.variant;

import java.util.List;
import java.util.Optional;
import org.mahnmf.graph.Graph;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.problem.Loss;
import org.mahnmf.problem.Side;
import org.mahnmf.problem.SmoothTerm;
import org.mahnmf.term.GraphSmoothness;
import org.mahnmf.term.GroupBall;
import org.mahnmf.term.GroupNorm;
import org.mahnmf.term.GroupSparse;
import org.mahnmf.term.Groups;

/**
 * The one-sided problem of every variant, min over H of loss(X − WᵀH) + terms(H), solved by a
 * method that no solver of the library uses, the primal-dual method of Condat (2013) and Vũ (2013),
 * and certified: the optimum lies between {@link Answer#lower} and {@link Answer#upper}.
 *
 * <p>The lower bound needs no trust in the method. For any μ with a finite conjugate and any H₀,
 * with G = Wμ + ∇s(H₀) and s the smooth terms (quadratic forms, s(H) ≥ ⟨∇s(H₀), H⟩ − s(H₀)),
 *
 * <p>f(H) ≥ −⟨X, μ⟩ − loss*(μ) − s(H₀) + min over the set of ⟨G, H⟩ + penalty(H),
 *
 * <p>where the last minimum is explicit: the corners of a box; −γ max_l ‖(−G(l, ρ))₊‖_q for a ball;
 * 0 for a penalty if ‖(−G(l, ρ))₊‖_q ≤ η, with 1/p + 1/q = 1. Penalties μ Σ H of entries add μ to
 * G, and a ridge λ puts the minimum at the prox of −G/λ.
 */
final class OneSidedReference {

  /**
   * What is known of the optimum.
   *
   * @param upper objective of a feasible point
   * @param lower no point has a lower objective
   */
  record Answer(double upper, double lower) {}

  private static final int CHECK = 500;

  private final DenseMatrix w;
  private final Side side;
  private final double alpha;
  private final double[][] x;
  private final double[][] om;
  private final double[][] mu;
  private final DenseMatrix h;

  private OneSidedReference(Observations table, DenseMatrix w, Loss loss, Side side) {
    this.w = w;
    this.side = side;
    this.alpha = loss.curvature();
    int n = table.samples();
    int m = table.features();
    x = new double[n][m];
    om = new double[n][m];
    mu = new double[n][m];
    h = new DenseMatrix(w.rows(), n);
    for (int j = 0; j < n; j++) {
      for (int i = 0; i < m; i++) {
        om[j][i] = table.weight(j, i);
        x[j][i] = om[j][i] > 0 ? table.values().get(j, i) : 0;
      }
    }
  }

  /**
   * Solves until the two bounds differ by at most a share of the upper one.
   *
   * @param w rank x features
   * @param side of the codes, in the units of the table
   */
  static Answer solve(
      Observations table, DenseMatrix w, Loss loss, Side side, double gap, int most) {
    return new OneSidedReference(table, w, loss, side).run(gap, most);
  }

  /** The objective by plain loops, independent of the terms' own sums; codes are rank x samples. */
  static double objective(
      Observations table, DenseMatrix w, Loss loss, Side side, DenseMatrix codes) {
    return new OneSidedReference(table, w, loss, side).objective(codes);
  }

  private Answer run(double gap, int most) {
    double smooth = 0;
    for (SmoothTerm term : side.smooth()) {
      smooth += term.lipschitz();
    }
    double norm = 0;
    for (double value : w.array()) {
      norm += value * value; // Frobenius, from above
    }
    side.apply(h, 1e-300);
    double mean = objective(h) / (x.length * (double) x[0].length);
    double sigma = 1 / (mean + 1e-300) * .3;
    double tau = 1 / (sigma * norm + smooth / 2);
    double upper = Double.POSITIVE_INFINITY;
    double lower = Double.NEGATIVE_INFINITY;
    DenseMatrix last = h.copy();
    DenseMatrix average = new DenseMatrix(h.rows(), h.columns());
    double[][] muAverage = new double[mu.length][mu[0].length];
    for (int k = 1; k <= most; k++) {
      last.assign(h);
      DenseMatrix g = gradient(mu, h);
      for (int i = 0; i < g.array().length; i++) {
        h.array()[i] -= tau * g.array()[i];
      }
      side.apply(h, tau);
      dualStep(last, sigma);
      for (int i = 0; i < average.array().length; i++) {
        average.array()[i] += h.array()[i];
      }
      for (int j = 0; j < mu.length; j++) {
        for (int i = 0; i < mu[j].length; i++) {
          muAverage[j][i] += mu[j][i];
        }
      }
      if (k % CHECK == 0 || k == most) {
        int since = k % CHECK == 0 ? CHECK : k % CHECK;
        DenseMatrix mean1 = average.times(1.0 / since);
        double[][] mean2 = times(muAverage, 1.0 / since);
        upper = Math.min(upper, Math.min(objective(h), objective(mean1)));
        lower = Math.max(lower, Math.max(bound(mu, h), bound(mean2, mean1)));
        if (upper - lower <= gap * upper) {
          break;
        }
        average = new DenseMatrix(h.rows(), h.columns());
        muAverage = new double[mu.length][mu[0].length];
      }
    }
    return new Answer(upper, lower);
  }

  private static double[][] times(double[][] a, double by) {
    double[][] out = new double[a.length][a[0].length];
    for (int j = 0; j < a.length; j++) {
      for (int i = 0; i < a[j].length; i++) {
        out[j][i] = by * a[j][i];
      }
    }
    return out;
  }

  /** μ = prox of σ·loss* at μ + σ(Wᵀ(2H − H_last) − X), by Moreau's identity. */
  private void dualStep(DenseMatrix last, double sigma) {
    for (int j = 0; j < mu.length; j++) {
      for (int i = 0; i < mu[j].length; i++) {
        double fit = 0;
        for (int l = 0; l < w.rows(); l++) {
          fit += w.get(l, i) * (2 * h.get(l, j) - last.get(l, j));
        }
        double v = mu[j][i] + sigma * (fit - x[j][i]);
        double y = v / sigma;
        double soft = Math.signum(y) * Math.max(0, Math.abs(y) - om[j][i] / sigma);
        mu[j][i] = v - sigma * soft / (1 + alpha * om[j][i] / sigma);
      }
    }
  }

  /** Wμ + ∇s(at). */
  private DenseMatrix gradient(double[][] dual, DenseMatrix at) {
    DenseMatrix g = new DenseMatrix(w.rows(), dual.length);
    for (int j = 0; j < dual.length; j++) {
      for (int l = 0; l < w.rows(); l++) {
        double sum = 0;
        for (int i = 0; i < dual[j].length; i++) {
          sum += w.get(l, i) * dual[j][i];
        }
        for (SmoothTerm term : side.smooth()) {
          GraphSmoothness graph = (GraphSmoothness) term;
          int[] neighbors = graph.graph().neighbors(j);
          double[] weights = graph.graph().weights(j);
          for (int e = 0; e < neighbors.length; e++) {
            sum += graph.beta() * weights[e] * (at.get(l, j) - at.get(l, neighbors[e]));
          }
        }
        g.set(l, j, sum);
      }
    }
    return g;
  }

  private double smooth(DenseMatrix at) {
    double sum = 0;
    for (SmoothTerm term : side.smooth()) {
      double beta = ((GraphSmoothness) term).beta();
      Graph graph = ((GraphSmoothness) term).graph();
      for (int j = 0; j < graph.count(); j++) {
        int[] neighbors = graph.neighbors(j);
        double[] weights = graph.weights(j);
        for (int e = 0; e < neighbors.length; e++) {
          for (int l = 0; l < at.rows(); l++) {
            double difference = at.get(l, j) - at.get(l, neighbors[e]);
            sum += beta / 4 * weights[e] * difference * difference;
          }
        }
      }
    }
    return sum;
  }

  private double objective(DenseMatrix at) {
    double sum = smooth(at);
    for (double entry : at.array()) {
      sum += side.linear() * entry + side.quadratic() / 2 * entry * entry;
    }
    for (int j = 0; j < x.length; j++) {
      for (int i = 0; i < x[j].length; i++) {
        double error = x[j][i];
        for (int l = 0; l < w.rows(); l++) {
          error -= w.get(l, i) * at.get(l, j);
        }
        sum += om[j][i] * (Math.abs(error) + alpha / 2 * error * error);
      }
    }
    Optional<GroupSparse> penalty = side.proximal().map(GroupSparse.class::cast);
    if (penalty.isPresent()) {
      Groups groups = penalty.get().groups();
      for (int g = 0; g < groups.size(); g++) {
        for (int l = 0; l < at.rows(); l++) {
          sum +=
              penalty.get().eta() * norm(at, l, groups.members(g), penalty.get().norm(), 1, false);
        }
      }
    }
    return sum;
  }

  private double bound(double[][] dual, DenseMatrix at) {
    double[][] point = times(dual, 1);
    DenseMatrix g = gradient(point, at);
    boolean bounded = !side.set().isEntrywise() || side.set().upper() < Double.POSITIVE_INFINITY;
    if (!bounded && side.quadratic() == 0) {
      // Mixing μ with om, whose product with W is not negative, repairs what is too negative.
      for (double mix = 1e-9; infeasible(g) && mix < 1; mix *= 1.5) {
        for (int j = 0; j < point.length; j++) {
          for (int i = 0; i < point[j].length; i++) {
            point[j][i] = (1 - mix) * dual[j][i] + mix * om[j][i];
          }
        }
        g = gradient(point, at);
      }
      if (infeasible(g)) {
        return Double.NEGATIVE_INFINITY;
      }
    }
    double value = -smooth(at) + support(g);
    for (int j = 0; j < x.length; j++) {
      for (int i = 0; i < x[j].length; i++) {
        value -= x[j][i] * point[j][i];
        double beyond = Math.abs(point[j][i]) - om[j][i];
        if (beyond > 1e-12 * om[j][i]) {
          value -= alpha > 0 && om[j][i] > 0 ? beyond * beyond / (2 * alpha * om[j][i]) : 1e300;
        }
      }
    }
    return value;
  }

  /** Whether ⟨G, H⟩ + penalty(H) has no minimum over H ≥ 0. */
  private boolean infeasible(DenseMatrix g) {
    if (side.proximal().isEmpty()) {
      for (double value : g.array()) {
        if (value + side.linear() < 0) {
          return true;
        }
      }
      return false;
    }
    GroupSparse penalty = (GroupSparse) side.proximal().get();
    for (int k = 0; k < penalty.groups().size(); k++) {
      for (int l = 0; l < g.rows(); l++) {
        if (norm(g, l, penalty.groups().members(k), penalty.norm(), -1, true) > penalty.eta()) {
          return true;
        }
      }
    }
    return false;
  }

  /** min over the set of ⟨G, H⟩ + penalty(H), where it is finite. */
  private double support(DenseMatrix g) {
    if (side.quadratic() > 0) {
      return supportWithRidge(g);
    }
    double sum = 0;
    if (side.set() instanceof GroupBall ball) {
      for (int k = 0; k < ball.groups().size(); k++) {
        double largest = 0;
        for (int l = 0; l < g.rows(); l++) {
          largest = Math.max(largest, norm(g, l, ball.groups().members(k), ball.norm(), -1, true));
        }
        sum -= ball.gamma(k) * largest;
      }
    } else if (side.set().upper() < Double.POSITIVE_INFINITY) {
      for (double value : g.array()) {
        double slope = value + side.linear();
        sum += Math.min(side.set().lower() * slope, side.set().upper() * slope);
      }
    }
    return sum;
  }

  /**
   * The same at the one minimum that a ridge makes, that of the prox without entries' penalties.
   */
  private double supportWithRidge(DenseMatrix g) {
    double lambda = side.quadratic();
    DenseMatrix at = new DenseMatrix(g.rows(), g.columns());
    for (int i = 0; i < at.array().length; i++) {
      at.array()[i] = -(g.array()[i] + side.linear()) / lambda;
    }
    Side plain = side.withEntries(List.of());
    plain.apply(at, 1 / lambda);
    double sum = plain.proximal().map(penalty -> penalty.value(at)).orElse(0.);
    for (int i = 0; i < at.array().length; i++) {
      double entry = at.array()[i];
      sum += (g.array()[i] + side.linear() + lambda / 2 * entry) * entry;
    }
    return sum;
  }

  /** ‖(sign·a)₊‖ of a group's columns, in the norm p or its dual. */
  private static double norm(
      DenseMatrix a, int row, int[] columns, GroupNorm norm, int sign, boolean dual) {
    double sum = 0;
    double squares = 0;
    double largest = 0;
    for (int j : columns) {
      double value = Math.max(0, sign * a.get(row, j));
      sum += value;
      squares += value * value;
      largest = Math.max(largest, value);
    }
    if (norm == GroupNorm.TWO) {
      return Math.sqrt(squares);
    }
    return dual ? sum : largest;
  }
}
