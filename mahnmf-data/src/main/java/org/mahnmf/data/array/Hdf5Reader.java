package org.mahnmf.data.array;

import io.jhdf.HdfFile;
import io.jhdf.api.Attribute;
import io.jhdf.api.Dataset;
import io.jhdf.api.Group;
import io.jhdf.api.Node;
import io.jhdf.filter.FilterManager;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.mahnmf.data.EntryRules;
import org.mahnmf.data.Members;
import org.mahnmf.data.ReadOptions;
import org.mahnmf.data.Source;
import org.mahnmf.data.Table;
import org.mahnmf.data.TableReader;
import org.mahnmf.data.Tables;
import org.mahnmf.data.Unpacked;
import org.mahnmf.data.file.InputException;
import org.mahnmf.matrix.SparseMatrix;

/**
 * Reads HDF5 files, and MATLAB's of version 7.3, which are such: the dataset that is named, as in
 * {@code clip.h5:/camera/frames} or {@code faces.mat:fea}, or the only one of numbers. MATLAB's
 * sparse matrices stay sparse. Arrays of three or four dimensions are frames, see {@link
 * NumberArray}; MATLAB's have their columns first.
 */
public final class Hdf5Reader implements TableReader {

  private static final byte[] MAGIC = {(byte) 0x89, 'H', 'D', 'F', '\r', '\n', 0x1a, '\n'};
  private static final int[] STARTS = {0, 512, 1024, 2048};
  private static final String MATLAB = "MATLAB 7.3 MAT-file";
  private static final String SPARSE = "MATLAB_sparse";
  private static final int DEEPEST = 32;
  private static final int MOST = 10_000;
  private static final long LARGEST_COPY = 1 << 24;

  static {
    FilterManager.addFilter(new BoundedInflate());
  }

  /** Creates the reader for a {@link java.util.ServiceLoader}. */
  public Hdf5Reader() {}

  @Override
  public String format() {
    return "HDF5";
  }

  @Override
  public boolean accepts(Path path, byte[] head) {
    for (int start : STARTS) {
      int end = start + MAGIC.length;
      if (head.length >= end && Arrays.equals(head, start, end, MAGIC, 0, MAGIC.length)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public Set<ReadOptions.Choice> choices() {
    return Set.of(ReadOptions.Choice.MEMBER, ReadOptions.Choice.FRAMES);
  }

  @Override
  public Table read(Source source, ReadOptions options) {
    Path file = source.path();
    boolean matlab = isMatlab(Tables.head(file));
    try (HdfFile hdf = open(file)) {
      Map<String, Node> nodes = new TreeMap<>();
      new Collector(nodes).collect(hdf, 0);
      Source asked =
          new Source(file, source.member().map(name -> name.startsWith("/") ? name : "/" + name));
      String name = Members.choose(asked, "datasets", nodes.keySet());
      Node node = nodes.get(name);
      return node instanceof Dataset dataset
          ? dense(file, "dataset " + name, dataset, matlab, options)
          : sparse(file, "dataset " + name, (Group) node, options);
    } catch (IOException | RuntimeException | StackOverflowError e) {
      // What the library throws for damaged files: its own exceptions, bad indices, buffers, and
      // circles in its trees.
      throw InputException.damaged(file, e);
    }
  }

  private static boolean isMatlab(byte[] head) {
    return new String(head, StandardCharsets.ISO_8859_1).startsWith(MATLAB);
  }

  /**
   * Opens a file so that it is read in place. Through a channel the library would take memory for
   * whatever length a header declares, before it finds that the file is shorter.
   */
  private static HdfFile open(Path file) throws IOException {
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
  private static final class Collector {

    private final Map<String, Node> nodes;
    private int visited;

    Collector(Map<String, Node> nodes) {
      this.nodes = nodes;
    }

    void collect(Group group, int depth) {
      for (Node node : group) {
        if (++visited > MOST || node.isLink()) {
          continue;
        }
        String path = trimmed(node.getPath());
        if (path.startsWith("/#")) {
          continue; // where MATLAB keeps the parts of cell arrays
        }
        if (node instanceof Dataset dataset && isNumeric(dataset)) {
          nodes.put(path, node);
        } else if (node instanceof Group child) {
          if (child.getAttributes().containsKey(SPARSE)) {
            nodes.put(path, child);
          } else if (depth < DEEPEST) {
            collect(child, depth + 1);
          }
        }
      }
    }
  }

  private static String trimmed(String path) {
    return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
  }

  private static boolean isNumeric(Dataset dataset) {
    return switch (dataset.getDataType().getDataClass()) {
      case 0, 1 -> true; // whole numbers, fractions
      case 8 -> true; // enumerations: numpy's booleans
      default -> false;
    };
  }

  private static Table dense(
      Path file, String place, Dataset dataset, boolean matlab, ReadOptions options) {
    int[] sizes = dataset.getDimensions();
    requireSize(file, place, dataset);
    if (matlab) {
      sizes = reversed(sizes);
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
    return new NumberArray(file, place, sizes, matlab, numbers, white).table(options);
  }

  /** What numpy writes for booleans. */
  private static double[] truths(String[] words) {
    return Arrays.stream(words).mapToDouble(word -> word.equals("TRUE") ? 1 : 0).toArray();
  }

  private static void requireSize(Path file, String place, Dataset dataset) {
    NumberArray.requireSize(file, place, dataset.getDimensionsAsLong());
    long packed = Unpacked.size(file);
    if (dataset.getSizeInBytes() > Unpacked.limit(packed)) {
      throw Unpacked.tooLarge(file + ": " + place, packed);
    }
  }

  private static int[] reversed(int[] sizes) {
    int[] out = new int[sizes.length];
    for (int i = 0; i < out.length; i++) {
      out[i] = sizes[sizes.length - 1 - i];
    }
    return out;
  }

  private static byte[] bytes(int[] numbers) {
    byte[] bytes = new byte[numbers.length];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) numbers[i];
    }
    return bytes;
  }

  /** MATLAB's sparse matrix: values, their rows, and where each column begins. */
  private static Table sparse(Path file, String place, Group group, ReadOptions options) {
    NumberArray.requireNoFrames(file, place, options);
    Attribute height = group.getAttribute(SPARSE);
    long rows = ((Number) height.getData()).longValue();
    double[] begin = numbers(file, place, group, "jc");
    EntryRules.requirePlausible(
        file, place, rows, begin.length - 1L, Unpacked.limit(Unpacked.size(file)));
    double[] values =
        begin[begin.length - 1] == 0 ? new double[0] : numbers(file, place, group, "data");
    double[] places = values.length == 0 ? values : numbers(file, place, group, "ir");
    SparseMatrix.Builder builder = new SparseMatrix.Builder((int) rows, begin.length - 1);
    for (int column = 0; column + 1 < begin.length; column++) {
      for (int k = (int) begin[column]; k < begin[column + 1]; k++) {
        EntryRules.requireEntry(file, place, (int) places[k], column, values[k]);
        builder.add((int) places[k], column, values[k]);
      }
    }
    SparseMatrix matrix = builder.build();
    EntryRules.requireFiniteSums(file, place, matrix);
    return new Table(matrix, List.of(), List.of());
  }

  private static double[] numbers(Path file, String place, Group group, String name) {
    if (!(group.getChild(name) instanceof Dataset dataset)) {
      throw InputException.of(file, place + ": is a sparse matrix without " + name);
    }
    requireSize(file, place + "/" + name, dataset);
    return NumberArray.doubles(dataset.getDataFlat());
  }
}
