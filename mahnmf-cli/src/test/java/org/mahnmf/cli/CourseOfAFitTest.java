package org.mahnmf.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * How many classes a fit needs from {@code main} to {@code report.html}. Those count whose code
 * runs: the JVM initialises them. Records, enums, interfaces and exceptions do not count, nested
 * classes count as the class around them, and packages that need not be opened to follow the course
 * count as one.
 */
class CourseOfAFitTest {

  /** Of all classes; only ever lower this. */
  private static final int MOST = 69;

  /** Of those that docs/architecture.md draws. */
  private static final int MOST_DRAWN = 70;

  private static final List<String> LEAVES =
      List.of("org.mahnmf.report.html", "org.mahnmf.report.chart", "org.mahnmf.data.file");

  private static final Pattern BEGUN = Pattern.compile("Initializing '(org/mahnmf/[\\w/$]+)'");
  private static final Pattern DRAWN = Pattern.compile("\\b[A-Z]\\w+");

  @TempDir private Path folder;

  @Test
  @Timeout(120)
  void isAsDrawnAndDoesNotGrow() throws Exception {
    Set<String> counted = new TreeSet<>();
    Set<String> names = new TreeSet<>();
    Matcher begun = BEGUN.matcher(runAndLog());
    while (begun.find()) {
      ClassLoader loader = getClass().getClassLoader();
      Class<?> type = Class.forName(begun.group(1).replace('/', '.'), false, loader);
      names.add(type.getSimpleName());
      if (isCounted(type)) {
        String room = type.getPackageName();
        counted.add(LEAVES.contains(room) ? room : type.getNestHost().getName());
      }
    }
    Set<String> drawn = drawn();
    assertTrue(drawn.size() > 40 && drawn.size() <= MOST_DRAWN, () -> "drawn: " + drawn.size());
    drawn.removeAll(names);
    assertEquals(Set.of(), drawn, "drawn, but not on the way");
    assertTrue(counted.size() <= MOST, () -> counted.size() + ": " + String.join("\n", counted));
  }

  private static boolean isCounted(Class<?> type) {
    return !type.isRecord()
        && !type.isInterface()
        && !Enum.class.isAssignableFrom(type)
        && !Throwable.class.isAssignableFrom(type);
  }

  /** The classes in the first drawing, where nothing else begins with a capital. */
  private static Set<String> drawn() throws IOException {
    String page = Files.readString(Path.of("..", "docs", "architecture.md"));
    Matcher name = DRAWN.matcher(page.split("```")[1]);
    Set<String> drawn = new TreeSet<>();
    while (name.find()) {
      drawn.add(name.group());
    }
    return drawn;
  }

  private String runAndLog() throws Exception {
    Path log = folder.resolve("classes.log");
    Path table = Cli.csv(folder.resolve("t.csv"), TestTables.spiked(40, 30, 3, 1));
    Path out = folder.resolve("out");
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.add("-Xlog:class+init=info:file=" + log + "::filecount=0");
    words.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    words.addAll(List.of("fit", table.toString(), "--rank", "3", "--out", out.toString()));
    Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), said);
    assertTrue(Files.exists(out.resolve("report.html")), said);
    return Files.readString(log);
  }
}
