package org.mahnmf.cli.job;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.mahnmf.Footprint;
import org.mahnmf.MahNmf;
import org.mahnmf.cli.option.InputOptions;
import org.mahnmf.data.Outline;
import org.mahnmf.data.Source;
import org.mahnmf.data.file.Bytes;
import org.mahnmf.data.file.DiskSpace;
import org.mahnmf.data.file.InputException;
import org.mahnmf.matrix.ByteMatrix;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.matrix.Precision;
import org.mahnmf.matrix.Space;
import org.mahnmf.matrix.SparseMatrix;
import org.mahnmf.report.FitReport;

/**
 * Where a table and what is made of it will be, decided before anything is read if the format tells
 * sizes: in memory if they fit, else, for a fit, on the disk beside the results if the format
 * allows it, else nowhere, with advice.
 *
 * @param task for messages
 * @param working bytes of what is made of a table
 * @param fit null if the work is done in memory alone
 * @param rank the number of parts, checked before memory: more than the table can have would take
 *     any amount
 * @param sides how rows and columns are called, such as {@code rows, columns}
 */
public record MemoryPlan(
    String task, ToLongFunction<Outline> working, Fit fit, int rank, String sides) {

  private static final long MEMORY = Runtime.getRuntime().maxMemory();

  /** What the program itself takes, with its report. */
  private static final long PROGRAM = 48L << 20;

  /** What can be used of the memory; the collector needs some to breathe. */
  private static final double USABLE = .85;

  /** What passes over data on the disk take per thread: a block of rows, and their copies. */
  private static final long WINDOWS = 2L << 20;

  /** A fit that takes less than this part of the memory needs no word about it. */
  private static final double WORTH_A_WORD = .1;

  /** Arrays below this part of the memory stay there even if the table is on the disk. */
  private static final int SMALL_PART = 32;

  /** Room for the report and the record of a run. */
  private static final long REPORT = 4L << 20;

  /** Where a table goes: to a space on the disk or, if there is none, to memory. */
  record Place(Optional<Space> space, Optional<String> note) {}

  /** A fit that may leave its table on the disk. */
  record Fit(MahNmf settings, InputOptions options, boolean outOfCore, OutputFolder folder) {

    Footprint footprint(MahNmf some, Outline size) {
      return Footprint.of(some, size.rows(), size.columns(), options.weights().isPresent());
    }

    private long weights(Outline size) {
      return options.weights().isPresent() ? entries(size) * Double.BYTES : 0;
    }

    long working(MahNmf some, Outline size) {
      Footprint footprint = footprint(some, size);
      return weights(size) + Math.max(footprint.tables() + footprint.factors(), outliers(size));
    }

    long besideDisk(Outline size) {
      return PROGRAM
          + (2L + options.threads()) * WINDOWS
          + weights(size)
          + Math.max(footprint(settings, size).factors(), outliers(size));
    }

    /** The report looks for outliers when the fit is over. */
    private long outliers(Outline size) {
      return FitReport.bytes(size.rows(), size.columns(), settings.rank());
    }
  }

  /** Plans what is done in memory alone, at any rank. */
  public static MemoryPlan of(String task, ToLongFunction<Outline> working) {
    return new MemoryPlan(task, working, null, 0, "");
  }

  /** Plans a fit, at any rank; out of core if the disk is asked for. */
  static MemoryPlan ofFit(
      MahNmf settings, InputOptions options, boolean outOfCore, OutputFolder folder) {
    Fit fit = new Fit(settings, options, outOfCore, folder);
    return new MemoryPlan("a fit", size -> fit.working(settings, size), fit, 0, "");
  }

  public MemoryPlan withRank(int newRank, String newSides) {
    return new MemoryPlan(task, working, fit, newRank, newSides);
  }

  /** Returns what a fit keeps of a table of any size; weighted if some entries are missing. */
  public static ToLongFunction<Outline> tables(MahNmf settings, boolean weighted) {
    return size -> Footprint.of(settings, size.rows(), size.columns(), weighted).tables();
  }

  /** Checks that there is room for the results of a fit that is done elsewhere. */
  static void requireRoom(MahNmf settings, int samples, int features, OutputFolder folder) {
    Footprint footprint = Footprint.of(settings, samples, features, false);
    folder.requireRoom(REPORT + footprint.result(), "the results");
  }

  /**
   * Decides before a table is read.
   *
   * @throws InputException if the work cannot be done with the memory and the disk there are
   */
  Place decide(Source input, Optional<Outline> outline) {
    boolean outOfCore = fit != null && fit.outOfCore;
    if (outline.isPresent()) {
      return decide(input, outline.get(), outOfCore);
    }
    if (fit != null) {
      fit.folder.requireRoom(REPORT, "the results");
    }
    // A format that cannot stay on the disk says so when it is read.
    Space space = outOfCore ? new DiskSpace(fit.folder.path(), 0) : null;
    return new Place(Optional.ofNullable(space), Optional.empty());
  }

  /**
   * Checks a table whose size is known only while it is read.
   *
   * @throws InputException if there is too little memory for it and the work
   */
  void require(Source input, Outline size) {
    long all = inMemory(input, size);
    if (!fits(all)) {
      throw refusal(input, size, all);
    }
  }

  /** Checks what could not be checked before. */
  void check(Source input, boolean wasKnown, Observations read) {
    requireRank(input, read.samples(), read.features());
    Matrix values = read.values();
    if (!wasKnown && !(values instanceof SparseMatrix)) {
      int width = values instanceof ByteMatrix ? 1 : Double.BYTES;
      decide(input, new Outline(values.rows(), values.columns(), width, false, false), false);
    }
  }

  private void requireRank(Source input, int rows, int columns) {
    int most = Math.min(rows, columns);
    InputException.throwIf(
        rank > most,
        "%s: rank is %s but must be at most min(%s) = %s, since more parts are pointless"
            .formatted(input, rank, sides, most));
  }

  private Place decide(Source input, Outline size, boolean outOfCore) {
    if (fit == null) {
      require(input, size);
      return new Place(Optional.empty(), Optional.empty());
    }
    long all = inMemory(input, size);
    Footprint footprint = fit.footprint(fit.settings, size);
    long results = REPORT + footprint.result();
    if (!outOfCore && fits(all)) {
      fit.folder.requireRoom(results, "the results");
      String words = "the fit takes about " + ofMemory(all);
      return new Place(
          Optional.empty(), all < WORTH_A_WORD * MEMORY ? Optional.empty() : Optional.of(words));
    }
    boolean possible = outOfCore || size.canStayOnDisk();
    long beside = fit.besideDisk(size);
    if (!possible || !fits(beside)) {
      throw refusal(input, size, possible ? beside : all);
    }
    fit.folder.requireRoom(results + footprint.tables(), "the results and temporary files");
    String why = outOfCore ? "" : ", because the fit would take " + Bytes.text(all);
    String files = Bytes.text(footprint.tables()) + " of temporary files in " + fit.folder.path();
    return new Place(
        Optional.of(new DiskSpace(fit.folder.path(), outOfCore ? 0 : MEMORY / SMALL_PART)),
        Optional.of(
            "the table stays on the disk%s: up to %s, about %s"
                .formatted(why, files, ofMemory(beside))));
  }

  private InputException refusal(Source input, Outline size, long needed) {
    List<String> ways = new ArrayList<>();
    if (fit != null) {
      MahNmf halved = fit.settings.withPrecision(Precision.FLOAT);
      long floats = inMemory(size) + fit.working(halved, size);
      if (fits(floats)) {
        ways.add("--precision float (" + Bytes.text(floats) + ")");
      }
      if (!size.canStayOnDisk() && fits(fit.besideDisk(size))) {
        ways.add("an NPY file, which can stay on the disk");
      }
      fit.options.otherMachines().ifPresent(ways::add);
    }
    if (size.isPictures()) {
      ways.add("--size for smaller pictures");
    }
    ways.add("MAHNMF_JAVA_OPTS=-Xmx" + ((long) (needed / USABLE) / (1 << 30) + 1) + "g");
    String usable = Bytes.text((long) (USABLE * MEMORY));
    return new InputException(
        "%s: %s of %s x %s entries takes about %s of memory, but the program can count on %s; try "
                .formatted(input, task, size.rows(), size.columns(), Bytes.text(needed), usable)
            + String.join(", ", ways));
  }

  private boolean fits(long needed) {
    return needed <= USABLE * MEMORY;
  }

  private String ofMemory(long bytes) {
    return Bytes.text(bytes) + " of " + Bytes.text(MEMORY) + " memory.";
  }

  /** Returns what all takes in memory, after a look at the rank. */
  private long inMemory(Source input, Outline size) {
    requireRank(input, size.rows(), size.columns());
    return inMemory(size) + working.applyAsLong(size);
  }

  private static long inMemory(Outline size) {
    return PROGRAM + entries(size) * size.bytesPerEntry();
  }

  private static long entries(Outline size) {
    return (long) size.rows() * size.columns();
  }
}
