package org.mahnmf.cli.video;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import java.awt.image.Raster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mahnmf.cli.Cli;

class SegmentCommandTest {

  @TempDir private Path folder;

  /** A red disc on blue ground. */
  private Path disc() throws IOException {
    BufferedImage image = new BufferedImage(48, 40, BufferedImage.TYPE_INT_RGB);
    for (int y = 0; y < 40; y++) {
      for (int x = 0; x < 48; x++) {
        image.setRGB(x, y, isDisc(x, y) ? 0xC83020 : 0x2040B0 + (x + y) % 5);
      }
    }
    Path file = folder.resolve("disc.png");
    ImageIO.write(image, "png", file.toFile());
    return file;
  }

  private static boolean isDisc(int x, int y) {
    return (x - 24) * (x - 24) + (y - 20) * (y - 20) < 120;
  }

  @Test
  void findsADisc() throws IOException {
    Path out = folder.resolve("out");
    Cli cli =
        Cli.run("segment", disc(), "--segments", 2, "--superpixels", 150, "--out", out, "--json")
            .done();
    Map<?, ?> record = cli.json();
    assertEquals(2L, ((Number) record.get("segments")).longValue());
    assertEquals(List.of("overlay.png", "report.html", "run.json", "segments.png"), Cli.names(out));
    Raster labels = ImageIO.read(out.resolve("segments.png").toFile()).getRaster();
    int right = 0;
    for (int p = 0; p < 48 * 40; p++) {
      int x = p % 48;
      int y = p / 48;
      right += labels.getSample(x, y, 0) == (isDisc(x, y) ? 2 : 1) ? 1 : 0;
    }
    assertTrue(right > .97 * 48 * 40, "right " + right);
    assertTrue(Files.readString(out.resolve("report.html")).contains("The segments"));
  }

  @Test
  void sameFilesForAnyNumberOfThreads() throws IOException {
    byte[][] bytes = new byte[2][];
    for (int k = 0; k < 2; k++) {
      Path out = folder.resolve("out" + k);
      Cli.run(
              "segment",
              disc(),
              "--segments",
              3,
              "--superpixels",
              80,
              "--out",
              out,
              "--threads",
              1 + 2 * k,
              "--as-published",
              "--quiet")
          .done();
      bytes[k] = Files.readAllBytes(out.resolve("segments.png"));
    }
    assertArrayEquals(bytes[0], bytes[1]);
  }

  @Test
  void mistakes() throws IOException {
    Path out = folder.resolve("out");
    Path text = Files.writeString(folder.resolve("table.csv"), "1,2\n3,4\n");
    Cli.run("segment", text, "--segments", 2, "--out", out).mistake("table.csv", "image");
    Path clip = Files.createDirectory(folder.resolve("clip"));
    Files.copy(disc(), clip.resolve("one.png"));
    Cli.run("segment", clip, "--segments", 2, "--out", out).mistake("clip: is a folder", "image");
    Cli.run("segment", disc(), "--segments", 0, "--out", out).mistake("segments is 0");
    Cli.run("segment", disc(), "--segments", 2, "--rank", 0, "--out", out).mistake("rank is 0");
    Cli.run("segment", disc(), "--segments", 9, "--superpixels", 4, "--out", out)
        .mistake("disc.png", "segments is 9", "superpixels");
    Cli.run("segment", folder.resolve("none.png"), "--segments", 2, "--out", out)
        .mistake("none.png", "does not exist");
    assertTrue(Files.notExists(out));
  }
}
