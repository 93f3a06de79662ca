package org.mahnmf.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.mahnmf.Factorization;
import org.mahnmf.MahNmf;
import org.mahnmf.RankCurve;
import org.mahnmf.TooFewEntriesException;
import org.mahnmf.data.AtomicFile;
import org.mahnmf.data.CsvTableWriter;
import org.mahnmf.data.Outline;
import org.mahnmf.data.Source;
import org.mahnmf.data.Table;
import org.mahnmf.outlier.ColumnUnits;
import org.mahnmf.outlier.OutlierScan;
import org.mahnmf.problem.Observations;
import org.mahnmf.report.OutlierReport;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code mahnmf outliers}: finds the cells of a table that do not fit the rest. */
@CommandLine.Command(
    name = "outliers",
    header = {"Find the cells and rows of a table that do not fit the rest.", ""},
    sortOptions = false,
    sortSynopsis = false,
    customSynopsis = "mahnmf outliers TABLE --out DIR [OPTION]...",
    description = {
      "",
      "Fits a few parts to the table, robustly, and scores how far each cell is from what they"
          + " expect, in standard deviations of its row, its column and its level. Columns may be in"
          + " different units.",
      "Writes outliers.csv (row, column, value, expected, score; rows and columns count from 1, the"
          + " header does not count), rows.csv (the rows with outliers; with --samples columns the"
          + " columns), run.json and report.html to the folder DIR.",
      ""
    },
    footer = {
      "",
      "Example:",
      "  mahnmf outliers readings.csv --repair --out checked",
      "",
      "Ctrl-C ends the fit early and scans with the best so far (exit code 130)."
    })
final class OutliersCommand implements Command {

  private static final String CELLS = "outliers.csv";
  private static final String ROWS = "rows.csv";
  private static final String REPAIRED = "repaired.csv";

  @Parameters(
      paramLabel = "TABLE",
      converter = InputOptions.SourceName.class,
      description = "Dense table of numbers, at least 0: " + InputOptions.FORMATS)
  private Source input;

  @Option(
      names = "--rank",
      paramLabel = "R",
      converter = RankOption.Converter.class,
      description =
          "Number of parts; or auto (default), to find it as mahnmf rank does, or 1 if the table is"
              + " too small for that.")
  private RankOption rank = RankOption.FOUND;

  @Option(
      names = "--repair",
      description =
          "Also write repaired.csv: the table with outliers and missing cells replaced by what is"
              + " expected.")
  private boolean repair;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      required = true,
      description = "Folder for the results; created if need be.")
  private Path out;

  @Mixin private WorkOptions work = new WorkOptions();

  @ArgGroup(validate = false, heading = "%nHow to search:%n")
  private SearchOptions search = new SearchOptions();

  /** What was found; rows of the scan are samples. */
  private record Found(
      Factorization fit, OutlierScan scan, Optional<RankCurve> curve, List<String> notes) {}

  @Override
  public int execute(Console console) throws IOException {
    MahNmf settings =
        Mistakes.ofFlags(() -> search.settings(rank.atFirst(), work, rank.isAuto()))
            .withCancellation(console.interruption()::isRequested);
    try (ProgressLine progress = new ProgressLine(console, work.quiet());
        OutputFolder folder = OutputFolder.open(out, "--out")) {
      Stopwatch watch = new Stopwatch();
      folder.keeping(input.path(), List.of(CELLS, ROWS, REPAIRED));
      WorkOptions.Input read =
          work.read(input, progress, "a search for outliers", working(settings));
      Observations table = read.observations();
      Mistakes.of(
          input,
          () -> {
            OutlierScan.requireScannable(table);
            return table;
          });
      Mistakes.requireRankFits(input, table, rank.atFirst(), "rows, columns");
      MahNmf complete = search.withGivenStart(settings).withListener(progress);
      watch.lap("read");
      console
          .interruption()
          .finish(
              () -> {
                Found found =
                    Mistakes.of(
                        input, "leave out --validate", () -> find(complete, table, progress));
                watch.lap("search");
                progress.phase("writing " + out);
                String json = write(folder, read, found, watch, console);
                progress.clear();
                print(found, json, console);
                return found;
              });
    }
    return console.interruption().isRequested() ? ExitCode.INTERRUPTED : ExitCode.DONE;
  }

  /** A fit with weights, the table in even units, and the scores. */
  private static ToLongFunction<Outline> working(MahNmf settings) {
    ToLongFunction<Outline> fit = Memory.ofFit(settings, true);
    return size -> fit.applyAsLong(size) + 2L * Double.BYTES * size.rows() * size.columns();
  }

  private Found find(MahNmf settings, Observations table, ProgressLine progress) {
    ColumnUnits units = ColumnUnits.of(table);
    Observations even = units.divide(table);
    List<String> notes = new ArrayList<>();
    Optional<RankCurve> curve = findRank(settings, even, progress, notes);
    progress.beginRun(search.timeLeft(), search.restarts());
    Factorization fit =
        curve.map(found -> settings.atRank(found.rank())).orElse(settings).fit(even);
    notes.addAll(fit.record().outcome().notes());
    return new Found(fit, OutlierScan.of(table, fit, units), curve, notes);
  }

  /** Of a table too small for a search there is nothing: the first rank stays. */
  private Optional<RankCurve> findRank(
      MahNmf settings, Observations table, ProgressLine progress, List<String> notes) {
    if (!rank.isAuto()) {
      return Optional.empty();
    }
    try {
      RankCurve curve = search.findRank(settings, table, progress);
      notes.add(curve.sentence());
      return Optional.of(curve);
    } catch (TooFewEntriesException e) {
      notes.add(
          "Rank "
              + rank.atFirst()
              + " was taken, since it cannot be searched for: "
              + e.getMessage()
              + "; give --rank R for another.");
      return Optional.empty();
    }
  }

  private String write(
      OutputFolder folder, WorkOptions.Input read, Found found, Stopwatch watch, Console console)
      throws IOException {
    Observations table = read.observations();
    List<OutlierScan.Cell> cells = found.scan.cells();
    Map<String, Object> files = new LinkedHashMap<>();
    AtomicFile.writeText(folder.file(CELLS), cellLines(cells));
    files.put("outliers", CELLS);
    AtomicFile.writeText(folder.file(ROWS), rowLines(found.scan.rows()));
    files.put("rows", ROWS);
    if (repair) {
      Table repaired =
          new Table(found.scan.repaired(), table.featureNames(), table.sampleNames())
              .withCorner(read.corner());
      new CsvTableWriter()
          .write(folder.file(REPAIRED), work.isTransposed() ? repaired.transpose() : repaired);
      files.put("repaired", REPAIRED);
    }
    OutlierReport report =
        new OutlierReport(input.toString(), table, found.scan, found.fit.record(), found.curve);
    AtomicFile.writeText(
        folder.file(FitFiles.REPORT),
        (work.isTransposed() ? report.withColumnsAsSamples() : report).render());
    files.put("report", FitFiles.REPORT);
    watch.lap("write");
    Map<String, Object> more = new LinkedHashMap<>();
    more.put("outliers", cells.size());
    more.put(work.isTransposed() ? "outlierColumns" : "outlierRows", found.scan.rows().size());
    if (!cells.isEmpty()) {
      more.put("cutOff", found.scan.cutOff());
    }
    found.curve.ifPresent(curve -> more.put("rankSearch", curve.toMap()));
    return FitFiles.writeRecord(
        folder, found.fit.record(), more, files, input.toString(), console.commandLine(), watch);
  }

  /** The cells as they are in the file, counted from 1. */
  private String cellLines(List<OutlierScan.Cell> cells) {
    StringBuilder text = new StringBuilder("row,column,value,expected,score\n");
    for (OutlierScan.Cell cell : cells) {
      int first = work.isTransposed() ? cell.column() : cell.row();
      int second = work.isTransposed() ? cell.row() : cell.column();
      text.append(first + 1)
          .append(',')
          .append(second + 1)
          .append(',')
          .append(cell.value())
          .append(',')
          .append(cell.expected())
          .append(',')
          .append(String.format(Locale.ROOT, "%.4g", cell.score()))
          .append('\n');
    }
    return text.toString();
  }

  /** The samples as they are in the file, rows or columns, counted from 1. */
  private String rowLines(List<OutlierScan.Row> rows) {
    StringBuilder text = new StringBuilder(sample() + ",outliers,score\n");
    for (OutlierScan.Row row : rows) {
      text.append(String.format(Locale.ROOT, "%d,%d,%.4g", row.row() + 1, row.cells(), row.score()))
          .append('\n');
    }
    return text.toString();
  }

  private String sample() {
    return work.isTransposed() ? "column" : "row";
  }

  private void print(Found found, String json, Console console) {
    if (work.json()) {
      console.out().print(json);
    } else {
      int cells = found.scan.cells().size();
      List<String> names = new ArrayList<>(List.of(CELLS, ROWS));
      if (repair) {
        names.add(REPAIRED);
      }
      names.addAll(List.of(FitFiles.RECORD, FitFiles.REPORT));
      long observed = found.fit.record().data().observed();
      new Summary()
          .add(
              "outliers",
              String.format(
                  Locale.ROOT,
                  "%d of %d cells (%.2f %%)",
                  cells,
                  observed,
                  100.0 * cells / Math.max(1, observed)))
          .add(sample() + "s with outliers", found.scan.rows().size())
          .add("rank", found.fit.basis().rows() + (rank.isAuto() ? " (auto)" : ""))
          .add(
              "cut-off",
              cells == 0
                  ? "none needed"
                  : String.format(Locale.ROOT, "%.1f standard deviations", found.scan.cutOff()))
          .add("files", String.join(", ", names) + " in " + out)
          .print(console.out());
    }
    if (!work.quiet()) {
      found.notes.forEach(console::note);
    }
  }
}
