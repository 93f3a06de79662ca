package org.mahnmf;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.problem.Loss;
import org.mahnmf.problem.Side;
import org.mahnmf.solver.IterationListener;
import org.mahnmf.solver.Solver;
import org.mahnmf.term.Ridge;

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
   * Factors a table.
   *
   * @param plan what is asked for
   * @param job where, and of what
   * @throws IllegalArgumentException if the engine does not take something, naming it
   * @throws IOException if files cannot be read or written
   */
  Result fit(Plan plan, Job job) throws IOException;

  /**
   * What is asked for; numbers in the units of the table.
   *
   * @param rank number of components
   * @param seed of every random choice
   * @param solver the method, with its constants
   * @param start name of the starting point; empty if the engine may choose
   * @param maxIterations most outer steps
   * @param tolerance relative change of the objective per outer step that counts as converged
   * @param loss price of a residual
   * @param basis terms on the basis
   * @param codes terms on the codes
   * @param ridge on both factors besides, as a share of {@link Ridge#natural}; 0 for none
   * @param exactCodes whether the codes are to be proven optima
   * @param settings the same and more by name, for the record
   * @param listeners who watch
   * @param timeLimit seconds, those of earlier runs of a resumed fit included; may be infinite
   * @param cancelled true when the user wants the run to end
   */
  record Plan(
      int rank,
      long seed,
      Solver solver,
      Optional<String> start,
      int maxIterations,
      double tolerance,
      Loss loss,
      Side basis,
      Side codes,
      double ridge,
      boolean exactCodes,
      Map<String, Object> settings,
      List<IterationListener> listeners,
      double timeLimit,
      BooleanSupplier cancelled) {}

  /**
   * Where, and of what.
   *
   * @param place where the engine is to run, in its own words; empty for this machine
   * @param input the table
   * @param zeroWeight weight of the zeros that a sparse table does not store
   * @param codes where they go: a NPY file in the order of the table, or, if its name ends in
   *     {@code .parquet}, a folder that must not exist
   * @param saving how the run is saved while it works; empty if it is not
   * @param size told the size of the table
   */
  record Job(
      Optional<String> place,
      String input,
      double zeroWeight,
      Path codes,
      Optional<Saving> saving,
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
   * @param resume go on from what is there; else nothing may be there
   * @param every time between two savings; empty if the engine may choose
   * @param notes told what is gone on from
   */
  record Saving(String folder, boolean resume, Optional<Duration> every, Consumer<String> notes) {}

  /** What was saved of a run that is over. */
  @FunctionalInterface
  interface Kept {

    /**
     * Removes it, unless there is something to go on with. To be called when the results are safe.
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
   * @param kept what was saved meanwhile
   */
  record Result(Model model, RunRecord record, Shown shown, Kept kept) {}

  /**
   * Some samples, spread evenly over the table.
   *
   * @param samples with names that tell their places
   * @param codes of them, samples x rank
   */
  record Shown(Observations samples, DenseMatrix codes) {}
}
