package org.mahnmf.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mahnmf.data.array.NpyWriter;
import org.mahnmf.data.image.FrameFolder;
import org.mahnmf.data.synthetic.SampleSet;
import org.mahnmf.matrix.PictureShape;

/** What a command found is never lost because it cannot be written where it should. */
class FullDiskTest {

  private static final String ELSEWHERE = "; the results are in ";

  @TempDir private Path folder;

  private static void delete(Path path) throws IOException {
    try (Stream<Path> all = Files.walk(path)) {
      for (Path one : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(one);
      }
    }
  }

  /** Checks for exit code 1 and one line; returns the names of what was saved elsewhere. */
  private List<String> saved(Cli cli, String problem) throws IOException {
    assertEquals(1, cli.code(), cli.err());
    List<String> said = cli.err().lines().filter(line -> line.startsWith("mahnmf: ")).toList();
    String line = said.get(said.size() - 1);
    assertEquals(line, cli.err().lines().reduce((a, b) -> b).orElseThrow(), "the last word");
    assertTrue(line.startsWith("mahnmf: " + folder), line);
    assertTrue(line.contains(problem) && line.contains(ELSEWHERE), line);
    Path refuge = Path.of(line.substring(line.indexOf(ELSEWHERE) + ELSEWHERE.length()));
    List<String> names = Cli.names(refuge);
    delete(refuge);
    return names;
  }

  /** A folder that is not empty where a file should be stops any write, on every system. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "fit table.npy --rank 2 --out out | run.json | basis.npy codes.npy report.html run.json",
        "outliers table.npy --rank 2 --out out | run.json | outliers.csv report.html run.json",
        "rank table.npy --ranks 1:2 --folds 2 --out out | rank.json | rank.csv rank.json report.html",
        "cluster table.npy --clusters 2 --out out | run.json | run.json report.html",
        "separate table.npy --rank 1 --out out | run.json | run.json",
        "separate film/input --rank 1 --frames 0:20 --out out | mask/in000001.png | mask run.json",
        "segment patch.png --segments 2 --out out | run.json | run.json",
        "watch film/input --frames 0:45 --idle 0 --out out | run.json | basis.npy run.json"
      })
  void resultsGoElsewhere(String words, String blocked, String kept) throws IOException {
    NpyWriter.write(folder.resolve("table.npy"), TestTables.spiked(30, 20, 2, 3));
    if (words.contains("film")) {
      SampleSet.VIDEO.write(folder.resolve("film"), 1);
    }
    Object[] arguments =
        Stream.of(words.split(" "))
            .map(
                word ->
                    word.matches("table.npy|patch.png|film/.*|out") ? folder.resolve(word) : word)
            .toArray();
    if (words.contains("patch")) {
      Path square = folder.resolve("square");
      Files.createDirectories(square);
      FrameFolder.write(square, "patch", 1, new double[400], new PictureShape(20, 20, 1, 1));
      Files.move(square.resolve("patch.png"), folder.resolve("patch.png"));
    }
    Files.createDirectories(folder.resolve("out").resolve(blocked).resolve("inside"));
    List<String> names = saved(Cli.run(arguments), "cannot be written to: ");
    assertTrue(names.containsAll(List.of(kept.split(" "))), names + " of " + kept);
  }

  /**
   * A disk of 300 kB, where the system lets us make one. Of 60 kB one run in five had no room for
   * the first frame.
   */
  @Test
  void aStreamFillsTheDisk() throws Exception {
    SampleSet.VIDEO.write(folder.resolve("film"), 1);
    Path disk = Files.createDirectory(folder.resolve("disk"));
    boolean mounted =
        BigInputTest.run("mount", "-t", "tmpfs", "-o", "size=300k", "tmpfs", disk.toString());
    Assumptions.assumeTrue(mounted, "no right to mount a small disk");
    try {
      Cli cli =
          Cli.run("watch", folder.resolve("film/input"), "--idle", 0, "--out", disk.resolve("out"));
      List<String> names = saved(cli, "No space left on device; ");
      assertEquals(List.of("basis.npy", "run.json"), names);
      int masks = Cli.names(disk.resolve("out/mask")).size();
      assertTrue(masks > 0 && cli.err().contains("; " + masks + " frames are there"), cli.err());
    } finally {
      assertTrue(BigInputTest.run("umount", disk.toString()));
    }
  }
}
