package org.mahnmf.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.mahnmf.data.array.NpyWriter;
import org.mahnmf.data.image.FrameFolder;
import org.mahnmf.matrix.PictureShape;

/**
 * Command lines that chance makes up of every command's own options: values at the edge, words in
 * the wrong place, options twice, inputs that are none. Whatever they say, the exit code is that of
 * success, of a user's mistake (and then there is one line) or of an interruption, and never that
 * of a failure. Ctrl-C comes as soon as a run has begun, so that none lasts.
 */
class HostileLinesTest {

  private static final long SEED = Long.getLong("mahnmf.hostile.seed", 1);

  private static final List<String> VALUES =
      List.of(
          "",
          " ",
          "-",
          "--",
          "-1",
          "0",
          "1",
          "2",
          "1.5",
          "-0.0",
          "1e999",
          "1e-320",
          "NaN",
          "inf",
          "9999999999",
          "-9223372036854775809",
          "auto",
          "none",
          "null",
          "true",
          "%s%n",
          "$(id)",
          "'; --",
          "a,b",
          ",",
          ":",
          "::",
          "1:2:3:4",
          "5:1",
          "0x0",
          "640x",
          "1x1",
          "99999x99999",
          "knn:0",
          "knn:5:x",
          "spark=",
          "spark=lokal",
          "basis:2:",
          "codes:inf:-1",
          "100%",
          "101%",
          "0%",
          "1h1h",
          "-5s",
          "u1",
          "9x9:f4",
          "9x9:x",
          "ÄÖ",
          "😀",
          "\u0000",
          "\n",
          "@",
          "@@",
          "@missing",
          "~",
          "*",
          "/",
          "/dev/null",
          "/proc/self/mem",
          "table.csv",
          "missing.npy",
          "x".repeat(5000));

  /** What is written to goes nowhere that exists. */
  private static final List<String> PLACES =
      List.of("", "\u0000", "/proc/x", "/dev/null/x", "x".repeat(300), "/dev/full");

  private static final Set<String> WRITTEN = Set.of("--out", "--checkpoint", "--codes");

  private static final Pattern OPTION =
      Pattern.compile("^ +(?:-\\w, +)?(--[a-z-]+)(=\\S+)?", Pattern.MULTILINE);

  @TempDir private Path folder;
  private final Map<String, List<String>> lines = new LinkedHashMap<>();

  @BeforeEach
  void write() throws IOException {
    Path table = folder.resolve("table.npy");
    NpyWriter.write(table, TestTables.spiked(12, 9, 2, 3));
    Files.createFile(folder.resolve("empty.csv"));
    Files.writeString(folder.resolve("words.csv"), "a,b\nc,d\n");
    Files.createDirectory(folder.resolve("nothing"));
    FrameFolder.write(folder, "patch", 1, new double[144], new PictureShape(12, 12, 1, 1));
    String out = folder.resolve("out").toString();
    Cli.run("fit", table, "--rank", 2, "--out", folder.resolve("model"), "--quiet").done();
    add("fit", table, "--rank", 2, "--out", out);
    add("transform", folder.resolve("model"), table, "--out", folder.resolve("codes.npy"));
    add("outliers", table, "--rank", 2, "--out", out);
    add("rank", table, "--ranks", "1:2", "--out", out);
    add("cluster", table, "--clusters", 2, "--out", out);
    add("separate", table, "--rank", 1, "--out", out);
    add("segment", folder.resolve("patch.png"), "--segments", 2, "--out", out);
    add("watch", table, "--rank", 1, "--out", out);
    add("view", folder, "--port", 0);
    add("sample", "table", folder.resolve("sample"));
    add("study", "efficiency", "--out", out);
    add("bench", "--out", out);
    add("info");
    add("demo", "--out", out);
  }

  private void add(Object... words) {
    List<String> line = new ArrayList<>();
    for (Object word : words) {
      line.add(word.toString());
    }
    lines.put(line.get(0), line);
  }

  @Test
  @Timeout(60)
  void aFewOfEveryCommand() {
    tryOut(8);
  }

  @Test
  @Tag("long")
  @Timeout(600)
  void aHundredOfEveryCommand() {
    tryOut(Integer.getInteger("mahnmf.hostile", 100));
  }

  private void tryOut(int each) {
    Random random = new Random(SEED);
    Map<Integer, Integer> codes = new TreeMap<>();
    lines.forEach(
        (command, line) -> {
          List<String> options = options(command);
          assertFalse(options.isEmpty(), command);
          for (int k = 0; k < each; k++) {
            List<String> hostile = new ArrayList<>(line);
            for (int n = random.nextInt(3); n >= 0; n--) {
              change(hostile, options, random);
            }
            codes.merge(check(hostile), 1, Integer::sum);
          }
        });
    System.err.println("exit codes of hostile command lines, and how often: " + codes);
    assertTrue(codes.get(2) > each * lines.size() / 2, codes.toString());
  }

  /** The options of a command, as its help tells them; those with a value end in =. */
  private static List<String> options(String command) {
    List<String> options = new ArrayList<>();
    Matcher matcher = OPTION.matcher(Cli.run("help", command).done().out());
    while (matcher.find()) {
      options.add(matcher.group(1) + (matcher.group(2) == null ? "" : "="));
    }
    return options;
  }

  private void change(List<String> line, List<String> options, Random random) {
    int at = line.size() == 1 ? 1 : 1 + random.nextInt(line.size() - 1);
    String option = options.get(random.nextInt(options.size()));
    boolean hasValue = option.endsWith("=");
    String name = hasValue ? option.substring(0, option.length() - 1) : option;
    switch (random.nextInt(9)) {
      case 0 -> line.add(at, value(name, random));
      case 1 -> line.add(name.substring(0, name.length() - 1));
      case 2 -> {
        if (at < line.size()) {
          line.remove(at);
        }
      }
      case 3 -> {
        if (at < line.size()) {
          String before = line.get(at - 1);
          line.set(at, WRITTEN.contains(before) ? value(before, random) : input(random));
        }
      }
      case 4 -> Collections.shuffle(line.subList(1, line.size()), random);
      default -> {
        line.add(hasValue ? name + "=" + value(name, random) : name);
        if (random.nextInt(8) == 0) {
          line.add(line.get(line.size() - 1));
        }
      }
    }
  }

  private static String value(String option, Random random) {
    List<String> from = WRITTEN.contains(option) ? PLACES : VALUES;
    return from.get(random.nextInt(from.size()));
  }

  private String input(Random random) {
    List<String> inputs = List.of("empty.csv", "words.csv", "nothing", "missing.npy", "patch.png");
    return folder.resolve(inputs.get(random.nextInt(inputs.size()))).toString();
  }

  private static int check(List<String> line) {
    String words = String.join(" ⎵ ", line);
    String shown = words.substring(0, Math.min(400, words.length()));
    Cli cli = Cli.interrupted(line.toArray());
    String said = shown + "\n" + cli.err();
    assertTrue(Set.of(0, 2, 130).contains(cli.code()), cli.code() + " from " + said);
    assertFalse(cli.err().contains("\tat ") || cli.err().contains("Exception"), said);
    if (cli.code() == 2) {
      List<String> last = cli.err().lines().filter(one -> one.startsWith("mahnmf: ")).toList();
      assertTrue(!last.isEmpty() || line.size() == 1, said);
      long others = last.stream().filter(one -> !one.contains("interrupted: ")).count();
      assertEquals(1, others, said);
      assertTrue(last.get(last.size() - 1).length() < 2500, said);
    }
    return cli.code();
  }
}
