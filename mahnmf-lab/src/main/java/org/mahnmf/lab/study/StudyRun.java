package org.mahnmf.lab.study;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.mahnmf.store.Workers;

/** Runs the trials of a study that are not done yet, several at a time. */
public final class StudyRun {

  /** Hears of progress; called by several threads, one at a time. */
  @FunctionalInterface
  public interface Listener {
    /**
     * Hears that a trial is done.
     *
     * @param done trials that are done, those of earlier runs among them
     * @param all trials
     * @param secondsLeft a guess from the trials of this run
     */
    void onTrial(int done, int all, double secondsLeft);
  }

  private final Study.Plan plan;
  private final TrialLog log;

  StudyRun(Study.Plan plan, TrialLog log) {
    this.plan = plan;
    this.log = log;
  }

  /**
   * Runs what is left.
   *
   * @param threads trials at a time
   * @param stop asked before each trial; once true, the rest stays for another run
   * @param listener hears of progress
   */
  void run(int threads, BooleanSupplier stop, Listener listener) throws IOException {
    Map<String, Map<String, Double>> done = log.done();
    List<Study.Trial> left = new ArrayList<>();
    for (Study.Trial trial : plan.trials()) {
      if (!done.containsKey(trial.key())) {
        left.add(trial);
      }
    }
    int before = plan.trials().size() - left.size();
    long began = System.nanoTime();
    int[] finished = {0};
    try (Workers workers = new Workers(threads)) {
      workers.run(
          left.size(),
          1,
          (worker, from, to) -> {
            for (int k = from; k < to && !stop.getAsBoolean(); k++) {
              Map<String, Double> values = left.get(k).work().get();
              synchronized (finished) {
                write(left.get(k).key(), values);
                finished[0]++;
                double seconds = (System.nanoTime() - began) * 1e-9;
                listener.onTrial(
                    before + finished[0],
                    plan.trials().size(),
                    seconds / finished[0] * (left.size() - finished[0]));
              }
            }
          });
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private void write(String key, Map<String, Double> values) {
    try {
      log.add(key, values);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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
