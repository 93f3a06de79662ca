package org.mahnmf.cli;

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
import org.mahnmf.problem.Observations;
import org.mahnmf.store.Precision;

/**
 * Where the data of a fit will be, decided before anything is read: in memory if they fit, else on
 * the disk beside the results if the format allows it, else nowhere, with advice.
 */
final class FitPlan {

  /** What passes over data on the disk take per thread: a block of rows, and their copies. */
  private static final long WINDOWS = 2L << 20;

  /** A fit that takes less than this part of the memory needs no word about it. */
  private static final double WORTH_A_WORD = .1;

  /** Arrays below this part of the memory stay there even if the table is on the disk. */
  private static final int SMALL_PART = 32;

  /** Room for the report and the record of a run. */
  private static final long REPORT = 4L << 20;

  private final Space space;
  private final String note;
  private final boolean isSizeKnown;

  private FitPlan(Space space, String note, boolean isSizeKnown) {
    this.space = space;
    this.note = note;
    this.isSizeKnown = isSizeKnown;
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
   * @throws InputException if the fit cannot be done with the memory and the disk there are
   */
  static FitPlan of(
      Source input, MahNmf settings, WorkOptions work, boolean outOfCore, OutputFolder folder) {
    Optional<Outline> outline = work.outline(input);
    if (outline.isEmpty()) {
      folder.requireRoom(REPORT, "the results");
      // A format that cannot stay on the disk says so when it is read.
      return new FitPlan(outOfCore ? new DiskSpace(folder.path(), 0) : null, null, false);
    }
    return new Needs(input, settings, work, outline.get(), Memory.here()).plan(outOfCore, folder);
  }

  /**
   * Checks what could not be checked before the input was read, because its format does not tell
   * sizes.
   *
   * @param input what was read
   * @param settings of the fit
   * @param work how it was read
   * @param observations what was read
   * @param folder of the results
   * @throws InputException if the fit cannot be done with the memory and the disk there are
   */
  void check(
      Source input,
      MahNmf settings,
      WorkOptions work,
      Observations observations,
      OutputFolder folder) {
    Optional<Outline> size = Memory.sizeOf(observations.values());
    if (!isSizeKnown && size.isPresent()) {
      new Needs(input, settings, work, size.get(), Memory.here()).plan(false, folder);
    }
  }

  /**
   * Checks that there is room for the results of a fit that is done elsewhere.
   *
   * @param settings of the fit
   * @param samples how many
   * @param features of each
   * @param folder of the results
   * @throws InputException if there is not
   */
  static void requireRoom(MahNmf settings, int samples, int features, OutputFolder folder) {
    Footprint footprint = Footprint.of(settings, samples, features, false);
    folder.requireRoom(REPORT + footprint.result(), "the results");
  }

  /** What a fit takes, here and there. */
  private record Needs(
      Source input, MahNmf settings, WorkOptions work, Outline outline, Memory memory) {

    private Footprint footprint(MahNmf some) {
      return Footprint.of(some, outline.rows(), outline.columns(), work.isWeighted());
    }

    private long entries() {
      return (long) outline.rows() * outline.columns();
    }

    private long weights() {
      return work.isWeighted() ? entries() * Double.BYTES : 0;
    }

    private long inMemory(MahNmf some) {
      Footprint footprint = footprint(some);
      return Memory.PROGRAM
          + entries() * outline.bytesPerEntry()
          + weights()
          + footprint.tables()
          + footprint.factors();
    }

    private long besideDisk() {
      return Memory.PROGRAM
          + (2L + work.threads()) * WINDOWS
          + weights()
          + footprint(settings).factors();
    }

    FitPlan plan(boolean outOfCore, OutputFolder folder) {
      long all = inMemory(settings);
      long results = REPORT + footprint(settings).result();
      if (!outOfCore && memory.fits(all)) {
        folder.requireRoom(results, "the results");
        String words =
            all < WORTH_A_WORD * memory.bytes()
                ? null
                : "the fit takes about " + Bytes.text(all) + " of " + memory.text() + ".";
        return new FitPlan(null, words, true);
      }
      boolean possible = outOfCore || outline.canStayOnDisk();
      if (!possible || !memory.fits(besideDisk())) {
        throw memory.refusal(input, "a fit", outline, possible ? besideDisk() : all, ways());
      }
      long files = footprint(settings).tables();
      folder.requireRoom(results + files, "the results and temporary files");
      return new FitPlan(
          new DiskSpace(folder.path(), outOfCore ? 0 : memory.bytes() / SMALL_PART),
          "the table stays on the disk"
              + (outOfCore ? "" : ", because the fit would take " + Bytes.text(all))
              + ": up to "
              + Bytes.text(files)
              + " of temporary files in "
              + folder.path()
              + ", about "
              + Bytes.text(besideDisk())
              + " of "
              + memory.text()
              + ".",
          true);
    }

    /** What may help besides memory and smaller pictures. */
    private List<String> ways() {
      List<String> ways = new ArrayList<>();
      long floats = inMemory(settings.withPrecision(Precision.FLOAT));
      if (memory.fits(floats)) {
        ways.add("--precision float (" + Bytes.text(floats) + ")");
      }
      if (!outline.canStayOnDisk() && memory.fits(besideDisk())) {
        ways.add("an NPY file, which can stay on the disk");
      }
      work.otherMachines().ifPresent(ways::add);
      return ways;
    }
  }
}
