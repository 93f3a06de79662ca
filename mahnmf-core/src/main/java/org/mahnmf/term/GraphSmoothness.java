package org.mahnmf.term;

import org.mahnmf.base.Check;
import org.mahnmf.graph.Graph;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.SmoothTerm;

/**
 * β/2 tr(F L Fᵀ) with the Laplacian L of a graph on the factor's columns (eq4.7): neighbours get
 * similar columns.
 *
 * <p>It equals β/4 Σ_a Σ_b S_ab ‖F(·, a) − F(·, b)‖². The gradient is βFL and has the Lipschitz
 * constant β σ_max(L) (errata 6), here from above by {@link Graph#laplacianBound}. Value and
 * gradient cost O(rank · edges). On one side alone the penalty is void, W → cW, H → H/c sends it to
 * 0: bound the other side (errata 18).
 *
 * @param beta β, positive and finite
 * @param graph one vertex per column of the factor
 */
public record GraphSmoothness(double beta, Graph graph) implements SmoothTerm {
  /** Checks the weight. */
  public GraphSmoothness {
    Check.that(
        "beta is %s but must be positive and finite; leave the term out for beta = 0",
        beta > 0 && beta < Double.POSITIVE_INFINITY, beta);
  }

  @Override
  public String name() {
    return "graph";
  }

  @Override
  public boolean couplesColumns() {
    return true;
  }

  @Override
  public GraphSmoothness rescaled(double factorScale, double objectiveScale) {
    return new GraphSmoothness(beta * factorScale * factorScale / objectiveScale, graph);
  }

  @Override
  public void check(int rank, int count) {
    Check.that(
        "the graph has %s vertices but the factor has %s columns; build the graph from the"
            + " same table",
        graph.count() == count, graph.count(), count);
  }

  @Override
  public double value(DenseMatrix factor) {
    return beta / 2 * graph.laplacianForm(factor);
  }

  @Override
  public void addGradient(DenseMatrix factor, DenseMatrix gradient) {
    graph.addLaplacian(factor, beta, gradient);
  }

  @Override
  public double lipschitz() {
    return beta * graph.laplacianBound();
  }

  /** Returns β Σ_a S_aj (eq4.8.6). */
  @Override
  public double entryCurvature(int column) {
    return beta * graph.degree(column);
  }

  /** Returns β Σ_a S_aj F(l, a) (eq4.8.6). */
  @Override
  public double entryPull(DenseMatrix factor, int component, int column) {
    return beta * graph.neighborSum(factor, component, column);
  }

  @Override
  public String toString() {
    return "graph with beta " + beta + " on " + graph;
  }
}
