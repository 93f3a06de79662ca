package org.mahnmf.data;

import java.io.IOException;
import java.io.InputStream;
import java.lang.annotation.Annotation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.mahnmf.base.Check;
import org.mahnmf.data.file.Bytes;
import org.mahnmf.data.file.FileNames;
import org.mahnmf.data.file.InputException;
import org.mahnmf.data.file.MappedBytes;

/**
 * Reads a table in any known format, where the content decides which, and writes one in the format
 * that its name asks for.
 */
public final class Tables {

  private static final int HEAD = 4096;

  private Tables() {}

  /** Reads the only table of a file as it is. */
  public static Table read(Path file) {
    return read(Source.of(file), ReadOptions.DEFAULT);
  }

  /**
   * Reads a table.
   *
   * @throws InputException if the file is missing, unreadable, empty, of no known format, or breaks
   *     a rule of its format, or if the format does not have what was chosen
   */
  public static Table read(Source source, ReadOptions options) {
    try {
      return reader(source, options).read(source, options);
    } catch (InternalError e) {
      if (MappedBytes.isLost(e)) {
        throw MappedBytes.lost(source, e);
      }
      throw e;
    }
  }

  /** Tells the size of a table without reading it, if its format does. */
  public static Optional<Outline> outline(Source source, ReadOptions options) {
    return reader(source, options).outline(source, options);
  }

  /** Opens a clip to be read frame by frame. */
  public static FrameStream open(Source source, ReadOptions options) {
    return reader(source, options).open(source, options);
  }

  private static TableReader reader(Source source, ReadOptions options) {
    Path path = source.path();
    byte[] head = Files.isDirectory(path) ? new byte[0] : head(path);
    Set<String> names = new TreeSet<>();
    for (Service<TableReader, TableReader.Format> service :
        services(TableReader.class, TableReader.Format.class, TableReader.Format::fallback)) {
      TableReader.Format format = service.format();
      if (Bytes.startWith(head, format.start())) {
        requireChoices(format, source, options);
        return service.provider().get();
      }
      names.add(format.name());
    }
    String all = String.join(", ", names);
    int last = all.lastIndexOf(", ");
    throw InputException.of(
        path, "is neither " + all.substring(0, last) + " nor " + all.substring(last + 2));
  }

  /**
   * Writes a table in the format that the ending of the name says; the file appears whole or not at
   * all.
   *
   * @param file its name; its folder must exist; an old file is replaced
   * @param table <em>not modified</em>
   */
  public static void write(Path file, Table table) throws IOException {
    writer(file, table.picture().isPresent()).write(file, table);
  }

  /** Checks before the work that a table can be written under a name. */
  public static void requireWritable(Path file, boolean pictures) {
    writer(file, pictures).check(file);
  }

  private static TableWriter writer(Path file, boolean pictures) {
    String ending = FileNames.ending(file);
    Set<String> known = new TreeSet<>();
    for (Service<TableWriter, TableWriter.Format> service :
        services(TableWriter.class, TableWriter.Format.class, TableWriter.Format::fallback)) {
      List<String> endings = List.of(service.format().endings());
      if (endings.contains(ending)) {
        String rule = "holds pictures but the samples are none; write them as .npy or .csv";
        InputException.throwIf(service.format().onlyPictures() && !pictures, file, rule);
        return service.provider().get();
      }
      known.addAll(endings);
    }
    throw InputException.of(
        file, "the name must end in one of ." + String.join(" .", known) + " to say the format");
  }

  private static void requireChoices(
      TableReader.Format format, Source source, ReadOptions options) {
    Set<ReadOptions.Choice> choices = Set.of(format.choices());
    boolean unknown = source.member().isPresent() && !choices.contains(ReadOptions.Choice.MEMBER);
    String rule = format.name() + " has no members; leave it out with its colon";
    InputException.throwIf(unknown, source.path(), "member", source.member().orElse(""), rule);
    options.requireOnly(choices, source.path(), format.name());
  }

  /** Returns the first bytes after checking that there is a file with something in it. */
  public static byte[] head(Path file) {
    InputException.requireFile(file);
    try (InputStream in = Files.newInputStream(file)) {
      byte[] head = in.readNBytes(HEAD);
      InputException.throwIf(head.length == 0, file, "is empty");
      return head;
    } catch (IOException e) {
      throw InputException.unreadable(file, e);
    }
  }

  /** A class that is not initialised before it is asked for, and what it declares. */
  private record Service<T, F extends Annotation>(ServiceLoader.Provider<T> provider, F format) {}

  private static <T, F extends Annotation> List<Service<T, F>> services(
      Class<T> type, Class<F> format, Predicate<F> fallback) {
    return ServiceLoader.load(type, Tables.class.getClassLoader()).stream()
        .map(
            provider -> {
              F declared = provider.type().getAnnotation(format);
              Check.that("%s declares no Format", declared != null, provider.type().getName());
              return new Service<>(provider, declared);
            })
        .sorted(Comparator.comparing(service -> fallback.test(service.format())))
        .toList();
  }
}
