package org.mahnmf.cli.video;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mahnmf.cli.Cli;
import org.mahnmf.data.FrameRange;
import org.mahnmf.data.ReadOptions;
import org.mahnmf.data.Source;
import org.mahnmf.data.Table;
import org.mahnmf.data.Tables;
import org.mahnmf.data.array.NpyReader;
import org.mahnmf.data.array.NpyWriter;
import org.mahnmf.data.file.JsonReader;
import org.mahnmf.data.synthetic.SampleSet;
import org.mahnmf.data.synthetic.SyntheticTable;
import org.mahnmf.matrix.DenseMatrix;

class SeparateCommandTest {

  private static final List<String> CLIP =
      List.of(
          "background", "basis.npy", "codes.npy", "foreground", "mask", "report.html", "run.json");

  @TempDir private Path folder;

  private static double score(Cli cli, String name) {
    return ((Number) ((Map<?, ?>) cli.json().get("score")).get(name)).doubleValue();
  }

  @Test
  void anotherRunLeavesNothingOfTheOneBefore() throws IOException {
    Path sample = folder.resolve("street");
    SampleSet.VIDEO.write(sample, 1);
    Path out = folder.resolve("apart");
    for (String frames : List.of("0:14", "0:9")) {
      Cli.run("separate", sample.resolve("input"), "--frames", frames, "--out", out, "--quiet")
          .done();
    }
    assertEquals(CLIP, Cli.names(out));
    for (String part : List.of("background", "foreground", "mask")) {
      assertEquals(9, Cli.names(out.resolve(part)).size());
    }
  }

  @Test
  void findsWhatMovesInTheSampleClip() throws IOException {
    Path sample = folder.resolve("street");
    SampleSet.VIDEO.write(sample, 1);
    Path out = folder.resolve("apart");
    Cli cli =
        Cli.run(
                "separate",
                sample.resolve("input"),
                "--mask-truth",
                sample.resolve("groundtruth"),
                "--out",
                out,
                "--quiet",
                "--json")
            .done();
    assertEquals("", cli.err());
    assertTrue(score(cli, "f") >= .9, cli.out());
    assertTrue(score(cli, "precision") >= .9, cli.out());
    assertTrue(score(cli, "bestF") >= .85, cli.out());
    assertEquals(CLIP, Cli.names(out));
    Table frames = Tables.read(sample.resolve("input"));
    for (String part : List.of("background", "foreground", "mask")) {
      Table written = Tables.read(out.resolve(part));
      assertEquals(frames.rowNames(), written.rowNames());
      assertEquals(frames.picture(), written.picture());
    }
    Table mask = Tables.read(out.resolve("mask"));
    Table cut = Tables.read(out.resolve("foreground"));
    for (int j = 0; j < mask.values().columns(); j++) {
      boolean moves = mask.values().get(60, j) == 255;
      assertEquals(moves ? frames.values().get(60, j) : 128, cut.values().get(60, j));
    }
    String html = Files.readString(out.resolve("report.html"));
    assertTrue(html.contains("Frame of in000061"), "names of frames");
    assertTrue(html.contains("Truth"));
  }

  @Test
  void aTableComesOutAsTables() throws IOException {
    SyntheticTable planted = SyntheticTable.planted(40, 30, 2, .05, 3);
    Path file = folder.resolve("table.npy");
    NpyWriter.write(file, planted.dirty());
    Path out = folder.resolve("apart");
    Cli.run("separate", file, "--rank", 2, "--out", out, "--quiet").done();
    DenseMatrix background = NpyReader.read(out.resolve("background.npy"));
    DenseMatrix sparse = NpyReader.read(out.resolve("foreground.npy"));
    DenseMatrix mask = NpyReader.read(out.resolve("mask.npy"));
    int right = 0;
    for (int i = 0; i < 40; i++) {
      for (int j = 0; j < 30; j++) {
        double seen = planted.dirty().get(i, j);
        assertEquals(seen, background.get(i, j) + sparse.get(i, j), 1e-9);
        right += planted.isOutlier(i, j) == (mask.get(i, j) == 1) ? 1 : 0;
      }
    }
    assertTrue(right > .99 * 1200, right + " of 1200 cells are right");
  }

  @Test
  void aClipOfNumbersComesOutAsTwoPartsThatAddUp() throws IOException {
    Path sample = folder.resolve("street");
    SampleSet.VIDEO.write(sample, 1);
    ReadOptions some = ReadOptions.DEFAULT.withFrames(FrameRange.parse("0:120:8"));
    Table frames = Tables.read(Source.of(sample.resolve("input")), some);
    Path file = folder.resolve("clip.npy");
    Tables.write(file, frames);
    Path out = folder.resolve("apart");
    Cli.run("separate", file, "--out", out, "--quiet").done();
    DoubleBuffer seen = numbers(file);
    DoubleBuffer background = numbers(out.resolve("background.npy"));
    DoubleBuffer foreground = numbers(out.resolve("foreground.npy"));
    assertEquals(15 * 160 * 120, seen.capacity());
    for (int k = 0; k < seen.capacity(); k++) {
      assertEquals(seen.get(k), background.get(k) + foreground.get(k), 1e-9);
    }
    assertEquals(160, Tables.read(out.resolve("mask.npy")).picture().orElseThrow().width());
  }

  /** The numbers behind the header of a small NPY file, signed or not, whatever their shape. */
  private static DoubleBuffer numbers(Path file) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
    return bytes.position(128).slice().order(ByteOrder.LITTLE_ENDIAN).asDoubleBuffer();
  }

  @ParameterizedTest
  @ValueSource(strings = {"table.csv", "table.mat"})
  void aTableKeepsItsFormat(String name) throws IOException {
    DenseMatrix dirty = SyntheticTable.planted(40, 30, 2, .05, 3).dirty();
    Tables.write(folder.resolve(name), new Table(dirty, List.of(), List.of()));
    Path out = folder.resolve("apart");
    Cli.run("separate", folder.resolve(name), "--rank", 2, "--out", out, "--quiet").done();
    String ending = name.substring(name.indexOf('.'));
    assertEquals(40, Tables.read(out.resolve("background" + ending)).values().rows());
    assertTrue(Files.exists(out.resolve("foreground" + ending)));
    assertTrue(Files.exists(out.resolve("mask" + ending)));
  }

  @Test
  @Tag("long")
  void oneThresholdForAllAndTheWholeTable() throws IOException {
    SampleSet.VIDEO.write(folder, 2);
    Path out = folder.resolve("apart");
    Cli cli =
        Cli.run(
                "separate",
                folder.resolve("input"),
                "--frames",
                "0:60:3",
                "--size",
                "80x60",
                "--color",
                "--whole",
                "--threshold",
                "30",
                "--out",
                out,
                "--quiet",
                "--json")
            .done();
    assertEquals(30.0, ((Number) cli.json().get("threshold")).doubleValue());
    assertEquals(20, Cli.names(out.resolve("mask")).size());
    assertTrue(((Number) cli.json().get("lowerBound")).doubleValue() > 0, "certified");
  }

  /** The method for clips has no ridge: whoever asks for one gets the default on all pixels. */
  @Test
  @Tag("long")
  void aClipMayHaveARidge() throws IOException {
    Path sample = folder.resolve("street");
    Cli.run("sample", "video", sample).done();
    Path out = folder.resolve("out");
    Object[] words = {
      "separate",
      sample.resolve("input"),
      "--frames",
      "0:20",
      "--size",
      "40x30",
      "--out",
      out,
      "--quiet",
      "--ridge",
      0.25
    };
    Cli.run(words).done();
    Map<?, ?> record = (Map<?, ?>) JsonReader.read(out.resolve("run.json"));
    assertEquals("auto", record.get("solver"));
    assertTrue(((Map<?, ?>) record.get("terms")).containsKey("ridge"), record::toString);
    words[words.length - 1] = 0;
    Cli.run(words).done();
    record = (Map<?, ?>) JsonReader.read(out.resolve("run.json"));
    assertEquals("reweighted", record.get("solver"));
  }

  @Test
  void mistakes() throws IOException {
    SampleSet.SCENE.write(folder, 1);
    Path picture = folder.resolve("scene.png");
    Path out = folder.resolve("out");
    Cli.run("separate", folder.resolve("nothing"), "--out", out).mistake("does not exist");
    Cli.run("separate", picture, "--out", out, "--rank", 500).mistake("rank is 500", "120");
    Cli.run("separate", picture, "--out", out, "--threshold", "-1").mistake("threshold is -1");
    Cli.run("separate", picture, "--out", out, "--mask-truth", folder.resolve("no"))
        .mistake("no: does not exist");
    Path table = Files.writeString(folder.resolve("t.csv"), "1,2\n3,4\n");
    Cli.run("separate", table, "--out", out, "--mask-truth", folder).mistake("is not a clip");
    Cli.run("separate", picture).mistake("--out");
    assertTrue(Files.notExists(out), "nothing is left behind");
  }

  @Test
  @Tag("long")
  void theHighwayOfCdnet() {
    Path data = Path.of(System.getenv().getOrDefault("MAHNMF_DATA", "../../shared/data"));
    Path highway = data.resolve("cdnet2014/highway");
    assumeTrue(
        Files.isDirectory(highway),
        "skipped: set MAHNMF_DATA to a folder with cdnet2014/highway to run it");
    Cli cli =
        Cli.run(
                "separate",
                highway.resolve("input"),
                "--mask-truth",
                highway.resolve("groundtruth"),
                "--out",
                folder.resolve("apart"),
                "--quiet",
                "--json")
            .done();
    assertTrue(score(cli, "f") >= .8, cli.out());
    assertTrue(score(cli, "bestF") >= .805, cli.out());
  }
}
