package org.mahnmf.cli.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mahnmf.cli.Cli;
import org.mahnmf.data.array.NpyReader;
import org.mahnmf.data.file.JsonReader;

/** {@code mahnmf fit --engine}: what goes to an engine and what comes back. */
class EngineFitTest {

  @TempDir Path folder;
  private String table;
  private String out;

  @BeforeEach
  void write() throws IOException {
    table = Files.writeString(folder.resolve("t.csv"), "1,2,3\n2,4,6\n1,1,1\n3,2,1\n").toString();
    out = folder.resolve("out").toString();
  }

  private Cli fit(String... more) {
    String[] all = new String[more.length + 6];
    System.arraycopy(new String[] {"fit", table, "--rank", "2", "--out", out}, 0, all, 0, 6);
    System.arraycopy(more, 0, all, 6, more.length);
    return Cli.run((Object[]) all);
  }

  @Test
  void writesWhatTheEngineFinds() throws IOException {
    fit("--engine", "spark=local[2]", "--box-basis", "0,1", "--elastic", "0.5").done();
    Path results = Path.of(out);
    assertEquals(List.of("basis.npy", "codes.npy", "report.html", "run.json"), Cli.names(results));
    assertEquals(2, NpyReader.read(results.resolve("basis.npy")).rows());
    assertEquals(4, NpyReader.read(results.resolve("codes.npy")).rows());
    Cli.run("transform", out, table, "--out", folder.resolve("codes.npy").toString()).done();
    Cli ridged = fit("--engine", "spark", "--ridge", "0.25").done();
    assertTrue(ridged.out().contains("on both factors"), ridged.out());
    Map<?, ?> record = (Map<?, ?>) JsonReader.read(results.resolve("run.json"));
    Map<?, ?> settings = (Map<?, ?>) record.get("settings");
    assertEquals(.25, settings.get("ridge"));
    assertEquals(.5, ((Map<?, ?>) settings.get("model")).get("ridge")); // 0.25·√4
    fit("--engine", "spark", "--ridge", "0").done();
    assertFalse(fit("--engine", "spark").done().out().contains("on both factors"));
    Map<?, ?> timings = (Map<?, ?>) record.get("timings");
    assertEquals(List.of("read", "fit", "write"), List.copyOf(timings.keySet()));
  }

  @Test
  void needsRoomForTheCodes() {
    String[] words = {"fit", table, "--rank", "1000000", "--engine", "spark=huge", "--out", out};
    Cli.run((Object[]) words).mistake(out, "are needed for the results", "choose another folder");
    assertFalse(Files.exists(Path.of(out)));
  }

  @Test
  void leavesManyCodesWhereTheyAre() throws IOException {
    fit("--engine", "spark=local[2]", "--codes-parquet").done();
    assertEquals(
        "local[2]", Files.readString(Path.of(out).resolve("codes.parquet").resolve("part")));
    fit("--engine", "spark", "--codes-parquet").mistake("codes.parquet", "is there already");
    fit("--codes-parquet").mistake("--codes-parquet needs --engine");
  }

  @Test
  void featuresMayHaveGroups() throws IOException {
    Path groups = Files.writeString(folder.resolve("groups.txt"), "a\na\nb\n");
    fit("--engine", "spark", "--group-penalty", "basis:2:0.1", "--groups", groups.toString())
        .done();
  }

  @Test
  void saysWhereTheRunIsSaved() {
    String checkpoint = Path.of(out).resolve("checkpoint.mahnmf").toString();
    assertTrue(fit("--engine", "spark", "--resume").done().err().contains(checkpoint + " true"));
    String there = "hdfs://host/folder";
    assertTrue(
        fit("--engine", "spark", "--checkpoint", there).done().err().contains(there + " false"));
    fit("--engine", "spark", "--checkpoint-every", "3s").mistake("needs --checkpoint");
  }

  @Test
  void refusesWhatAnEngineCannotDo() {
    fit("--engine", "flink").mistake("--engine", "flink", "spark=MASTER");
    fit("--engine", "spark", "--solver", "rri").mistake(table, "'rri'");
    fit("--engine", "spark", "--restarts", "2").mistake("'restarts'");
    fit("--engine", "spark", "--validate", "3%").mistake("'validate'");
    fit("--engine", "spark", "--ridge", "auto").mistake("'spark'", "'ridge'", "give a share");
    fit("--engine", "spark", "--graph", "knn:2").mistake("--graph", "--engine");
    fit("--engine", "spark", "--samples", "columns").mistake("--samples columns", "--engine");
    fit("--engine", "spark", "--elastic", "auto").mistake("--elastic is auto", "for --engine");
    fit("--engine", "spark", "--symmetric").mistake("--symmetric", "--engine");
    fit("--engine", "spark", "--group-penalty", "codes:2:1").mistake("on the codes", "--engine");
    fit("--engine", "spark", "--group-penalty", "basis:2:1").mistake("--groups", "--engine");
    String groups = folder.resolve("groups.txt").toString();
    fit("--engine", "spark", "--group-ball", "basis:2:1%", "--groups", groups)
        .mistake("percentage", "--engine");
    fit("--engine", "spark", "--threads", "1").mistake("--threads means nothing to --engine");
    fit("--engine", "spark", "--frames", "0:3").mistake("--frames means nothing to --engine");
    fit("--engine", "spark", "--out-of-core").mistake("--out-of-core means nothing");
  }
}
