package org.mahnmf.cli.table;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mahnmf.cli.Cli;
import org.mahnmf.cli.TestTables;
import org.mahnmf.data.file.JsonReader;
import org.mahnmf.matrix.DenseMatrix;

class ClusterCommandTest {

  private static final int GROUPS = 3;
  private static final int SAMPLES = 30;
  private static final int WIDTH = 40;

  @TempDir private Path folder;

  /** Samples of three kinds in different amounts, with outliers; the kind is i mod 3. */
  private Path table() throws IOException {
    SplittableRandom random = new SplittableRandom(8);
    DenseMatrix kinds = TestTables.random(GROUPS, WIDTH, random);
    DenseMatrix table = new DenseMatrix(SAMPLES, WIDTH);
    for (int i = 0; i < SAMPLES; i++) {
      double amount = 1 + 4 * random.nextDouble();
      for (int j = 0; j < WIDTH; j++) {
        double spike = random.nextDouble() < .04 ? 20 : 0;
        table.set(i, j, spike + amount * kinds.get(i % GROUPS, j));
      }
    }
    return Cli.csv(folder.resolve("table.csv"), table);
  }

  private Path labels(int count) throws IOException {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      text.append("abc".charAt(i % GROUPS)).append('\n');
    }
    return Files.writeString(folder.resolve("labels.txt"), text);
  }

  @Test
  void findsTheKindsOfSamples() throws IOException {
    Path out = folder.resolve("out");
    Cli cli =
        Cli.run("cluster", table(), "--clusters", 3, "--labels", labels(SAMPLES), "--out", out)
            .done();
    assertTrue(cli.out().contains("accuracy            1.0000"), cli.out());
    assertEquals(
        List.of("basis.npy", "clusters.csv", "codes.npy", "report.html", "run.json"),
        Cli.names(out));
    List<String> lines = Files.readAllLines(out.resolve("clusters.csv"));
    assertEquals("sample,cluster", lines.get(0));
    assertEquals(SAMPLES + 1, lines.size());
    assertEquals(lines.get(1).substring(2), lines.get(4).substring(2));
    Map<?, ?> record = (Map<?, ?>) JsonReader.read(out.resolve("run.json"));
    assertEquals(1.0, ((Map<?, ?>) record.get("score")).get("accuracy"));
    assertEquals(1.0, ((Map<?, ?>) record.get("score")).get("mutualInformation"));
    assertEquals(3L, ((Number) record.get("rank")).longValue());
    assertTrue(Files.readString(out.resolve("report.html")).contains("Adjusted Rand"));
  }

  @Test
  void sameFilesForAnyNumberOfThreads() throws IOException {
    Path one = folder.resolve("one");
    Path three = folder.resolve("three");
    Path table = table();
    Cli.run("cluster", table, "--clusters", 2, "--rank", 4, "--out", one, "--threads", 1).done();
    Cli.run("cluster", table, "--clusters", 2, "--rank", 4, "--out", three, "--threads", 3).done();
    assertArrayEquals(
        Files.readAllBytes(one.resolve("clusters.csv")),
        Files.readAllBytes(three.resolve("clusters.csv")));
  }

  @Test
  void picturesMakeAMontage() throws IOException {
    Path pictures = Files.createDirectory(folder.resolve("pictures"));
    for (int i = 0; i < 8; i++) {
      BufferedImage image = new BufferedImage(6, 5, BufferedImage.TYPE_BYTE_GRAY);
      for (int p = 0; p < 30; p++) {
        int value = (p % 6 < 3) == (i % 2 == 0) ? 200 + i : 20;
        image.getRaster().setSample(p % 6, p / 6, 0, value);
      }
      ImageIO.write(image, "png", pictures.resolve("p" + i + ".png").toFile());
    }
    Path out = folder.resolve("out");
    Cli.run("cluster", pictures, "--clusters", 2, "--out", out, "--quiet").done();
    assertTrue(Files.exists(out.resolve("montage.png")));
    assertTrue(Files.readString(out.resolve("report.html")).contains("The clusters as pictures"));
    List<String> lines = Files.readAllLines(out.resolve("clusters.csv"));
    for (int i = 1; i <= 8; i++) {
      String cluster = lines.get(i).replaceFirst(".*,", "");
      assertEquals(lines.get(i % 2 == 1 ? 1 : 2).replaceFirst(".*,", ""), cluster);
    }
  }

  @Test
  void namesAreQuoted() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("named.csv"),
            "name,x,y\n\"one, or so\",1,2\ntwo,2,1\n\"th\"\"ree\",1,2.1\n");
    Path out = folder.resolve("out");
    Cli.run("cluster", file, "--clusters", 2, "--out", out, "--quiet").done();
    List<String> lines = Files.readAllLines(out.resolve("clusters.csv"));
    assertEquals(List.of("\"one, or so\",1", "two,2", "\"th\"\"ree\",1"), lines.subList(1, 4));
  }

  @Test
  void mistakes() throws IOException {
    Path out = folder.resolve("out");
    Path table = table();
    Cli.run("cluster", table, "--clusters", 0, "--out", out).mistake("clusters is 0");
    Cli.run("cluster", table, "--clusters", 31, "--out", out).mistake("table.csv", "31", "30");
    Cli.run("cluster", table, "--clusters", 2, "--rank", 31, "--out", out).mistake("31", "30");
    Cli.run("cluster", table, "--clusters", 2, "--labels", labels(7), "--out", out)
        .mistake("labels.txt", "7", "30");
    Cli.run("cluster", folder.resolve("none.csv"), "--clusters", 2, "--out", out)
        .mistake("none.csv", "does not exist");
    assertTrue(Files.notExists(out));
  }
}
