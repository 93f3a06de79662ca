package org.mahnmf.cli.job;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.mahnmf.Factorization;
import org.mahnmf.HeldOutCurve;
import org.mahnmf.MahNmf;
import org.mahnmf.RankSearch;
import org.mahnmf.Tradeoff;
import org.mahnmf.WeightSearch;
import org.mahnmf.checkpoint.CheckpointException;
import org.mahnmf.cli.option.CheckpointOptions;
import org.mahnmf.cli.option.InputOptions;
import org.mahnmf.cli.option.RunOptions;
import org.mahnmf.cli.option.SearchOptions;
import org.mahnmf.data.Outline;
import org.mahnmf.data.Source;
import org.mahnmf.data.Tables;
import org.mahnmf.data.file.InputException;
import org.mahnmf.data.file.MappedBytes;
import org.mahnmf.data.file.ReadListener;
import org.mahnmf.internal.start.GivenStart;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.solver.TooFewEntriesException;

/**
 * One run of a command: it takes the folder of the results, reads what fits into memory, tells how
 * the work goes, times its phases, listens to Ctrl-C, writes the results and has the last word.
 * Commands say what is computed in between.
 */
public final class FitJob implements AutoCloseable {

  private final Console console;
  private final RunOptions options;
  private final String input;
  private final OutputFolder folder;
  private final ProgressLine progress;
  private final Map<String, Double> laps = new LinkedHashMap<>();
  private RunCheckpoint checkpoint; // null if the run is not saved
  private long since = System.nanoTime();

  private FitJob(Console console, RunOptions options, Object input, OutputFolder folder) {
    this.console = console;
    this.options = options;
    this.input = input.toString();
    this.folder = folder;
    this.progress = new ProgressLine(console, options.quiet());
  }

  /** Takes the folder of the results, null if nothing is written; messages name the input. */
  public static FitJob open(Console console, RunOptions options, Object input, Path out) {
    OutputFolder folder = out == null ? null : OutputFolder.open(out, "--out");
    return new FitJob(console, options, input, folder);
  }

  /** Makes sure that a file can be written. */
  public static FitJob openFile(Console console, RunOptions options, Object input, Path file) {
    return new FitJob(console, options, input, OutputFolder.openFor(file, "--out"));
  }

  /** What the library does and checks: an IllegalArgumentException is a mistake of the user's. */
  @FunctionalInterface
  public interface Task<T, E extends Exception> {
    T get() throws E;
  }

  /** Lets the library check what it is told by flags; what it finds wrong is told in one line. */
  public static <T, E extends Exception> T checkFlags(Task<T, E> task) throws E {
    return check("", task);
  }

  /** Lets the library check what it does with an input, whose name begins the message. */
  public static <T, E extends Exception> T check(Object input, Task<T, E> task) throws E {
    try {
      return task.get();
    } catch (IllegalArgumentException e) {
      boolean named = e instanceof CheckpointException || input.equals("");
      throw new InputException((named ? "" : input + ": ") + e.getMessage(), e);
    } catch (InternalError | IllegalStateException e) {
      if (MappedBytes.isLost(e)) {
        throw MappedBytes.lost(input, e);
      }
      throw e;
    }
  }

  /** Saves the run while it works; not if null. */
  public void save(CheckpointOptions wanted) throws IOException {
    if (wanted != null) {
      checkpoint = RunCheckpoint.open(wanted, folder.path(), progress::note);
    }
  }

  /** Checks before the work that no result takes the place of what is read. */
  public void keep(Path file, Collection<String> names) {
    if (folder != null) {
      folder.keep(file, names);
    }
  }

  public MemoryPlan planFit(MahNmf settings, InputOptions inputs, boolean outOfCore) {
    return MemoryPlan.ofFit(settings, inputs, outOfCore, folder);
  }

  /** Reads samples to fit as they are, in rows; they may stay on the disk. */
  public InputTable readToFit(Source source, MahNmf settings) {
    InputOptions plain = new InputOptions();
    MemoryPlan plan = planFit(settings, plain, false).withRank(settings.rank(), "rows, columns");
    return read(source, plain, plan);
  }

  /**
   * Reads samples to fit, or leaves them on the disk. The plan refuses what does not suit it before
   * anything is read if the format tells sizes, else afterwards.
   */
  public InputTable read(Source source, InputOptions inputs, MemoryPlan plan) {
    Optional<Outline> outline = InputTable.outline(source, inputs);
    MemoryPlan.Place place = plan.decide(source, outline);
    place.note().ifPresent(this::note);
    ReadListener listener =
        new ReadListener() {
          @Override
          public void onProgress(double fraction) {
            progress.onRead(fraction);
          }

          @Override
          public void onSize(int rows, int columns) {
            Outline size = new Outline(rows, columns, Double.BYTES, false, false);
            plan.require(source, inputs.isTransposed() ? size.transpose() : size);
          }
        };
    progress.beginReading("reading " + source);
    InputTable table =
        InputTable.read(source, inputs, place.space(), listener, true, Optional.empty());
    plan.check(source, outline.isPresent(), table.observations());
    return table;
  }

  /**
   * Reads samples to encode, of which rows and columns may have nothing observed. The zeros that a
   * sparse table does not store have this weight if no other is asked for.
   */
  public Observations readSamples(Source source, InputOptions inputs, Optional<Double> zeroWeight) {
    progress.beginReading("reading " + source);
    return InputTable.read(source, inputs, Optional.empty(), progress::onRead, false, zeroWeight)
        .observations();
  }

  /** Reads the factors to start from, if any are given; then as {@link #watched(MahNmf)}. */
  public MahNmf watched(MahNmf settings, SearchOptions search) {
    List<Path> files = search.startFiles();
    if (files.isEmpty()) {
      return watched(settings);
    }
    Matrix basis = Tables.read(files.get(0)).values();
    Matrix codes = Tables.read(files.get(1)).values();
    String names = files.get(0) + ", " + files.get(1);
    return watched(check(names, () -> settings.with(new GivenStart(basis, codes))));
  }

  /** Lets a fit be watched, interrupted and saved. */
  public MahNmf watched(MahNmf settings) {
    MahNmf watched =
        settings.withListener(progress).withCancellation(console.interruption()::isRequested);
    return checkpoint == null ? watched : watched.withCheckpoint(checkpoint.checkpoint());
  }

  /** Does the work that comes to its end, early if the user wants that; returns the exit code. */
  public int finish(Interruption.Work work) throws IOException {
    if (laps.isEmpty()) {
      lap("read");
    }
    Interruption interruption = console.interruption();
    interruption.finish(
        () -> {
          work.run();
          if (checkpoint != null) {
            checkpoint.release(progress::note);
          }
        });
    return interruption.isRequested() ? Command.INTERRUPTED : Command.DONE;
  }

  /** Fits and ends the phase {@code fit}. */
  public Factorization fit(MahNmf settings, Observations observations) {
    progress.beginRun(settings);
    Factorization found = checked("leave out --validate", () -> settings.fit(observations));
    lap("fit");
    return found;
  }

  public HeldOutCurve findRank(MahNmf settings, Observations observations, SearchOptions search) {
    progress.phase("searching for the rank");
    return RankSearch.withDefaults().with(search.holdout()).search(settings, observations);
  }

  public HeldOutCurve findWeight(
      MahNmf settings,
      Observations observations,
      SearchOptions search,
      String option,
      Tradeoff tradeoff) {
    progress.phase("searching for the weight of " + option);
    WeightSearch weights = WeightSearch.withDefaults().with(search.holdout());
    return checked(
        "give " + option + " a number", () -> weights.search(settings, observations, tradeoff));
  }

  /** Lets the library check what it does with the input. */
  public <T, E extends Exception> T checked(Task<T, E> task) throws E {
    return check(input, task);
  }

  /** The same for an input of which it hides entries, with advice if that is too small. */
  public <T, E extends Exception> T checked(String advice, Task<T, E> task) throws E {
    try {
      return checked(task);
    } catch (InputException e) {
      boolean small = e.getCause() instanceof TooFewEntriesException;
      throw small ? new InputException(e.getMessage() + "; " + advice, e) : e;
    }
  }

  /** Writes results and returns the text of the record. */
  @FunctionalInterface
  public interface Writing {
    String to(FitFiles files) throws IOException;
  }

  /** Writes results, and once more elsewhere if the folder fails after all. */
  public String write(Writing writing) throws IOException {
    progress.phase("writing " + folder.path());
    return folder.writeOrRescue(
        where -> writing.to(new FitFiles(where, this, new LinkedHashMap<>())));
  }

  /** Has the last word. */
  public void print(String json, Consumer<PrintStream> summary, List<String> notes) {
    progress.clear();
    if (options.json()) {
      console.out().print(json);
    } else {
      summary.accept(console.out());
    }
    notes.forEach(this::note);
  }

  /** Says what a person should know, unless the user wants quiet. */
  public void note(String note) {
    progress.note(note);
  }

  public void lap(String name) {
    long now = System.nanoTime();
    laps.put(name, (now - since) * 1e-9);
    since = now;
  }

  public Map<String, Double> seconds() {
    return new LinkedHashMap<>(laps);
  }

  public ProgressLine progress() {
    return progress;
  }

  public Console console() {
    return console;
  }

  public OutputFolder folder() {
    return folder;
  }

  public String input() {
    return input;
  }

  /** Returns the names of files and where they are. */
  public String files(Collection<String> names) {
    return String.join(", ", names) + " in " + folder.path();
  }

  @Override
  public void close() {
    if (checkpoint != null) {
      checkpoint.close();
    }
    if (folder != null) {
      folder.close();
    }
    progress.close();
  }
}
