package org.mahnmf.internal.encode;

import org.mahnmf.matrix.Observations;

/** Samples of a dense table: all features of a sample, the same basis for all. */
final class WholeSamples implements SampleSource {

  private final Observations samples;
  private final ScaledBasis basis;
  private final double curvature;
  private final SampleProblem problem;
  private final double[] row;

  WholeSamples(Observations samples, ScaledBasis basis, double curvature) {
    this.samples = samples;
    this.basis = basis;
    this.curvature = curvature;
    this.problem = new SampleProblem(basis.length());
    this.row = new double[basis.features()];
  }

  @Override
  public double read(int sample) {
    samples.values().copyRow(sample, row);
    for (int i = 0; i < row.length; i++) {
      problem.om[i] = samples.weight(sample, i, row[i]);
      problem.x[i] = problem.om[i] > 0 ? row[i] : 0;
    }
    return problem.scale(row.length, curvature, basis.priceFeatureWeight());
  }

  @Override
  public ScaledBasis basis() {
    return basis;
  }

  @Override
  public SampleProblem problem() {
    return problem;
  }
}
