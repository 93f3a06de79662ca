/** Robust non-negative matrix factorisation. What is not exported may change at any time. */
module org.mahnmf.core {
  exports org.mahnmf;
  exports org.mahnmf.base;
  exports org.mahnmf.checkpoint;
  exports org.mahnmf.graph;
  exports org.mahnmf.matrix;
  exports org.mahnmf.online;
  exports org.mahnmf.outlier;
  exports org.mahnmf.picture;
  exports org.mahnmf.problem;
  exports org.mahnmf.solver;
  exports org.mahnmf.term;

  uses org.mahnmf.Engine;
  uses org.mahnmf.solver.Solver;
  uses org.mahnmf.solver.Start;

  provides org.mahnmf.solver.Solver with
      org.mahnmf.internal.search.Auto,
      org.mahnmf.internal.admm.Admm,
      org.mahnmf.internal.descent.Smoothing,
      org.mahnmf.internal.descent.Rri,
      org.mahnmf.internal.descent.Exact,
      org.mahnmf.internal.descent.Reweighted,
      org.mahnmf.internal.symmetric.SymmetricRri;
  provides org.mahnmf.solver.Start with
      org.mahnmf.internal.start.RandomStart,
      org.mahnmf.internal.start.HalsStart,
      org.mahnmf.internal.start.NndsvdStart,
      org.mahnmf.internal.start.StillStart;
}
