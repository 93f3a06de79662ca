package org.mahnmf;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringWriter;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** Compiles and runs code that people are shown, as a user of the libraries would. */
public final class Examples {

  private Examples() {}

  /**
   * Runs a file of the folder "examples".
   *
   * @param name of its class
   * @param folder for what the compiler writes
   * @return what it prints
   */
  public static String run(String name, Path folder) throws Exception {
    PrintStream before = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    try {
      System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
      call(Path.of("..", "examples", name + ".java"), folder, "main", (Object) new String[0]);
    } finally {
      System.setOut(before);
    }
    return printed.toString(StandardCharsets.UTF_8);
  }

  /**
   * Runs statements.
   *
   * @param name of the class that is made of them
   * @param packages that they use, of org.mahnmf
   * @param parameters as a method declares them
   */
  public static void runSnippet(
      String name,
      List<String> packages,
      String code,
      Path folder,
      String parameters,
      Object... arguments)
      throws Exception {
    StringBuilder text = new StringBuilder("import java.nio.file.*;\nimport java.time.Duration;\n");
    text.append("import java.util.*;\nimport org.mahnmf.*;\n");
    packages.forEach(one -> text.append("import org.mahnmf." + one + ".*;\n"));
    text.append(
        "public final class %s {\n  public static void run(%s)".formatted(name, parameters));
    text.append(" throws Exception {\n").append(code).append("\n  }\n}\n");
    call(Files.writeString(folder.resolve(name + ".java"), text), folder, "run", arguments);
  }

  /**
   * Returns a loader of the libraries with a class of the folder "examples" beside them, as in a
   * jar of its own on the class path.
   *
   * @param name of the class
   * @param service whose file in META-INF/services names it
   * @param folder for that file and for what the compiler writes
   */
  public static URLClassLoader installed(String name, String service, Path folder)
      throws IOException {
    compile(Path.of("..", "examples", name + ".java"), folder);
    Path services = Files.createDirectories(folder.resolve("META-INF/services"));
    Files.writeString(services.resolve(service), name + "\n");
    List<URL> urls = new ArrayList<>(List.of(folder.toUri().toURL()));
    for (String part : System.getProperty("java.class.path").split(File.pathSeparator)) {
      urls.add(Path.of(part).toUri().toURL());
    }
    return new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
  }

  private static void call(Path source, Path folder, String method, Object... arguments)
      throws Exception {
    compile(source, folder);
    String name = String.valueOf(source.getFileName()).replace(".java", "");
    URL[] urls = {folder.toUri().toURL()};
    try (URLClassLoader loader = new URLClassLoader(urls, Examples.class.getClassLoader())) {
      Stream<Method> all = Arrays.stream(loader.loadClass(name).getMethods());
      Method named = all.filter(one -> one.getName().equals(method)).findFirst().orElseThrow();
      named.invoke(null, arguments);
    }
  }

  private static void compile(Path source, Path folder) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter messages = new StringWriter();
    boolean compiled =
        compiler
            .getTask(
                messages,
                null,
                null,
                List.of("-d", folder.toString(), "-cp", System.getProperty("java.class.path")),
                null,
                compiler.getStandardFileManager(null, null, null).getJavaFileObjects(source))
            .call();
    assertTrue(compiled, Files.readString(source) + "\n" + messages);
  }

  /** Returns rows that two parts explain but for some noise. */
  public static double[][] table(int samples, int features, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] rows = new double[samples][features];
    for (double[] row : rows) {
      double one = random.nextDouble();
      double other = random.nextDouble();
      Arrays.setAll(row, j -> one * j + other * (features - j) + .1 * random.nextDouble());
    }
    return rows;
  }
}
