package org.mahnmf.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.lang.reflect.Constructor;
import java.nio.charset.Charset;

/**
 * The way around the launcher's filter: the launcher sends standard error through a filter that
 * drops a warning of the JVM, and offers the real one at the descriptor it names in {@code
 * mahnmf.stderr.fd}.
 */
final class TerminalError {

  private TerminalError() {}

  /** Lets {@link System#err} write to the real standard error, if there is another one. */
  static void install() {
    String fd = System.getProperty("mahnmf.stderr.fd");
    if (fd == null) {
      return;
    }
    try { // the launcher passes --add-opens java.base/java.io=ALL-UNNAMED for this
      Constructor<FileDescriptor> constructor =
          FileDescriptor.class.getDeclaredConstructor(int.class);
      constructor.setAccessible(true);
      FileDescriptor descriptor = constructor.newInstance(Integer.parseInt(fd));
      System.setErr(new PrintStream(new FileOutputStream(descriptor), true, charset()));
    } catch (ReflectiveOperationException | RuntimeException e) {
      // keep System.err: it reaches the same place through the launcher's filter
    }
  }

  /** Returns whether a person watches standard error on a terminal. */
  static boolean isTerminal() {
    String told = System.getProperty("mahnmf.stderr.terminal");
    return told == null ? hasConsole() : Boolean.parseBoolean(told);
  }

  /** Asks the JVM: before JDK 22 every console is a terminal, since then a console is asked. */
  @SuppressWarnings("SystemConsoleNull")
  private static boolean hasConsole() {
    java.io.Console console = System.console();
    if (console == null) {
      return false;
    }
    try {
      return (boolean) java.io.Console.class.getMethod("isTerminal").invoke(console);
    } catch (ReflectiveOperationException e) {
      return true;
    }
  }

  private static Charset charset() {
    String name = System.getProperty("stderr.encoding", System.getProperty("native.encoding"));
    return name == null ? Charset.defaultCharset() : Charset.forName(name);
  }
}
