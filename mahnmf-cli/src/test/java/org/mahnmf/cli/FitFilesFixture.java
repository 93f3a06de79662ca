package org.mahnmf.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.mahnmf.data.array.NpyReader;
import org.mahnmf.data.array.NpyWriter;
import org.mahnmf.data.file.JsonReader;
import org.mahnmf.matrix.DenseMatrix;

/** A small table, a fit of it by the program, and what its files must hold. */
public abstract class FitFilesFixture {

  public static final int SAMPLES = 30;
  public static final int FEATURES = 20;

  @TempDir protected Path folder;
  public DenseMatrix table;
  public Path input;

  @BeforeEach
  protected void writeTable() throws IOException {
    table = TestTables.spiked(SAMPLES, FEATURES, 3, 5);
    input = folder.resolve("data.npy");
    NpyWriter.write(input, table);
  }

  protected Cli fit(Path file, Object... more) {
    List<Object> words =
        new ArrayList<>(List.of("fit", file, "--rank", 3, "--out", folder.resolve("out")));
    words.addAll(Arrays.asList(more));
    return Cli.run(words.toArray());
  }

  protected Cli fit(Object... more) {
    return fit(input, more);
  }

  protected Path file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  protected Map<?, ?> record() {
    return (Map<?, ?>) JsonReader.read(folder.resolve("out/run.json"));
  }

  protected Map<?, ?> settings() {
    return (Map<?, ?>) record().get("settings");
  }

  protected DenseMatrix basis() {
    return NpyReader.read(folder.resolve("out/basis.npy"));
  }

  protected DenseMatrix codes() {
    return NpyReader.read(folder.resolve("out/codes.npy"));
  }

  protected static void expectWithin(double lower, double upper, DenseMatrix matrix) {
    for (double value : matrix.array()) {
      assertTrue(value >= lower - 1e-9 && value <= upper + 1e-9, () -> "entry " + value);
    }
  }

  /** λ of the ridge that the fit has, given or chosen; 0 if it has none. */
  protected double ridge() {
    return (double) ((Map<?, ?>) settings().get("model")).get("ridge");
  }

  private static double squares(DenseMatrix factor) {
    return Arrays.stream(factor.array()).map(value -> value * value).sum();
  }

  /**
   * The terms add up to the objective, and each is what its definition gives for the files.
   *
   * @param others all terms but the ridge, which is there if the fit has one
   */
  protected void expectTerms(Map<String, Double> others) {
    expectTerms(others, basis(), codes());
  }

  /**
   * The same for a dense table with weights: their columns' means, then their rows', are units of
   * the factors that pay for the ridge.
   *
   * @param others all terms but the ridge
   * @param weights of the table; 0 where an entry is missing
   */
  protected void expectTerms(Map<String, Double> others, DenseMatrix weights) {
    DenseMatrix byFeature = weights.transpose();
    double[] columns = means(byFeature);
    for (int i = 0; i < weights.rows(); i++) {
      for (int j = 0; j < columns.length; j++) {
        byFeature.set(j, i, weights.get(i, j) / columns[j]);
      }
    }
    double[] rows = means(byFeature.transpose());
    DenseMatrix basis = basis();
    DenseMatrix codes = codes();
    for (int l = 0; l < basis.rows(); l++) {
      for (int j = 0; j < columns.length; j++) {
        basis.set(l, j, basis.get(l, j) * columns[j]);
      }
      for (int i = 0; i < rows.length; i++) {
        codes.set(i, l, codes.get(i, l) * rows[i]);
      }
    }
    expectTerms(others, basis, codes);
  }

  /** The mean of the positive entries of each row, divided by the mean of these. */
  private static double[] means(DenseMatrix matrix) {
    double[] means = new double[matrix.rows()];
    for (int i = 0; i < means.length; i++) {
      double[] row = new double[matrix.columns()];
      matrix.copyRow(i, row);
      means[i] = Arrays.stream(row).filter(value -> value > 0).average().orElseThrow();
    }
    double mean = Arrays.stream(means).average().orElseThrow();
    return Arrays.stream(means).map(value -> value / mean).toArray();
  }

  private void expectTerms(Map<String, Double> others, DenseMatrix basis, DenseMatrix codes) {
    Map<String, Double> expected = new HashMap<>(others);
    if (ridge() > 0) {
      expected.put("ridge", ridge() / 2 * (squares(basis) + squares(codes)));
    }
    Map<?, ?> terms = (Map<?, ?>) record().get("terms");
    double objective = (double) record().get("objective");
    double sum = terms.values().stream().mapToDouble(value -> (double) value).sum();
    assertEquals(objective, sum, 1e-9 * objective);
    assertEquals(expected.keySet(), terms.keySet());
    expected.forEach(
        (name, value) ->
            assertEquals(value, (double) terms.get(name), 1e-9 * Math.max(value, 1e-9), name));
    assertTrue((double) record().get("lowerBound") <= objective * (1 + 1e-12), "lower bound");
  }

  protected double loss() {
    return TestTables.loss(table, codes(), basis());
  }

  protected double squares() {
    return TestTables.squares(table, codes(), basis());
  }
}
