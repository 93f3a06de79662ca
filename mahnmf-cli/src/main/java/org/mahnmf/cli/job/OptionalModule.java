package org.mahnmf.cli.job;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import org.mahnmf.data.file.InputException;

/**
 * A module that the program does without until it is asked for, because of what it would download.
 * The launcher then builds it, and its services are found there.
 */
public final class OptionalModule {

  private OptionalModule() {}

  /**
   * Finds a service of a module: on the class path, or else in the module that the launcher
   * prepares, which says what it does on standard error.
   *
   * @param module that has it, without {@code mahnmf-}
   * @throws InputException if the program was not started by its launcher and lacks the module
   */
  public static <S> S find(Class<S> service, String module) throws IOException {
    Optional<S> here =
        ServiceLoader.load(service, OptionalModule.class.getClassLoader()).findFirst();
    if (here.isPresent()) {
      return here.get();
    }
    String launcher = System.getProperty("mahnmf.launcher");
    if (launcher == null) {
      throw new InputException(
          "this needs the module mahnmf-" + module + ", which is not on the class path");
    }
    return ServiceLoader.load(service, loader(prepare(launcher, module)))
        .findFirst()
        .orElseThrow(() -> new IOException("mahnmf-" + module + " has no " + service.getName()));
  }

  private static Path prepare(String launcher, String module) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(launcher, "--prepare", module)
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    Process process = builder.start();
    process.getOutputStream().close();
    try {
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0 || said.isBlank()) {
        throw new IOException("the module mahnmf-" + module + " could not be built");
      }
      return Path.of(said.lines().findFirst().orElseThrow());
    } catch (InterruptedException e) {
      process.destroy();
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while mahnmf-" + module + " was built", e);
    }
  }

  /** Classes that the program has come from the program. */
  private static ClassLoader loader(Path folder) throws IOException {
    List<URL> jars = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.jar")) {
      for (Path file : files) {
        jars.add(file.toUri().toURL());
      }
    }
    return new URLClassLoader(jars.toArray(new URL[0]), OptionalModule.class.getClassLoader());
  }
}
