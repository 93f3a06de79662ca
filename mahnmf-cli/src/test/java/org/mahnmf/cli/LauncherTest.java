package org.mahnmf.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The launcher with a small project, whose build takes no time and whose program is a stub. */
@Timeout(120)
class LauncherTest {

  /** Prints what it is told, waits, or tells what JVM it runs in. */
  private static final String PROGRAM =
      """
      package org.mahnmf.cli;
      public final class Main {
        public static void main(String[] args) throws Exception {
          switch (args[0]) {
            case "exit" -> System.exit(Integer.parseInt(args[1]));
            case "wait" -> {
              System.out.println("waiting");
              Thread.sleep(60_000);
            }
            case "jvm" -> {
              System.out.println(System.getProperty("mahnmf.terminal"));
              java.lang.management.ManagementFactory.getGarbageCollectorMXBeans()
                  .forEach(bean -> System.out.println(bean.getName()));
              java.lang.management.ManagementFactory.getRuntimeMXBean().getInputArguments()
                  .forEach(System.out::println);
            }
            default -> System.out.println(String.join("|", args));
          }
        }
      }
      """;

  private static final String REHEARSAL =
      """
      package org.mahnmf.cli;
      public final class Rehearsal {
        public static void main(String[] args) throws Exception {
          System.out.println("on with the show");
          System.err.println("places, please");
          if (System.getenv("BAD_REHEARSAL") != null) {
            Runtime.getRuntime().halt(1);
          }
        }
      }
      """;

  private static final String MAVEN =
      """
      #!/bin/sh
      echo built >>builds
      mkdir -p mahnmf-cli/target/launcher/lib
      cp "$STUB" mahnmf-cli/target/launcher/lib/mahnmf-cli-1.jar
      """;

  @TempDir private static Path shared;
  private static Path jar;

  @TempDir private Path folder;
  private Path root;
  private Path source;
  private final Map<String, String> environment = new HashMap<>();

  @BeforeAll
  static void compileStub() throws IOException {
    Path sources = Files.createDirectories(shared.resolve("org/mahnmf/cli"));
    Path main = Files.writeString(sources.resolve("Main.java"), PROGRAM);
    Path rehearsal = Files.writeString(sources.resolve("Rehearsal.java"), REHEARSAL);
    assertEquals(
        0,
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, main.toString(), rehearsal.toString()));
    jar = shared.resolve("stub.jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      for (String name : List.of("Main", "Rehearsal")) {
        out.putNextEntry(new JarEntry("org/mahnmf/cli/" + name + ".class"));
        Files.copy(sources.resolve(name + ".class"), out);
      }
    }
  }

  @BeforeEach
  void makeProject() throws IOException {
    root = Files.createDirectory(folder.resolve("a project"));
    Files.copy(Path.of("..", "mahnmf"), root.resolve("mahnmf"));
    executable(root.resolve("mahnmf"));
    Files.writeString(root.resolve("pom.xml"), "<project/>");
    source = Files.createDirectories(root.resolve("mahnmf-cli/src/main/java")).resolve("A.java");
    Files.writeString(source, "class A {}");
    Files.writeString(source.resolveSibling("Z.java"), "class Z {}");
    Files.writeString(root.resolve("mahnmf-cli/pom.xml"), "<project/>");
    Path bin = Files.createDirectory(folder.resolve("bin"));
    executable(Files.writeString(bin.resolve("mvn"), MAVEN));
    environment.put("PATH", bin + ":" + System.getenv("PATH"));
    environment.put("JAVA_HOME", System.getProperty("java.home"));
    environment.put("STUB", jar.toString());
    environment.put("MAHNMF_JAVA_OPTS", "");
    environment.put("BAD_REHEARSAL", "1"); // a good one takes longer
  }

  private static void executable(Path file) throws IOException {
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private Process start(List<String> before, String... words) throws IOException {
    List<String> command = new ArrayList<>(before);
    command.add(root.resolve("mahnmf").toString());
    command.addAll(Arrays.asList(words));
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectError(folder.resolve("err").toFile());
    builder.environment().putAll(environment);
    return builder.start();
  }

  /** Runs the launcher and returns what is printed. */
  private String run(int exit, String... words) throws Exception {
    return run(List.of(), exit, words);
  }

  private String run(List<String> before, int exit, String... words) throws Exception {
    Process process = start(before, words);
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(exit, process.waitFor(), () -> out + said());
    return out;
  }

  private String said() {
    try {
      return Files.readString(folder.resolve("err"));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private void runsSilently() throws Exception {
    assertEquals("one|two words\n", run(0, "one", "two words"));
    assertEquals("", said());
  }

  private long builds() throws IOException {
    try (Stream<String> lines = Files.lines(root.resolve("builds"))) {
      return lines.count();
    }
  }

  private void rebuildsOnce() throws Exception {
    long before = builds();
    run(0, "x");
    assertTrue(said().contains("its sources changed"), said());
    assertEquals(before + 1, builds());
    runsSilently();
    assertEquals(before + 1, builds());
  }

  private Path archive() throws IOException {
    Path runs = root.resolve("mahnmf-cli/target/launcher-runs");
    try (Stream<Path> files = Files.walk(runs)) {
      List<Path> sizes = files.filter(file -> file.toString().endsWith(".size")).toList();
      assertEquals(1, sizes.size(), sizes::toString);
      return Path.of(sizes.get(0).toString().replace(".size", ""));
    }
  }

  @Test
  void buildsOnceAndHandsOnWordsAndExitCodes() throws Exception {
    assertEquals("one|two words\n", run(0, "one", "two words"));
    assertTrue(said().startsWith("Building mahnmf (first use"), said());
    assertEquals(1, said().lines().count(), said());
    runsSilently();
    run(0, "exit", "0");
    run(2, "exit", "2");
    run(77, "exit", "77");
    assertEquals("", said());
    assertEquals(1, builds());
  }

  @Test
  void aSymbolicLinkLeadsToTheProgram() throws Exception {
    run(0, "x");
    Path link = Files.createSymbolicLink(folder.resolve("link"), root.resolve("mahnmf"));
    Process process = new ProcessBuilder(link.toString(), "y").start();
    assertEquals(
        "y\n", new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
  }

  @Test
  @Tag("long")
  void buildsAgainWhateverHappensToASource() throws Exception {
    run(0, "x");
    FileTime longAgo = FileTime.from(Instant.parse("2020-01-01T00:00:00Z"));

    Files.writeString(source, "class A { int i; }");
    rebuildsOnce();
    Files.writeString(source, "class A { int j; }");
    Files.setLastModifiedTime(source, longAgo);
    rebuildsOnce();
    Path added = Files.createDirectory(source.resolveSibling("b")).resolve("B.java");
    Files.writeString(added, "class B {}");
    Files.setLastModifiedTime(added, longAgo);
    rebuildsOnce();
    Files.move(added, added.resolveSibling("C.java"));
    rebuildsOnce();
    Files.delete(source.resolveSibling("Z.java"));
    rebuildsOnce();
    Files.writeString(root.resolve("mahnmf-cli/pom.xml"), "<project>1</project>");
    rebuildsOnce();
    Path module = Files.createDirectories(root.resolve("mahnmf-new/src/main"));
    Files.writeString(module.resolve("D.java"), "class D {}");
    rebuildsOnce();
    Files.delete(module.resolve("D.java"));
    Files.delete(module);
    long before = builds();
    run(0, "x");
    assertEquals(before, builds(), "a build of the same sources is still there");
  }

  @Test
  void aTouchedSourceNeedsNoBuild() throws Exception {
    run(0, "x");
    Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(3600)));
    runsSilently();
    assertEquals(1, builds());
  }

  @Test
  void usesAnArchiveOfClasses() throws Exception {
    environment.remove("BAD_REHEARSAL");
    run(0, "x");
    assertTrue(Files.size(archive()) > 100_000, () -> "no archive");
    assertTrue(run(0, "jvm").contains(archive().toString()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"garbage", "truncated", "damaged", "empty", "other jars", "other options"})
  void anArchiveThatDoesNotFitIsIgnoredSilently(String how) throws Exception {
    environment.remove("BAD_REHEARSAL");
    run(0, "x");
    Path archive = archive();
    byte[] bytes = Files.readAllBytes(archive);
    archive.toFile().setWritable(true); // JDK 17 makes it read-only
    switch (how) {
      case "garbage" ->
          Files.write(archive, "garbage ".repeat(100_000).getBytes(StandardCharsets.US_ASCII));
      case "truncated" -> Files.write(archive, Arrays.copyOf(bytes, bytes.length / 2));
      case "damaged" -> {
        Arrays.fill(bytes, bytes.length / 4, bytes.length / 2, (byte) 7);
        Files.write(archive, bytes);
      }
      case "empty" -> Files.write(archive, new byte[0]);
      case "other jars" ->
          Files.setLastModifiedTime(
              archive.resolveSibling("mahnmf-cli-1.jar"), FileTime.fromMillis(1_000_000_000_000L));
      default ->
          environment.put(
              "MAHNMF_JAVA_OPTS",
              "-XX:-UseCompressedOops --add-opens=java.base/java.lang=ALL-UNNAMED");
    }
    runsSilently();
  }

  @Test
  void theRehearsalOfTheRealProgramGoesWell() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "org.mahnmf.cli.Rehearsal",
                folder.toString())
            .redirectErrorStream(true)
            .start();
    String all = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), all);
    assertTrue(Files.exists(folder.resolve("out/report.html")), all);
  }

  @Test
  void aRehearsalThatFailsDoesNoHarmAndIsNotRepeated() throws Exception {
    assertEquals("x\n", run(0, "x"));
    assertEquals(1, said().lines().count(), said());
    Path told = archive().resolveSibling(archive().getFileName() + ".size");
    FileTime time = Files.getLastModifiedTime(told);
    runsSilently();
    assertEquals(time, Files.getLastModifiedTime(told));
    assertEquals(0, Files.size(told));
    assertFalse(Files.exists(archive()));
  }

  @Test
  void aFolderThatCannotBeWrittenToHasNoArchive() throws Exception {
    run(0, "x");
    Path runs = archive().getParent();
    Files.delete(archive().resolveSibling(archive().getFileName() + ".size"));
    Files.delete(root.resolve("mahnmf-cli/target/launcher-stamp"));
    List<String> as = List.of();
    if ("root".equals(System.getProperty("user.name"))) { // who may write everywhere
      as = List.of("setpriv", "--reuid=65534", "--clear-groups", "--");
      Assumptions.assumeTrue(Files.exists(Path.of("/usr/bin/setpriv")), "no other user");
      for (Path path = root; path.startsWith(folder.getParent()); path = path.getParent()) {
        path.toFile().setExecutable(true, false);
        path.toFile().setReadable(true, false);
      }
    }
    runs.toFile().setWritable(false);
    runs.getParent().getParent().toFile().setWritable(false);
    try {
      assertEquals("one\n", run(as, 0, "one"));
      assertEquals("", said());
    } finally {
      runs.toFile().setWritable(true);
      runs.getParent().getParent().toFile().setWritable(true);
    }
    assertEquals(List.of("mahnmf-cli-1.jar"), Cli.names(runs));
  }

  @ParameterizedTest
  @ValueSource(strings = {"MAHNMF_JAVA_OPTS", "JDK_JAVA_OPTIONS"})
  void theUserMayChooseACollector(String variable) throws Exception {
    String jvm = run(0, "jvm");
    assertTrue(jvm.contains("MarkSweepCompact"), jvm);
    environment.put(variable, "-Xmx100m -XX:+UseParallelGC");
    jvm = run(0, "jvm");
    assertTrue(jvm.contains("PS MarkSweep"), jvm);
    assertFalse(jvm.contains("NewRatio"), jvm);
  }

  @Test
  void aFileIsNoTerminal() throws Exception {
    assertTrue(run(0, "jvm").startsWith("null\n"));
  }

  /** A shell starts what it runs in the background so that interruptions do not reach it. */
  private static boolean ignoresInterruptions() throws IOException {
    Path status = Path.of("/proc/self/status");
    if (!Files.exists(status)) {
      return false;
    }
    for (String line : Files.readAllLines(status)) {
      if (line.startsWith("SigIgn:")) {
        return (Long.parseUnsignedLong(line.substring(7).strip(), 16) & 0b10) != 0;
      }
    }
    return false;
  }

  @Test
  void interruptionReachesTheProgram() throws Exception {
    Assumptions.assumeFalse(ignoresInterruptions(), "the build itself ignores interruptions");
    run(0, "x");
    Process process = start(List.of(), "wait");
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      assertEquals("waiting", out.readLine());
      new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
      assertTrue(process.waitFor(30, TimeUnit.SECONDS), "still runs");
    } finally {
      process.destroyForcibly();
    }
    assertEquals(130, process.exitValue());
    assertEquals("", said());
  }
}
