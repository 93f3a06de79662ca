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
import org.mahnmf.data.Json;
import org.mahnmf.data.NpyFile;
import org.mahnmf.matrix.DenseMatrix;

/** A small table, a fit of it by the program, and what its files must hold. */
abstract class FitFilesFixture {

  static final int SAMPLES = 30;
  static final int FEATURES = 20;

  @TempDir Path folder;
  DenseMatrix table;
  Path input;

  @BeforeEach
  void writeTable() throws IOException {
    table = TestTables.spiked(SAMPLES, FEATURES, 3, 5);
    input = folder.resolve("data.npy");
    NpyFile.write(input, table);
  }

  Cli fit(Path file, Object... more) {
    List<Object> words =
        new ArrayList<>(List.of("fit", file, "--rank", 3, "--out", folder.resolve("out")));
    words.addAll(Arrays.asList(more));
    return Cli.run(words.toArray());
  }

  Cli fit(Object... more) {
    return fit(input, more);
  }

  Path file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  Map<?, ?> record() {
    return (Map<?, ?>) Json.read(folder.resolve("out/run.json"));
  }

  Map<?, ?> settings() {
    return (Map<?, ?>) record().get("settings");
  }

  DenseMatrix basis() {
    return NpyFile.read(folder.resolve("out/basis.npy"));
  }

  DenseMatrix codes() {
    return NpyFile.read(folder.resolve("out/codes.npy"));
  }

  static void expectWithin(double lower, double upper, DenseMatrix matrix) {
    for (double value : matrix.array()) {
      assertTrue(value >= lower - 1e-9 && value <= upper + 1e-9, () -> "entry " + value);
    }
  }

  /** λ of the ridge that the fit has, given or chosen; 0 if it has none. */
  double ridge() {
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
  void expectTerms(Map<String, Double> others) {
    Map<String, Double> expected = new HashMap<>(others);
    if (ridge() > 0) {
      expected.put("ridge", ridge() / 2 * (squares(basis()) + squares(codes())));
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

  double loss() {
    return TestTables.loss(table, codes(), basis());
  }

  double squares() {
    return TestTables.squares(table, codes(), basis());
  }
}
