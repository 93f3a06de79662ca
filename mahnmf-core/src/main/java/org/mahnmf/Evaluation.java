package org.mahnmf;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.SparseMatrix;
import org.mahnmf.problem.Objective;
import org.mahnmf.problem.Observations;
import org.mahnmf.problem.Side;

/** Judges factors in the user's units, straight from the table, as anybody could from the files. */
final class Evaluation {

  private Evaluation() {}

  /** Everything minimised, by term. */
  static Objective of(
      Observations observations,
      Model model,
      DenseMatrix codes,
      Side basisSide,
      Side codesSide,
      int threads) {
    RowLosses rows = RowLosses.of(observations, model, codes, threads);
    double absolute = 0;
    double quadratic = 0;
    for (int i = 0; i < observations.samples(); i++) {
      absolute += rows.absolute(i);
      quadratic += rows.quadratic(i);
    }
    Map<String, Double> terms = new LinkedHashMap<>();
    terms.put(Objective.LOSS, absolute);
    if (model.loss().curvature() > 0) {
      terms.put(model.loss().name(), quadratic);
    }
    basisSide.prices(model.basis()).forEach((name, value) -> terms.merge(name, value, Double::sum));
    codesSide
        .prices(codes.transpose())
        .forEach((name, value) -> terms.merge(name, value, Double::sum));
    return new Objective(terms);
  }

  /** Σ weight·|X| of every sample. */
  static double[] weightedSums(Observations observations) {
    double[] sums = new double[observations.samples()];
    double[] row = new double[observations.features()];
    int[] stored = new int[observations.features()];
    for (int i = 0; i < sums.length; i++) {
      if (observations.values() instanceof SparseMatrix sparse) {
        int count = sparse.copyNonZeros(i, stored, row);
        for (int k = 0; k < count; k++) {
          double weight = observations.weight(i, stored[k]);
          sums[i] += weight > 0 ? weight * row[k] : 0;
        }
      } else {
        observations.values().copyRow(i, row);
        for (int j = 0; j < row.length; j++) {
          double weight = observations.weight(i, j);
          sums[i] += weight > 0 ? weight * row[j] : 0;
        }
      }
    }
    return sums;
  }

  /** Components, from 1, whose basis or codes are all zero. */
  static List<Integer> deadComponents(DenseMatrix basis, DenseMatrix codes) {
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
  static RunRecord.Data describe(Observations observations) {
    MessageDigest digest;
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
    if (observations.values() instanceof SparseMatrix sparse) {
      return describe(observations, sparse, digest);
    }
    long observed = 0;
    ByteBuffer bytes = ByteBuffer.allocate(Double.BYTES * observations.features());
    double[] row = new double[observations.features()];
    for (int i = 0; i < observations.samples(); i++) {
      observations.values().copyRow(i, row);
      for (int pass = 0; pass < (observations.weights().isPresent() ? 2 : 1); pass++) {
        bytes.clear();
        for (int j = 0; j < row.length; j++) {
          bytes.putDouble(pass == 0 ? row[j] : observations.weight(i, j));
        }
        digest.update(bytes.flip());
      }
      for (int j = 0; j < row.length; j++) {
        observed += observations.weight(i, j) > 0 ? 1 : 0;
      }
    }
    String hash = HexFormat.of().formatHex(digest.digest()).substring(0, 16);
    return new RunRecord.Data(observations.samples(), observations.features(), observed, hash);
  }

  /** The same for a sparse table: place, value and weight of the stored entries, and ω₀. */
  private static RunRecord.Data describe(
      Observations observations, SparseMatrix sparse, MessageDigest digest) {
    int columns = sparse.columns();
    int[] indices = new int[columns];
    double[] values = new double[columns];
    digest.update(ByteBuffer.allocate(Double.BYTES).putDouble(observations.zeroWeight()).flip());
    long observed = 0;
    for (int i = 0; i < sparse.rows(); i++) {
      int count = sparse.copyNonZeros(i, indices, values);
      ByteBuffer bytes =
          ByteBuffer.allocate(Integer.BYTES + count * (Integer.BYTES + 2 * Double.BYTES));
      bytes.putInt(count);
      for (int k = 0; k < count; k++) {
        double weight = observations.weight(i, indices[k]);
        bytes.putInt(indices[k]).putDouble(values[k]).putDouble(weight);
        observed += weight > 0 ? 1 : 0;
      }
      digest.update(bytes.flip());
    }
    if (observations.zeroWeight() > 0) {
      observed += (long) sparse.rows() * columns - sparse.nonZeros();
    }
    String hash = HexFormat.of().formatHex(digest.digest()).substring(0, 16);
    return new RunRecord.Data(sparse.rows(), columns, observed, hash);
  }
}
