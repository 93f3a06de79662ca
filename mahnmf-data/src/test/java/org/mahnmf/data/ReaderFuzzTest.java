package org.mahnmf.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mahnmf.fuzz.FuzzTarget;
import org.mahnmf.fuzz.Fuzzer;

/**
 * Damages valid files by chance and reads them; {@code -Dmahnmf.fuzz.runs=N} asks for more and
 * {@code -Dmahnmf.fuzz.seed=N} for others. {@link ReaderFuzz} goes on for hours.
 */
class ReaderFuzzTest {

  private static final int RUNS = Integer.getInteger("mahnmf.fuzz.runs", 1000);
  private static final long SEED = Long.getLong("mahnmf.fuzz.seed", 1);

  @TempDir private Path top;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "csv",
        "npy",
        "market",
        "gzip",
        "npz",
        "mat",
        "hdf5",
        "image",
        "images in a folder",
        "any format",
        "frames from a pipe",
        "labels",
        "graph",
        "settings of a model"
      })
  @Timeout(value = 5, unit = TimeUnit.MINUTES)
  void refusesInOneLineWithinBounds(String name) throws IOException {
    List<FuzzTarget> targets = ReaderTargets.in(FileTarget.folderIn(top));
    FuzzTarget target =
        targets.stream().filter(one -> one.name().equals(name)).findFirst().orElseThrow();
    Fuzzer.Report report = new Fuzzer(target, SEED).run(RUNS);
    assertEquals(List.of(), report.findings(), name + ", seed " + SEED);
    // Or it would not have got beyond the first line of the reader.
    assertTrue(report.accepted() > 0 && report.answers() > 5, report::toString);
  }
}
