package org.mahnmf;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.solver.Support;

/**
 * Runs a fit elsewhere than in this process, on tables that one machine does not hold. Found as a
 * service, so that the program does without it until it is asked for.
 *
 * <pre>{@code
 * for (Engine engine : ServiceLoader.load(Engine.class)) {
 *   System.out.println(engine.name() + ": " + engine.description());
 * }
 * }</pre>
 */
public interface Engine {

  /** Returns the name that {@code --engine} takes. */
  String name();

  /** Returns one sentence about it. */
  String description();

  /**
   * Says, before any work, whether it can do what is asked for; a refusal names the setting.
   *
   * @param settings as {@link MahNmf#planFor} gives them
   */
  Support support(MahNmf settings);

  /**
   * Factors a table.
   *
   * @param settings what is asked for, in the units of the table, and is supported
   * @param job where, and of what
   * @throws IllegalArgumentException if the table is not as it must be
   * @throws IOException if files cannot be read or written
   */
  Result fit(MahNmf settings, Job job) throws IOException;

  /**
   * Where, and of what.
   *
   * @param place where the engine is to run, in its own words; empty for this machine
   * @param input the table
   * @param zeroWeight weight of the zeros that a sparse table does not store
   * @param codes where they go: a NPY file in the order of the table, or, if its name ends in
   *     {@code .parquet}, a folder that must not exist
   * @param checkpoints how the run is saved while it works; empty if it is not
   * @param size told the size of the table
   */
  record Job(
      Optional<String> place,
      String input,
      double zeroWeight,
      Path codes,
      Optional<Checkpoints> checkpoints,
      Size size) {}

  /** Waits for the size of the table. */
  @FunctionalInterface
  interface Size {

    /**
     * Is told it when the table has been read once, before any work; may refuse by an exception.
     *
     * @param samples how many
     * @param features of each
     */
    void known(int samples, int features);
  }

  /**
   * How a run is saved while it works.
   *
   * @param folder where, in the engine's words; need not exist
   * @param resume continue from what is there; else nothing may be there
   * @param every time between two checkpoints; empty if the engine may choose
   * @param notes told what is resumed
   */
  record Checkpoints(
      String folder, boolean resume, Optional<Duration> every, Consumer<String> notes) {}

  /** What was saved of a run that is over. */
  @FunctionalInterface
  interface Saved {

    /**
     * Removes it, unless there is something to resume. To be called when the results are safe.
     *
     * @param notes told if it stays
     * @throws IOException if it cannot be removed
     */
    void release(Consumer<String> notes) throws IOException;
  }

  /**
   * What came out.
   *
   * @param model the basis and how to encode with it
   * @param record of the run
   * @param shown some samples for a report
   * @param saved what was saved meanwhile
   */
  record Result(Model model, RunRecord record, Shown shown, Saved saved) {}

  /**
   * Some samples, spread evenly over the table.
   *
   * @param samples with names that tell their places
   * @param codes of them, samples x rank
   */
  record Shown(Observations samples, DenseMatrix codes) {}
}
