package org.mahnmf;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** Compiles and runs the files of the folder "examples", as a user of the libraries would. */
public final class Examples {

  private Examples() {}

  /**
   * Runs an example.
   *
   * @param name of its class
   * @param folder for what the compiler writes
   * @return what it prints
   */
  public static String run(String name, Path folder) throws Exception {
    Path source = Path.of("..", "examples", name + ".java");
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter messages = new StringWriter();
    List<String> options =
        List.of("-d", folder.toString(), "-cp", System.getProperty("java.class.path"));
    boolean compiled =
        compiler
            .getTask(
                messages,
                null,
                null,
                options,
                null,
                compiler.getStandardFileManager(null, null, null).getJavaFileObjects(source))
            .call();
    assertTrue(compiled, messages::toString);
    PrintStream before = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    URL[] urls = {folder.toUri().toURL()};
    try (URLClassLoader loader = new URLClassLoader(urls, Examples.class.getClassLoader())) {
      System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
      loader.loadClass(name).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
    } finally {
      System.setOut(before);
    }
    return printed.toString(StandardCharsets.UTF_8);
  }
}
