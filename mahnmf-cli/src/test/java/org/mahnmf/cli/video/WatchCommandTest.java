package org.mahnmf.cli.video;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mahnmf.cli.Cli;
import org.mahnmf.cli.Main;
import org.mahnmf.cli.job.Console;
import org.mahnmf.cli.job.Interruption;
import org.mahnmf.data.Table;
import org.mahnmf.data.Tables;
import org.mahnmf.data.file.JsonReader;
import org.mahnmf.data.synthetic.SampleSet;

class WatchCommandTest {

  @TempDir private Path folder;

  private static double score(Map<?, ?> json) {
    return ((Number) ((Map<?, ?>) json.get("score")).get("f")).doubleValue();
  }

  private Path street() throws IOException {
    Path sample = folder.resolve("street");
    SampleSet.VIDEO.write(sample, 1);
    return sample;
  }

  @Test
  void findsWhatMovesWhileFramesCome() throws IOException {
    Path sample = street();
    Path out = folder.resolve("seen");
    Cli cli =
        Cli.run(
                "watch",
                sample.resolve("input"),
                "--mask-truth",
                sample.resolve("groundtruth"),
                "--write",
                "mask,background,foreground",
                "--idle",
                0,
                "--out",
                out,
                "--quiet",
                "--json")
            .done();
    assertEquals("", cli.err());
    assertTrue(score(cli.json()) >= .88, cli.out());
    assertEquals(120, ((Number) cli.json().get("frames")).intValue());
    assertEquals(List.of(), cli.json().get("changes"));
    assertEquals(
        List.of("background", "basis.npy", "foreground", "mask", "run.json"), Cli.names(out));
    Table frames = Tables.read(sample.resolve("input"));
    for (String part : List.of("background", "foreground", "mask")) {
      Table written = Tables.read(out.resolve(part));
      assertEquals(frames.rowNames(), written.rowNames());
      assertEquals(frames.picture(), written.picture());
    }
    assertEquals(cli.out(), Files.readString(out.resolve("run.json")));
  }

  @Test
  void sameMasksFromAFolderThatGrowsAndFromPipes() throws Exception {
    Path input = street().resolve("input");
    List<String> names = Cli.names(input).subList(0, 50);
    Path whole = folder.resolve("whole");
    Cli.run("watch", input, "--frames", "0:50", "--idle", 0, "--out", whole, "--quiet").done();

    Path growing = Files.createDirectory(folder.resolve("growing"));
    Thread camera =
        new Thread(
            () -> {
              try {
                for (String name : names) {
                  Path part = folder.resolve("part");
                  Files.copy(input.resolve(name), part);
                  Files.move(part, growing.resolve(name), StandardCopyOption.ATOMIC_MOVE);
                  Thread.sleep(5);
                }
              } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    camera.start();
    Path grown = folder.resolve("grown");
    Cli.run("watch", growing, "--idle", 1.5, "--out", grown, "--quiet").done();
    camera.join();
    assertEquals(Cli.names(whole.resolve("mask")), Cli.names(grown.resolve("mask")));

    Table frames = Tables.read(growing);
    ByteArrayOutputStream bare = new ByteArrayOutputStream();
    ByteArrayOutputStream pgm = new ByteArrayOutputStream();
    for (int i = 0; i < frames.values().rows(); i++) {
      pgm.write("P5\n# a camera\n160 120\n255\n".getBytes(StandardCharsets.US_ASCII));
      for (int j = 0; j < frames.values().columns(); j++) {
        bare.write((int) frames.values().get(i, j));
        pgm.write((int) frames.values().get(i, j));
      }
    }
    Path raw = folder.resolve("raw");
    piped(bare.toByteArray(), "watch", "-", "--size", "160x120", "--out", raw, "--quiet").done();
    Path netpbm = folder.resolve("netpbm");
    piped(pgm.toByteArray(), "watch", "-", "--out", netpbm, "--quiet").done();
    for (int i = 0; i < names.size(); i++) {
      byte[] expected = Files.readAllBytes(whole.resolve("mask").resolve(png(names.get(i))));
      String number = String.format(Locale.ROOT, "frame%06d.png", i + 1);
      for (Path file :
          List.of(
              grown.resolve("mask").resolve(png(names.get(i))),
              raw.resolve("mask").resolve(number),
              netpbm.resolve("mask").resolve(number))) {
        assertEquals(-1, Arrays.mismatch(expected, Files.readAllBytes(file)), "" + file);
      }
    }
  }

  private static String png(String name) {
    return name.substring(0, name.lastIndexOf('.')) + ".png";
  }

  private static Cli piped(byte[] bytes, Object... arguments) {
    InputStream before = System.in;
    System.setIn(new ByteArrayInputStream(bytes));
    try {
      return Cli.run(arguments);
    } finally {
      System.setIn(before);
    }
  }

  @Test
  void interruptedItKeepsWhatItHasSeen() throws IOException {
    Path input = street().resolve("input");
    Path out = folder.resolve("seen");
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    PrintStream talk = new PrintStream(err, true, StandardCharsets.UTF_8);
    Interruption interruption = new Interruption(talk, false, code -> {});
    List<String> words =
        List.of("watch", input.toString(), "--idle", "1000", "--out", out.toString(), "--quiet");
    Thread user =
        new Thread(
            () -> {
              while (Files.notExists(out.resolve("mask").resolve("in000120.png"))) {
                Thread.onSpinWait();
              }
              interruption.signal();
            });
    user.start();
    int code = Main.run(new Console(talk, talk, false, interruption, words));
    assertEquals(130, code, () -> err.toString(StandardCharsets.UTF_8));
    Map<?, ?> record = (Map<?, ?>) JsonReader.parse(Files.readString(out.resolve("run.json")));
    assertEquals(120, ((Number) record.get("frames")).intValue());
    assertEquals(true, record.get("interrupted"));
  }

  @Test
  void aShortClipIsLearnedAtItsEnd() throws IOException {
    Path input = street().resolve("input");
    Path out = folder.resolve("seen");
    Cli cli =
        Cli.run("watch", input, "--frames", "0:12", "--idle", 0, "--out", out, "--quiet").done();
    assertTrue(cli.out().contains("12 of 160 x 120"), cli.out());
    assertEquals(12, Cli.names(out.resolve("mask")).size());
  }

  @Test
  void mistakes() throws IOException {
    Path out = folder.resolve("out");
    Path empty = Files.createDirectory(folder.resolve("empty"));
    Cli.run("watch", folder.resolve("no"), "--out", out).mistake("no: does not exist");
    Cli.run("watch", empty, "--idle", 0, "--out", out).mistake("without images");
    Cli.run("watch", empty, "--idle", -1, "--out", out).mistake("idle is -1");
    Cli.run("watch", empty, "--memory", 1, "--out", out).mistake("memory is 1", "at least 2");
    Cli.run("watch", empty, "--rank", 0, "--out", out).mistake("rank is 0");
    Cli.run("watch", empty, "--write", "all", "--out", out).mistake("all");
    Cli.run("watch", empty, "--mask-truth", folder.resolve("no"), "--out", out)
        .mistake("no: does not exist");
    Path table = Files.writeString(folder.resolve("t.csv"), "1,2\n3,4\n");
    Cli.run("watch", table, "--out", out).mistake("is not a clip");
    piped(new byte[150], "watch", "-", "--size", "10x10", "--out", out)
        .mistake("standard input", "within frame 2");
    piped(new byte[150], "watch", "-", "--out", out).mistake("neither PGM", "--size");
    piped(new byte[100], "watch", "-", "--size", "10x10", "--out", out)
        .mistake("rank is 2", "which is 1");
    piped(new byte[0], "watch", "-", "--out", out).mistake("standard input", "before a frame came");
    piped(new byte[0], "watch", "-", "--size", "10x10", "--out", out)
        .mistake("standard input", "before a frame came");
    Cli.run("watch", empty).mistake("--out");
    assertTrue(Files.notExists(out), "nothing is left behind");
    Path input = street().resolve("input");
    Files.writeString(input.resolve("in000119.png"), "not a picture");
    Cli.run("watch", input, "--idle", 0, "--out", out, "--quiet").mistake("in000119.png");
    assertEquals(118, Cli.names(out.resolve("mask")).size());
    assertTrue(Files.exists(out.resolve("run.json")), "what was seen before is kept");
  }

  @Test
  void anotherRunLeavesNothingOfTheOneBefore() throws IOException {
    Path input = street().resolve("input");
    Path out = folder.resolve("seen");
    Cli.run(
            "watch",
            input,
            "--frames",
            "0:14",
            "--write",
            "mask,background",
            "--idle",
            0,
            "--out",
            out,
            "--quiet")
        .done();
    assertEquals(14, Cli.names(out.resolve("background")).size());
    Path mine = Files.writeString(out.resolve("mask").resolve("mine.txt"), "keep");
    Cli.run("watch", input, "--frames", "0:10", "--idle", 0, "--out", out, "--quiet").done();
    assertEquals(List.of("basis.npy", "mask", "run.json"), Cli.names(out));
    assertTrue(Files.exists(mine));
    assertEquals(11, Cli.names(out.resolve("mask")).size());
    Cli.run("watch", out.resolve("mask"), "--idle", 0, "--out", out).mistake("mask", "replaced");
  }

  @Test
  void aDamagedFrameAmongTheFirstKeepsTheOthers() throws IOException {
    Path input = street().resolve("input");
    ByteArrayOutputStream bare = new ByteArrayOutputStream();
    Table frames = Tables.read(input);
    for (int i = 0; i < 9; i++) {
      for (int j = 0; j < (i < 8 ? frames.values().columns() : 100); j++) {
        bare.write((int) frames.values().get(i, j));
      }
    }
    Path raw = folder.resolve("raw");
    piped(bare.toByteArray(), "watch", "-", "--size", "160x120", "--out", raw, "--quiet")
        .mistake("standard input", "within frame 9");
    assertEquals(8, Cli.names(raw.resolve("mask")).size());
    assertTrue(Files.exists(raw.resolve("run.json")));

    byte[] whole = Files.readAllBytes(input.resolve("in000015.png"));
    Files.write(input.resolve("in000015.png"), Arrays.copyOf(whole, whole.length / 2));
    Path out = folder.resolve("seen");
    Cli.run("watch", input, "--idle", 0, "--out", out, "--quiet").mistake("in000015.png");
    assertEquals(14, Cli.names(out.resolve("mask")).size());
    Map<?, ?> record = (Map<?, ?>) JsonReader.read(out.resolve("run.json"));
    assertEquals(14, ((Number) record.get("frames")).intValue());
  }

  private static Path data(String name) {
    Path data = Path.of(System.getenv().getOrDefault("MAHNMF_DATA", "../../shared/data"));
    Path place = data.resolve(name);
    assumeTrue(
        Files.isDirectory(place),
        "skipped: set MAHNMF_DATA to a folder with " + name + " to run it");
    return place;
  }

  @Test
  @Tag("long")
  void theHighwayOfCdnetInOnePass() {
    Path highway = data("cdnet2014/highway");
    Cli cli =
        Cli.run(
                "watch",
                highway.resolve("input"),
                "--mask-truth",
                highway.resolve("groundtruth"),
                "--idle",
                0,
                "--out",
                folder.resolve("seen"),
                "--quiet",
                "--json")
            .done();
    assertTrue(score(cli.json()) >= .902, cli.out());
  }

  @Test
  void theLightOfTheLobbyIsSwitched() throws IOException {
    Path lobby = data("i2r/lobby");
    Path out = folder.resolve("seen");
    Cli cli = Cli.run("watch", lobby, "--idle", 0, "--out", out, "--quiet", "--json").done();
    // The lights go off in steps, the last one at the frame 119 of 200.
    List<?> changes = (List<?>) cli.json().get("changes");
    assertFalse(changes.isEmpty());
    for (Object change : changes) {
      int frame = ((Number) change).intValue();
      assertTrue(frame > 94 && frame < 139, cli.out());
    }
    Table masks = Tables.read(out.resolve("mask"));
    for (int i = 139; i < 200; i++) {
      int set = 0;
      for (int j = 0; j < masks.values().columns(); j++) {
        set += masks.values().get(i, j) > 0 ? 1 : 0;
      }
      assertTrue(set < .005 * masks.values().columns(), "frame " + i + ": " + set + " pixels");
    }
  }
}
