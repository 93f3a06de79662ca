package org.mahnmf.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mahnmf.data.Tables;
import org.mahnmf.data.array.NpyReader;
import org.mahnmf.data.file.JsonReader;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Matrix;

/** Models that releases have saved, and one from the future. */
class SavedModelTest {

  private static final Path MODELS = Path.of("src/test/resources/models");

  private static List<Path> models() throws IOException {
    try (Stream<Path> folders = Files.list(MODELS)) {
      return folders.filter(Files::isDirectory).sorted().toList();
    }
  }

  @Test
  void thoseOfAllReleasesGiveTheCodesTheyGaveThen(@TempDir Path folder) throws IOException {
    assertTrue(!models().isEmpty());
    for (Path model : models()) {
      Path out = folder.resolve("codes.npy");
      Map<?, ?> now =
          Cli.run("transform", model, model.resolve("table.csv"), "--out", out, "--json")
              .done()
              .json();
      Map<?, ?> then = (Map<?, ?>) JsonReader.read(model.resolve("run.json"));
      double objective = (double) then.get("objective");
      // The fit and the step that ends it are exact to .1 %, of which loss and box are a part.
      assertEquals(objective, (double) now.get("objective"), 1e-3 * objective, model.toString());
      DenseMatrix codes = NpyReader.read(model.resolve("codes.npy"));
      Matrix again = Tables.read(out).values();
      for (int i = 0; i < codes.rows(); i++) {
        for (int l = 0; l < codes.columns(); l++) {
          assertEquals(codes.get(i, l), again.get(i, l), .02, model + " " + i + " " + l);
        }
      }
    }
  }

  @Test
  void aNewerOneIsRefusedInOneLine(@TempDir Path folder) throws IOException {
    Path model = models().get(0);
    for (Path file : List.of(model.resolve("basis.npy"), model.resolve("run.json"))) {
      Files.copy(file, folder.resolve(file.getFileName()));
    }
    Path record = folder.resolve("run.json");
    String text = Files.readString(record);
    assertTrue(text.contains("\"format\": 1"), text);
    Files.writeString(record, text.replace("\"format\": 1", "\"format\": 3"));
    Cli.run("transform", folder, model.resolve("table.csv"), "--out", folder.resolve("codes.npy"))
        .mistake("run.json", "the format of the model is 3", "up to 2", "newer");
  }

  /** What was saved before models had a format. */
  @Test
  void oneWithoutAFormatIsRead(@TempDir Path folder) throws IOException {
    Path model = models().get(0);
    Files.copy(model.resolve("basis.npy"), folder.resolve("basis.npy"));
    String text = Files.readString(model.resolve("run.json"));
    Files.writeString(folder.resolve("run.json"), text.replace("\"format\": 1,", ""));
    Path old = folder.resolve("old.csv");
    Path now = folder.resolve("now.csv");
    Cli.run("transform", folder, model.resolve("table.csv"), "--out", old).done();
    Cli.run("transform", model, model.resolve("table.csv"), "--out", now).done();
    assertEquals(Files.readString(now), Files.readString(old));
  }
}
