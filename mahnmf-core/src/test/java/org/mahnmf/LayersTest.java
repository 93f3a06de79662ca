package org.mahnmf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The layers as docs/architecture.md draws them, module by module and lowest first: a package
 * imports only what is drawn above it, so there is no cycle between packages anywhere.
 */
class LayersTest {

  private static final int MOST_CLASSES = 22;
  private static final int MOST_LINES = 449;
  private static final int MOST_PARAMETERS = 7;

  private static final Path ROOT = Path.of("..");
  private static final Pattern DRAWN =
      Pattern.compile("^  (org\\.mahnmf[\\w.]*) ", Pattern.MULTILINE);
  private static final Pattern PACKAGE = Pattern.compile("^package ([\\w.]+);", Pattern.MULTILINE);
  private static final Pattern IMPORT =
      Pattern.compile(
          "^import (?:static )?(org\\.mahnmf(?:\\.[a-z]\\w*)*)\\.[A-Z]", Pattern.MULTILINE);
  private static final Pattern CONSTRUCTOR =
      Pattern.compile(
          "^ *(?:(?:public|protected|private|static|final|record) )*([A-Z]\\w*)\\(([^()]*)\\)"
              + "\\s*(?:(?:implements|throws) [\\w.,\\s]+)?\\{",
          Pattern.MULTILINE);

  private static final Map<String, Integer> LAYERS = new LinkedHashMap<>();
  private static final Map<Path, String> SOURCES = new TreeMap<>();

  @BeforeAll
  static void read() throws IOException {
    Matcher drawn = DRAWN.matcher(Files.readString(ROOT.resolve("docs/architecture.md")));
    while (drawn.find()) {
      assertEquals(null, LAYERS.put(drawn.group(1), LAYERS.size()), drawn.group(1) + " twice");
    }
    try (Stream<Path> files = Files.walk(ROOT)) {
      for (Path file : files.filter(LayersTest::isMainSource).toList()) {
        SOURCES.put(ROOT.relativize(file), Files.readString(file));
      }
    }
    assertTrue(LAYERS.size() > 40 && SOURCES.size() > 400, LAYERS.size() + ", " + SOURCES.size());
  }

  private static boolean isMainSource(Path file) {
    String name = file.toString();
    return name.contains("/src/main/java/")
        && name.endsWith(".java")
        && !name.endsWith("module-info.java");
  }

  private static String packageOf(String source) {
    Matcher matcher = PACKAGE.matcher(source);
    assertTrue(matcher.find());
    return matcher.group(1);
  }

  @Test
  void everyPackageIsDrawnAndSaysWhatItIs() {
    List<String> explained = new ArrayList<>();
    SOURCES.forEach(
        (file, source) -> {
          assertTrue(LAYERS.containsKey(packageOf(source)), packageOf(source) + " is not drawn");
          if (file.endsWith("package-info.java")) {
            explained.add(packageOf(source));
          }
        });
    assertEquals(LAYERS.keySet().stream().sorted().toList(), explained.stream().sorted().toList());
  }

  @Test
  void packagesImportOnlyWhatIsDrawnAboveThem() {
    List<String> upwards = new ArrayList<>();
    SOURCES.forEach(
        (file, source) -> {
          int layer = LAYERS.get(packageOf(source));
          Matcher imported = IMPORT.matcher(source);
          while (imported.find()) {
            if (LAYERS.getOrDefault(imported.group(1), Integer.MAX_VALUE) > layer) {
              upwards.add(file + " imports " + imported.group(1));
            }
          }
        });
    assertEquals(List.of(), upwards);
  }

  /** Records too: what would be an eighth parameter belongs together with some of the others. */
  @Test
  void constructorsHaveFewParameters() {
    String sample =
        """
          public record Many<T extends Map<String, List<T>>>(
              Map<String, List<T>> map, @Named("x, y") double[] numbers, T... rest)
              implements Few<T, T>, Serializable {
            Few() {}
            private Made(int one, boolean two) throws IOException {
              return new Call(a, b, c, d);
        """;
    assertEquals(Map.of("Few", 0, "Many", 3, "Made", 2), parameters(sample));
    Map<String, Integer> many = new TreeMap<>();
    SOURCES.forEach(
        (file, source) ->
            parameters(source).forEach((name, count) -> many.merge(name, count, Math::max)));
    assertTrue(many.size() > 400, many.size() + " constructors");
    many.values().removeIf(count -> count <= MOST_PARAMETERS);
    assertEquals(Map.of(), many);
  }

  /** Returns how many parameters the constructors of a source have, those of records as well. */
  private static Map<String, Integer> parameters(String source) {
    String plain = source.replaceAll("@\\w+\\([^()]*\\)", "");
    for (String before = ""; !before.equals(plain); ) {
      before = plain;
      plain = plain.replaceAll("<[\\w.?,&\\[\\]\\s]*>", "");
    }
    Map<String, Integer> counts = new TreeMap<>();
    Matcher constructor = CONSTRUCTOR.matcher(plain);
    while (constructor.find()) {
      String list = constructor.group(2);
      int count = list.isBlank() ? 0 : list.split(",").length;
      counts.merge(constructor.group(1), count, Math::max);
    }
    return counts;
  }

  @Test
  void packagesAndClassesAreSmall() {
    Map<String, Integer> classes = new TreeMap<>();
    List<String> large = new ArrayList<>();
    SOURCES.forEach(
        (file, source) -> {
          classes.merge(
              packageOf(source), file.endsWith("package-info.java") ? 0 : 1, Integer::sum);
          long lines = source.lines().count();
          if (lines > MOST_LINES) {
            large.add(file.getFileName() + " has " + lines + " lines");
          }
        });
    classes.values().removeIf(count -> count <= MOST_CLASSES);
    assertEquals(Map.of(), classes);
    assertEquals(List.of(), large);
  }
}
