package org.mahnmf.cli.option;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mahnmf.base.Workers;
import org.mahnmf.cli.Cli;
import org.mahnmf.cli.job.Console;
import org.mahnmf.cli.job.Interruption;
import org.mahnmf.cli.job.ProgressLine;
import org.mahnmf.data.Table;
import org.mahnmf.data.Tables;
import org.mahnmf.data.array.NpyReader;
import org.mahnmf.data.image.FrameFolder;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.PictureShape;

/** Pictures, clips and members of files on the command line. */
class InputOptionsTest {

  private static final PictureShape SHAPE = new PictureShape(6, 4, 3, 255);

  @TempDir private Path folder;
  private Path clip;

  @BeforeEach
  void writeClip() throws IOException {
    DenseMatrix frames = new DenseMatrix(10, SHAPE.length());
    for (int k = 0; k < frames.array().length; k++) {
      frames.array()[k] = 1 + (7 * k) % 200;
    }
    clip = folder.resolve("clip");
    try (Workers workers = new Workers(1)) {
      FrameFolder.write(clip, List.of(), frames, SHAPE, workers, () -> {});
    }
  }

  private String size(Object input, Object... options) {
    Object[] words = new Object[options.length + 8];
    System.arraycopy(
        new Object[] {
          "fit", input, "--rank", 1, "--out", folder.resolve("out"), "--json", "--quiet"
        },
        0,
        words,
        0,
        8);
    System.arraycopy(options, 0, words, 8, options.length);
    Map<?, ?> run = Cli.run(words).done().json();
    return whole(run.get("samples")) + "x" + whole(run.get("features"));
  }

  private static long whole(Object number) {
    return ((Number) number).longValue();
  }

  @Test
  void readsClips() {
    assertEquals("10x24", size(clip));
    assertEquals("10x72", size(clip, "--color"));
    assertEquals("3x24", size(clip, "--frames", "1:10:3"));
    assertEquals("5x6", size(clip, "--frames", "5:", "--size", "3x2"));
  }

  @Test
  void readsAnImage() {
    Path image = clip.resolve("frame000001.png");
    assertEquals("4x6", size(image));
    assertEquals("6x4", size(image, "--samples", "columns"));
    assertEquals("6x4", size(image, "--patches", 2));
    assertEquals("6x12", size(image, "--patches", 2, "--color"));
  }

  @Test
  void readsMembers() throws IOException {
    Path mat = folder.resolve("a.mat");
    DenseMatrix values = DenseMatrix.ofRows(new double[][] {{1, 2, 3}, {4, 5, 7}});
    Tables.write(mat, new Table(values, List.of(), List.of()));
    assertEquals("2x3", size(mat + ":x"));
    assertEquals("2x3", size(mat, "--weights", mat + ":x"));
    Cli.run("fit", mat + ":y", "--rank", 1, "--out", folder.resolve("o"))
        .mistake("a.mat: has no 'y'; it holds x");
  }

  @Test
  void namesMistakes() throws IOException {
    Path out = folder.resolve("new");
    Object[][] wrong = {
      {"--frames", "5", "--frames", "'5' must be FROM:TO"},
      {"--frames", "5:3", "--frames", "FROM must be at least 0 and below TO"},
      {"--size", "10", "--size", "'10' must be WIDTHxHEIGHT"},
      {"--size", "0x9", "--size", "at least 1"},
      {"--patches", "0", "patches is 0 but must be at least 1", "mahnmf: "},
      {"--frames", "10:", "clip: frames: 10:: the folder holds only 10 images", "mahnmf: "},
      {"--patches", "2", "clip: patches 2: cannot be chosen for a folder of images", "mahnmf: "}
    };
    for (Object[] one : wrong) {
      Cli.run("fit", clip, "--rank", 1, "--out", out, one[0], one[1])
          .mistake((String) one[2], (String) one[3]);
    }
    Path csv = Files.writeString(folder.resolve("a.csv"), "1,2\n3,4\n");
    Cli.run("fit", csv, "--rank", 1, "--out", out, "--color")
        .mistake("a.csv: color: cannot be chosen for CSV text");
    Files.write(clip.resolve("frame000003.png"), new byte[] {1, 2, 3});
    Cli.run("fit", clip, "--rank", 1, "--out", out)
        .mistake("frame000003.png: is not a picture: it must be PNG, JPEG");
    assertTrue(Files.notExists(out));
  }

  @Test
  void transformWritesTheFormatOfTheName() throws IOException {
    Path basis = Files.writeString(folder.resolve("basis.csv"), "3,2,1,1\n1,2,3,1\n");
    Path samples = Files.writeString(folder.resolve("samples.csv"), "4,8,10,4\n1,2,3,1\n");
    Path npy = folder.resolve("codes.npy");
    Cli.run("transform", basis, samples, "--out", npy).done();
    for (String name : List.of("codes.csv", "codes.mat", "codes.mtx", "codes.tsv")) {
      Path file = folder.resolve(name);
      Cli.run("transform", basis, samples, "--out", file).done();
      assertEquals(NpyReader.read(npy), Tables.read(file).values(), name);
    }
  }

  @Test
  void showsHowFarReadingIs() {
    long[] now = {0};
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream err = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    Interruption never = new Interruption(err, false, code -> {});
    Console console = new Console(err, err, false, never, List.of());
    try (ProgressLine progress = new ProgressLine(console, false, () -> now[0])) {
      progress.beginReading("reading big.csv");
      for (int second = 1; second <= 12; second++) {
        now[0] = second * 1_000_000_000L;
        progress.onRead(second / 20.0);
      }
    }
    assertEquals(
        List.of("reading big.csv, 25 %, about 15 s left", "reading big.csv, 50 %, about 10 s left"),
        bytes.toString(StandardCharsets.UTF_8).lines().toList());
  }
}
