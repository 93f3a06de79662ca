package org.mahnmf.cli;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.mahnmf.Factorization;
import org.mahnmf.RunRecord;
import org.mahnmf.data.AtomicFile;
import org.mahnmf.data.Json;
import org.mahnmf.data.NpyFile;

/** The files of a fit. Each appears under its name when it is whole; run.json is the last. */
final class FitFiles {

  static final String BASIS = "basis.npy";
  static final String CODES = "codes.npy";
  static final String RECORD = "run.json";
  static final String REPORT = "report.html";

  private final OutputFolder folder;

  FitFiles(OutputFolder folder) {
    this.folder = folder;
  }

  /** Returns the names of all files. */
  static List<String> names() {
    return List.of(BASIS, CODES, RECORD, REPORT);
  }

  /**
   * Writes all files.
   *
   * @param result what was found
   * @param report the page about it
   * @param input where the data came from
   * @param command how the fit was asked for
   * @param watch times of the phases so far; gets the phase {@code write}
   * @param more entries of run.json
   * @return the text of run.json
   */
  String write(
      Factorization result,
      String report,
      String input,
      String command,
      Stopwatch watch,
      Map<String, Object> more)
      throws IOException {
    NpyFile.write(folder.file(BASIS), result.basis());
    NpyFile.write(folder.file(CODES), result.codes());
    AtomicFile.writeText(folder.file(REPORT), report);
    watch.lap("write");
    Map<String, Object> files = new LinkedHashMap<>();
    files.put("basis", BASIS);
    files.put("codes", CODES);
    files.put("report", REPORT);
    return writeRecord(folder, result.record(), more, files, input, command, watch);
  }

  /**
   * Writes run.json, the last file of a command.
   *
   * @param folder where to
   * @param record of the fit
   * @param more what else the command has found, by name
   * @param files what the other files are, by name
   * @param input where the data came from
   * @param command how it was asked for
   * @param watch times of the phases
   * @return the text of the file
   */
  static String writeRecord(
      OutputFolder folder,
      RunRecord record,
      Map<String, Object> more,
      Map<String, Object> files,
      String input,
      String command,
      Stopwatch watch)
      throws IOException {
    Map<String, Object> map = new LinkedHashMap<>(record.toMap());
    map.putAll(more);
    map.put("timings", watch.seconds());
    map.put("input", input);
    map.put("command", command);
    map.put("files", files);
    return writeRecord(folder, map);
  }

  /**
   * Writes run.json, the last file of a command, and removes what an earlier run of the command has
   * left and this one has not replaced.
   *
   * @param folder where to
   * @param record with entries {@code command} and {@code files}
   * @return the text of the file
   */
  static String writeRecord(OutputFolder folder, Map<String, Object> record) throws IOException {
    EarlierResults earlier = EarlierResults.in(folder, String.valueOf(record.get("command")));
    String json = Json.format(record);
    AtomicFile.writeText(folder.file(RECORD), json);
    earlier.removeOthersThan(record);
    return json;
  }
}
