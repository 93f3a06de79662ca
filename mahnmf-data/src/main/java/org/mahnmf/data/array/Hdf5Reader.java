package org.mahnmf.data.array;

import io.jhdf.HdfFile;
import io.jhdf.api.Dataset;
import io.jhdf.api.Group;
import io.jhdf.api.Node;
import io.jhdf.exceptions.HdfFilterException;
import io.jhdf.filter.Filter;
import io.jhdf.filter.FilterManager;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.InflaterInputStream;
import org.mahnmf.data.EntryRules;
import org.mahnmf.data.ReadOptions;
import org.mahnmf.data.ReadOptions.Choice;
import org.mahnmf.data.Source;
import org.mahnmf.data.Table;
import org.mahnmf.data.TableReader;
import org.mahnmf.data.Tables;
import org.mahnmf.data.Unpacked;
import org.mahnmf.data.file.Bytes;
import org.mahnmf.data.file.InputException;
import org.mahnmf.matrix.SparseMatrix;

/**
 * Reads HDF5 files, and MATLAB's of version 7.3, which are such: the dataset that is named, as in
 * {@code clip.h5:/camera/frames} or {@code faces.mat:fea}, or the only one of numbers. MATLAB's
 * sparse matrices stay sparse. Arrays of three or four dimensions are frames, see {@link
 * NumberArray}; MATLAB's have their columns first.
 */
@TableReader.Format(
    name = "HDF5",
    start = "(.{512}|.{1024}|.{2048})?\\x89HDF\\r\\n\\x1a\\n",
    choices = {Choice.MEMBER, Choice.FRAMES})
public final class Hdf5Reader implements TableReader {

  private static final String MATLAB = "MATLAB 7\\.3 MAT-file";
  private static final String SPARSE = "MATLAB_sparse";
  private static final int DEEPEST = 32;
  private static final int MOST = 10_000;
  private static final long LARGEST_COPY = 1 << 24;

  @Override
  public Table read(Source source, ReadOptions options) {
    Path file = source.path();
    boolean matlab = Bytes.startWith(Tables.head(file), MATLAB);
    try (HdfFile hdf = open(file)) {
      Map<String, Node> nodes = new TreeMap<>();
      collect(hdf, 0, nodes, new AtomicInteger());
      Source asked =
          new Source(file, source.member().map(name -> name.startsWith("/") ? name : "/" + name));
      String name = asked.choose("datasets", nodes.keySet());
      EntryRules rules = new EntryRules(file, "dataset " + name);
      return nodes.get(name) instanceof Dataset dataset
          ? dense(rules, dataset, matlab, options)
          : sparse(rules, (Group) nodes.get(name), options);
    } catch (IOException | RuntimeException | StackOverflowError e) {
      // What the library throws for damaged files: its own exceptions, bad indices, buffers, and
      // circles in its trees.
      throw InputException.damaged(file, e);
    }
  }

  /**
   * Opens a file so that it is read in place. Through a channel the library would take memory for
   * whatever length a header declares, before it finds that the file is shorter.
   */
  private static HdfFile open(Path file) throws IOException {
    // Not before: the library takes a while to load, and most files are of other formats.
    FilterManager.addFilter(new BoundedInflate());
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      long size = channel.size();
      if (size <= LARGEST_COPY) {
        return HdfFile.fromBytes(Files.readAllBytes(file));
      }
      if (size <= Integer.MAX_VALUE) {
        return HdfFile.fromByteBuffer(channel.map(FileChannel.MapMode.READ_ONLY, 0, size));
      }
    }
    return new HdfFile(file);
  }

  /** Finds all datasets of numbers. Groups may hold each other, so only so many are looked at. */
  private static void collect(
      Group group, int depth, Map<String, Node> nodes, AtomicInteger visited) {
    for (Node node : group) {
      String path = node.isLink() ? "" : node.getPath().replaceFirst("/$", "");
      // Below /# MATLAB keeps the parts of cell arrays.
      if (visited.incrementAndGet() > MOST || node.isLink() || path.startsWith("/#")) {
        continue;
      }
      if (node instanceof Dataset dataset && isNumeric(dataset)) {
        nodes.put(path, node);
      } else if (node instanceof Group child) {
        if (child.getAttributes().containsKey(SPARSE)) {
          nodes.put(path, child);
        } else if (depth < DEEPEST) {
          collect(child, depth + 1, nodes, visited);
        }
      }
    }
  }

  private static boolean isNumeric(Dataset dataset) {
    // Whole numbers, fractions, and enumerations: numpy's booleans.
    return Set.of(0, 1, 8).contains(dataset.getDataType().getDataClass());
  }

  private static Table dense(
      EntryRules rules, Dataset dataset, boolean matlab, ReadOptions options) {
    requireSize(rules, dataset);
    int[] stored = dataset.getDimensions();
    int[] sizes = stored.clone();
    for (int i = 0; matlab && i < sizes.length; i++) {
      sizes[i] = stored[sizes.length - 1 - i];
    }
    int width = dataset.getDataType().getSize();
    Object numbers = dataset.getDataFlat();
    options.listener().onProgress(0.5);
    if (numbers instanceof String[] words) {
      numbers = truths(words);
    } else if (numbers instanceof byte[] signed) {
      numbers = NumberArray.doubles(signed);
    }
    double white = 0;
    if (numbers instanceof int[] unsigned && width <= 2) {
      // Java has no unsigned types, so the library gives those of 8 and 16 bits as int.
      white = width == 1 ? 255 : 65535;
      numbers = width == 1 ? bytes(unsigned) : unsigned;
    }
    return new NumberArray(rules, sizes, matlab, numbers, white).table(options);
  }

  /** What numpy writes for booleans. */
  private static double[] truths(String[] words) {
    return Arrays.stream(words).mapToDouble(word -> word.equals("TRUE") ? 1 : 0).toArray();
  }

  private static void requireSize(EntryRules rules, Dataset dataset) {
    NumberArray.requireSize(rules, dataset.getDimensionsAsLong());
    long packed = Unpacked.size(rules.file());
    if (dataset.getSizeInBytes() > Unpacked.limit(packed)) {
      throw Unpacked.tooLarge(rules.file() + ": " + rules.place(), packed);
    }
  }

  private static byte[] bytes(int[] numbers) {
    byte[] bytes = new byte[numbers.length];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) numbers[i];
    }
    return bytes;
  }

  /** MATLAB's sparse matrix: values, their rows, and where each column begins. */
  private static Table sparse(EntryRules rules, Group group, ReadOptions options) {
    NumberArray.requireNoFrames(rules, options);
    long rows = ((Number) group.getAttribute(SPARSE).getData()).longValue();
    double[] begin = numbers(rules, group, "jc");
    rules.requirePlausible(rows, begin.length - 1L);
    double[] values = begin[begin.length - 1] == 0 ? new double[0] : numbers(rules, group, "data");
    double[] places = values.length == 0 ? values : numbers(rules, group, "ir");
    SparseMatrix.Builder builder = new SparseMatrix.Builder((int) rows, begin.length - 1);
    for (int column = 0; column + 1 < begin.length; column++) {
      for (int k = (int) begin[column]; k < begin[column + 1]; k++) {
        rules.requireEntry((int) places[k], column, values[k]);
        builder.add((int) places[k], column, values[k]);
      }
    }
    return rules.summed(builder.build());
  }

  private static double[] numbers(EntryRules rules, Group group, String name) {
    if (!(group.getChild(name) instanceof Dataset dataset)) {
      throw InputException.of(rules.file(), rules.place() + ": is a sparse matrix without " + name);
    }
    requireSize(new EntryRules(rules.file(), rules.place() + "/" + name), dataset);
    return NumberArray.doubles(dataset.getDataFlat());
  }

  /** Unpacks the chunks of HDF5 files, as the library's own filter does, but not without bound. */
  public static final class BoundedInflate implements Filter {

    @Override
    public int getId() {
      return 1;
    }

    @Override
    public String getName() {
      return "deflate";
    }

    @Override
    public byte[] decode(byte[] packed, int[] settings) {
      int limit = (int) Math.min(Integer.MAX_VALUE - 9, Unpacked.limit(packed.length));
      try (InputStream in = new InflaterInputStream(new ByteArrayInputStream(packed))) {
        byte[] bytes = in.readNBytes(limit + 1);
        if (bytes.length > limit) {
          throw Unpacked.tooLarge("a chunk", packed.length);
        }
        return bytes;
      } catch (IOException e) {
        throw new HdfFilterException("a chunk cannot be unpacked", e);
      }
    }
  }
}
