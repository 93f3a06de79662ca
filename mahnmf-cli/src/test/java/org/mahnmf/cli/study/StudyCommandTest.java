package org.mahnmf.cli.study;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mahnmf.cli.Cli;

class StudyCommandTest {

  @TempDir private Path folder;

  @Test
  void mistakes() throws IOException {
    Path out = folder.resolve("out");
    Path data = Files.createDirectory(folder.resolve("data"));
    Cli.run("study", "magic", "--data", data, "--out", out)
        .mistake("'magic'", "calibration", "reconstruction");
    Cli.run("study", "reconstruction", "--data", folder.resolve("none"), "--out", out)
        .mistake("none", "--data");
    Cli.run("study", "reconstruction", "--data", data, "--out", out)
        .mistake("none of the data sets", "Yale B", "PIE");
    assertFalse(Files.exists(out.resolve("trials.jsonl")));
    Cli.run("study", "reconstruction", "--data", data, "--out", out, "--trials", 0)
        .mistake("trials is 0");
    Path other = folder.resolve("other");
    Cli.run("study", "efficiency", "--data", data, "--out", other, "--only", "RRI,Kriging")
        .mistake("'Kriging'", "data, solver");
    assertTrue(Cli.run("help", "study").done().out().contains("reconstruction"));
  }
}
