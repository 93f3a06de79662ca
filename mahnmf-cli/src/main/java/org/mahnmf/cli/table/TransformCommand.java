package org.mahnmf.cli.table;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.mahnmf.Encoding;
import org.mahnmf.Model;
import org.mahnmf.cli.job.Command;
import org.mahnmf.cli.job.Console;
import org.mahnmf.cli.job.FitFiles;
import org.mahnmf.cli.job.FitJob;
import org.mahnmf.cli.job.Summary;
import org.mahnmf.cli.option.InputOptions;
import org.mahnmf.data.Source;
import org.mahnmf.data.Table;
import org.mahnmf.data.Tables;
import org.mahnmf.data.file.InputException;
import org.mahnmf.data.file.JsonReader;
import org.mahnmf.data.file.JsonWriter;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.term.Ridge;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code mahnmf transform}: finds the codes of samples for a basis. */
@CommandLine.Command(
    header = "Find the codes of samples for a basis that is already there.",
    description = {
      "Finds non-negative codes with the least sum of absolute errors |INPUT - codes * basis| and"
          + " proves how good they are. If MODEL is the folder of a fit, its loss and its terms on the"
          + " codes are used instead, each sample on its own.",
      "The codes of a sample depend on the basis and on that sample alone."
    },
    footer = {
      "Example:",
      "  mahnmf transform faces newfaces.csv --out newcodes.npy",
    })
public final class TransformCommand implements Command {

  @Parameters(
      index = "0",
      paramLabel = "MODEL",
      description = "Output folder of a fit, or a file with a basis (R x features).")
  private Path model;

  @Parameters(
      index = "1",
      paramLabel = "INPUT",
      description =
          "Table of numbers, at least 0, with the basis's features: " + InputOptions.FORMATS)
  private Source input;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      required = true,
      description =
          "File for the codes (samples x R); its name ends in .npy, .csv, .tsv, .mat or .mtx.")
  private Path out;

  @Option(
      names = "--ridge-codes",
      paramLabel = "WEIGHT",
      description =
          "Add WEIGHT/2 times the squares of the codes: the weight itself, not a share as in mahnmf"
              + " fit --ridge; 0: none. Default: that of the fit, none for a bare basis.")
  private Ridge ridge;

  @Mixin private InputOptions inputs = new InputOptions();

  @Override
  public int execute(Console console) throws IOException {
    inputs.check();
    try (FitJob job = FitJob.openFile(console, inputs.run(), input, out)) {
      Tables.requireWritable(out, false);
      Path basisFile = basisFile();
      job.keep(input.path(), List.of(fileName()));
      job.keep(basisFile, List.of(fileName()));
      Map<?, ?> saved = savedSettings();
      Model basis = basis(basisFile, saved);
      Observations samples = job.readSamples(input, inputs, savedZeroWeight(saved));
      requireSameWidth(basis, basisFile, samples);
      job.progress().phase("finding codes");
      Encoding encoding = job.checked(() -> basis.transform(samples));
      job.progress().phase("writing " + out);
      Table codes = new Table(encoding.codes(), List.of(), List.of());
      String json = JsonWriter.format(map(basis, encoding, samples));
      return job.finish(
          () -> {
            job.folder()
                .writeOrRescue(
                    where -> {
                      Tables.write(where.file(fileName()), codes);
                      return codes;
                    });
            job.print(json, summary(basis, encoding, samples)::print, List.of());
          });
    }
  }

  private String fileName() {
    Path name = out.getFileName();
    InputException.throwIf(name == null, out + ": is not the name of a file");
    return String.valueOf(name);
  }

  private Path basisFile() {
    if (!Files.isDirectory(model)) {
      return model;
    }
    Path file = model.resolve(FitFiles.BASIS);
    InputException.throwIf(
        !Files.exists(file),
        model + ": holds no " + FitFiles.BASIS + "; give the output folder of mahnmf fit");
    return file;
  }

  /** Reads the basis, with loss and rule of the codes as the fit saved them. */
  private Model basis(Path file, Map<?, ?> saved) {
    DenseMatrix values = Tables.read(file).values().toDense();
    Model read = FitJob.check(file, () -> Model.of(values));
    Model bare = read.withExact(inputs.exact()).withThreads(inputs.threads());
    Model fitted =
        saved.get("model") instanceof Map<?, ?> settings
            ? FitJob.check(record(), () -> bare.withSettings(settings))
            : bare;
    return ridge == null ? fitted : fitted.withRidge(ridge.weight());
  }

  /** What the fit saved; empty for a bare basis file. */
  private Map<?, ?> savedSettings() {
    if (!Files.isDirectory(model) || !Files.exists(record())) {
      return Map.of();
    }
    if (JsonReader.read(record()) instanceof Map<?, ?> run
        && run.get("settings") instanceof Map<?, ?> settings
        && settings.get("model") instanceof Map<?, ?>) {
      return settings;
    }
    throw new InputException(record() + ": holds no settings.model; give the folder of a fit");
  }

  private Path record() {
    return model.resolve(FitFiles.RECORD);
  }

  /** The weight of absent entries that the fit used, if its table was sparse. */
  private Optional<Double> savedZeroWeight(Map<?, ?> settings) {
    Object weight = settings.get("zeroWeight");
    if (weight instanceof Number number && number.doubleValue() >= 0) {
      return Optional.of(number.doubleValue());
    }
    InputException.throwIf(
        weight != null,
        record() + ": settings.zeroWeight is '" + weight + "' but must be a number, at least 0");
    return Optional.empty();
  }

  private void requireSameWidth(Model basis, Path basisFile, Observations samples) {
    int width = basis.basis().columns();
    InputException.throwIf(
        samples.features() != width,
        "%s: the samples have %s features but the basis %s has %s"
                .formatted(input, samples.features(), basisFile, width)
            + (samples.samples() == width ? "; did you mean the other --samples?" : ""));
  }

  private static Map<String, Object> map(Model basis, Encoding encoding, Observations samples) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("objective", encoding.objective().total());
    map.put("terms", encoding.objective().terms());
    map.put("relativeError", encoding.relativeError());
    map.put("lowerBound", encoding.lowerBound());
    map.put("gap", encoding.gap());
    map.put("exactSamples", encoding.exactSamples());
    map.put("seconds", encoding.seconds());
    map.put("samples", samples.samples());
    map.put("ridge", basis.rule().ridge());
    return map;
  }

  private Summary summary(Model basis, Encoding encoding, Observations samples) {
    Summary summary =
        new Summary()
            .add("data", samples.samples() + " samples x " + samples.features() + " features")
            .add("rank", encoding.codes().columns());
    if (basis.rule().ridge() > 0) {
      summary.add("ridge", Summary.number(basis.rule().ridge()) + " on the codes");
    }
    return summary
        .add("objective", Summary.number(encoding.objective().total()))
        .add("relative error", Summary.number(encoding.relativeError()))
        .add("lower bound", Summary.number(encoding.lowerBound()))
        .addGap(encoding.objective().total(), encoding.lowerBound())
        .add("proven optimal", encoding.exactSamples() + " of " + samples.samples() + " samples")
        .add("time", Summary.seconds(encoding.seconds()))
        .add("file", out);
  }
}
