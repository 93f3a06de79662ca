package org.mahnmf.cli.option;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.mahnmf.data.ReadOptions;
import org.mahnmf.data.Source;
import org.mahnmf.data.array.RawNumbers;
import org.mahnmf.data.file.InputException;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options of commands that read a table: what to take of it, and how to work. */
public final class InputOptions {

  /** What an input can be, for the help of commands. */
  public static final String FORMATS =
      "CSV (also .gz), NPY, NPZ[:member], MAT[:variable], HDF5[:/path] or Matrix Market; an image, a"
          + " folder of images or a video.";

  private static final List<String> NOT_FOR_ENGINES =
      List.of(
          "--frames --size --color --patches --raw --out-of-core --weights --threads".split(" "));

  /** Where the samples of a table are. */
  enum Samples {
    ROWS,
    COLUMNS;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Mixin private PictureOptions pictures = new PictureOptions();

  @Option(
      names = "--patches",
      paramLabel = "P",
      description = "Cut an image into squares of PxP pixels (default: its rows are the samples).")
  private Integer patches;

  @Option(
      names = "--raw",
      paramLabel = "ROWSxCOLUMNS:TYPE",
      description =
          "INPUT is bare numbers, row by row and little-endian, such as 60000x784:f4; types as in"
              + " numpy: u1, u2, f4, f8 ...")
  private RawNumbers raw;

  @Option(
      names = "--samples",
      paramLabel = "rows|columns",
      description = "Where the samples are in INPUT (default: rows).")
  private Samples samples = Samples.ROWS;

  @Option(
      names = "--weights",
      paramLabel = "FILE",
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
      description = "Find codes that are a proven optimum for the basis, not just within 0.01 %%.")
  private boolean exact;

  @Mixin private RunOptions run = new RunOptions();

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  public RunOptions run() {
    return run;
  }

  public int threads() {
    return run.threads();
  }

  public boolean exact() {
    return exact;
  }

  /** Whether the samples are the columns of the file. */
  public boolean isTransposed() {
    return samples == Samples.COLUMNS;
  }

  /** Checks what can be checked before anything is read. */
  public void check() {
    threads();
    InputException.throwIf(
        zeroWeight != null && !(zeroWeight >= 0 && zeroWeight < Double.POSITIVE_INFINITY),
        "--zero-weight is " + zeroWeight + " but must be finite and at least 0");
  }

  /**
   * Refuses what engines would pass over: they read the table and share out the work themselves.
   */
  public void requireNoneFor(EngineOption engine) {
    for (String option : NOT_FOR_ENGINES) {
      InputException.throwIf(
          command.commandLine().getParseResult().hasMatchedOption(option),
          option + " means nothing to --engine " + engine.name() + "; leave out either");
    }
    InputException.throwIf(
        isTransposed(),
        "--samples columns needs the whole table here and --engine does not read it; leave out"
            + " either");
  }

  public Optional<Double> zeroWeight() {
    return Optional.ofNullable(zeroWeight);
  }

  public Optional<Source> weights() {
    return Optional.ofNullable(weights);
  }

  public Optional<RawNumbers> raw() {
    return Optional.ofNullable(raw);
  }

  public ReadOptions reading() {
    InputException.throwIf(
        patches != null && patches < 1, "patches is " + patches + " but must be at least 1");
    return pictures.options(threads()).withPatches(patches == null ? 0 : patches);
  }

  /** Returns how to ask for other machines, if the command can do that. */
  public Optional<String> otherMachines() {
    return Optional.ofNullable(command)
        .map(some -> some.findOption("--engine"))
        .map(option -> "--engine spark");
  }
}
