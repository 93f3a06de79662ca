package org.mahnmf.cli.study;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mahnmf.cli.Cli;

class SampleCommandTest {

  @TempDir private Path folder;

  @Test
  void makesASet() throws IOException {
    Path out = folder.resolve("readings");
    Cli cli = Cli.run("sample", "table", out).done();
    assertTrue(cli.out().startsWith(out + ": power readings"), cli.out());
    assertEquals(List.of("clean.csv", "readings.csv", "truth.csv"), Cli.names(out));
    String first = Files.readString(out.resolve("readings.csv"));
    Cli.run("sample", "TABLE", out, "--seed", 1).done();
    assertEquals(first, Files.readString(out.resolve("readings.csv")), "same seed, same bytes");
  }

  @Test
  void aFitOfTheReadingsFindsTheirGlitches() {
    Cli.run("sample", "table", folder).done();
    Cli fit =
        Cli.run(
                "fit",
                folder.resolve("readings.csv"),
                "--rank",
                3,
                "--out",
                folder.resolve("fit"),
                "--json",
                "--quiet")
            .done();
    double error = ((Number) fit.json().get("relativeError")).doubleValue();
    assertTrue(error < .12, "relative error " + error);
  }

  @Test
  void mistakes() throws IOException {
    Cli.run("sample", "cats", folder).mistake("cats", "VIDEO");
    Cli.run("sample", "table").mistake("DIR");
    Path file = Files.writeString(folder.resolve("file"), "x");
    Cli.run("sample", "table", file).mistake("is a file");
  }
}
