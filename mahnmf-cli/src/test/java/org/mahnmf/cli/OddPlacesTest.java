package org.mahnmf.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mahnmf.cli.job.OutputFolder;

/** Files and folders in places where nobody expects them. */
class OddPlacesTest {

  private static final String TABLE = "1,2,3\n2,4,6.5\n3,6,9\n1,1,1\n";

  @TempDir private Path folder;

  private Path table(String name) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, TABLE);
  }

  private Cli fit(Path input, Path out) {
    return Cli.run("fit", input, "--rank", 1, "--threads", 1, "--out", out);
  }

  /** The table itself was replaced by a result of the same name. */
  @ParameterizedTest
  @CsvSource({
    "fit, basis.npy, --rank 1",
    "fit, codes.npy, --rank 1",
    "fit, run.json, --rank 1",
    "cluster, clusters.csv, --clusters 2",
    "cluster, basis.npy, --clusters 2",
    "outliers, outliers.csv, --rank 1",
    "outliers, repaired.csv, --rank 1 --repair",
    "separate, background.csv, --rank 1",
    "rank, rank.csv, --ranks 1:1"
  })
  void noResultReplacesTheInput(String command, String name, String more) throws IOException {
    Path file = table("data/" + name);
    List<Object> words = new ArrayList<>(List.of(command, file, "--out", folder.resolve("data")));
    words.addAll(List.of(more.split(" ")));
    Cli.run(words.toArray())
        .mistake(file.toString(), "would be replaced by a result", "choose another --out");
    assertEquals(TABLE, Files.readString(file));
    assertEquals(List.of(name), Cli.names(folder.resolve("data")));
  }

  @Test
  void whatAKilledRunLeftIsRemovedByTheNext() throws IOException {
    Path table = folder.resolve("table.csv");
    Files.writeString(table, "1,2\n2,4\n3,7\n");
    Path out = Files.createDirectories(folder.resolve("out/mask")).getParent();
    String leftover = ".report.html.0bd411fd-511f-4ee0-b20a-86c241a99953.tmp";
    FileTime before = FileTime.from(Instant.now().minusSeconds(9));
    Path own = Files.writeString(out.resolve(".report.html.mine.tmp"), "");
    for (Path file : List.of(out.resolve(leftover), out.resolve("mask").resolve(leftover), own)) {
      Files.setLastModifiedTime(Files.writeString(file, "half"), before);
    }
    Cli.run("fit", table, "--rank", 1, "--out", out).done();
    assertEquals(List.of(), Cli.names(out.resolve("mask")));
    assertTrue(Files.exists(own) && Files.notExists(out.resolve(leftover)));
  }

  @Test
  void aLinkDoesNotHideTheInput() throws IOException {
    Path file = table("data/basis.npy");
    Path link = Files.createSymbolicLink(folder.resolve("link.csv"), file);
    fit(link, folder.resolve("data")).mistake("link.csv: would be replaced");
    Path other = Files.createSymbolicLink(folder.resolve("out"), folder.resolve("data"));
    fit(file, other).mistake("basis.npy: would be replaced");
    assertEquals(TABLE, Files.readString(file));
  }

  @Test
  void codesReplaceNeitherSamplesNorBasis() throws IOException {
    Path file = table("table.csv");
    fit(file, folder.resolve("model")).done();
    Path basis = folder.resolve("model").resolve("basis.npy");
    byte[] before = Files.readAllBytes(basis);
    Cli.run("transform", basis.getParent(), file, "--out", file).mistake("table.csv: would be");
    Cli.run("transform", basis.getParent(), file, "--out", basis).mistake("basis.npy: would be");
    assertEquals(TABLE, Files.readString(file));
    assertArrayEquals(before, Files.readAllBytes(basis));
  }

  @Test
  void theFolderOfTheInputMayBeThatOfTheResults() throws IOException {
    fit(table("data/table.csv"), folder.resolve("data")).done();
    assertEquals(
        List.of("basis.npy", "codes.npy", "report.html", "run.json", "table.csv"),
        Cli.names(folder.resolve("data")));
  }

  @Test
  void twoRunsDoNotWriteIntoOneFolder() throws IOException {
    Path file = table("table.csv");
    Path out = folder.resolve("out");
    try (OutputFolder taken = OutputFolder.open(out, "--out")) {
      fit(file, out).mistake(taken.path() + ": another run writes its results there");
      assertEquals(List.of(OutputFolder.LOCK), Cli.names(out));
    }
    assertFalse(Files.exists(out), "nothing was written");
    // A run that was killed leaves the file, but nobody holds it.
    Files.createFile(Files.createDirectory(out).resolve(OutputFolder.LOCK));
    fit(file, out).done();
    assertEquals(List.of("basis.npy", "codes.npy", "report.html", "run.json"), Cli.names(out));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"with blanks .csv", "Übung 漢字.csv", "-.csv", "a'b\"c.csv", "#1 & %20.csv"})
  void anyNameWillDo(String name) throws IOException {
    Path out = folder.resolve("results of " + name);
    fit(table(name), out).done();
    assertEquals(List.of("basis.npy", "codes.npy", "report.html", "run.json"), Cli.names(out));
  }

  @Test
  void namesWithLineBreaksMakeNoSecondLine() throws IOException {
    fit(folder.resolve("no\nsuch\rfile.csv"), folder.resolve("out")).mistake("does not exist");
    fit(table("new\nline.csv"), folder.resolve("a\nb")).done();
  }

  @Test
  void linksThatLeadNowhereAreNamed() throws IOException {
    Path dead = Files.createSymbolicLink(folder.resolve("dead.csv"), Path.of("nothing.csv"));
    fit(dead, folder.resolve("out")).mistake("dead.csv: does not exist");
    Path loop = Files.createSymbolicLink(folder.resolve("loop.csv"), Path.of("loop.csv"));
    fit(loop, folder.resolve("out")).mistake("loop.csv: does not exist");
    assertFalse(Files.exists(folder.resolve("out")));
  }

  @Test
  void placesThatAreNoPlacesAreNamed() throws IOException {
    Path file = table("table.csv");
    fit(file, file).mistake("table.csv: is a file, but a folder is needed");
    fit(file, file.resolve("below")).mistake("table.csv: is a file, but a folder is needed");
    fit(Path.of("-"), folder.resolve("out")).mistake("-: does not exist");
    fit(Files.createFile(folder.resolve("empty.csv")), folder.resolve("out")).mistake("is empty");
    Cli.run("fit", file, "--rank", 1, "--out", folder.resolve("out"), "--checkpoint", folder)
        .mistake("is a folder", "--checkpoint needs the name of a file");
    Cli.run("fit", file, "--rank", 1, "--out", folder.resolve("out"), "--checkpoint", file)
        .mistake("table.csv: is there already");
    assertFalse(Files.exists(folder.resolve("out")));
    assertEquals(TABLE, Files.readString(file));
  }
}
