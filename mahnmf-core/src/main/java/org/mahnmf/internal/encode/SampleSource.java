package org.mahnmf.internal.encode;

/** Turns samples into small problems, one after another; scratch memory of one thread. */
interface SampleSource {

  /**
   * Reads a sample, divided by a power of two near its mean.
   *
   * @return that power of two, or 0 if zero codes fit the sample and nothing else was read
   */
  double read(int sample);

  /** The basis as the sample read last sees it. */
  ScaledBasis basis();

  /** The problem of the sample read last, but for bounds and ball. */
  SampleProblem problem();
}
