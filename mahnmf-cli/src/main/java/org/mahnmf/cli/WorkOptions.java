package org.mahnmf.cli;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToLongFunction;
import org.mahnmf.data.InputException;
import org.mahnmf.data.Outline;
import org.mahnmf.data.ReadOptions;
import org.mahnmf.data.Source;
import org.mahnmf.data.Table;
import org.mahnmf.data.Tables;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.SegmentMatrix;
import org.mahnmf.matrix.Space;
import org.mahnmf.matrix.SparseMatrix;
import org.mahnmf.picture.PictureShape;
import org.mahnmf.problem.Observations;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options of commands that read a table. */
final class WorkOptions {

  private static final List<String> NOT_FOR_ENGINES =
      List.of(
          "--frames",
          "--size",
          "--color",
          "--patches",
          "--raw",
          "--out-of-core",
          "--weights",
          "--threads");

  @Mixin private InputOptions inputs = new InputOptions();

  @Option(
      names = "--samples",
      paramLabel = "rows|columns",
      defaultValue = "rows",
      description = "Where the samples are in INPUT (default: ${DEFAULT-VALUE}).")
  private Samples samples;

  @Option(
      names = "--weights",
      paramLabel = "FILE",
      converter = InputOptions.SourceName.class,
      description =
          "A weight for each entry of INPUT, in a table of the same size and layout; at least 0,"
              + " and 0 means missing.")
  private Source weights;

  @Option(
      names = "--zero-weight",
      paramLabel = "W",
      description =
          "Weight of the zeros that a sparse INPUT does not store: at least 0, and 0 means missing"
              + " (default: 1). Below 1 it keeps the fit of very sparse data from being drawn to zero.")
  private Double zeroWeight;

  @Option(
      names = "--exact",
      description = "Find codes that are a proven optimum for the basis, not just within 0.1 %%.")
  private boolean exact;

  @Mixin private RunOptions runOptions = new RunOptions();

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  boolean exact() {
    return exact;
  }

  /** Returns whether the samples are the columns of the file. */
  boolean isTransposed() {
    return samples == Samples.COLUMNS;
  }

  boolean quiet() {
    return runOptions.quiet();
  }

  boolean json() {
    return runOptions.json();
  }

  /** Checks what can be checked before anything is read. */
  void check() {
    threads();
    if (zeroWeight != null && !(zeroWeight >= 0 && zeroWeight < Double.POSITIVE_INFINITY)) {
      throw new InputException(
          "--zero-weight is " + zeroWeight + " but must be finite and at least 0");
    }
  }

  /**
   * Refuses options that engines, which read the table and share out the work themselves, would
   * pass over.
   */
  void requireNoneFor(EngineOption engine) {
    for (String option : NOT_FOR_ENGINES) {
      if (command.commandLine().getParseResult().hasMatchedOption(option)) {
        throw new InputException(
            option + " means nothing to --engine " + engine.name() + "; leave out either");
      }
    }
    if (isTransposed()) {
      throw new InputException(
          "--samples columns needs the whole table here and --engine does not read it; leave out"
              + " either");
    }
  }

  /** Returns the weight of the zeros that a sparse table does not store. */
  double zeroWeightOrOne() {
    return zeroWeight == null ? 1 : zeroWeight;
  }

  int threads() {
    return runOptions.threads();
  }

  /**
   * What was read.
   *
   * @param observations rows are samples
   * @param picture how a sample is laid out, if it is a picture
   * @param corner what stands above the names of rows, if that is known
   */
  record Input(
      Observations observations, Optional<PictureShape> picture, Optional<String> corner) {}

  /**
   * Reads samples.
   *
   * @param source what to read
   * @param progress tells about it
   * @param toFit whether every row and column must have an observed entry
   * @param usualZeroWeight weight of the zeros that a sparse table does not store, if no other is
   *     asked for
   * @throws InputException naming rows and columns as they are in the file
   */
  Input read(Source source, ProgressLine progress, boolean toFit, OptionalDouble usualZeroWeight) {
    return read(source, Optional.empty(), progress, toFit, usualZeroWeight);
  }

  /**
   * Reads samples to fit, if memory can hold them and what is made of them.
   *
   * @param source what to read
   * @param progress tells about it
   * @param task what is done with them, such as {@code a search for outliers}
   * @param working bytes of what is made of them
   * @throws InputException before anything is read if the format tells sizes, else afterwards
   */
  Input read(Source source, ProgressLine progress, String task, ToLongFunction<Outline> working) {
    Memory memory = Memory.here();
    Optional<Outline> outline = outline(source);
    outline.ifPresent(size -> memory.require(source, task, size, working));
    Input read = read(source, progress, true, OptionalDouble.empty());
    if (outline.isEmpty()) {
      Memory.sizeOf(read.observations.values())
          .ifPresent(size -> memory.require(source, task, size, working));
    }
    return read;
  }

  /**
   * Reads samples, or leaves them on the disk.
   *
   * @param source what to read
   * @param space for copies of a table that stays on the disk; empty: it is read
   * @param progress tells about it
   * @param toFit whether every row and column must have an observed entry
   * @param usualZeroWeight weight of the zeros that a sparse table does not store, if no other is
   *     asked for
   * @throws InputException naming rows and columns as they are in the file
   */
  Input read(
      Source source,
      Optional<Space> space,
      ProgressLine progress,
      boolean toFit,
      OptionalDouble usualZeroWeight) {
    Table table = inputs.read(source, threads(), space, progress);
    Table weight = weights == null ? null : Tables.read(weights, ReadOptions.DEFAULT);
    if (zeroWeight != null && !(table.values() instanceof SparseMatrix)) {
      throw new InputException(
          source
              + ": the weight of absent entries is "
              + zeroWeight
              + " but the table is dense and has none; give a sparse table, or --weights");
    }
    try {
      Observations asInFile = observations(table, weight, usualZeroWeight);
      if (toFit) {
        asInFile.requireNoEmptyLines();
      }
      if (samples == Samples.ROWS) {
        return new Input(asInFile, table.picture(), table.corner());
      }
      return new Input(
          observations(
              table.transpose(), weight == null ? null : weight.transpose(), usualZeroWeight),
          Optional.empty(),
          table.corner());
    } catch (IllegalArgumentException e) {
      throw new InputException(source + ": " + e.getMessage(), e);
    }
  }

  private Observations observations(Table table, Table weight, OptionalDouble usualZeroWeight) {
    Observations plain = named(table.values(), table);
    boolean sparse = table.values() instanceof SparseMatrix;
    if (weight == null) {
      return sparse ? plain.withZeroWeight(zeroWeight(usualZeroWeight.orElse(1))) : plain;
    }
    try {
      Observations weighted = plain.withWeights(weight.values());
      if (!sparse) {
        return weighted;
      }
      // Weight 0 means missing, so entries that neither file stores are missing, not zeros.
      if (weight.values() instanceof SparseMatrix stored
          && isWithin(stored, (SparseMatrix) table.values())) {
        return weighted.withZeroWeight(zeroWeight(usualZeroWeight.orElse(0)));
      }
    } catch (IllegalArgumentException e) {
      throw new InputException(weights + ": " + e.getMessage(), e);
    }
    if (zeroWeight != null) {
      throw new InputException(
          weights
              + ": has weights for entries that the sparse table does not store, and --zero-weight "
              + zeroWeight
              + " is another one; leave out either");
    }
    return named(table.values().toDense(), table).withWeights(weight.values());
  }

  private double zeroWeight(double usual) {
    return zeroWeight == null ? usual : zeroWeight;
  }

  private static Observations named(Matrix values, Table table) {
    Observations plain = Observations.of(values).withNames(table.columnNames(), table.rowNames());
    return values instanceof SegmentMatrix onDisk ? plain.withSpace(onDisk.space()) : plain;
  }

  /**
   * Tells the size of what will be read, samples in rows.
   *
   * @param source what will be read
   * @return nothing if the format does not tell
   */
  Optional<Outline> outline(Source source) {
    Optional<Outline> asInFile = inputs.outline(source);
    return isTransposed() ? asInFile.map(Outline::transpose) : asInFile;
  }

  /** Returns how to ask for other machines, if the command can do that. */
  Optional<String> otherMachines() {
    return Optional.ofNullable(command.findOption("--engine")).map(option -> "--engine spark");
  }

  /** Returns whether there is a file of weights. */
  boolean isWeighted() {
    return weights != null;
  }

  /** Whether the second matrix stores an entry wherever the first does. */
  private static boolean isWithin(SparseMatrix inner, SparseMatrix outer) {
    int[] columns = new int[inner.columns()];
    double[] values = new double[inner.columns()];
    for (int i = 0; i < inner.rows(); i++) {
      int count = inner.copyNonZeros(i, columns, values);
      for (int k = 0; k < count; k++) {
        if (outer.get(i, columns[k]) == 0) {
          return false;
        }
      }
    }
    return true;
  }
}
