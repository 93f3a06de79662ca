package org.mahnmf.cli.job;

import java.io.IOException;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.mahnmf.Factorization;
import org.mahnmf.RunRecord;
import org.mahnmf.data.array.NpyWriter;
import org.mahnmf.data.file.AtomicFile;
import org.mahnmf.data.file.JsonWriter;
import org.mahnmf.matrix.Matrix;

/**
 * The files of a run, listed in its record by their roles. Each appears under its name when it is
 * whole; run.json is the last.
 */
public record FitFiles(OutputFolder folder, FitJob job, Map<String, Object> files) {

  public static final String BASIS = "basis.npy";
  public static final String CODES = "codes.npy";
  public static final String RECORD = "run.json";
  public static final String REPORT = "report.html";

  /** Returns the names of the files of every fit. */
  public static List<String> names() {
    return List.of(BASIS, CODES, RECORD, REPORT);
  }

  /** Lists a file that another has written. */
  public FitFiles list(String role, String name) {
    files.put(role, name);
    return this;
  }

  public FitFiles text(String role, String name, String text) throws IOException {
    AtomicFile.writeText(folder.file(name), text);
    return list(role, name);
  }

  public FitFiles bytes(String role, String name, byte[] bytes) throws IOException {
    AtomicFile.write(folder.file(name), stream -> stream.write(bytes));
    return list(role, name);
  }

  public FitFiles basis(Matrix basis) throws IOException {
    NpyWriter.write(folder.file(BASIS), basis);
    return list("basis", BASIS);
  }

  public FitFiles factors(Factorization fit) throws IOException {
    basis(fit.basis());
    NpyWriter.write(folder.file(CODES), fit.codes());
    return list("codes", CODES);
  }

  public FitFiles report(String page) throws IOException {
    return text("report", REPORT, page);
  }

  /**
   * Writes run.json, the last file, and ends the phase {@code write}.
   *
   * @param more what else the command has found, by name
   */
  public String record(RunRecord record, Map<String, Object> more) throws IOException {
    job.lap("write");
    Map<String, Object> map = new LinkedHashMap<>(record.toMap());
    map.putAll(more);
    map.put("timings", job.seconds());
    map.put("input", job.input());
    map.put("command", job.console().commandLine());
    map.put("files", files);
    return record(folder, map);
  }

  /**
   * Writes run.json, and removes what an earlier run of the command has left and this one has not
   * replaced.
   *
   * @param record with entries {@code command} and {@code files}
   */
  public static String record(OutputFolder folder, Map<String, Object> record) throws IOException {
    Optional<EarlierResults> earlier =
        Files.isRegularFile(folder.file(RECORD))
            ? EarlierResults.in(folder, String.valueOf(record.get("command")))
            : Optional.empty();
    String json = JsonWriter.format(record);
    AtomicFile.writeText(folder.file(RECORD), json);
    earlier.ifPresent(some -> some.removeOthersThan(record));
    return json;
  }
}
