package org.mahnmf.data.synthetic;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mahnmf.data.ReadOptions;
import org.mahnmf.data.Source;
import org.mahnmf.data.Table;
import org.mahnmf.data.Tables;
import org.mahnmf.data.image.MaskTruth;
import org.mahnmf.data.text.Labels;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.PictureShape;
import org.mahnmf.picture.MaskScore;

class SampleSetTest {

  @TempDir private Path folder;

  @Test
  void theClipLoadsWithItsMasks() throws IOException {
    SampleSet.VIDEO.write(folder, 1);
    Table frames = Tables.read(folder.resolve("input"));
    PictureShape shape = frames.picture().orElseThrow();
    assertEquals(new PictureShape(160, 120, 1, 255), shape);
    assertEquals(120, frames.values().rows());
    assertEquals("in000001.png", frames.rowNames().get(0));
    MaskTruth truth = MaskTruth.open(folder.resolve("groundtruth"), frames.rowNames(), 120, shape);
    assertEquals(120, truth.judged());
    SyntheticClip clip = SyntheticClip.create(160, 120, 120, 1);
    assertArrayEquals(clip.codes(60), truth.codes(60));
    assertEquals(clip.pixels().get(7, 300), frames.values().get(7, 300), .5);
    assertTrue(Files.size(folder.resolve("street.apng")) > 0);
  }

  @Test
  void facesLoadAsPicturesAndAsMat() throws IOException {
    SampleSet.FACES.write(folder, 1);
    Table faces = Tables.read(folder.resolve("faces"));
    assertEquals(240, faces.values().rows());
    assertEquals(SyntheticFaces.shape(), faces.picture().orElseThrow());
    List<String> labels = Labels.read(folder.resolve("labels.txt"));
    Source file = Source.parse(folder.resolve("faces_32x32/Synthetic_32x32.mat") + ":fea");
    Matrix columns = Tables.read(file, ReadOptions.DEFAULT).values();
    Matrix people =
        Tables.read(new Source(file.path(), java.util.Optional.of("gnd")), ReadOptions.DEFAULT)
            .values();
    SyntheticFaces made = SyntheticFaces.create(12, 20, 1);
    for (int k : new int[] {0, 19, 20, 239}) {
      assertEquals(String.valueOf(made.person(k)), labels.get(k));
      assertEquals(made.person(k), people.get(k, 0));
      assertEquals(made.name(k) + ".png", faces.rowNames().get(k));
      // row 5, column 9 of the picture
      assertEquals(made.pictures().get(k, 5 * 32 + 9), faces.values().get(k, 5 * 32 + 9));
      assertEquals(made.pictures().get(k, 5 * 32 + 9), columns.get(k, 9 * 32 + 5));
    }
  }

  @Test
  void facesOfOnePersonAreAlikeUnderOneLight() {
    SyntheticFaces faces = SyntheticFaces.create(10, 20, 3);
    DenseMatrix pictures = faces.pictures();
    int nearest = 0;
    for (int p = 0; p < 10; p++) {
      // the same light, calm (0) and smiling (10): whose calm face is nearest to p's smile?
      int best = 0;
      for (int q = 1; q < 10; q++) {
        int smile = p * 20 + 10;
        best = distance(pictures, smile, q * 20) < distance(pictures, smile, best * 20) ? q : best;
      }
      nearest += best == p ? 1 : 0;
    }
    assertTrue(nearest >= 9, nearest + " of 10 people are known again");
    assertTrue(
        distance(pictures, 5, 6) > distance(pictures, 0, 10),
        "opposite lights change a face more than a smile");
    assertThrows(IllegalArgumentException.class, () -> SyntheticFaces.create(0, 1, 1));
  }

  private static double distance(DenseMatrix rows, int a, int b) {
    double sum = 0;
    for (int j = 0; j < rows.columns(); j++) {
      sum += Math.abs(rows.get(a, j) - rows.get(b, j));
    }
    return sum;
  }

  @Test
  void readingsLoadWithTheirTruth() throws IOException {
    SampleSet.TABLE.write(folder, 1);
    Table seen = Tables.read(folder.resolve("readings.csv"));
    Table clean = Tables.read(folder.resolve("clean.csv"));
    assertEquals(672, seen.values().rows());
    assertEquals(16, seen.values().columns());
    assertEquals("kitchen", seen.columnNames().get(1));
    assertEquals("day 01 01:00", seen.rowNames().get(1));
    Set<List<Integer>> wrong = new HashSet<>();
    SyntheticSensors sensors = SyntheticSensors.create(1);
    for (SyntheticSensors.Event event : sensors.events()) {
      wrong.add(List.of(event.row(), event.column()));
      assertEquals(
          event.kind().equals("lost"),
          Double.isNaN(seen.values().get(event.row(), event.column())));
    }
    for (int i = 0; i < 672; i++) {
      for (int j = 0; j < 16; j++) {
        double right = clean.values().get(i, j);
        boolean near = Math.abs(seen.values().get(i, j) - right) < .12 * right + .002;
        assertTrue(near || wrong.contains(List.of(i, j)), "row " + i + ", column " + j);
      }
    }
    assertEquals(
        sensors.events().size() + 1, Files.readAllLines(folder.resolve("truth.csv")).size());
  }

  @Test
  void theLandscapeLoadsWithItsRegions() throws IOException {
    SampleSet.SCENE.write(folder, 1);
    Table picture =
        Tables.read(Source.of(folder.resolve("scene.png")), ReadOptions.DEFAULT.withColor(true));
    assertEquals(120, picture.values().rows());
    assertEquals(3 * 160, picture.values().columns());
    Matrix regions = Tables.read(folder.resolve("segments.png")).values();
    int[] counts = new int[SyntheticLandscape.REGIONS + 1];
    for (int i = 0; i < regions.rows(); i++) {
      for (int j = 0; j < regions.columns(); j++) {
        counts[(int) regions.get(i, j)]++;
      }
    }
    for (int region = 1; region <= SyntheticLandscape.REGIONS; region++) {
      assertTrue(counts[region] > 160 * 120 / 50, "region " + region + ": " + counts[region]);
    }
    assertThrows(IllegalArgumentException.class, () -> SyntheticLandscape.create(8, 99, 1));
  }

  @Test
  void theSeedDecides() {
    assertArrayEquals(
        SyntheticFaces.create(2, 3, 5).pictures().array(),
        SyntheticFaces.create(2, 3, 5).pictures().array());
    assertNotEquals(
        SyntheticLandscape.create(32, 24, 1).picture().get(0, 100),
        SyntheticLandscape.create(32, 24, 2).picture().get(0, 100));
    assertFalse(SyntheticSensors.create(1).events().equals(SyntheticSensors.create(2).events()));
    assertEquals(MaskScore.MOVING, (byte) 255);
  }
}
