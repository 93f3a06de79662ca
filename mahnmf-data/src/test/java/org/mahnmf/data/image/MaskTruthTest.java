package org.mahnmf.data.image;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mahnmf.base.Workers;
import org.mahnmf.data.file.InputException;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.PictureShape;
import org.mahnmf.picture.MaskScore;

class MaskTruthTest {

  private static final PictureShape SHAPE = new PictureShape(5, 1, 1, 255);
  private static final byte UNKNOWN = MaskScore.UNKNOWN;

  @TempDir private Path parent;
  private Path folder;

  @BeforeEach
  void writeMasks() throws IOException {
    folder = parent.resolve("groundtruth");
    DenseMatrix masks =
        DenseMatrix.ofRows(new double[][] {{0, 50, 85, 170, 255}, {255, 255, 0, 0, 0}});
    try (Workers workers = new Workers(1)) {
      FrameFolder.write(
          folder, List.of("gt000470.png", "gt000471.png"), masks, SHAPE, workers, () -> {});
    }
  }

  private MaskTruth open(List<String> names, int count) {
    return MaskTruth.open(folder, names, count, SHAPE);
  }

  @Test
  void goesByNumbers() {
    MaskTruth truth = open(List.of("in000469.jpg", "in000470.jpg", "x471.bmp"), 3);
    assertEquals(2, truth.judged());
    assertArrayEquals(new byte[] {UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN}, truth.codes(0));
    assertArrayEquals(new byte[] {0, 50, 85, (byte) 170, (byte) 255}, truth.codes(1));
    double[] row = new double[5];
    truth.copyRow(1, row);
    assertArrayEquals(new double[] {0, 0, Double.NaN, Double.NaN, 1}, row);
    assertEquals(1, truth.get(2, 0));
  }

  @Test
  void goesInOrderWithoutNumbers() {
    assertArrayEquals(new byte[] {-1, -1, 0, 0, 0}, open(List.of(), 2).codes(1));
    String wrong = assertThrows(InputException.class, () -> open(List.of(), 3)).getMessage();
    assertTrue(wrong.contains("2 masks for 3 frames"), wrong);
  }

  @Test
  void leavesOutFramesThatDoNotCount() throws IOException {
    Path region = Files.writeString(parent.resolve("temporalROI.txt"), "471 1700\n");
    List<String> names = List.of("in000470.jpg", "in000471.jpg");
    assertEquals(1, open(names, 2).judged());
    Files.writeString(region, "471");
    String wrong = assertThrows(InputException.class, () -> open(names, 2)).getMessage();
    assertTrue(wrong.contains("temporalROI.txt: must hold two numbers"), wrong);
  }

  @Test
  void mistakes() {
    String none = assertThrows(InputException.class, () -> open(List.of("a9.png"), 1)).getMessage();
    assertTrue(none.contains("no mask for frames 9 to 9, but for 470 to 471"), none);
    MaskTruth wide = MaskTruth.open(folder, List.of("a470.png"), 1, new PictureShape(4, 1, 1, 255));
    String size = assertThrows(InputException.class, () -> wide.codes(0)).getMessage();
    assertTrue(size.contains("gt000470.png: size: 5x1: must be 4x1"), size);
    Path nowhere = parent.resolve("nowhere");
    assertThrows(InputException.class, () -> MaskTruth.open(nowhere, List.of(), 1, SHAPE));
  }
}
