package org.mahnmf.data.array;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.mahnmf.data.EntryRules;
import org.mahnmf.data.ReadOptions;
import org.mahnmf.data.ReadOptions.Choice;
import org.mahnmf.data.Source;
import org.mahnmf.data.Table;
import org.mahnmf.data.TableReader;
import org.mahnmf.data.Unpacked;
import org.mahnmf.data.file.FileNames;
import org.mahnmf.data.file.InputException;
import org.mahnmf.matrix.SparseMatrix;

/**
 * Reads numpy's NPZ files: the member that is named, as in {@code data.npz:x}, or the only one, or
 * the sparse matrix that SciPy saved (csr, csc or coo; entries at one place are added, as SciPy
 * does).
 */
@TableReader.Format(
    name = "NPZ",
    start = "PK(\\x03\\x04|\\x05\\x06)",
    choices = {Choice.MEMBER, Choice.FRAMES})
public final class NpzReader implements TableReader {

  private static final String ENDING = ".npy";
  private static final Set<String> FORMS = Set.of("csr", "csc", "coo");
  private static final int LONGEST_FORMAT_FILE = 4096;

  @Override
  public Table read(Source source, ReadOptions options) {
    try (ZipFile zip = new ZipFile(source.path().toFile())) {
      Archive archive = new Archive(source.path(), zip);
      if (source.member().isEmpty() && archive.isSparse()) {
        NumberArray.requireNoFrames(new EntryRules(source.path(), "the matrix"), options);
        return archive.sparse();
      }
      String name = source.choose("arrays", archive.entries.keySet());
      return archive.read(name, file -> new NpyReader().read(Source.of(file), options));
    } catch (ZipException e) {
      throw InputException.damaged(source.path(), e);
    } catch (IOException e) {
      throw InputException.unreadable(source.path(), e);
    }
  }

  /** The arrays of one file. */
  private static final class Archive {

    private final Path file;
    private final ZipFile zip;
    private final Map<String, ZipEntry> entries = new TreeMap<>();

    Archive(Path file, ZipFile zip) {
      this.file = file;
      this.zip = zip;
      try {
        zip.stream()
            .filter(entry -> entry.getName().endsWith(ENDING))
            .forEach(entry -> entries.put(FileNames.bare(entry.getName()), entry));
      } catch (IllegalArgumentException e) { // thrown by the stream for letters that are none
        throw new InputException(file + ": is cut or damaged: a text in it is not UTF-8", e);
      }
    }

    boolean isSparse() {
      return entries.keySet().containsAll(Set.of("format", "shape", "data"));
    }

    <T> T read(String name, Function<Path, T> reader) {
      ZipEntry entry = entries.get(name);
      if (entry == null) {
        throw InputException.of(file, "is a sparse matrix without the array " + name);
      }
      return Unpacked.read(
          file + ":" + InputException.quote(name),
          Math.max(1, entry.getCompressedSize()),
          () -> zip.getInputStream(entry),
          reader);
    }

    private double[] numbers(String name) {
      return read(name, NpyReader::read).array();
    }

    Table sparse() throws IOException {
      String form = sparseForm();
      String rule = "must be csr, csc or coo; save the matrix with .tocsr()";
      InputException.throwIf(!FORMS.contains(form), file, "format", form, rule);
      double[] shape = numbers("shape");
      InputException.throwIf(
          shape.length != 2, file, "shape", shape.length + " sizes", "must be two");
      EntryRules rules = new EntryRules(file, "");
      rules.requirePlausible((long) shape[0], (long) shape[1]);
      double[] data = numbers("data");
      boolean byRows = form.equals("csr");
      int[] rows;
      int[] columns;
      if (form.equals("coo")) {
        rows = indices("row", data.length, shape[0]);
        columns = indices("col", data.length, shape[1]);
      } else {
        int[] major = expanded(data.length, (long) shape[byRows ? 0 : 1]);
        int[] minor = indices("indices", data.length, shape[byRows ? 1 : 0]);
        rows = byRows ? major : minor;
        columns = byRows ? minor : major;
      }
      for (int k = 0; k < data.length; k++) {
        rules.requireEntry(rows[k], columns[k], data[k]);
      }
      return rules.summed(
          SparseMatrix.ofTriplets((int) shape[0], (int) shape[1], rows, columns, data));
    }

    /** The three letters behind the header of a file that is no table of numbers. */
    private String sparseForm() throws IOException {
      byte[] bytes;
      try (InputStream in = zip.getInputStream(entries.get("format"))) {
        bytes = in.readNBytes(LONGEST_FORMAT_FILE);
      }
      String text = new String(bytes, StandardCharsets.ISO_8859_1);
      return text.substring(text.indexOf('\n') + 1).replace("\0", "");
    }

    private int[] indices(String name, int count, double limit) {
      double[] numbers = numbers(name);
      String rule = "must be " + count + " as the data";
      InputException.throwIf(
          numbers.length != count, file, name, numbers.length + " indices", rule);
      int[] indices = new int[count];
      for (int k = 0; k < count; k++) {
        if (!(numbers[k] >= 0 && numbers[k] < limit)) {
          throw InputException.at(
              file,
              name + ", place " + (k + 1),
              (long) numbers[k],
              "must be at least 0 and below " + (long) limit);
        }
        indices[k] = (int) numbers[k];
      }
      return indices;
    }

    /** Which row (column) each entry belongs to, from where the rows (columns) begin. */
    private int[] expanded(int count, long size) {
      long[] begin = Arrays.stream(numbers("indptr")).mapToLong(place -> (long) place).toArray();
      int[] major = new int[count];
      boolean right = begin.length == size + 1 && begin[0] == 0 && begin[begin.length - 1] == count;
      for (int i = 0; right && i + 1 < begin.length; i++) {
        right = begin[i] <= begin[i + 1] && begin[i + 1] <= count;
        for (int k = (int) begin[i]; right && k < begin[i + 1]; k++) {
          major[k] = i;
        }
      }
      String rule = "must be " + (size + 1) + " that ascend from 0 to the " + count + " entries";
      InputException.throwIf(!right, file, "indptr", begin.length + " numbers", rule);
      return major;
    }
  }
}
