package org.mahnmf.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mahnmf.data.Tables;
import org.mahnmf.data.array.NpyWriter;
import org.mahnmf.data.file.JsonReader;
import org.mahnmf.matrix.DenseMatrix;

/** Every command gives the same answer in any unit: what it finds, and numbers in that unit. */
class UnitsTest {

  private static final double[] UNITS = {1e-290, 1e-46, 1e39, 1e60, 1e170, 0x1p900, 1e290};

  @TempDir private Path folder;
  private final DenseMatrix table = TestTables.spiked(36, 20, 2, 3);

  private Path write(String name, double unit) throws IOException {
    Path file = folder.resolve(name);
    NpyWriter.write(file, table.times(unit));
    return file;
  }

  private Path run(double unit, String words) throws IOException {
    Path file = write(unit + ".npy", unit);
    Path out = folder.resolve(unit + " " + words.replace('/', ' '));
    List<Object> all = new ArrayList<>(List.of(words.split(" ")));
    all.add(1, file);
    all.addAll(List.of("--out", out, "--quiet", "--threads", 1));
    Cli.run(all.toArray()).done();
    return out;
  }

  private static Map<?, ?> record(Path out, String name) throws IOException {
    return (Map<?, ?>) JsonReader.parse(Files.readString(out.resolve(name)));
  }

  private static double objective(Path out) throws IOException {
    return ((Number) record(out, "run.json").get("objective")).doubleValue();
  }

  @Test
  void fits() throws IOException {
    for (String words : List.of("fit --rank 2", "fit --rank auto", "fit --rank 2 --solver rri")) {
      Path one = run(1, words);
      // a search for the rank takes longer, and has tests of its own in core
      double[] some = words.endsWith("2") ? UNITS : new double[] {1e-46, 0x1p900};
      for (double unit : some) {
        Path other = run(unit, words);
        String where = words + " in " + unit;
        assertEquals(record(one, "run.json").get("rank"), record(other, "run.json").get("rank"));
        // every part of a power of two has the same bytes; rounding may turn others a little
        assertEquals(1, objective(other) / unit / objective(one), 1e-3, where);
        if (unit == 0x1p900) {
          assertEquals(objective(one), objective(other) / unit, where);
        }
      }
    }
  }

  @Test
  void outliers() throws IOException {
    String words = "outliers --rank 2";
    List<String> cells = cells(run(1, words));
    for (double unit : UNITS) {
      assertEquals(cells, cells(run(unit, words)), words + " in " + unit);
    }
  }

  /** Rows and columns of what stands out, without values and scores. */
  private static List<String> cells(Path out) throws IOException {
    List<String> cells = new ArrayList<>();
    for (String line : Files.readAllLines(out.resolve("outliers.csv"))) {
      String[] words = line.split(",");
      cells.add(words[0] + "," + words[1]);
    }
    return cells.stream().sorted().toList();
  }

  @Test
  void ranksAndGroupsAndMasks() throws IOException {
    Path ranks = run(1, "rank --ranks 1:3");
    Path groups = run(1, "cluster --clusters 3");
    Path masks = run(1, "separate --rank 1");
    for (double unit : UNITS) {
      assertEquals(
          record(ranks, "rank.json").get("rank"),
          record(run(unit, "rank --ranks 1:3"), "rank.json").get("rank"),
          "rank in " + unit);
      assertEquals(
          Files.readString(groups.resolve("clusters.csv")),
          Files.readString(run(unit, "cluster --clusters 3").resolve("clusters.csv")),
          "groups in " + unit);
      assertArrayEquals(
          Tables.read(masks.resolve("mask.npy")).values().toDense().array(),
          Tables.read(run(unit, "separate --rank 1").resolve("mask.npy"))
              .values()
              .toDense()
              .array(),
          "masks in " + unit);
    }
  }

  @Test
  void codes() throws IOException {
    for (double unit : UNITS) {
      Path codes = folder.resolve(unit + " codes.npy");
      Path file = write(unit + ".npy", unit);
      Path same = run(unit, "fit --rank 2");
      Cli.run("transform", same, file, "--out", codes).done();
      Path fitted = same.resolve("codes.npy");
      double[] expected = Tables.read(fitted).values().toDense().array();
      double[] found = Tables.read(codes).values().toDense().array();
      double largest = 0;
      for (double code : expected) {
        largest = Math.max(largest, code);
      }
      assertArrayEquals(expected, found, 1e-6 * largest, "codes in " + unit);
    }
  }
}
