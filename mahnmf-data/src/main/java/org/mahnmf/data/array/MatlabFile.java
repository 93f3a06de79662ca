package org.mahnmf.data.array;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.mahnmf.data.EntryRules;
import org.mahnmf.data.ReadOptions;
import org.mahnmf.data.ReadOptions.Choice;
import org.mahnmf.data.Source;
import org.mahnmf.data.Table;
import org.mahnmf.data.TableReader;
import org.mahnmf.data.TableWriter;
import org.mahnmf.data.Unpacked;
import org.mahnmf.data.file.AtomicFile;
import org.mahnmf.data.file.InputException;
import org.mahnmf.matrix.PictureShape;
import org.mahnmf.matrix.SparseMatrix;
import us.hebi.matlab.mat.format.BufferAllocator;
import us.hebi.matlab.mat.format.Mat5;
import us.hebi.matlab.mat.format.Mat5File;
import us.hebi.matlab.mat.format.Mat5Reader;
import us.hebi.matlab.mat.types.Array;
import us.hebi.matlab.mat.types.Cell;
import us.hebi.matlab.mat.types.MatFile;
import us.hebi.matlab.mat.types.MatlabType;
import us.hebi.matlab.mat.types.Matrix;
import us.hebi.matlab.mat.types.Sink;
import us.hebi.matlab.mat.types.Sinks;
import us.hebi.matlab.mat.types.Sources;
import us.hebi.matlab.mat.types.Sparse;

/**
 * Reads MATLAB's files of version 5 to 7 (7.3 is HDF5): the variable that is named, as in {@code
 * faces.mat:fea}, or the only matrix; {@code data.mat:X{2}} is a part of a cell array. Sparse
 * matrices stay sparse. Arrays of three or four dimensions are frames, see {@link NumberArray}.
 *
 * <p>Tables are written as version 5, compressed, as the variable {@code x}; clips as they are
 * read.
 */
@TableReader.Format(
    name = "MAT",
    start = "MATLAB 5\\.0 MAT-file",
    choices = {Choice.MEMBER, Choice.FRAMES})
@TableWriter.Format(endings = "mat")
public final class MatlabFile implements TableReader, TableWriter {

  private static final String VARIABLE = "x";
  private static final int LEVEL = 6;
  private static final Pattern PART = Pattern.compile("(.+)\\{(\\d{1,9})\\}");

  @Override
  public Table read(Source source, ReadOptions options) {
    Path file = source.path();
    try {
      String name = chosen(source);
      Matcher part = PART.matcher(name);
      String variable = part.matches() ? part.group(1) : name;
      try (Mat5File mat = open(file, header -> header.getName().equals(variable))) {
        Array array = array(mat);
        options.listener().onProgress(0.5);
        if (part.matches()) {
          array = part(file, name, array, Integer.parseInt(part.group(2)));
        }
        return table(file, name, array, options);
      }
    } catch (IOException | RuntimeException e) {
      // What the library throws for damaged files: bad tags, sizes, indices, streams.
      throw InputException.damaged(file, e);
    }
  }

  private static Array array(Mat5File mat) {
    for (MatFile.Entry entry : mat.getEntries()) {
      return entry.getValue();
    }
    throw new IllegalStateException("its variable has gone");
  }

  private static String chosen(Source source) throws IOException {
    Map<String, Boolean> variables = MatScanner.variables(source.path());
    String asked = source.member().orElse("");
    Matcher part = PART.matcher(asked);
    if (variables.containsKey(asked) || (part.matches() && variables.containsKey(part.group(1)))) {
      return asked;
    }
    variables.values().removeIf(isNumeric -> !isNumeric);
    return source.choose("variables", variables.keySet());
  }

  private static Mat5File open(Path file, Mat5Reader.EntryFilter filter) throws IOException {
    try (us.hebi.matlab.mat.types.Source source = Sources.openFile(file.toFile())) {
      return Mat5.newReader(source)
          .setEntryFilter(filter)
          .setBufferAllocator(new Bounded(file, Files.size(file)))
          .disableSubsystemProcessing()
          .readMat();
    }
  }

  private static Array part(Path file, String name, Array array, int number) {
    if (!(array instanceof Cell cell)) {
      throw InputException.of(file, name + ": is not a cell array, so it has no parts");
    }
    String rule = "its parts are {1} to {" + cell.getNumElements() + "}";
    InputException.throwIf(
        number < 1 || number > cell.getNumElements(), file, "variable", name, rule);
    return cell.get(number - 1);
  }

  private static Table table(Path file, String name, Array array, ReadOptions options) {
    String place = "variable " + name;
    if (!(array instanceof Matrix matrix)) {
      throw InputException.at(file, place, array.getType(), "must be a matrix of numbers");
    }
    InputException.throwIf(
        matrix.isComplex(), file, place, "complex numbers", "entries must be real");
    EntryRules rules = new EntryRules(file, place);
    if (matrix instanceof Sparse sparse) {
      NumberArray.requireNoFrames(rules, options);
      rules.requirePlausible(sparse.getNumRows(), sparse.getNumCols());
      SparseMatrix.Builder builder =
          new SparseMatrix.Builder(sparse.getNumRows(), sparse.getNumCols());
      sparse.forEach(
          (row, column, value, imaginary) -> {
            rules.requireEntry(row, column, value);
            builder.add(row, column, value);
          });
      return rules.summed(builder.build());
    }
    int[] sizes = array.getDimensions();
    NumberArray.requireSize(rules, IntStream.of(sizes).asLongStream().toArray());
    return new NumberArray(rules, sizes, true, numbers(matrix), white(matrix)).table(options);
  }

  private static Object numbers(Matrix matrix) {
    int count = matrix.getNumElements();
    if (matrix.getType() == MatlabType.UInt8) {
      byte[] bytes = new byte[count];
      for (int i = 0; i < count; i++) {
        bytes[i] = (byte) matrix.getInt(i);
      }
      return bytes;
    }
    if (matrix.getType() == MatlabType.Single) {
      float[] floats = new float[count];
      for (int i = 0; i < count; i++) {
        floats[i] = matrix.getFloat(i);
      }
      return floats;
    }
    return IntStream.range(0, count).mapToDouble(matrix::getDouble).toArray();
  }

  private static double white(Matrix matrix) {
    if (matrix.isLogical()) {
      return 1;
    }
    return switch (matrix.getType()) {
      case UInt8 -> 255;
      case UInt16 -> 65535;
      default -> 0;
    };
  }

  @Override
  public void write(Path file, Table table) throws IOException {
    InputException.throwIf(
        (long) table.values().rows() * table.values().columns() > Integer.MAX_VALUE / Double.BYTES,
        file,
        "a MAT file of version 5 holds less than 2 GB; write the table as .npy");
    write(file, Mat5.newMatFile().addArray(VARIABLE, array(table)), LEVEL);
  }

  /**
   * Writes any variables, compressed at a level from 1 to 9; the file appears whole or not at all.
   */
  public static void write(Path file, MatFile variables, int level) throws IOException {
    AtomicFile.writeByName(
        file,
        temporary -> {
          try (Sink sink = Sinks.newStreamingFile(temporary.toFile())) {
            Mat5.newWriter(sink).setDeflateLevel(level).writeMat(variables);
          }
        });
  }

  private static Matrix array(Table table) {
    int rows = table.values().rows();
    double[] row = new double[table.values().columns()];
    int[] sizes = {rows, row.length};
    int[] places = {};
    if (table.picture().isPresent() && table.picture().get().height() > 1) {
      PictureShape shape = table.picture().get();
      int channels = shape.channels();
      places = NumberArray.columnsToRows(shape.width(), shape.height(), channels);
      sizes =
          channels == 1
              ? new int[] {shape.height(), shape.width(), rows}
              : new int[] {shape.height(), shape.width(), channels, rows};
    }
    Matrix array = Mat5.newMatrix(sizes);
    for (int i = 0; i < rows; i++) {
      table.values().copyRow(i, row);
      for (int k = 0; k < row.length; k++) {
        array.setDouble(places.length == 0 ? k * rows + i : i * row.length + places[k], row[k]);
      }
    }
    return array;
  }

  /** Takes no more memory than a file of this size can explain. */
  private record Bounded(Path file, long bytes) implements BufferAllocator {

    @Override
    public ByteBuffer allocate(int size) {
      if (size < 0 || size > Unpacked.limit(bytes)) {
        throw Unpacked.tooLarge(file.toString(), bytes);
      }
      return ByteBuffer.allocate(size);
    }

    @Override
    public void release(ByteBuffer buffer) {
      // left to the garbage collector
    }
  }
}
