package org.mahnmf.cli.study;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.mahnmf.cli.job.Command;
import org.mahnmf.cli.job.Console;
import org.mahnmf.cli.job.FitJob;
import org.mahnmf.cli.job.OutputFolder;
import org.mahnmf.cli.option.RunOptions;
import org.mahnmf.data.file.AtomicFile;
import org.mahnmf.data.file.InputException;
import org.mahnmf.data.file.JsonWriter;
import org.mahnmf.lab.study.Curve;
import org.mahnmf.lab.study.Panel;
import org.mahnmf.lab.study.Study;
import org.mahnmf.lab.study.StudyResult;
import org.mahnmf.report.StudyReport;
import org.mahnmf.report.chart.LineChart;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code mahnmf study}: repeats an experiment of the paper. */
@CommandLine.Command(
    header = "Repeat an experiment of the paper.",
    customSynopsis = "mahnmf study NAME --out DIR [--data DIR] [OPTION]...",
    description = {
      "Runs the trials of a study and writes results.csv, results.json and report.html to the"
          + " folder DIR, with the paper's figures beside ours, and curves.csv and pictures where"
          + " the study has some. Each finished trial is a line of"
          + " trials.jsonl: the same command resumes where it was stopped. Data sets that are"
          + " missing are skipped."
    },
    footer = {
      "Example:",
      "  mahnmf study reconstruction --data data --out table1 --quick",
      "",
      "Ctrl-C finishes the trials that run, writes what there is and ends (exit code 130)."
    })
public final class StudyCommand implements Command {

  @Parameters(
      paramLabel = "NAME",
      completionCandidates = StudyNames.class,
      description = "One of ${COMPLETION-CANDIDATES}.")
  private String name;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      defaultValue = "${env:MAHNMF_DATA}",
      description = "Folder with the data sets (default: the environment's MAHNMF_DATA).")
  private Path data;

  @Option(names = "--out", paramLabel = "DIR", required = true, description = RunOptions.OUT)
  private Path out;

  @Option(
      names = "--trials",
      paramLabel = "N",
      description = "Repeats of each trial (default: as in the paper, or 1 if quick).")
  private Integer trials;

  @Option(
      names = "--only",
      paramLabel = "WORDS",
      split = ",",
      description = {
        "Run only trials with these words in the first columns of the table, such as"
            + " Laplace,KLNMF; of one column any of them. The rest stays for another run."
      })
  private List<String> only = List.of();

  @Option(names = "--quick", description = "A smaller form that takes minutes.")
  private boolean quick;

  @Option(names = "--seed", paramLabel = "N", description = RunOptions.SEED)
  private long seed;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Trials at a time (default: all processors). The result does not depend on it.")
  private Integer threads;

  @Option(names = "--quiet", description = "No progress and no notes.")
  private boolean quiet;

  static final class StudyNames extends ArrayList<String> {
    StudyNames() {
      super(Study.all().stream().map(Study::name).toList());
    }
  }

  @Override
  public int execute(Console console) throws IOException {
    Study study = study();
    int parallel = RunOptions.threads(threads);
    InputException.throwIf(
        trials != null && trials < 1, "trials is " + trials + " but must be at least 1");
    InputException.throwIf(
        data == null, "--data is missing: name the folder with the data sets, or set MAHNMF_DATA");
    InputException.throwIf(
        !Files.isDirectory(data), data + ": is no folder; --data needs the one with the data sets");
    Study.Setting setting =
        new Study.Setting(data, trials == null ? 0 : trials, quick, seed, List.copyOf(only));
    try (FitJob job = FitJob.open(console, RunOptions.of(quiet), data, out)) {
      job.progress().beginReading("reading " + data);
      return job.finish(
          () -> {
            StudyResult result =
                StudyResult.run(
                    study,
                    setting,
                    out,
                    parallel,
                    console.interruption()::isRequested,
                    job.progress()::onStudyTrial);
            write(job.folder(), result);
            job.print("", text -> text.print(result.csv()), notes(result));
          });
    }
  }

  private Study study() {
    String names = String.join(", ", new StudyNames());
    return Study.all().stream()
        .filter(one -> one.name().equals(name))
        .findFirst()
        .orElseThrow(
            () -> new InputException("study is '" + name + "' but must be one of " + names));
  }

  private void write(OutputFolder folder, StudyResult result) throws IOException {
    AtomicFile.writeText(folder.file("results.csv"), result.csv());
    if (!result.curvesCsv().isEmpty()) {
      AtomicFile.writeText(folder.file("curves.csv"), result.curvesCsv());
    }
    AtomicFile.writeText(folder.file("results.json"), JsonWriter.format(result.toMap()));
    Map<String, Object> all = new LinkedHashMap<>(result.toMap());
    all.values().removeIf(List.class::isInstance);
    Map<String, String> record = new LinkedHashMap<>();
    all.forEach((key, value) -> record.put(key, String.valueOf(value)));
    StudyReport report =
        new StudyReport(
            result.study().name(),
            "Study of " + result.study().description() + ".",
            result.heads(),
            result.cells(),
            result.groups().size(),
            notes(result),
            record);
    for (Panel panel : result.panels()) {
      String title = panel.title() + ": " + panel.yTitle() + " over " + panel.xTitle();
      LineChart chart =
          new LineChart(title, panel.xTitle(), panel.yTitle())
              .logarithmic(panel.logX(), panel.logY());
      for (Curve curve : panel.curves()) {
        chart.line(curve.label(), curve.x(), curve.mean(), curve.deviation());
      }
      report.addChart(panel.title(), chart);
    }
    for (Map.Entry<String, String> picture : result.pictures().entrySet()) {
      report.addPicture(picture.getValue(), Files.readAllBytes(folder.file(picture.getKey())));
    }
    AtomicFile.writeText(folder.file("report.html"), report.render());
  }

  private static List<String> notes(StudyResult result) {
    List<String> notes = new ArrayList<>(result.study().remarks());
    if (!result.data().skipped().isEmpty()) {
      notes.add(
          "Skipped, as the data are missing: " + String.join(", ", result.data().skipped()) + ".");
    }
    if (!result.complete()) {
      notes.add(
          "Not all trials are done: the same command, without --only, continues with the rest.");
    }
    if (result.setting().quick()) {
      notes.add("This is the quick form: the paper's figures are of a larger set-up.");
    }
    return notes;
  }
}
