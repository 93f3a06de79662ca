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
import org.mahnmf.problem.Factor;
import org.mahnmf.problem.Objective;
import org.mahnmf.problem.Observations;
import org.mahnmf.problem.Side;
import org.mahnmf.store.PassOperation;
import org.mahnmf.store.PassSums;
import org.mahnmf.store.SideData;
import org.mahnmf.store.Stores;
import org.mahnmf.store.Workers;

/** Judges factors in the user's units, straight from the table, as anybody could from the files. */
final class Evaluation {

  private Evaluation() {}

  /** Everything minimised, by term. */
  static Objective of(
      Observations observations, Model model, DenseMatrix codes, Side basisSide, Side codesSide) {
    double absolute = 0;
    double quadratic = 0;
    if (observations.values() instanceof SparseMatrix) {
      PassSums sums = sparseSums(observations, model, codes);
      absolute = sums.absolute();
      quadratic = .5 * model.loss().curvature() * sums.squared();
    } else {
      RowLoss rows = new RowLoss(observations, model);
      for (int i = 0; i < observations.samples(); i++) {
        rows.evaluate(i, codes);
        absolute += rows.absolute();
        quadratic += rows.quadratic();
      }
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

  /** The sums of the residual at the cost of the stored entries, in the units of X. */
  private static PassSums sparseSums(Observations observations, Model model, DenseMatrix codes) {
    try (Workers workers = new Workers(1)) {
      SideData data = Stores.open(observations, workers, false).side(Factor.CODES);
      PassSums sums = new PassSums(data.count());
      data.pass(new PassOperation.Residual(), model.basis(), codes.transpose(), null, sums);
      return sums;
    }
  }

  /** Σ weight·|X|. */
  static double weightedSum(Observations observations) {
    if (observations.values() instanceof SparseMatrix) {
      try (Workers workers = new Workers(1)) {
        return Stores.open(observations, workers, false).absoluteSum();
      }
    }
    double sum = 0;
    double[] row = new double[observations.features()];
    for (int i = 0; i < observations.samples(); i++) {
      observations.values().copyRow(i, row);
      for (int j = 0; j < row.length; j++) {
        double weight = observations.weight(i, j);
        if (weight > 0) {
          sum += weight * row[j];
        }
      }
    }
    return sum;
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
