package org.mahnmf.cli.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mahnmf.cli.Cli;
import org.mahnmf.cli.TestTables;
import org.mahnmf.data.file.JsonReader;
import org.mahnmf.matrix.DenseMatrix;

class RankCommandTest {

  @TempDir private Path folder;

  private Path planted() throws IOException {
    return Cli.csv(folder.resolve("planted.csv"), TestTables.spiked(60, 40, 3, 5));
  }

  @Test
  void findsTheRankAndWritesWhy() throws IOException {
    Path out = folder.resolve("out");
    Cli cli = Cli.run("rank", planted(), "--ranks", "1:5", "--folds", 3, "--out", out).done();
    assertTrue(cli.out().contains("rank            3"), cli.out());
    assertEquals(List.of("rank.csv", "rank.json", "report.html"), Cli.names(out));
    List<String> lines = Files.readAllLines(out.resolve("rank.csv"));
    assertEquals(6, lines.size());
    assertTrue(lines.get(0).startsWith("rank,error,standard_error"));
    Map<?, ?> record = (Map<?, ?>) JsonReader.read(out.resolve("rank.json"));
    assertEquals(3L, ((Number) record.get("rank")).longValue());
    assertTrue(Files.readString(out.resolve("report.html")).contains("Stability"));
  }

  @Test
  void jsonHasRankStructureAndCurve() throws IOException {
    Map<?, ?> found = Cli.run("rank", planted(), "--ranks", "2:4", "--json").done().json();
    assertEquals(3L, ((Number) found.get("rank")).longValue());
    assertEquals(true, found.get("structure"));
    assertEquals(3, ((List<?>) found.get("curve")).size());
  }

  @Test
  void noiseIsSaidToBeNoise() throws IOException {
    Path noise =
        Cli.csv(folder.resolve("noise.csv"), TestTables.random(60, 40, new SplittableRandom(2)));
    Cli cli = Cli.run("rank", noise, "--ranks", "1:3", "--holdout", "regions").done();
    assertTrue(cli.out().contains("no structure found"), cli.out());
  }

  @Test
  void zerosAreSaidToHaveNoStructure() throws IOException {
    Path zeros = Cli.csv(folder.resolve("zeros.csv"), new DenseMatrix(20, 4));
    Path out = folder.resolve("out");
    Map<?, ?> found = Cli.run("rank", zeros, "--json").done().json();
    assertEquals(false, found.get("structure"));
    Cli fit = Cli.run("fit", zeros, "--rank", "auto", "--out", out).done();
    assertTrue(fit.out().contains("1 (auto)"), fit.out());
    assertTrue(fit.err().contains("No structure found"), fit.err());
    fit = Cli.run("fit", zeros, "--rank", 1, "--elastic", "auto", "--out", out).done();
    assertTrue(fit.err().contains("--elastic: none"), fit.err());
    Cli outliers = Cli.run("outliers", zeros, "--out", folder.resolve("scan")).done();
    assertTrue(outliers.out().contains("0 of 80 cells"), outliers.out());
  }

  @Test
  void fitTakesTheRankFound() throws IOException {
    Path out = folder.resolve("out");
    Cli cli = Cli.run("fit", planted(), "--rank", "auto", "--restarts", 2, "--out", out).done();
    assertTrue(cli.out().contains("3 (auto)"), cli.out());
    Map<?, ?> record = (Map<?, ?>) JsonReader.read(out.resolve("run.json"));
    assertEquals(3L, ((Number) record.get("rank")).longValue());
    assertEquals(3, ((List<?>) record.get("confidence")).size());
    assertTrue(record.containsKey("rankSearch"));
    String report = Files.readString(out.resolve("report.html"));
    assertTrue(report.contains("How the rank was found"));
    assertTrue(report.contains("How sure each part is"));
  }

  /** Sums of squares leave the range of numbers at the first two. */
  @Test
  @Tag("long")
  void rankAndFitAgreeAtEveryScale() throws IOException {
    for (double scale : new double[] {1e-290, 1e290, 0x1p900, 1}) {
      DenseMatrix table = TestTables.spiked(60, 40, 3, 5).times(scale);
      Path csv = Cli.csv(folder.resolve("scaled.csv"), table);
      Cli rank = Cli.run("rank", csv, "--ranks", "1:5").done();
      assertTrue(rank.out().contains("rank            3"), scale + ": " + rank.out());
      Cli fit = Cli.run("fit", csv, "--rank", "auto", "--out", folder.resolve("out")).done();
      assertTrue(fit.out().contains("3 (auto)"), scale + ": " + fit.out());
    }
  }

  /** Of the same table `rank` and `fit --rank auto` say the same, though rank 4 predicts more. */
  @Test
  void theReadingsOfTheGuideHaveTwoParts() throws IOException {
    DenseMatrix table = new DenseMatrix(300, 8);
    for (int i = 0; i < 300; i++) {
      for (int j = 0; j < 8; j++) {
        double slow = (2 + Math.sin(i / 7.)) * (1 + j % 3);
        double slower = (2 + Math.cos(i / 19.)) * (1 + j * j % 5);
        boolean glitch = (i * 31 + j * 17) % 23 == 0;
        table.set(i, j, glitch ? 60 : slow + slower + .1 * Math.sin(i * i + 13 * j));
      }
    }
    Path readings = Cli.csv(folder.resolve("readings.csv"), table);
    Map<?, ?> found = Cli.run("rank", readings, "--json").done().json();
    assertEquals(2L, ((Number) found.get("rank")).longValue());
    Cli fit = Cli.run("fit", readings, "--rank", "auto", "--out", folder.resolve("out")).done();
    assertTrue(fit.out().contains("2 (auto)"), fit.out());
  }

  @Test
  void aRidgeIsChosenAtTheRankFound() throws IOException {
    Path out = folder.resolve("out");
    Cli cli =
        Cli.run(
                "fit",
                planted(),
                "--rank",
                "auto",
                "--solver",
                "admm",
                "--ridge",
                "auto",
                "--out",
                out)
            .done();
    assertTrue(cli.out().contains("3 (auto)"), cli.out());
    Map<?, ?> record = (Map<?, ?>) JsonReader.read(out.resolve("run.json"));
    assertTrue(record.containsKey("rankSearch"));
    assertTrue(record.containsKey("choice"));
  }

  @Test
  void ranksMayHaveARidge() throws IOException {
    Object[] words = {"rank", planted(), "--ranks", "2:4", "--json", "--ridge", 0.5};
    Map<?, ?> ridged = Cli.run(words).done().json();
    words[6] = 0;
    Map<?, ?> plain = Cli.run(words).done().json();
    assertEquals(3L, ((Number) ridged.get("rank")).longValue());
    assertNotEquals(ridged.get("curve"), plain.get("curve"));
    words[6] = "auto";
    Cli.run(words).mistake("--ridge", "'auto' must be a share");
    Cli.run("rank", planted(), "--sparsity-codes", 1)
        .mistake("--sparsity-codes alone is void", "--ridge SHARE");
  }

  @Test
  void hiddenEntriesAreToldOfOrChooseTheRidge() throws IOException {
    Path out = folder.resolve("out");
    Cli cli =
        Cli.run("fit", planted(), "--rank", 8, "--solver", "admm", "--validate", "5%", "--out", out)
            .done();
    assertTrue(cli.err().contains("entries were hidden from the fit"), cli.err());
    Map<?, ?> record = (Map<?, ?>) JsonReader.read(out.resolve("run.json"));
    Map<?, ?> validation = (Map<?, ?>) record.get("validation");
    assertEquals(.05, ((Number) validation.get("share")).doubleValue());
    assertTrue((double) validation.get("error") > (double) validation.get("fitError"));
    assertFalse(record.containsKey("choice"), "a named solver has no ridge");
    assertTrue(
        Files.readString(out.resolve("report.html")).contains("entries were hidden from the fit"));
    long hidden = (long) validation.get("hidden");

    Cli.run("fit", planted(), "--rank", 8, "--validate", "5%", "--out", out).done();
    record = (Map<?, ?>) JsonReader.read(out.resolve("run.json"));
    assertFalse(record.containsKey("validation"), "all entries are in the fit");
    assertEquals(hidden, ((Map<?, ?>) record.get("choice")).get("hidden"));
  }

  @Test
  void anEndBeforeTheFirstRankIsNoMistake() throws IOException {
    Path table = Cli.csv(folder.resolve("wide.csv"), TestTables.spiked(200, 150, 3, 5));
    Path out = folder.resolve("out");
    Cli rank = Cli.interrupted("rank", table, "--out", out);
    assertEquals(130, rank.code(), rank.err());
    assertTrue(rank.err().contains("first rank was not done"), rank.err());
    assertTrue(Files.notExists(out));

    Cli fit = Cli.interrupted("fit", table, "--rank", "auto", "--out", out);
    assertEquals(130, fit.code(), fit.err());
    assertTrue(fit.err().contains("Rank 1, the smallest"), fit.err());
    assertEquals(List.of("basis.npy", "codes.npy", "report.html", "run.json"), Cli.names(out));
    Map<?, ?> record = (Map<?, ?>) JsonReader.read(out.resolve("run.json"));
    assertEquals(1L, ((Number) record.get("rank")).longValue());
    assertEquals(true, record.get("interrupted"));

    Path checked = folder.resolve("checked");
    Cli outliers = Cli.interrupted("outliers", table, "--out", checked);
    assertEquals(130, outliers.code(), outliers.err());
    assertEquals(
        List.of("outliers.csv", "report.html", "rows.csv", "run.json"), Cli.names(checked));
  }

  @Test
  void aTimeLimitBeforeTheFirstRankIsCalledThat() throws IOException {
    Path table = Cli.csv(folder.resolve("wide.csv"), TestTables.spiked(200, 150, 3, 5));
    Path out = folder.resolve("out");
    Cli.run("rank", table, "--time-limit", "1ms", "--quiet", "--out", out)
        .mistake("wide.csv", "time limit of 0.001 s", "first rank");
    assertTrue(Files.notExists(out));
    Cli fit = Cli.run("fit", table, "--rank", "auto", "--time-limit", "1ms", "--out", out).done();
    assertTrue(fit.err().contains("time limit"), fit.err());
    assertFalse(fit.err().contains("interrupted"), fit.err());
    Map<?, ?> record = (Map<?, ?>) JsonReader.read(out.resolve("run.json"));
    assertEquals(1L, ((Number) record.get("rank")).longValue());
    Cli.run("outliers", table, "--time-limit", "1ms", "--out", folder.resolve("checked")).done();
  }

  @Test
  void helpSaysWhereAWeightMayBeFound() {
    for (String command : List.of("rank", "fit")) {
      String help = Cli.run(command, "--help").done().out().replaceAll("\\s+", " ");
      assertTrue(help.contains("In mahnmf fit the weight here"), help);
      assertFalse(help.contains("or auto, times"), help);
    }
  }

  @Test
  void holdoutIsForSearchesToo() throws IOException {
    Path out = folder.resolve("out");
    Cli.run(
            "fit",
            planted(),
            "--rank",
            3,
            "--elastic",
            "auto",
            "--holdout",
            "regions",
            "--time-limit",
            "1s",
            "--out",
            out)
        .done();
  }

  @Test
  void mistakes() throws IOException {
    Path table = planted();
    Path out = folder.resolve("out");
    Cli.run("rank", table, "--ranks", "5:2").mistake("--ranks", "5:2");
    Cli.run("rank", table, "--ranks", "1:50").mistake("planted.csv", "rank is 50", "40");
    Cli.run("rank", table, "--folds", 1).mistake("folds is 1", "from 2 to 10");
    Cli.run("fit", table, "--rank", "many", "--out", out).mistake("--rank", "many", "auto");
    Cli.run("fit", table, "--rank", 2, "--validate", "70%", "--out", out)
        .mistake("share of hidden entries is 0.7", "0.5");
    for (String share : List.of("3", "100%", "0", "-1%", "NaN")) {
      Cli.run("fit", table, "--rank", 2, "--validate", share, "--out", out)
          .mistake("share of hidden entries is", "above 0 and at most 0.5");
    }
    for (String command : List.of("fit", "outliers")) {
      Cli.run(command, table, "--rank", 2, "--holdout", "regions", "--ridge", 0, "--out", out)
          .mistake("--holdout needs a ridge", "--validate");
    }
    Cli.run("rank", table, "--holdout", "auto").mistake("--holdout auto", "regions");
    Path square = Files.writeString(folder.resolve("square.csv"), "1,2\n2,1\n");
    Cli symmetric = Cli.run("rank", square, "--symmetric");
    symmetric.mistake("square.csv", "symmetric", "give the fit a rank");
    assertFalse(symmetric.err().contains("--solver"), symmetric.err());
    Path tiny = Files.writeString(folder.resolve("tiny.csv"), "1,2,3\n3,2,2\n");
    Cli.run("rank", tiny).mistake("tiny.csv", "can be hidden", "--rank R");
    Cli.run("fit", tiny, "--rank", "auto", "--out", out)
        .mistake("tiny.csv", "can be hidden", "fewer than 4", "give --rank R");
    Cli.run("fit", tiny, "--rank", 1, "--elastic", "auto", "--out", out)
        .mistake("tiny.csv", "can be hidden", "give --elastic a number");
    Cli.run("fit", tiny, "--rank", 1, "--validate", "5%", "--out", out)
        .mistake("tiny.csv", "can be hidden", "leave out --validate");
  }
}
