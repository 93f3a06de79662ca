package org.mahnmf.data;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;

/** Reads a table in any known format; the content decides which, not the name. */
public final class Tables {

  private static final int HEAD = 4096;

  private Tables() {}

  /**
   * Reads a table.
   *
   * @param file what to read
   * @throws InputException if the file is missing, unreadable, empty, of no known format, or breaks
   *     a rule of its format
   */
  public static Table read(Path file) {
    byte[] head = head(file);
    List<TableReader> readers = readers();
    for (TableReader reader : readers) {
      if (reader.accepts(file, head)) {
        return reader.read(file);
      }
    }
    throw InputException.of(file, "is neither " + formats(readers));
  }

  /** Returns the first bytes after checking that there is a file with something in it. */
  static byte[] head(Path file) {
    requireFile(file);
    try (InputStream in = Files.newInputStream(file)) {
      byte[] head = in.readNBytes(HEAD);
      if (head.length == 0) {
        throw InputException.of(file, "is empty");
      }
      return head;
    } catch (IOException e) {
      throw InputException.unreadable(file, e);
    }
  }

  /** Checks that a file exists and is neither a folder nor a device. */
  static void requireFile(Path file) {
    if (Files.isDirectory(file)) {
      throw InputException.of(file, "is a folder, not a file");
    }
    if (!Files.exists(file)) {
      throw InputException.of(file, "does not exist");
    }
    if (!Files.isRegularFile(file)) {
      throw InputException.of(file, "is not a regular file; save the table to a file first");
    }
  }

  private static List<TableReader> readers() {
    List<TableReader> readers = new ArrayList<>();
    ServiceLoader.load(TableReader.class, Tables.class.getClassLoader()).forEach(readers::add);
    readers.sort(Comparator.comparing(TableReader::fallback));
    return readers;
  }

  private static String formats(List<TableReader> readers) {
    List<String> names = readers.stream().map(TableReader::format).sorted().toList();
    int last = names.size() - 1;
    return String.join(", ", names.subList(0, last)) + " nor " + names.get(last);
  }
}
