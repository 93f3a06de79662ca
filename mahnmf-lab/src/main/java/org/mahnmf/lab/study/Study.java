package org.mahnmf.lab.study;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.mahnmf.data.file.InputException;

/**
 * An experiment made of trials that do not depend on each other. One class and one line in {@code
 * META-INF/services/org.mahnmf.lab.study.Study} make it known by name.
 */
public abstract class Study {

  private final String name;
  private final String description;

  /** Begins with the name that the program takes and one sentence about it. */
  protected Study(String name, String description) {
    this.name = name;
    this.description = description;
  }

  /** Returns the name that the program takes. */
  public final String name() {
    return name;
  }

  /** Returns one sentence about it. */
  public final String description() {
    return description;
  }

  /**
   * Returns the constants that the figures depend on, by name, as JSON knows values. Trials that
   * were run under others are not taken over.
   */
  public Map<String, Object> protocol() {
    return Map.of();
  }

  /** Plans the trials in the order of the table; the same setting gives the same ones. */
  public abstract Plan plan(Setting setting);

  /**
   * Returns what the paper prints for a group of trials, by the name of the value; empty if it does
   * not print it.
   */
  public Map<String, Double> printed(List<String> group) {
    return Map.of();
  }

  /**
   * Returns the charts of a result; those of the values named by {@link Curve#point} unless the
   * study knows better.
   */
  public List<Panel> panels(StudyResult result) {
    return Panel.ofPoints(result);
  }

  /** Returns what a reader of the table has to know, in whole sentences. */
  public List<String> remarks() {
    return List.of();
  }

  /** Returns all studies. */
  public static List<Study> all() {
    return ServiceLoader.load(Study.class, Study.class.getClassLoader()).stream()
        .map(ServiceLoader.Provider::get)
        .toList();
  }

  /**
   * What was asked for.
   *
   * @param data folder with the layout of the data catalogue
   * @param trials how often each trial is repeated with other random numbers; 0 for the study's own
   * @param quick whether minutes must do
   * @param seed of every random choice
   * @param only words of groups; where some are of one column, trials with others in that column
   *     stay for another run, and so do the pictures; empty to run everything
   */
  public record Setting(Path data, int trials, boolean quick, long seed, List<String> only) {

    /** Returns the wanted number of repeats, or the given one. */
    public int trialsOr(int full, int few) {
      return trials > 0 ? trials : quick ? few : full;
    }

    /** Returns what a folder below the data folder holds, in order, below the data folder. */
    public List<String> list(String folder) {
      try (Stream<Path> entries = Files.list(data.resolve(folder))) {
        return entries.map(file -> folder + "/" + file.getFileName()).sorted().toList();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /**
   * The trials of a study.
   *
   * @param setting what was asked for
   * @param groups names of the columns that tell groups of trials apart
   * @param trials in the order of the table
   * @param pictures in the order of the page
   * @param files that the trials read, below the data folder
   * @param skipped data sets that are missing, by name
   */
  public record Plan(
      Setting setting,
      List<String> groups,
      List<Trial> trials,
      List<Picture> pictures,
      List<String> files,
      List<String> skipped) {

    /** An empty plan with the names of the columns that tell groups of trials apart. */
    public Plan(Setting setting, String... groups) {
      this(
          setting,
          List.of(groups),
          new ArrayList<>(),
          new ArrayList<>(),
          new ArrayList<>(),
          new ArrayList<>());
    }

    /** Notes the files of a data set, or that it is missing; returns whether it is there. */
    public boolean finds(String set, boolean isThere, Supplier<List<String>> itsFiles) {
      if (isThere) {
        files.addAll(itsFiles.get());
      } else {
        skipped.add(set);
      }
      return isThere;
    }

    /**
     * Adds a trial that is repeated.
     *
     * @param times how often, see {@link Setting#trialsOr}
     * @param group one word for each of the groups
     * @param work finds the values by name for a seed; runs on one thread
     */
    public void repeat(int times, List<String> group, LongFunction<Map<String, Double>> work) {
      for (int repeat = 1; repeat <= times; repeat++) {
        long seed = setting.seed() + repeat;
        trials.add(new Trial(group, repeat, () -> work.apply(seed)));
      }
    }

    /** Adds a picture, see {@link Picture}. */
    public void draw(String file, String caption, Supplier<byte[]> work) {
      pictures.add(new Picture(file, caption, work));
    }

    /**
     * Returns the part that was asked for: trials that have one of the wanted words in each column
     * of which words are wanted, and no pictures; or everything.
     */
    Plan wanted() {
      Map<Integer, Set<String>> wanted = new TreeMap<>();
      for (String word : setting.only()) {
        int[] columns =
            trials.stream()
                .mapToInt(trial -> trial.group.indexOf(word))
                .filter(c -> c >= 0)
                .toArray();
        if (columns.length == 0) {
          throw new InputException(
              "no trial has '" + word + "' for one of " + String.join(", ", groups));
        }
        for (int column : columns) {
          wanted.computeIfAbsent(column, key -> new TreeSet<>()).add(word);
        }
      }
      List<Trial> some =
          trials.stream()
              .filter(
                  trial ->
                      wanted.entrySet().stream()
                          .allMatch(one -> one.getValue().contains(trial.group.get(one.getKey()))))
              .toList();
      return wanted.isEmpty() ? this : new Plan(setting, groups, some, List.of(), files, skipped);
    }
  }

  /**
   * A picture that stands beside the page and on it.
   *
   * @param file name of the PNG file; one that is there already is not drawn again
   * @param caption what it shows
   * @param work draws it as PNG; runs on one thread
   */
  public record Picture(String file, String caption, Supplier<byte[]> work) {}

  /**
   * One trial.
   *
   * @param group one word for each of the plan's groups
   * @param repeat from 1 on
   * @param work finds the values by name; runs on one thread
   */
  public record Trial(List<String> group, int repeat, Supplier<Map<String, Double>> work) {

    /** Returns what names the trial in the log. */
    String key() {
      return String.join("|", group) + "|" + repeat;
    }
  }
}
