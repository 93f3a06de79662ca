package org.mahnmf.lab.study;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
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

  private final TrialLog log;
  private final Path folder;

  StudyRun(TrialLog log, Path folder) {
    this.log = log;
    this.folder = folder;
  }

  /** Runs what is left of a plan; asks before each trial whether the rest is for another run. */
  void run(Study.Plan plan, int threads, BooleanSupplier stop, Listener listener)
      throws IOException {
    List<Job> left = left(plan);
    int all = plan.trials().size() + plan.pictures().size();
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

  private static void run(Job job) {
    try {
      job.run();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns what is left to do; every group has its first trial before one has its second. */
  private List<Job> left(Study.Plan plan) {
    List<Job> left = new ArrayList<>();
    Map<String, Map<String, Double>> done = log.done();
    plan.trials().stream()
        .filter(trial -> !done.containsKey(trial.key()))
        .sorted(Comparator.comparingInt(Study.Trial::repeat))
        .forEach(trial -> left.add(() -> log.add(trial.key(), trial.work().get())));
    for (Study.Picture picture : plan.pictures()) {
      Path file = folder.resolve(picture.file());
      if (!Files.exists(file)) {
        left.add(() -> AtomicFile.write(file, out -> out.write(picture.work().get())));
      }
    }
    return left;
  }

  /** Tells whether nothing is left to do. */
  boolean isComplete(Study.Plan plan) {
    return left(plan).isEmpty();
  }

  /** Returns mean and deviation of each group's values, in the order of the plan. */
  List<StudyResult.Row> rows(Study study, Study.Plan plan) {
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
