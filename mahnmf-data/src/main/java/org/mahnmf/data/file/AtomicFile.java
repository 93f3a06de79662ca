package org.mahnmf.data.file;

import java.io.BufferedOutputStream;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * Writes a file so that its name always stands for a whole file: the old one or the new one.
 *
 * <p>The content goes to a temporary file in the same folder, is forced to the disk, and then takes
 * the final name in one step. If anything fails the temporary file is deleted and an old file stays
 * as it was.
 */
public final class AtomicFile {

  private static final int BUFFER = 1 << 16;
  private static final int LONGEST_NAME_PART = 100;
  private static final Pattern TEMPORARY =
      Pattern.compile("\\..+\\.\\p{XDigit}{8}(-\\p{XDigit}{4}){3}-\\p{XDigit}{12}\\.tmp");

  private AtomicFile() {}

  /**
   * Writes bytes.
   *
   * @param target the final name; its folder must exist; a symbolic link keeps pointing to the file
   *     that is replaced
   * @param content writes the content to the stream it is given; need not close it
   */
  public static void write(Path target, IoConsumer<? super OutputStream> content)
      throws IOException {
    writeByName(
        target,
        temporary -> {
          try (OutputStream file =
              Files.newOutputStream(temporary, StandardOpenOption.CREATE_NEW)) {
            OutputStream out =
                new BufferedOutputStream(file, BUFFER) {
                  @Override
                  public void close() throws IOException {
                    flush(); // and stays open, so that what comes here can be closed or not
                  }
                };
            content.accept(out);
            out.flush();
          }
        });
  }

  /**
   * Lets a library write that insists on a file's name.
   *
   * @param target the final name; its folder must exist; a symbolic link keeps pointing to the file
   *     that is replaced
   * @param content writes and closes the file whose name it is given, which does not exist yet
   */
  public static void writeByName(Path target, IoConsumer<? super Path> content) throws IOException {
    Path file = Files.isSymbolicLink(target) ? target.toRealPath() : target.toAbsolutePath();
    Path folder = file.getParent();
    if (folder == null || Files.isDirectory(file)) {
      throw new FileSystemException(target.toString(), null, "is a folder, not a file");
    }
    if (!Files.isDirectory(folder)) {
      throw new NoSuchFileException(target.toString(), null, "its folder does not exist");
    }
    Path temporary = folder.resolve(temporaryStart(file) + UUID.randomUUID() + ".tmp");
    try {
      content.accept(temporary);
      try (FileChannel channel = FileChannel.open(temporary, StandardOpenOption.WRITE)) {
        channel.force(true);
      }
      Files.move(
          temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException | RuntimeException | Error e) {
      try {
        Files.deleteIfExists(temporary);
      } catch (IOException second) {
        e.addSuppressed(second);
      }
      if (e.getClass() == IOException.class) { // such as a full disk, which names no file
        FileSystemException named =
            new FileSystemException(target.toString(), null, e.getMessage());
        named.initCause(e);
        throw named;
      }
      throw e;
    }
  }

  /** Writes text as UTF-8. */
  public static void writeText(Path target, String text) throws IOException {
    write(target, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
  }

  /** Writes text as UTF-8 that is too long to be held in memory. */
  public static void writeLines(Path target, IoConsumer<? super Writer> content)
      throws IOException {
    write(
        target,
        out -> {
          Writer text =
              new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8), BUFFER);
          content.accept(text);
          text.flush();
        });
  }

  /** Removes what writers of a file left who were killed. Nobody may write the file meanwhile. */
  public static void removeLeftovers(Path target) throws IOException {
    Path file = Files.isSymbolicLink(target) ? target.toRealPath() : target.toAbsolutePath();
    Pattern name = Pattern.compile(Pattern.quote(temporaryStart(file)) + ".{36}\\.tmp");
    removeLeftovers(file.getParent(), name, path -> true);
  }

  /**
   * Removes temporary files of writers that were killed, whatever they wrote.
   *
   * @param folder where they wrote; nothing is done if it does not exist
   * @param before only files that were last written before this time, so that no writer is at work
   */
  public static void removeLeftovers(Path folder, FileTime before) throws IOException {
    removeLeftovers(
        folder, TEMPORARY, path -> Files.getLastModifiedTime(path).compareTo(before) < 0);
  }

  private static void removeLeftovers(
      Path folder, Pattern name, DirectoryStream.Filter<Path> isLeft) throws IOException {
    if (folder == null || !Files.isDirectory(folder)) {
      return;
    }
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(folder, path -> name.matcher(FileNames.of(path)).matches())) {
      for (Path leftover : files) {
        if (isLeft.accept(leftover)) {
          Files.deleteIfExists(leftover);
        }
      }
    }
  }

  private static String temporaryStart(Path file) {
    String name = FileNames.of(file);
    return "." + name.substring(0, Math.min(name.length(), LONGEST_NAME_PART)) + ".";
  }
}
