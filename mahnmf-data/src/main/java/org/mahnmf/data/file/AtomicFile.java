package org.mahnmf.data.file;

import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

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
  private static final int UUID_LENGTH = 36;
  private static final String END = ".tmp";

  private AtomicFile() {}

  /**
   * Writes bytes.
   *
   * @param target the final name; its folder must exist; a symbolic link keeps pointing to the file
   *     that is replaced
   * @param content writes the content to the stream it is given; need not close it
   * @throws IOException if the content cannot be written, or from {@code content}
   */
  public static void write(Path target, IoConsumer<? super OutputStream> content)
      throws IOException {
    writeByName(
        target,
        temporary -> {
          try (FileChannel channel =
              FileChannel.open(
                  temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            OutputStream out =
                new BufferedOutputStream(new KeptOpen(Channels.newOutputStream(channel)), BUFFER);
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
   * @throws IOException if the content cannot be written, or from {@code content}
   */
  public static void writeByName(Path target, IoConsumer<? super Path> content) throws IOException {
    Path file = Files.isSymbolicLink(target) ? target.toRealPath() : target.toAbsolutePath();
    Path folder = file.getParent();
    Path name = file.getFileName();
    if (folder == null || name == null || Files.isDirectory(file)) {
      throw new FileSystemException(target.toString(), null, "is a folder, not a file");
    }
    if (!Files.isDirectory(folder)) {
      throw new NoSuchFileException(target.toString(), null, "its folder does not exist");
    }
    Path temporary = folder.resolve(temporaryName(name.toString()));
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

  /**
   * Writes text as UTF-8.
   *
   * @param target the final name; its folder must exist
   * @param text the whole content
   */
  public static void writeText(Path target, String text) throws IOException {
    write(target, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
  }

  /**
   * Removes temporary files of writers that were killed. Nobody else may write the file meanwhile.
   *
   * @param target the final name
   * @throws IOException if the folder cannot be read or a file not be removed
   */
  public static void removeLeftovers(Path target) throws IOException {
    Path file = Files.isSymbolicLink(target) ? target.toRealPath() : target.toAbsolutePath();
    Path folder = file.getParent();
    Path name = file.getFileName();
    if (folder == null || name == null || !Files.isDirectory(folder)) {
      return;
    }
    String start = temporaryStart(name.toString());
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(folder, path -> isTemporary(path, start))) {
      for (Path leftover : files) {
        Files.deleteIfExists(leftover);
      }
    }
  }

  private static boolean isTemporary(Path path, String start) {
    String name = String.valueOf(path.getFileName());
    return name.startsWith(start)
        && name.endsWith(END)
        && name.length() == start.length() + UUID_LENGTH + END.length();
  }

  private static String temporaryName(String name) {
    return temporaryStart(name) + UUID.randomUUID() + END;
  }

  private static String temporaryStart(String name) {
    return "." + name.substring(0, Math.min(name.length(), LONGEST_NAME_PART)) + ".";
  }

  /** Ignores close, because what is buffered must still be written afterwards. */
  private static final class KeptOpen extends FilterOutputStream {

    KeptOpen(OutputStream out) {
      super(out);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      out.write(bytes, offset, length);
    }

    @Override
    public void close() throws IOException {
      flush();
    }
  }
}
