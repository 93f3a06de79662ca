package org.mahnmf.lab.paper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mahnmf.data.synthetic.SampleSet;
import org.mahnmf.lab.method.NeNmf;
import org.mahnmf.lab.method.Pca;
import org.mahnmf.lab.noise.Noises;
import org.mahnmf.lab.study.Study;
import org.mahnmf.lab.study.StudyResult;

class ReconstructionStudyTest {

  @TempDir private Path folder;

  private StudyResult saltAndPepper(String set, Path data) throws IOException {
    return StudyResult.run(
        new PartOfStudy(
            new ReconstructionStudy(),
            group ->
                group.get(0).equals(set)
                    && group.get(1).equals("Salt & pepper")
                    && List.of("EucNMF", "MahNMF").contains(group.get(2))),
        new Study.Setting(data, 0, true, 0, List.of()),
        folder,
        2,
        () -> false,
        (done, all, left) -> {});
  }

  /** Rows are EucNMF and MahNMF. */
  private static void assertManhattanWins(List<StudyResult.Row> rows) {
    for (String set : List.of("training", "test")) {
      double manhattan = rows.get(1).values().get(set).mean();
      assertTrue(manhattan < rows.get(0).values().get(set).mean(), rows.toString());
    }
  }

  @Test
  void reconstructsGeneratedFaces() throws IOException {
    SampleSet.FACES.write(folder, 1);
    StudyResult result = saltAndPepper("Generated", folder);
    assertEquals(2, result.rows().size());
    assertManhattanWins(result.rows());
  }

  @Test
  void reconstructsRealFaces() throws IOException {
    Path data = Path.of(System.getenv().getOrDefault("MAHNMF_DATA", "../../shared/data"));
    assumeTrue(
        Files.exists(data.resolve(Faces.Known.PAPER.get(0).file())),
        "skipped: set MAHNMF_DATA to a folder with faces_32x32/YaleB_32x32.mat to run it");
    Faces yale = Faces.Known.PAPER.get(0).read(data).orElseThrow();
    assertEquals(2414, yale.pixels().rows());
    assertEquals(266, yale.split(Integer.MAX_VALUE, 0).train().length);
    assertManhattanWins(saltAndPepper("Yale B", data).rows());
  }

  /** One split of Table 1 at its full size: errors to the clean faces, pinned a little above. */
  @Test
  @Tag("long")
  void theDefaultIsNearTheCleanFacesOfYaleB() throws IOException {
    Path data = Path.of(System.getenv().getOrDefault("MAHNMF_DATA", "../../shared/data"));
    assumeTrue(
        Files.exists(data.resolve(Faces.Known.PAPER.get(0).file())),
        "skipped: set MAHNMF_DATA to a folder with faces_32x32/YaleB_32x32.mat to run it");
    Map<String, Double> most =
        Map.of("Occlusion", .034, "Laplace", .086, "Salt & pepper", .040, "Gaussian", .120);
    StudyResult result =
        StudyResult.run(
            new PartOfStudy(
                new ReconstructionStudy(),
                group ->
                    group.get(0).equals("Yale B")
                        && most.containsKey(group.get(1))
                        && group.get(2).equals("MahNMF")),
            new Study.Setting(data, 1, false, 0, List.of()),
            folder,
            2,
            () -> false,
            (done, all, left) -> {});
    assertEquals(4, result.rows().size());
    for (StudyResult.Row row : result.rows()) {
      double error = row.values().get("training").mean();
      assertTrue(error <= most.get(row.group().get(1)), row.toString());
    }
  }

  @Test
  void knowsThePrintedTable() {
    Study study = new ReconstructionStudy();
    assertEquals(
        Map.of("training", .082, "test", .079),
        study.printed(List.of("Yale B", "Salt & pepper", "MahNMF")));
    assertEquals(
        Map.of("training", .113, "test", .106),
        study.printed(List.of("PIE", "Occlusion", "KLNMF")));
    assertEquals(Map.of(), study.printed(List.of("Generated", "None", "KLNMF")));
  }

  @Test
  void drawsASheet() throws IOException {
    SampleSet.FACES.write(folder, 1);
    Faces faces = Faces.Known.GENERATED.read(folder).orElseThrow();
    byte[] png =
        new FaceSheet(faces, faces.split(3, 1), Noises.NONE)
            .png(List.of(new Pca(), new NeNmf()), 5, 1);
    var image = ImageIO.read(new ByteArrayInputStream(png));
    assertEquals(3 * (8 * 34 + 2), image.getWidth());
    assertEquals(3 * (2 * 34 + 2), image.getHeight());
  }
}
