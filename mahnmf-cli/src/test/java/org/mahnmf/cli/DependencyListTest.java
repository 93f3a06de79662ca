package org.mahnmf.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** docs/dependencies.md tells what the program really consists of. */
class DependencyListTest {

  private static final String HOW =
      "docs/dependencies.md is out of date; it says itself how to make it again";

  /** A row of the generated table: library, version, licence. */
  private static final Pattern ROW =
      Pattern.compile("^\\| `([^:`]+):([^`]+)` \\| ([^ |]+) \\| ([^|]+) \\|$", Pattern.MULTILINE);

  /** Libraries of tests: they are on the class path here, but not in the program. */
  private static final Pattern OF_TESTS =
      Pattern.compile("junit.*|apiguardian.*|opentest4j|archunit|ojalgo|.*byte-buddy.*");

  /** The generated part of the page. */
  private static String page() throws IOException {
    String page = Files.readString(Path.of("..", "docs", "dependencies.md"));
    return page.substring(page.indexOf("<!-- begin"), page.indexOf("<!-- end"));
  }

  /** Versions by artifact. */
  private static Map<String, String> listed() throws IOException {
    Map<String, String> versions = new TreeMap<>();
    Matcher matcher = ROW.matcher(page());
    while (matcher.find()) {
      versions.put(matcher.group(2), matcher.group(3));
    }
    return versions;
  }

  @Test
  void namesEveryLibraryOnTheClassPathWithItsVersion() throws IOException {
    Map<String, String> listed = listed();
    List<String> wrong = new ArrayList<>();
    int libraries = 0;
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      Path jar = Path.of(entry);
      if (!entry.endsWith(".jar") || jar.getNameCount() < 3) {
        continue;
      }
      // A local repository has folders for artifact and version.
      String version = jar.getName(jar.getNameCount() - 2).toString();
      String artifact = jar.getName(jar.getNameCount() - 3).toString();
      boolean ours = artifact.startsWith("mahnmf") || entry.contains("mahnmf-");
      if (ours || OF_TESTS.matcher(artifact).matches()) {
        continue;
      }
      libraries++;
      if (!version.equals(listed.get(artifact))) {
        wrong.add(artifact + " " + version + ", listed: " + listed.get(artifact));
      }
    }
    assertEquals(List.of(), wrong, HOW);
    assertTrue(libraries > 5, "the class path is not what this test expects");
  }

  /** Declared versions of the whole project, so also of the modules that the program loads. */
  @Test
  void hasTheVersionsOfThePom() throws IOException {
    String pom = Files.readString(Path.of("..", "pom.xml"));
    Map<String, String> listed = listed();
    Matcher managed =
        Pattern.compile(
                "<artifactId>([^<]+)</artifactId>\\s*<version>\\$\\{([^}]+)}</version>"
                    + "(?!\\s*<(?:configuration|executions))")
            .matcher(pom);
    int checked = 0;
    while (managed.find()) {
      Matcher value =
          Pattern.compile("<" + Pattern.quote(managed.group(2)) + ">([^<]+)<").matcher(pom);
      String version = listed.get(managed.group(1));
      if (version != null && value.find()) {
        assertEquals(value.group(1), version, managed.group(1) + ": " + HOW);
        checked++;
      }
    }
    assertTrue(checked > 5, "only " + checked + " versions compared");
  }

  @Test
  void allLicencesArePermissive() throws IOException {
    Pattern permissive = Pattern.compile("(Apache|MIT|BSD|EPL|ISC).*");
    Matcher matcher = ROW.matcher(page());
    int rows = 0;
    while (matcher.find()) {
      boolean any = false;
      for (String licence : matcher.group(4).split(" or ")) {
        any |= permissive.matcher(licence).matches();
      }
      assertTrue(any, matcher.group());
      rows++;
    }
    assertTrue(rows > 5, "only " + rows + " rows");
  }
}
