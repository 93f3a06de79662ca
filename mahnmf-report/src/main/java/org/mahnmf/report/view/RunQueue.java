package org.mahnmf.report.view;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.mahnmf.data.file.InputException;

/** All runs of a page; one works at a time, the others wait in their order. */
final class RunQueue implements AutoCloseable {

  /** Runs that may wait; more are refused. */
  private static final int MOST_WAITING = 20;

  /** Runs whose table and factors stay in memory to be looked at. */
  private static final int MOST_KEPT = 6;

  private static final long SECONDS_TO_SAVE = 30;

  private final Work work;
  private final Path out;
  private final List<Run> all = new ArrayList<>();
  private final ExecutorService queue =
      Executors.newSingleThreadExecutor(daemons("mahnmf-view-run"));

  /** Prepares an empty list, whose runs get folders in the given one. */
  RunQueue(Work work, Path out) {
    this.work = work;
    this.out = out;
  }

  /** Returns what makes threads that do not keep the program from ending. */
  static ThreadFactory daemons(String name) {
    return task -> {
      Thread thread = new Thread(task, name);
      thread.setDaemon(true);
      return thread;
    };
  }

  /** Adds a run to the queue, or nothing if too many wait. */
  synchronized Optional<Run> add(Request request) throws IOException {
    long waiting = all.stream().filter(run -> run.state() == Run.State.WAITING).count();
    if (waiting >= MOST_WAITING) {
      return Optional.empty();
    }
    int number = all.size() + 1;
    Path folder = out.resolve("run-" + number);
    while (Files.exists(folder)) {
      folder = folder.resolveSibling(folder.getFileName() + "x");
    }
    Run run = new Run(number, request, folder);
    all.add(run);
    queue.execute(() -> execute(run));
    return Optional.of(run);
  }

  private void execute(Run run) {
    if (!run.begin()) {
      return;
    }
    try {
      Files.createDirectories(run.folder());
      work.run(run.request(), run.folder(), run.watch());
      boolean stopped = run.watch().isStopWanted();
      run.become(
          stopped ? Run.State.STOPPED : Run.State.DONE,
          stopped ? "stopped; the best so far is saved" : "");
    } catch (IOException | IllegalArgumentException | InputException e) {
      run.become(Run.State.FAILED, String.valueOf(e.getMessage()));
    } catch (OutOfMemoryError e) {
      run.become(Run.State.FAILED, "not enough memory; start the program with more (-Xmx)");
    } catch (RuntimeException | Error e) {
      run.become(Run.State.FAILED, "an error of the program: " + e);
    }
    forgetOld();
  }

  private synchronized void forgetOld() {
    int kept = 0;
    for (int k = all.size() - 1; k >= 0; k--) {
      Run run = all.get(k);
      boolean over = run.state() != Run.State.WAITING && run.state() != Run.State.RUNNING;
      if (over && ++kept > MOST_KEPT) {
        run.watch().forget();
      }
    }
  }

  synchronized List<Run> all() {
    return List.copyOf(all);
  }

  synchronized Optional<Run> get(int number) {
    return number >= 1 && number <= all.size()
        ? Optional.of(all.get(number - 1))
        : Optional.empty();
  }

  /** Asks the current run to save its best and waits for it. */
  @Override
  public void close() {
    all().forEach(Run::stop);
    queue.shutdown();
    try {
      queue.awaitTermination(SECONDS_TO_SAVE, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
