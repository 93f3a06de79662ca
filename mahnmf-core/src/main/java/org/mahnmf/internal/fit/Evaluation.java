package org.mahnmf.internal.fit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.mahnmf.internal.encode.CodeProblem;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.matrix.SparseMatrix;
import org.mahnmf.problem.Objective;
import org.mahnmf.problem.Sides;

/** Judges factors in the user's units, straight from the table, as anybody could from the files. */
public final class Evaluation {

  private Evaluation() {}

  /** Everything minimised, by term. */
  public static Objective of(
      Observations observations, CodeProblem model, DenseMatrix codes, Sides sides, int threads) {
    RowLosses rows = RowLosses.of(observations, model, codes, threads);
    double absolute = 0;
    double quadratic = 0;
    for (int i = 0; i < observations.samples(); i++) {
      absolute += rows.absolute(i);
      quadratic += rows.quadratic(i);
    }
    Map<String, Double> terms = new LinkedHashMap<>();
    terms.put(Objective.LOSS, absolute);
    if (model.loss().restWeight() != 0) {
      terms.put(model.loss().name(), quadratic);
    }
    sides
        .basis()
        .penalties(model.basis())
        .forEach((name, value) -> terms.merge(name, value, Double::sum));
    sides
        .codes()
        .penalties(codes.transpose())
        .forEach((name, value) -> terms.merge(name, value, Double::sum));
    return new Objective(terms);
  }

  /** Σ weight·|X| of every sample. */
  public static double[] weightedSums(Observations observations) {
    double[] sums = new double[observations.samples()];
    double[] row = new double[observations.features()];
    int[] stored = new int[observations.features()];
    for (int i = 0; i < sums.length; i++) {
      if (observations.values() instanceof SparseMatrix sparse) {
        int count = sparse.copyNonZeros(i, stored, row);
        for (int k = 0; k < count; k++) {
          double weight = observations.weight(i, stored[k], row[k]);
          sums[i] += weight > 0 ? weight * row[k] : 0;
        }
      } else {
        observations.values().copyRow(i, row);
        for (int j = 0; j < row.length; j++) {
          double weight = observations.weight(i, j, row[j]);
          sums[i] += weight > 0 ? weight * row[j] : 0;
        }
      }
    }
    return sums;
  }

  /** Components, from 1, whose basis or codes are all zero. */
  public static List<Integer> deadComponents(DenseMatrix basis, DenseMatrix codes) {
    List<Integer> dead = new ArrayList<>();
    for (int l = 0; l < basis.rows(); l++) {
      boolean part = false;
      for (int j = 0; j < basis.columns(); j++) {
        part |= basis.get(l, j) > 0;
      }
      boolean use = false;
      for (int i = 0; i < codes.rows(); i++) {
        use |= codes.get(i, l) > 0;
      }
      if (!part || !use) {
        dead.add(l + 1);
      }
    }
    return dead;
  }

  /** Size and hash of the data. */
  public static TableFacts describe(Observations observations) {
    if (observations.values() instanceof SparseMatrix sparse) {
      return describe(observations, sparse);
    }
    NumberHash hash = new NumberHash();
    long observed = 0;
    boolean weighted = observations.weights().isPresent();
    double[] row = new double[observations.features()];
    for (int i = 0; i < observations.samples(); i++) {
      observations.values().copyRow(i, row);
      for (int j = 0; j < row.length; j++) {
        double weight = observations.weight(i, j, row[j]);
        observed += weight > 0 ? 1 : 0;
        hash.add(row[j]);
        if (weighted) {
          hash.add(weight);
        }
      }
    }
    return new TableFacts(observations.samples(), observations.features(), observed, hash.digits());
  }

  /** The same for a sparse table: place, value and weight of the stored entries, and ω₀. */
  private static TableFacts describe(Observations observations, SparseMatrix sparse) {
    int columns = sparse.columns();
    int[] indices = new int[columns];
    double[] values = new double[columns];
    NumberHash hash = new NumberHash();
    hash.add(observations.zeroWeight());
    long observed = 0;
    for (int i = 0; i < sparse.rows(); i++) {
      int count = sparse.copyNonZeros(i, indices, values);
      hash.add((long) count);
      for (int k = 0; k < count; k++) {
        double weight = observations.weight(i, indices[k], values[k]);
        hash.add((long) indices[k]);
        hash.add(values[k]);
        hash.add(weight);
        observed += weight > 0 ? 1 : 0;
      }
    }
    if (observations.zeroWeight() > 0) {
      observed += (long) sparse.rows() * columns - sparse.nonZeros();
    }
    return new TableFacts(sparse.rows(), columns, observed, hash.digits());
  }
}
