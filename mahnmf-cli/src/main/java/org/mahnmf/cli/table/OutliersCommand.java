package org.mahnmf.cli.table;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.ToLongFunction;
import org.mahnmf.Factorization;
import org.mahnmf.HeldOutCurve;
import org.mahnmf.MahNmf;
import org.mahnmf.cli.job.Command;
import org.mahnmf.cli.job.Console;
import org.mahnmf.cli.job.FitFiles;
import org.mahnmf.cli.job.FitJob;
import org.mahnmf.cli.job.InputTable;
import org.mahnmf.cli.job.MemoryPlan;
import org.mahnmf.cli.job.Summary;
import org.mahnmf.cli.option.InputOptions;
import org.mahnmf.cli.option.RunOptions;
import org.mahnmf.cli.option.SearchOptions;
import org.mahnmf.data.Outline;
import org.mahnmf.data.Source;
import org.mahnmf.data.Table;
import org.mahnmf.data.text.CsvTableWriter;
import org.mahnmf.matrix.Observations;
import org.mahnmf.outlier.ColumnUnits;
import org.mahnmf.outlier.OutlierScan;
import org.mahnmf.report.OutlierReport;
import org.mahnmf.solver.TooFewEntriesException;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code mahnmf outliers}: finds the cells of a table that do not fit the rest. */
@CommandLine.Command(
    header = "Find the cells and rows of a table that do not fit the rest.",
    customSynopsis = "mahnmf outliers TABLE --out DIR [OPTION]...",
    description = {
      "Fits a few parts to the table, robustly, and predicts every cell from fits that have not seen"
          + " it. A cell more than 6 spreads of its column from its prediction is an outlier. Columns"
          + " may be in different units.",
      "Writes outliers.csv (row, column, value, expected, score; rows and columns count from 1, the"
          + " header does not count), rows.csv (the rows with outliers; with --samples columns the"
          + " columns), run.json and report.html to the folder DIR."
    },
    footer = {
      "Example:",
      "  mahnmf outliers readings.csv --repair --out checked",
      "",
      "Ctrl-C ends the fit early and scans with the best so far (exit code 130)."
    })
public final class OutliersCommand implements Command {

  private static final String CELLS = "outliers.csv";
  private static final String ROWS = "rows.csv";
  private static final String REPAIRED = "repaired.csv";

  private static final int NAMED = 10;

  @Parameters(
      paramLabel = "TABLE",
      description = "Dense table of numbers, at least 0: " + InputOptions.FORMATS)
  private Source input;

  @Option(
      names = "--rank",
      paramLabel = "R",
      description =
          "Number of parts; or auto (default), to find it as mahnmf rank does, or 1 if the table is"
              + " too small for that.")
  private OptionalInt rank = OptionalInt.empty();

  @Option(
      names = "--repair",
      description =
          "Also write repaired.csv: the table with outliers and missing cells replaced by what is"
              + " expected. Outliers stay in rows with too many of them.")
  private boolean repair;

  @Option(names = "--out", paramLabel = "DIR", required = true, description = RunOptions.OUT)
  private Path out;

  @Mixin private InputOptions inputs = new InputOptions();

  @ArgGroup(validate = false, heading = "%nHow to search:%n")
  private SearchOptions search = new SearchOptions();

  /** What was found; rows of the scan are samples, those not repaired are counted from 1. */
  private record Found(
      Factorization fit,
      OutlierScan scan,
      Optional<HeldOutCurve> curve,
      List<Integer> unrepairable,
      List<String> notes) {}

  @Override
  public int execute(Console console) throws IOException {
    MahNmf settings =
        FitJob.checkFlags(() -> search.settings(rank.orElse(1), inputs, rank.isEmpty()));
    try (FitJob job = FitJob.open(console, inputs.run(), input, out)) {
      job.keep(input.path(), List.of(CELLS, ROWS, REPAIRED));
      MemoryPlan plan = MemoryPlan.of("a search for outliers", working(settings));
      InputTable read = job.read(input, inputs, plan.withRank(rank.orElse(1), "rows, columns"));
      Observations table = read.observations();
      job.checked(
          () -> {
            OutlierScan.requireScannable(table);
            return table;
          });
      MahNmf complete = job.watched(settings, search);
      return job.finish(
          () -> {
            Found found = job.checked("leave out --validate", () -> find(complete, table, job));
            job.lap("search");
            String json = job.write(files -> write(files, read, found));
            job.print(json, summary(found, job)::print, found.notes);
          });
    }
  }

  /** A fit with weights, the table in even units, predictions of five folds, and the scores. */
  private static ToLongFunction<Outline> working(MahNmf settings) {
    ToLongFunction<Outline> fit = MemoryPlan.tables(settings, true);
    return size -> fit.applyAsLong(size) + 9L * Double.BYTES * size.rows() * size.columns();
  }

  private Found find(MahNmf settings, Observations table, FitJob job) {
    ColumnUnits units = ColumnUnits.of(table);
    Observations even = units.divide(table);
    List<String> notes = new ArrayList<>();
    Optional<HeldOutCurve> curve = findRank(settings, even, job, notes);
    job.progress().beginRun(settings);
    Factorization fit =
        curve.map(found -> settings.withRank(found.rank())).orElse(settings).fit(even);
    notes.addAll(fit.record().outcome().notes());
    job.progress().phase("predicting cells that fits have not seen");
    OutlierScan scan =
        OutlierScan.of(
            table,
            units.multiply(fit.basis()),
            fit.codes(),
            fit.record().environment().threads(),
            job.console().interruption()::isRequested);
    List<Integer> unrepairable =
        scan.rows().stream()
            .filter(row -> !row.isRepairable())
            .map(row -> row.row() + 1)
            .sorted()
            .toList();
    if (!unrepairable.isEmpty()) {
      notes.add(tell(unrepairable));
    }
    return new Found(fit, scan, curve, unrepairable, notes);
  }

  private String tell(List<Integer> rows) {
    String most = rows.stream().limit(NAMED).map(String::valueOf).collect(joining(", "));
    String more = rows.size() > NAMED ? " and " + (rows.size() - NAMED) + " more." : ".";
    return "Not repaired, since too few other cells of the %1$s are left to predict them from: %1$s"
            .formatted(sample())
        + (rows.size() == 1 ? " " : "s ")
        + most
        + more;
  }

  /** Of a table too small for a search there is nothing: the first rank stays. */
  private Optional<HeldOutCurve> findRank(
      MahNmf settings, Observations table, FitJob job, List<String> notes) {
    if (!rank.isEmpty()) {
      return Optional.empty();
    }
    try {
      HeldOutCurve curve = job.findRank(settings, table, search);
      notes.add(curve.sentence());
      return Optional.of(curve);
    } catch (TooFewEntriesException e) {
      notes.add(
          "Rank 1 was taken, since it cannot be searched for: %s; give --rank R for another."
              .formatted(e.getMessage()));
      return Optional.empty();
    }
  }

  private String write(FitFiles files, InputTable read, Found found) throws IOException {
    Observations table = read.observations();
    List<OutlierScan.Cell> cells = found.scan.cells();
    files.text("outliers", CELLS, cellLines(cells)).text("rows", ROWS, rowLines(found.scan.rows()));
    if (repair) {
      Table rows =
          new Table(found.scan.repaired(), table.featureNames(), table.sampleNames())
              .withCorner(read.corner());
      Table repaired = inputs.isTransposed() ? rows.transpose() : rows;
      new CsvTableWriter().write(files.folder().file(REPAIRED), repaired);
      files.list("repaired", REPAIRED);
    }
    OutlierReport report =
        new OutlierReport(input.toString(), table, found.scan, found.fit.record(), found.curve);
    files.report((inputs.isTransposed() ? report.withColumnsAsSamples() : report).render());
    Map<String, Object> more = new LinkedHashMap<>();
    more.put("outliers", cells.size());
    more.put(inputs.isTransposed() ? "outlierColumns" : "outlierRows", found.scan.rows().size());
    more.put("cutOff", OutlierScan.CUT_OFF);
    if (!found.unrepairable.isEmpty()) {
      more.put("unrepairable", found.unrepairable);
    }
    found.curve.ifPresent(curve -> more.put("rankSearch", curve.toMap()));
    return files.record(found.fit.record(), more);
  }

  /** The cells as they are in the file, counted from 1. */
  private String cellLines(List<OutlierScan.Cell> cells) {
    String form = (inputs.isTransposed() ? "%2$d,%1$d" : "%d,%d") + ",%3$s,%4$s,%5$.4g\n";
    StringBuilder text = new StringBuilder("row,column,value,expected,score\n");
    for (OutlierScan.Cell cell : cells) {
      Object[] values = {
        cell.row() + 1, cell.column() + 1, cell.value(), cell.expected(), cell.score()
      };
      text.append(Summary.text(form, values));
    }
    return text.toString();
  }

  /** The samples as they are in the file, rows or columns, counted from 1. */
  private String rowLines(List<OutlierScan.Row> rows) {
    StringBuilder text = new StringBuilder(sample() + ",outliers,score\n");
    for (OutlierScan.Row row : rows) {
      text.append(Summary.text("%d,%d,%.4g\n", row.row() + 1, row.cells(), row.score()));
    }
    return text.toString();
  }

  private String sample() {
    return inputs.isTransposed() ? "column" : "row";
  }

  private Summary summary(Found found, FitJob job) {
    int cells = found.scan.cells().size();
    List<String> names = new ArrayList<>(List.of(CELLS, ROWS));
    if (repair) {
      names.add(REPAIRED);
    }
    names.addAll(List.of(FitFiles.RECORD, FitFiles.REPORT));
    long observed = found.fit.record().data().observed();
    double share = 100.0 * cells / Math.max(1, observed);
    return new Summary()
        .add("outliers", "%d of %d cells (%.2f %%)", cells, observed, share)
        .add(sample() + "s with outliers", found.scan.rows().size())
        .add("rank", found.fit.basis().rows() + (rank.isEmpty() ? " (auto)" : ""))
        .add("cut-off", "%.0f spreads of the column", OutlierScan.CUT_OFF)
        .add("files", job.files(names));
  }
}
