package org.mahnmf.internal.encode;

import org.mahnmf.matrix.Observations;
import org.mahnmf.problem.SampleRule;

/** Samples of a dense table: all features of a sample, the same basis for all. */
final class WholeSamples extends SampleSource {

  private final Observations samples;
  private final double curvature;
  private final double[] row;

  WholeSamples(Observations samples, ScaledBasis basis, SampleRule rule, double curvature) {
    super(rule, basis.rank);
    this.samples = samples;
    this.basis = basis;
    this.curvature = curvature;
    this.problem = new SampleProblem(basis.length);
    this.row = new double[basis.features];
  }

  @Override
  double read(int sample) {
    samples.values().copyRow(sample, row);
    for (int i = 0; i < row.length; i++) {
      problem.om[i] = samples.weight(sample, i, row[i]);
      problem.x[i] = problem.om[i] > 0 ? row[i] : 0;
    }
    return problem.scale(row.length, curvature, basis.penaltyFeatureWeight());
  }
}
