package org.mahnmf.data;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;
import java.util.zip.ZipException;
import org.mahnmf.data.file.InputException;

/**
 * Unpacks compressed content into a temporary file and reads that, so that every format can be
 * compressed. A small file can stand for an enormous one: what becomes larger than {@value
 * #ALWAYS_ALLOWED} bytes and more than {@value #LARGEST_RATIO} times its size is refused.
 */
public final class Unpacked {

  /** Bytes that anything may become. */
  static final long ALWAYS_ALLOWED = 64L << 20;

  /** Tables rarely reach 50, a deliberate bomb 1000. */
  static final long LARGEST_RATIO = 200;

  private static final int BUFFER = 1 << 16;

  private Unpacked() {}

  /** Returns the bytes of a file. */
  public static long size(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      throw InputException.unreadable(file, e);
    }
  }

  /** Returns how many bytes packed ones may become. */
  public static long limit(long packedBytes) {
    return Math.max(ALWAYS_ALLOWED, LARGEST_RATIO * packedBytes);
  }

  /** What is said of a file beyond the limit. */
  public static InputException tooLarge(String name, long packedBytes) {
    return new InputException(
        String.format(
            "%s: unpacks to more than %s bytes: must be at most %s times its %s bytes; unpack"
                + " it yourself if that is right",
            name, limit(packedBytes), LARGEST_RATIO, packedBytes));
  }

  /**
   * Unpacks and reads.
   *
   * @param name what messages call it, in place of the temporary file
   */
  public static <T> T read(
      String name, long packedBytes, IoSupplier<InputStream> packed, Function<Path, T> reader) {
    Path temporary = null;
    try {
      temporary = Files.createTempFile("mahnmf-", ".tmp");
      try (InputStream in = packed.get();
          OutputStream out = Files.newOutputStream(temporary)) {
        byte[] buffer = new byte[BUFFER];
        long total = 0;
        for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
          total += read;
          if (total > limit(packedBytes)) {
            throw tooLarge(name, packedBytes);
          }
          out.write(buffer, 0, read);
        }
      }
      return reader.apply(temporary);
    } catch (InputException e) {
      throw temporary == null
          ? e
          : new InputException(e.getMessage().replace(temporary.toString(), name), e);
    } catch (EOFException | ZipException e) {
      throw new InputException(name + ": is cut or damaged: " + InputException.words(e), e);
    } catch (IOException e) {
      throw new InputException(name + ": cannot be unpacked: " + InputException.words(e), e);
    } finally {
      if (temporary != null && !temporary.toFile().delete()) {
        temporary.toFile().deleteOnExit();
      }
    }
  }

  /** Opens something. */
  @FunctionalInterface
  public interface IoSupplier<T> {
    T get() throws IOException;
  }
}
