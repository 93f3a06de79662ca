package org.mahnmf.cli.job;

import java.util.Optional;
import org.mahnmf.cli.option.InputOptions;
import org.mahnmf.data.Outline;
import org.mahnmf.data.ReadOptions;
import org.mahnmf.data.Source;
import org.mahnmf.data.Table;
import org.mahnmf.data.Tables;
import org.mahnmf.data.file.InputException;
import org.mahnmf.data.file.ReadListener;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.matrix.PictureShape;
import org.mahnmf.matrix.SegmentMatrix;
import org.mahnmf.matrix.Space;
import org.mahnmf.matrix.SparseMatrix;

/**
 * The samples that a command has read.
 *
 * @param observations rows are samples
 * @param picture how a sample is laid out, if it is a picture
 * @param corner what stands above the names of rows, if that is known
 */
public record InputTable(
    Observations observations, Optional<PictureShape> picture, Optional<String> corner) {

  /** Tells the size of what will be read, samples in rows, if the format tells it. */
  static Optional<Outline> outline(Source source, InputOptions options) {
    Optional<Outline> asInFile =
        options.raw().isPresent()
            ? Optional.of(options.raw().get().outline())
            : Tables.outline(source, options.reading());
    return options.isTransposed() ? asInFile.map(Outline::transpose) : asInFile;
  }

  /**
   * Reads samples, or leaves them on the disk.
   *
   * @param space for copies of a table that stays on the disk; empty: it is read
   * @param toFit whether every row and column must have an observed entry
   * @param usual weight of the zeros that a sparse table does not store, if no other is asked for
   * @throws InputException naming rows and columns as they are in the file
   */
  static InputTable read(
      Source source,
      InputOptions options,
      Optional<Space> space,
      ReadListener listener,
      boolean toFit,
      Optional<Double> usual) {
    ReadOptions listened = options.reading().withListener(listener);
    ReadOptions placed = space.map(listened::withSpace).orElse(listened);
    Table table =
        options.raw().isPresent()
            ? options.raw().get().read(source.path(), placed)
            : Tables.read(source, placed);
    Optional<Table> weights = options.weights().map(file -> Tables.read(file, ReadOptions.DEFAULT));
    if (options.zeroWeight().isPresent() && !(table.values() instanceof SparseMatrix)) {
      throw new InputException(
          "%s: the weight of absent entries is %s but the table is dense and has none; give a sparse"
                  .formatted(source, options.zeroWeight().get())
              + " table, or --weights");
    }
    return FitJob.check(
        source,
        () -> {
          Observations asInFile = observations(table, weights, options, usual);
          if (toFit) {
            asInFile.requireNoEmptyLines();
          }
          if (!options.isTransposed()) {
            return new InputTable(asInFile, table.picture(), table.corner());
          }
          Observations turned =
              observations(table.transpose(), weights.map(Table::transpose), options, usual);
          return new InputTable(turned, Optional.empty(), table.corner());
        });
  }

  private static Observations observations(
      Table table, Optional<Table> weights, InputOptions options, Optional<Double> usual) {
    Observations plain = named(table.values(), table);
    Optional<Double> zeroWeight = options.zeroWeight().or(() -> usual);
    boolean sparse = table.values() instanceof SparseMatrix;
    if (weights.isEmpty()) {
      return sparse ? plain.withZeroWeight(zeroWeight.orElse(1.0)) : plain;
    }
    Source file = options.weights().orElseThrow();
    Matrix weight = weights.get().values();
    Observations weighted = FitJob.check(file, () -> plain.withWeights(weight));
    if (!sparse) {
      return weighted;
    }
    // Weight 0 means missing, so entries that neither file stores are missing, not zeros.
    if (weight instanceof SparseMatrix stored && isWithin(stored, (SparseMatrix) table.values())) {
      return FitJob.check(file, () -> weighted.withZeroWeight(zeroWeight.orElse(0.0)));
    }
    if (options.zeroWeight().isPresent()) {
      throw new InputException(
          "%s: has weights for entries that the sparse table does not store, and --zero-weight %s is"
                  .formatted(file, options.zeroWeight().get())
              + " another one; leave out either");
    }
    return named(table.values().toDense(), table).withWeights(weight);
  }

  private static Observations named(Matrix values, Table table) {
    Observations plain = Observations.of(values).withNames(table.columnNames(), table.rowNames());
    Observations shaped = table.picture().map(plain::withPicture).orElse(plain);
    return values instanceof SegmentMatrix onDisk ? shaped.withSpace(onDisk.space()) : shaped;
  }

  /** Whether the second matrix stores an entry wherever the first does. */
  private static boolean isWithin(SparseMatrix inner, SparseMatrix outer) {
    int[] columns = new int[inner.columns()];
    double[] values = new double[inner.columns()];
    for (int i = 0; i < inner.rows(); i++) {
      int count = inner.copyStored(i, columns, values);
      for (int k = 0; k < count; k++) {
        if (outer.get(i, columns[k]) == 0) {
          return false;
        }
      }
    }
    return true;
  }
}
