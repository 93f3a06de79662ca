package org.mahnmf.lab.study;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.mahnmf.base.Version;
import org.mahnmf.data.file.InputException;

/**
 * The table of a study.
 *
 * @param study what was run
 * @param setting what was asked for
 * @param groups names of the columns that tell rows apart
 * @param rows means over the trials that are done
 * @param pictures captions of the files that are drawn, by name
 * @param data what was measured
 * @param complete whether all trials are done
 */
public record StudyResult(
    Study study,
    Study.Setting setting,
    List<String> groups,
    List<Row> rows,
    Map<String, String> pictures,
    Data data,
    boolean complete) {

  /**
   * What was measured.
   *
   * @param hash SHA-256 of the data files that were found; empty if there are none
   * @param skipped data sets that are missing
   */
  public record Data(String hash, List<String> skipped) {}

  /** Mean and standard deviation of trials, with n − 1; 0 if there is one only. */
  public record Summary(double mean, double deviation) {

    static Summary of(double[] values) {
      double mean = Arrays.stream(values).sum() / values.length;
      double squares = Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum();
      return new Summary(mean, values.length > 1 ? Math.sqrt(squares / (values.length - 1)) : 0);
    }
  }

  /**
   * A row of the table.
   *
   * @param group one word for each of the groups
   * @param trials how many are done
   * @param values by name
   * @param printed what the paper prints, by name; may be empty
   */
  public record Row(
      List<String> group, int trials, Map<String, Summary> values, Map<String, Double> printed) {

    /** Returns the values that are columns of the table and no points of curves. */
    Map<String, Summary> columns() {
      Map<String, Summary> columns = new LinkedHashMap<>(values);
      columns.keySet().removeIf(Curve::isPoint);
      return columns;
    }
  }

  /**
   * Runs a study, or what is left of it.
   *
   * @param study what to run
   * @param setting what was asked for
   * @param folder holds the log of trials and the pictures
   * @param threads trials at a time
   * @param stop once true, no further trial begins
   * @param listener hears of progress
   * @throws InputException if none of the study's data sets is there; nothing is written then
   */
  public static StudyResult run(
      Study study,
      Study.Setting setting,
      Path folder,
      int threads,
      BooleanSupplier stop,
      StudyRun.Listener listener)
      throws IOException {
    Study.Plan plan = study.plan(setting);
    if (plan.trials().isEmpty()) {
      throw new InputException(
          setting.data() + ": holds none of the data sets: " + String.join(", ", plan.skipped()));
    }
    String hash = hash(setting.data(), plan.files());
    Study.Plan wanted = plan.wanted();
    TrialLog log = TrialLog.open(folder.resolve("trials.jsonl"), head(study, setting, hash));
    StudyRun run = new StudyRun(log, folder);
    run.run(wanted, threads, stop, listener);
    Map<String, String> pictures = new LinkedHashMap<>();
    for (Study.Picture picture : plan.pictures()) {
      if (Files.exists(folder.resolve(picture.file()))) {
        pictures.put(picture.file(), picture.caption());
      }
    }
    return new StudyResult(
        study,
        setting,
        plan.groups(),
        run.rows(study, plan),
        pictures,
        new Data(hash, plan.skipped()),
        run.isComplete(plan));
  }

  /** Returns the SHA-256 of the files, one after the other; empty if there are none. */
  private static String hash(Path folder, List<String> files) throws IOException {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (String file : files) {
        digest.update(Files.readAllBytes(folder.resolve(file)));
      }
      return files.isEmpty() ? "" : HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every JVM has it
    }
  }

  /** What tells trials of one study and setting from those of others. */
  private static Map<String, Object> head(Study study, Study.Setting setting, String hash) {
    Map<String, Object> head = new LinkedHashMap<>();
    head.put("study", study.name());
    head.put("quick", setting.quick());
    head.put("seed", setting.seed());
    head.put("version", Version.TEXT);
    head.put("dataHash", hash);
    head.put("protocol", study.protocol());
    return head;
  }

  /** Returns the names of the columns. */
  public List<String> heads() {
    List<String> heads = new ArrayList<>(groups);
    heads.add("trials");
    for (String name : columnNames()) {
      heads.addAll(List.of(name, name + " deviation"));
      if (isPrinted(name)) {
        heads.add(name + " printed");
      }
    }
    return heads;
  }

  /** Returns the names of all values; a row need not have each of them. */
  private List<String> columnNames() {
    return rows.stream().flatMap(row -> row.columns().keySet().stream()).distinct().toList();
  }

  /** Returns whether the paper prints something of this name. */
  private boolean isPrinted(String name) {
    return rows.stream().anyMatch(row -> row.printed.containsKey(name));
  }

  /** Returns the table as text, cell by cell. */
  public List<List<String>> cells() {
    List<List<String>> lines = new ArrayList<>();
    for (Row row : rows) {
      List<String> line = new ArrayList<>(row.group);
      line.add(Integer.toString(row.trials));
      for (String name : columnNames()) {
        Summary value = row.values.get(name);
        line.add(value == null ? "" : String.format(Locale.ROOT, "%.5g", value.mean));
        line.add(value == null ? "" : String.format(Locale.ROOT, "%.2g", value.deviation));
        if (isPrinted(name)) {
          Double known = row.printed.get(name);
          line.add(known == null ? "" : Double.toString(known));
        }
      }
      lines.add(line);
    }
    return lines;
  }

  /** Returns the table as CSV. */
  public String csv() {
    StringBuilder text = new StringBuilder(String.join(",", heads())).append('\n');
    cells().forEach(line -> text.append(String.join(",", line)).append('\n'));
    return text.toString();
  }

  /** Returns the charts. */
  public List<Panel> panels() {
    return study.panels(this);
  }

  /** Returns the points of the charts as CSV; empty if there are none. */
  public String curvesCsv() {
    StringBuilder text = new StringBuilder();
    for (Panel panel : panels()) {
      for (Curve curve : panel.curves()) {
        String names =
            "\"%s\",%s,%s,%s,"
                .formatted(panel.title(), panel.yTitle(), curve.label(), panel.xTitle());
        for (int k = 0; k < curve.x().length; k++) {
          Object[] numbers = {curve.x()[k], curve.mean()[k], curve.deviation()[k]};
          text.append(names).append(String.format(Locale.ROOT, "%s,%.6g,%.3g\n", numbers));
        }
      }
    }
    return text.length() == 0 ? "" : "panel,what,line,over,place,mean,deviation\n" + text;
  }

  /** Returns everything by name, for JSON. */
  public Map<String, Object> toMap() {
    Map<String, Object> map = head(study, setting, data.hash);
    map.put("complete", complete);
    map.put("skipped", data.skipped);
    List<Object> list = new ArrayList<>();
    for (Row row : rows) {
      Map<String, Object> entry = new LinkedHashMap<>();
      for (int k = 0; k < groups.size(); k++) {
        entry.put(groups.get(k), row.group.get(k));
      }
      entry.put("trials", row.trials);
      row.columns()
          .forEach(
              (name, value) -> {
                entry.put(name, value.mean);
                entry.put(name + "Deviation", value.deviation);
              });
      row.printed.forEach((name, value) -> entry.put(name + "Printed", value));
      list.add(entry);
    }
    map.put("rows", list);
    map.put("curves", panels().stream().map(StudyResult::panelMap).toList());
    map.put("pictures", List.copyOf(pictures.keySet()));
    return map;
  }

  private static Map<String, Object> panelMap(Panel panel) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("panel", panel.title());
    map.put("what", panel.yTitle());
    map.put("over", panel.xTitle());
    List<Object> lines = new ArrayList<>();
    for (Curve curve : panel.curves()) {
      Map<String, Object> line = new LinkedHashMap<>();
      line.put("line", curve.label());
      line.put("places", Arrays.stream(curve.x()).boxed().toList());
      line.put("mean", Arrays.stream(curve.mean()).boxed().toList());
      line.put("deviation", Arrays.stream(curve.deviation()).boxed().toList());
      lines.add(line);
    }
    map.put("lines", lines);
    return map;
  }
}
