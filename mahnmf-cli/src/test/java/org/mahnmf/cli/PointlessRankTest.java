package org.mahnmf.cli;

import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mahnmf.data.array.NpyWriter;

/** A rank that no table has is a mistake in the rank, not a lack of memory. */
class PointlessRankTest {

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "fit t.npy",
        "fit t.csv",
        "fit t.npy --samples columns",
        "outliers t.npy",
        "outliers t.csv",
        "separate t.npy",
        "separate t.npy --whole",
        "cluster t.npy --clusters 2",
        "cluster t.csv --clusters 2"
      })
  void isRefused(String command) throws IOException {
    NpyWriter.write(folder.resolve("t.npy"), TestTables.spiked(9, 7, 2, 1));
    Cli.csv(folder.resolve("t.csv"), TestTables.spiked(9, 7, 2, 1));
    Path out = folder.resolve("out");
    List<Object> words = new ArrayList<>(List.of(command.split(" ")));
    words.set(1, folder.resolve(words.get(1).toString()));
    words.addAll(List.of("--rank", 1_000_000_000, "--out", out));
    Cli refused = Cli.run(words.toArray());
    refused.mistake("rank is 1000000000 but must be at most min(", ") = 7", "pointless");
    assertFalse(refused.err().contains("Xmx"), refused.err());
    assertFalse(Files.exists(out));
  }
}
