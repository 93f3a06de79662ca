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
import org.mahnmf.problem.Objective;
import org.mahnmf.problem.Observations;
import org.mahnmf.problem.Side;

/** Judges factors in the user's units, straight from the table, as anybody could from the files. */
final class Evaluation {

  private Evaluation() {}

  /** Everything minimised, by term. */
  static Objective of(
      Observations observations, Model model, DenseMatrix codes, Side basisSide, Side codesSide) {
    double absolute = 0;
    double quadratic = 0;
    RowLoss rows = new RowLoss(observations, model);
    for (int i = 0; i < observations.samples(); i++) {
      rows.evaluate(i, codes);
      absolute += rows.absolute();
      quadratic += rows.quadratic();
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

  /** Σ weight·|X|. */
  static double weightedSum(Observations observations) {
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
}
