package org.mahnmf.lab.study;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.mahnmf.base.Workers;
import org.mahnmf.data.file.AtomicFile;

/** Runs the trials of a study, and draws its pictures, that are not done yet; several at a time. */
public final class StudyRun {

  /** Hears of progress; called by several threads, one at a time. */
  @FunctionalInterface
  public interface Listener {
    /**
     * Hears that a trial or a picture is done.
     *
     * @param done trials and pictures that are done, those of earlier runs among them
     * @param all trials and pictures
     * @param secondsLeft a guess from the trials of this run
     */
    void onTrial(int done, int all, double secondsLeft);
  }

  private final Study.Plan plan;
  private final Selection selection;
  private final TrialLog log;
  private final Path folder;

  StudyRun(Study.Plan plan, Selection selection, TrialLog log, Path folder) {
    this.plan = plan;
    this.selection = selection;
    this.log = log;
    this.folder = folder;
  }

  /**
   * Runs what is left.
   *
   * @param threads trials at a time
   * @param stop asked before each trial; once true, the rest stays for another run
   * @param listener hears of progress
   */
  void run(int threads, BooleanSupplier stop, Listener listener) throws IOException {
    List<Job> left = left(selection);
    int all = count(selection);
    int before = all - left.size();
    long began = System.nanoTime();
    int[] finished = {0};
    try (Workers workers = new Workers(threads)) {
      workers.run(
          left.size(),
          1,
          (worker, from, to) -> {
            for (int k = from; k < to && !stop.getAsBoolean(); k++) {
              run(left.get(k));
              synchronized (finished) {
                finished[0]++;
                double seconds = (System.nanoTime() - began) * 1e-9;
                listener.onTrial(
                    before + finished[0], all, seconds / finished[0] * (left.size() - finished[0]));
              }
            }
          });
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** Does something and keeps the result on the disk. */
  private interface Job {
    void run() throws IOException;
  }

  private int count(Selection selected) {
    long trials = plan.trials().stream().filter(selected::test).count();
    return (int) trials + (selected.isAll() ? plan.pictures().size() : 0);
  }

  private List<Job> left(Selection selected) {
    List<Job> left = new ArrayList<>();
    Map<String, Map<String, Double>> done = log.done();
    for (Study.Trial trial : plan.trials()) {
      if (selected.test(trial) && !done.containsKey(trial.key())) {
        left.add(() -> log.add(trial.key(), trial.work().get()));
      }
    }
    for (Study.Picture picture : selected.isAll() ? plan.pictures() : List.<Study.Picture>of()) {
      Path file = folder.resolve(picture.file());
      if (!Files.exists(file)) {
        left.add(() -> AtomicFile.write(file, out -> out.write(picture.work().get())));
      }
    }
    return left;
  }

  private static void run(Job job) {
    try {
      job.run();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Tells whether nothing is left to do. */
  boolean isComplete() {
    return left(Selection.ALL).isEmpty();
  }

  /** Returns mean and deviation of each group's values, in the order of the plan. */
  List<StudyResult.Row> rows(Study study) {
    Map<List<String>, List<Map<String, Double>>> groups = new LinkedHashMap<>();
    Map<String, Map<String, Double>> done = log.done();
    for (Study.Trial trial : plan.trials()) {
      Map<String, Double> values = done.get(trial.key());
      if (values != null) {
        groups.computeIfAbsent(trial.group(), group -> new ArrayList<>()).add(values);
      }
    }
    List<StudyResult.Row> rows = new ArrayList<>();
    groups.forEach(
        (group, trials) -> {
          Map<String, StudyResult.Summary> values = new LinkedHashMap<>();
          for (String name : trials.get(0).keySet()) {
            double[] all = trials.stream().mapToDouble(trial -> trial.get(name)).toArray();
            values.put(name, StudyResult.Summary.of(all));
          }
          rows.add(new StudyResult.Row(group, trials.size(), values, study.printed(group)));
        });
    return rows;
  }
}
