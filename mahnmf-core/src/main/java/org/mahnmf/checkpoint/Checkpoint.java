package org.mahnmf.checkpoint;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Saves a run while it works, so that one that was killed can resume and end with the very same
 * bytes.
 *
 * <p>A run is a sequence of stages (starts, trials, restarts), always the same one, because
 * everything follows from data, settings and seed. The checkpoint holds the results of the stages
 * that are over and the state of the one that works. To resume, the run is simply started again:
 * stages that are over return what they returned before, and the last one continues from its state.
 *
 * <p>At most the interval is lost, a second unless told otherwise, and whatever lasts longer than
 * that in one piece: an outer step, a start, the last step of a fit. Nothing is saved once a run
 * was asked to stop. One run at a time may use a checkpoint.
 */
public final class Checkpoint {

  /** Time between two checkpoints unless another one is asked for. */
  public static final Duration DEFAULT_INTERVAL = Duration.ofSeconds(1);

  private static final Checkpoint NONE = new Checkpoint(null, () -> false);

  private final CheckpointPlace place;
  private final BooleanSupplier due;
  private final List<Entry> tape = new ArrayList<>();
  private int position;
  private String unfinished;
  private InputStream rest;
  private Working running;
  private BooleanSupplier stopped = () -> false;
  private Runnable begun = () -> {};
  private boolean resumed;
  private boolean complete;
  private double secondsBefore;
  private long begin = System.nanoTime();
  private long lastSaved = begin;
  private int timesSaved;
  private String failure;

  /** A stage that is over. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Entry(String name, byte[] result) {}

  /**
   * A stage at work.
   *
   * @param mark how many stages were over before it
   * @param isStepped whether it is saved while it works
   */
  private record Working(String name, Stateful state, int mark, boolean isStepped, Working outer) {}

  private Checkpoint(CheckpointPlace place, BooleanSupplier due) {
    this.place = place;
    this.due = due;
  }

  private Checkpoint(CheckpointPlace place, Duration interval) {
    this.place = place;
    this.due = () -> System.nanoTime() - lastSaved >= interval.toNanos();
  }

  /** Returns a checkpoint that saves nothing. */
  public static Checkpoint none() {
    return NONE;
  }

  /**
   * Begins afresh; what is kept at the place stays until the first checkpoint.
   *
   * @param interval least time from the end of a checkpoint to the next one
   */
  public static Checkpoint begin(CheckpointPlace place, Duration interval) {
    return new Checkpoint(place, interval);
  }

  /** Begins afresh likewise, with a checkpoint whenever it is due. */
  public static Checkpoint begin(CheckpointPlace place, BooleanSupplier due) {
    return new Checkpoint(place, due);
  }

  /**
   * Continues from what is kept, or begins afresh if nothing is; {@link #isResumed()} tells.
   *
   * @param interval least time from the end of a checkpoint to the next one
   * @throws CheckpointException if what is kept is damaged or was made by another version
   */
  public static Checkpoint resume(CheckpointPlace place, Duration interval) {
    return new Checkpoint(place, interval).takenOver();
  }

  /** Continues likewise, with a checkpoint whenever it is due. */
  public static Checkpoint resume(CheckpointPlace place, BooleanSupplier due) {
    return new Checkpoint(place, due).takenOver();
  }

  private Checkpoint takenOver() {
    try {
      if (CheckpointFormat.isKept(place)) {
        read();
      }
    } catch (IOException | UncheckedIOException e) {
      throw new CheckpointException(place.name() + ": cannot be read: " + e.getMessage(), e);
    }
    return this;
  }

  private void read() throws IOException {
    rest = new BufferedInputStream(place.open().orElseThrow());
    StateReader reader = new StateReader(rest);
    CheckpointFormat.readHead(place, reader);
    secondsBefore = reader.number(0);
    int size = reader.count(0);
    for (int i = 0; i < size; i++) {
      tape.add(new Entry(reader.text(null), reader.bytes()));
    }
    unfinished = reader.text(null);
    resumed = true;
    if (unfinished == null) {
      closeRest();
    }
  }

  private void closeRest() {
    try {
      rest.close();
    } catch (IOException e) {
      // it was only read
    }
    rest = null;
  }

  /** Returns whether there was something to resume. */
  public boolean isResumed() {
    return resumed;
  }

  /** Returns whether there is more to take over before new work begins. */
  public boolean isTakingOver() {
    return position < tape.size() || unfinished != null;
  }

  /** Returns whether the fit came to an end of its own, so that there is nothing to resume. */
  public boolean isComplete() {
    return complete;
  }

  /** Ends a fit; it is complete if neither the user nor the clock ended it. */
  public void end(boolean isComplete) {
    complete = place != null && isComplete;
  }

  /** Returns how often the run was saved so far. */
  public int timesSaved() {
    return timesSaved;
  }

  /** Returns why the last checkpoint failed, if it did. The run continues and tries again. */
  public Optional<String> failure() {
    return Optional.ofNullable(failure);
  }

  /** Removes what is kept, for the run is over and its results are safe. */
  public void discard() throws IOException {
    if (rest != null) {
      closeRest();
    }
    if (place != null) {
      place.remove();
    }
  }

  /** Tells once, when the run is known to be the one of the checkpoint, whether it resumes. */
  public void tell(Consumer<String> notes) {
    String note =
        isResumed()
            ? "The run resumes from " + place.name() + "."
            : place.name() + ": there is no checkpoint, so the run begins afresh.";
    begun = () -> notes.accept(note);
  }

  /**
   * Says what is going to run, so that a checkpoint of something else is refused.
   *
   * @param known whatever the result depends on, by name; asked for if anything is saved
   * @throws CheckpointException naming the first fact that differs
   */
  public void identify(Supplier<Map<String, String>> known) {
    if (place == null) {
      return;
    }
    Map<String, String> facts = known.get();
    Map<String, String> there = made("identity", () -> facts, State::texts);
    facts.forEach((name, here) -> CheckpointFormat.require(place, name, there.get(name), here));
    begun.run();
    begun = () -> {};
  }

  /**
   * Begins something that is saved when it is over, with {@link #leave()}. It may hold other
   * stages.
   *
   * @param name of the stage, the same in every run
   * @return false if the result is known: then there is nothing to do, and nothing to leave
   */
  public boolean enter(String name, Stateful result) {
    return enter(name, result, false);
  }

  /**
   * Begins, likewise, something that is saved while it works too, whenever it {@linkplain
   * #saveIfDue() looks}: its state between two steps, and after the last one. It holds no other
   * stages.
   */
  public boolean enterSteps(String name, Stateful state) {
    return enter(name, state, true);
  }

  private boolean enter(String name, Stateful state, boolean isStepped) {
    if (place == null) {
      return true;
    }
    if (position < tape.size() && tape.get(position).name.equals(name)) {
      restore(state, new ByteArrayInputStream(tape.get(position).result));
      position++;
      return false;
    }
    if (isStepped && unfinished != null && position == tape.size()) {
      CheckpointFormat.require(place, "the stage", unfinished, name);
      unfinished = null;
      restore(state, rest);
      closeRest();
    }
    running = new Working(name, state, position, isStepped, running);
    return true;
  }

  /** Ends the stage that was entered last. */
  public void leave() {
    if (place == null) {
      return;
    }
    Working over = running;
    running = over.outer;
    if (stopped.getAsBoolean()) {
      return; // it may have ended early
    }
    if (isTakingOver()) {
      throw new CheckpointException(
          place.name() + ": cannot be resumed: it has other stages than '" + over.name + "'");
    }
    // What was part of it is not needed any more.
    tape.subList(over.mark, tape.size()).clear();
    tape.add(new Entry(over.name, StateWriter.bytesOf(over.state)));
    position = tape.size();
    saveIfDue();
  }

  /**
   * Makes something, or takes what an earlier run made.
   *
   * @param name of the stage, the same in every run
   * @param exchange gets null while restoring
   */
  public <T> T made(String name, Supplier<T> work, BiFunction<State, T, T> exchange) {
    List<T> made = new ArrayList<>(Collections.singletonList(null));
    if (enter(name, state -> made.set(0, exchange.apply(state, made.get(0))))) {
      made.set(0, work.get());
      leave();
    }
    return made.get(0);
  }

  private void restore(Stateful saved, InputStream from) {
    try {
      saved.exchange(new StateReader(from));
    } catch (UncheckedIOException | IllegalStateException | ArithmeticException e) {
      throw new CheckpointException(place.name() + ": cannot be resumed: " + e.getMessage(), e);
    }
  }

  /**
   * Begins the clock of a fit and says when it is not to be saved any more.
   *
   * @param whenStopped true once the user or the clock wants the run to end
   * @return seconds that earlier runs of the same fit took
   */
  public double beginClock(BooleanSupplier whenStopped) {
    if (place == null) {
      return 0;
    }
    stopped = whenStopped;
    double before = secondsBefore;
    secondsBefore = 0;
    begin = System.nanoTime() - (long) (before * 1e9);
    return before;
  }

  /** Saves if it is time to; called between two steps. */
  public void saveIfDue() {
    if (place == null || !due.getAsBoolean() || stopped.getAsBoolean()) {
      return;
    }
    try {
      place.write(out -> CheckpointFormat.write(out, this::write));
      timesSaved++;
      failure = null;
    } catch (IOException | UncheckedIOException e) {
      failure = place.name() + ": cannot be written: " + e.getMessage();
    }
    lastSaved = System.nanoTime();
  }

  private void write(StateWriter state) {
    state.number((System.nanoTime() - begin) * 1e-9);
    state.count(tape.size());
    for (Entry entry : tape) {
      state.text(entry.name);
      state.bytes(entry.result);
    }
    boolean isStepping = running != null && running.isStepped;
    state.text(isStepping ? running.name : null);
    if (isStepping) {
      running.state.exchange(state);
    }
  }
}
