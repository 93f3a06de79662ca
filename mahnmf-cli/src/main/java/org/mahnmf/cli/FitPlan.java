package org.mahnmf.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.mahnmf.Footprint;
import org.mahnmf.MahNmf;
import org.mahnmf.data.Bytes;
import org.mahnmf.data.DiskSpace;
import org.mahnmf.data.InputException;
import org.mahnmf.data.Outline;
import org.mahnmf.data.Source;
import org.mahnmf.matrix.Space;
import org.mahnmf.store.Precision;

/**
 * Where the data of a fit will be, decided before anything is read: in memory if they fit, else on
 * the disk beside the results if the format allows it, else nowhere, with advice.
 */
final class FitPlan {

  /** What can be used of the memory; the collector needs some to breathe. */
  private static final double USABLE = .85;

  /** What the program itself takes, with its report. */
  private static final long PROGRAM = 48L << 20;

  /** What passes over data on the disk take per thread, and the transposition. */
  private static final long WINDOWS = 24L << 20;

  /** A fit that takes less than this part of the memory needs no word about it. */
  private static final double WORTH_A_WORD = .1;

  private final Space space;
  private final String note;

  private FitPlan(Space space, String note) {
    this.space = space;
    this.note = note;
  }

  /** Returns where copies of a table on the disk go; empty if the table is read into memory. */
  Optional<Space> space() {
    return Optional.ofNullable(space);
  }

  /** Returns what the user should know of it, if anything. */
  Optional<String> note() {
    return Optional.ofNullable(note);
  }

  /**
   * Makes a plan.
   *
   * @param input what will be read
   * @param settings of the fit
   * @param work how it will be read
   * @param outOfCore whether the disk is asked for
   * @param folder of the results
   * @throws InputException if the fit cannot be done in the memory and on the disk there are
   */
  static FitPlan of(
      Source input, MahNmf settings, WorkOptions work, boolean outOfCore, OutputFolder folder) {
    Optional<Outline> outline = work.outline(input);
    if (outline.isEmpty()) {
      return new FitPlan(outOfCore ? new DiskSpace(folder.path(), 0) : null, null);
    }
    return new Needs(input, settings, work, outline.get(), Runtime.getRuntime().maxMemory())
        .plan(outOfCore, folder);
  }

  /** What a fit takes, here and there. */
  private record Needs(
      Source input, MahNmf settings, WorkOptions work, Outline outline, long memory) {

    private Footprint footprint(MahNmf some) {
      return Footprint.of(some, outline.rows(), outline.columns(), work.isWeighted());
    }

    private long weights() {
      return work.isWeighted() ? entries() * Double.BYTES : 0;
    }

    private long entries() {
      return (long) outline.rows() * outline.columns();
    }

    private long inMemory(MahNmf some) {
      Footprint footprint = footprint(some);
      return PROGRAM
          + (long) (entries() * outline.bytesPerEntry())
          + weights()
          + footprint.tables()
          + footprint.factors();
    }

    private long besideDisk() {
      return PROGRAM + (1 + work.threads()) * WINDOWS + weights() + footprint(settings).factors();
    }

    private boolean fits(long bytes) {
      return bytes <= USABLE * memory;
    }

    FitPlan plan(boolean outOfCore, OutputFolder folder) {
      long all = inMemory(settings);
      if (!outOfCore && fits(all)) {
        return new FitPlan(
            null,
            all < WORTH_A_WORD * memory
                ? null
                : "the fit takes about "
                    + Bytes.text(all)
                    + " of "
                    + Bytes.text(memory)
                    + " memory.");
      }
      if (!outline.canStayOnDisk() && !outOfCore || !fits(besideDisk())) {
        throw new InputException(input + ": " + refusal(all));
      }
      long onDisk = footprint(settings).tables();
      long free = free(folder);
      if (free < onDisk) {
        throw new InputException(
            folder.path()
                + ": the fit needs "
                + Bytes.text(onDisk)
                + " for temporary files, but "
                + Bytes.text(free)
                + " are free; choose another folder for the results");
      }
      // Small parts of the table are quicker in memory.
      return new FitPlan(
          new DiskSpace(folder.path(), outOfCore ? 0 : (long) (memory / 32)),
          "the fit would take about "
              + Bytes.text(all)
              + " of "
              + Bytes.text(memory)
              + " memory, so the table stays on the disk, with up to "
              + Bytes.text(onDisk)
              + " of temporary files in "
              + folder.path()
              + " and about "
              + Bytes.text(besideDisk())
              + " of memory.");
    }

    private static long free(OutputFolder folder) {
      try {
        return Files.getFileStore(folder.path()).getUsableSpace();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private String refusal(long all) {
      List<String> ways = new ArrayList<>();
      MahNmf floats = settings.withPrecision(Precision.FLOAT);
      if (inMemory(floats) < all) {
        ways.add("--precision float (" + Bytes.text(inMemory(floats)) + ")");
      }
      if (!outline.canStayOnDisk()) {
        ways.add("an NPY file, which can stay on the disk");
      }
      ways.add("--size for smaller pictures");
      ways.add("MAHNMF_JAVA_OPTS=-Xmx" + ((long) (all / USABLE) / (1 << 30) + 1) + "g");
      return outline.rows()
          + "x"
          + outline.columns()
          + " takes about "
          + Bytes.text(all)
          + " of memory, but the JVM may use "
          + Bytes.text(memory)
          + "; try "
          + String.join(", ", ways);
    }
  }
}
