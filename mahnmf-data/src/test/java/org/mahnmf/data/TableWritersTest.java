package org.mahnmf.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mahnmf.base.Workers;
import org.mahnmf.data.file.InputException;
import org.mahnmf.data.image.FrameFolder;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.PictureShape;
import org.mahnmf.matrix.SparseMatrix;

class TableWritersTest {

  @TempDir private Path folder;

  private static DenseMatrix random(int rows, int columns, int limit) {
    Random random = new Random(3);
    DenseMatrix matrix = new DenseMatrix(rows, columns);
    for (int k = 0; k < rows * columns; k++) {
      matrix.array()[k] = random.nextInt(limit);
    }
    return matrix;
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.npy", "a.csv", "a.TSV", "a.mtx", "a.mat"})
  void writesNumbersWithAllDigits(String name) throws IOException {
    DenseMatrix values =
        DenseMatrix.ofRows(new double[][] {{0, 1e-300, Math.PI}, {Double.NaN, 1e17, 12345678}});
    Path file = folder.resolve(name);
    Tables.write(file, new Table(values, List.of(), List.of()));
    assertEquals(values, Tables.read(file).values());
    SparseMatrix sparse = SparseMatrix.copyOf(DenseMatrix.ofRows(new double[][] {{0, 2}, {3, 0}}));
    Tables.write(file, new Table(sparse, List.of(), List.of()));
    assertEquals(sparse.toDense(), Tables.read(file).values().toDense());
  }

  @Test
  void textKeepsNames() throws IOException {
    Table table =
        new Table(
            random(2, 3, 9), List.of("a", "b \"c\", d", "e"), List.of("Paris", "Rome, \"old\""));
    Path file = folder.resolve("a.csv");
    Tables.write(file, table);
    assertEquals(table, Tables.read(file));
    Table noRowNames = new Table(table.values(), table.columnNames(), List.of());
    Tables.write(file, noRowNames);
    assertEquals(noRowNames, Tables.read(file));
    Table noColumnNames = new Table(table.values(), List.of(), table.rowNames());
    Tables.write(file, noColumnNames);
    assertEquals(noColumnNames, Tables.read(file));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void pngKeepsImagesOfAnyDepth(int channels) throws IOException {
    for (int white : new int[] {255, 65535}) {
      PictureShape row = new PictureShape(7, 1, channels, white);
      DenseMatrix values = random(5, row.length(), white + 1);
      Path file = folder.resolve("a.png");
      Table image = new Table(values, List.of(), List.of(), Optional.of(row));
      Tables.write(file, image);
      ReadOptions options = ReadOptions.DEFAULT.withColor(channels == 3);
      Table found = Tables.read(Source.of(file), options);
      assertEquals(values, found.values().toDense());
      assertEquals(image.picture(), found.picture());
    }
  }

  @Test
  void pngCutsOffWhatIsOutside() throws IOException {
    DenseMatrix values = DenseMatrix.ofRows(new double[][] {{-5, Double.NaN, .5, .75, 1, 7}});
    PictureShape shape = new PictureShape(6, 1, 1, 1);
    Path file = folder.resolve("a.png");
    Tables.write(file, new Table(values, List.of(), List.of(), Optional.of(shape)));
    assertEquals(
        DenseMatrix.ofRows(new double[][] {{0, 0, 128, 191, 255, 255}}),
        Tables.read(file).values().toDense());
  }

  @Test
  void aFolderOfFramesComesBack() throws IOException {
    PictureShape shape = new PictureShape(4, 3, 3, 255);
    DenseMatrix values = random(11, shape.length(), 256);
    Table clip = new Table(values, List.of(), List.of(), Optional.of(shape));
    Path frames = folder.resolve("clip/frames");
    try (Workers workers = new Workers(2)) {
      FrameFolder.write(frames, List.of(), values, shape, workers, () -> {});
    }
    Table found = Tables.read(Source.of(frames), ReadOptions.DEFAULT.withColor(true));
    assertEquals(values, found.values().toDense());
    assertEquals(clip.picture(), found.picture());
    assertEquals("frame000011.png", found.rowNames().get(10));
  }

  @Test
  void matKeepsClips() throws IOException {
    for (int channels : new int[] {1, 3}) {
      PictureShape shape = new PictureShape(4, 3, channels, 255);
      DenseMatrix values = random(5, shape.length(), 200);
      values.set(0, 0, 255);
      Table clip = new Table(values, List.of(), List.of(), Optional.of(shape));
      for (String name : List.of("clip.mat", "clip.npy")) {
        Path file = folder.resolve(name);
        Tables.write(file, clip);
        Table found = Tables.read(file);
        assertEquals(values, found.values(), name);
        assertEquals(clip.picture(), found.picture(), name);
      }
    }
  }

  /** A viewer that does not know animations, such as ImageIO, shows the first frame. */
  @Test
  void animationsStartWithTheirFirstFrame() throws IOException {
    PictureShape shape = new PictureShape(4, 3, 1, 255);
    DenseMatrix values = random(3, shape.length(), 256);
    Path file = folder.resolve("clip.apng");
    Tables.write(file, new Table(values, List.of(), List.of(), Optional.of(shape)));
    BufferedImage first = ImageIO.read(file.toFile());
    for (int k = 0; k < shape.length(); k++) {
      assertEquals(values.get(0, k), first.getRaster().getSample(k % 4, k / 4, 0));
    }
    InputException e = assertThrows(InputException.class, () -> Tables.read(file));
    assertTrue(e.getMessage().contains("a video needs"), "never taken for a still: " + e);
    byte[] bytes = Files.readAllBytes(file);
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    assertEquals(4, text.split("fcTL", -1).length, "one control for each frame");
    assertEquals(3, text.split("fdAT", -1).length, "all frames but the first");
  }

  @Test
  void refusesWhatAFormatCannotHold() {
    Table numbers = new Table(random(2, 12, 9), List.of(), List.of());
    Table clip =
        new Table(
            numbers.values(), List.of(), List.of(), Optional.of(new PictureShape(4, 3, 1, 255)));
    mistake(
        "a.png", numbers, "holds pictures but the samples are none; write them as .npy or .csv");
    mistake(
        "a.png",
        clip,
        "holds one picture but there are 2; write them as .apng or to a folder, one file each");
    Path file = folder.resolve("a.xyz");
    InputException e = assertThrows(InputException.class, () -> Tables.requireWritable(file, true));
    assertEquals(
        file
            + ": the name must end in one of .apng .avi .csv .m4v .mat .mkv .mov .mp4 .mtx .npy .png .tsv to say the format",
        e.getMessage());
  }

  @Test
  void saysWhatVideoNeeds() throws IOException {
    Table clip =
        new Table(
            random(2, 12, 9), List.of(), List.of(), Optional.of(new PictureShape(4, 3, 1, 255)));
    String missing =
        "a video needs the module mahnmf-video, which is not there; start the program by ./mahnmf"
            + " with MAHNMF_VIDEO=1 to fetch it";
    mistake("a.mp4", clip, missing);
    byte[] mp4 = {0, 0, 0, 24, 'f', 't', 'y', 'p', 'i', 's', 'o', 'm', 0, 0, 2, 0};
    Path file = Files.write(folder.resolve("video"), mp4);
    InputException e = assertThrows(InputException.class, () -> Tables.read(file));
    assertEquals(file + ": " + missing, e.getMessage());
  }

  private void mistake(String name, Table table, String problem) {
    Path file = folder.resolve(name);
    InputException e = assertThrows(InputException.class, () -> Tables.write(file, table));
    assertEquals(file + ": " + problem, e.getMessage());
  }
}
