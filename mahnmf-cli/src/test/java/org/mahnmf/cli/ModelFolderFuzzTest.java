package org.mahnmf.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mahnmf.cli.job.Command;
import org.mahnmf.data.array.NpyReader;
import org.mahnmf.data.file.InputException;
import org.mahnmf.fuzz.FuzzTarget;
import org.mahnmf.fuzz.Fuzzer;

/** Damages the folder of a fit by chance; {@code transform} answers with codes or in one line. */
class ModelFolderFuzzTest {

  private static final int RUNS = Integer.getInteger("mahnmf.fuzz.runs", 1000) / 2;

  /** What transform takes from run.json, and nothing else to waste chance on. */
  private static final String SETTINGS =
      "{\"settings\": {\"model\": {\"curvature\": 0.5, \"lower\": 0.1, \"upper\": 2.5, \"price\": 1,"
          + " \"ball\": 3}, \"zeroWeight\": 1}}";

  @TempDir private Path folder;

  /** One file of a model under attack. */
  private record Attack(Path model, String file, List<byte[]> seeds) implements FuzzTarget {

    @Override
    public String name() {
      return file + " of a model";
    }

    @Override
    public List<String> words() {
      return List.of(
          "\"curvature\": ",
          "\"lower\": ",
          "\"upper\": ",
          "\"price\": ",
          "\"ball\": ",
          "1e308",
          "1e-308",
          "null",
          "{",
          "}",
          "\"zeroWeight\": 0",
          "'<f8'",
          "(2, 5)");
    }

    @Override
    public String read(byte[] input) throws IOException {
      Files.write(model.resolve(file), input);
      Path codes = model.resolveSibling("codes.npy");
      Cli cli =
          Cli.run(
              "transform", model, model.resolveSibling("rows.csv"), "--out", codes, "--threads", 1);
      if (cli.code() == Command.USAGE) {
        throw new InputException(cli.err().strip());
      }
      assertEquals(0, cli.code(), cli.err());
      assertTrue(
          Arrays.stream(NpyReader.read(codes).array())
              .allMatch(code -> code >= 0 && code <= Double.MAX_VALUE),
          "codes that are no numbers");
      return "codes";
    }

    @Override
    public String complaint(Throwable thrown) {
      boolean refusal = thrown instanceof InputException;
      String message = String.valueOf(thrown.getMessage());
      return refusal && message.startsWith("mahnmf: ") && !message.contains("Exception")
          ? ""
          : "not one line for people";
    }
  }

  @ParameterizedTest
  @CsvSource({"run.json, 11", "basis.npy, 12"})
  void transformRefusesInOneLine(String file, long seed) throws IOException {
    Path rows = Files.writeString(folder.resolve("rows.csv"), "1,2,3,1,2\n2,4,6,2,3\n3,1,2,1,0\n");
    Path model = folder.resolve("model");
    Cli.run("fit", rows, "--rank", 2, "--out", model, "--elastic", 1, "--threads", 1).done();
    List<byte[]> seeds = new ArrayList<>(List.of(Files.readAllBytes(model.resolve(file))));
    if (file.equals("run.json")) {
      seeds.add(SETTINGS.getBytes(StandardCharsets.UTF_8));
    }
    Attack attack = new Attack(model, file, seeds);
    Fuzzer.Report report = new Fuzzer(attack, seed).run(RUNS);
    assertEquals(List.of(), report.findings(), "seed " + seed);
    assertTrue(report.accepted() > 0 && report.answers() > 1, report::toString);
  }
}
