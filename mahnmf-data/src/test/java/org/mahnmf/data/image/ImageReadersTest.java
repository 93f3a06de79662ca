package org.mahnmf.data.image;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mahnmf.data.FrameRange;
import org.mahnmf.data.PictureSize;
import org.mahnmf.data.ReadOptions;
import org.mahnmf.data.Source;
import org.mahnmf.data.Table;
import org.mahnmf.data.Tables;
import org.mahnmf.data.TestFiles;
import org.mahnmf.data.file.FileNames;
import org.mahnmf.data.file.InputException;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.PictureShape;

/** Reads images that ImageMagick made (see make_golden.sh beside them) and its own. */
class ImageReadersTest {

  private static final ReadOptions COLOR = ReadOptions.DEFAULT.withColor(true);

  @TempDir private Path folder;

  private static Path golden(String name) {
    return TestFiles.golden("images", name);
  }

  private static Table read(Path file, ReadOptions options) {
    return Tables.read(Source.of(file), options);
  }

  private static DenseMatrix grey(int factor) {
    DenseMatrix expected = new DenseMatrix(4, 6);
    for (int y = 0; y < 4; y++) {
      for (int x = 0; x < 6; x++) {
        expected.set(y, x, factor * (10 * x + 40 * y));
      }
    }
    return expected;
  }

  private static DenseMatrix color(int factor) {
    DenseMatrix expected = new DenseMatrix(4, 18);
    for (int y = 0; y < 4; y++) {
      for (int x = 0; x < 6; x++) {
        expected.set(y, 3 * x, factor * 40 * x);
        expected.set(y, 3 * x + 1, factor * 60 * y);
        expected.set(y, 3 * x + 2, factor * 10 * (x + y));
      }
    }
    return expected;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "grey.png",
        "grey_ascii.pgm",
        "grey_binary.pgm",
        "grey_lzw.tiff",
        "grey_palette.bmp",
        "grey_alpha.png"
      })
  void readsGreyImagesOfEightBits(String name) {
    Table table = Tables.read(golden(name));
    assertEquals(grey(1), table.values().toDense());
    assertEquals(Optional.of(new PictureShape(6, 1, 1, 255)), table.picture());
  }

  @ParameterizedTest
  @ValueSource(strings = {"grey_16.png", "grey_16.pgm", "grey_16.tiff"})
  void readsGreyImagesOfSixteenBits(String name) {
    Table table = Tables.read(golden(name));
    assertEquals(grey(257), table.values().toDense());
    assertEquals(Optional.of(new PictureShape(6, 1, 1, 65535)), table.picture());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "color.png",
        "color_ascii.ppm",
        "color_binary.ppm",
        "color.tiff",
        "color.bmp",
        "color_palette.png"
      })
  void readsColours(String name) {
    Table table = read(golden(name), COLOR);
    assertEquals(color(1), table.values().toDense());
    assertEquals(Optional.of(new PictureShape(6, 1, 3, 255)), table.picture());
    Matrix grey = Tables.read(golden(name)).values();
    for (int y = 0; y < 4; y++) {
      for (int x = 0; x < 6; x++) {
        double luma = .299 * 40 * x + .587 * 60 * y + .114 * 10 * (x + y);
        assertEquals(Math.floor(luma + .5), grey.get(y, x), name + " at " + x + ", " + y);
      }
    }
  }

  @Test
  void readsColoursOfSixteenBits() {
    Table table = read(golden("color_16.png"), COLOR);
    assertEquals(color(257), table.values().toDense());
    assertEquals(65535, table.picture().orElseThrow().white());
  }

  @ParameterizedTest
  @ValueSource(strings = {"black_white.png", "black_white.tiff"})
  void readsBlackAndWhite(String name) {
    Matrix values = Tables.read(golden(name)).values();
    for (int y = 0; y < 4; y++) {
      for (int x = 0; x < 6; x++) {
        assertEquals(10 * x + 40 * y > .4 * 255 ? 255 : 0, values.get(y, x), name);
      }
    }
  }

  @Test
  void readsJpeg() {
    assertNear(grey(1), Tables.read(golden("grey.jpg")).values(), 2);
    assertNear(color(1), read(golden("color.jpg"), COLOR).values(), 4);
    // Another colour space, converted by a profile: about the same brightness is all one can ask.
    assertNear(
        Tables.read(golden("color.png")).values(), Tables.read(golden("cmyk.jpg")).values(), 40);
  }

  private static void assertNear(Matrix expected, Matrix found, double tolerance) {
    assertEquals(expected.columns(), found.columns());
    for (int i = 0; i < expected.rows(); i++) {
      for (int j = 0; j < expected.columns(); j++) {
        assertEquals(expected.get(i, j), found.get(i, j), tolerance, "at " + i + ", " + j);
      }
    }
  }

  @Test
  void cutsPatches() {
    Table table = read(golden("grey.png"), ReadOptions.DEFAULT.withPatches(2));
    assertEquals(Optional.of(new PictureShape(2, 2, 1, 255)), table.picture());
    assertEquals(6, table.values().rows());
    double[] row = new double[4];
    table.values().copyRow(4, row); // second row of patches, in the middle
    assertArrayEquals(new double[] {100, 110, 140, 150}, row);
    // 4 does not fit into a width of 6 twice: the rest is left out
    assertEquals(1, read(golden("grey.png"), ReadOptions.DEFAULT.withPatches(4)).values().rows());
    mistake(
        golden("grey.png"),
        ReadOptions.DEFAULT.withPatches(5),
        "patches: 5: must be at most the smaller side of the image, which is 6x4");
  }

  @Test
  void scalesByArea() {
    ReadOptions half = ReadOptions.DEFAULT.withSize(new PictureSize(3, 2));
    Matrix small = read(golden("grey.png"), half).values();
    assertEquals(
        DenseMatrix.ofRows(new double[][] {{25, 45, 65}, {105, 125, 145}}), small.toDense());
    // Any size keeps the mean of a picture, but for rounding.
    Matrix odd =
        read(golden("grey.png"), ReadOptions.DEFAULT.withSize(new PictureSize(5, 7))).values();
    assertEquals(85, Arrays.stream(odd.toDense().array()).average().orElseThrow(), .5);
    assertEquals(0.0, odd.get(0, 0), 4);
  }

  private static void mistake(Path file, ReadOptions options, String problem) {
    InputException e = assertThrows(InputException.class, () -> read(file, options));
    assertEquals(file + ": " + problem, e.getMessage());
  }

  @Test
  void refusesFractions() {
    InputException e =
        assertThrows(InputException.class, () -> Tables.read(golden("bad_float.tiff")));
    assertEquals(
        golden("bad_float.tiff") + ": pixels: 32 bits: must have 8 or 16 bits", e.getMessage());
  }

  /** Cut anywhere, a file is refused in one line, or still holds all its pixels. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "grey.png",
        "grey_16.pgm",
        "grey_binary.pgm",
        "grey_lzw.tiff",
        "grey_16.tiff",
        "grey.jpg",
        "color.bmp",
        "grey_palette.bmp",
        "color_binary.ppm"
      })
  void refusesCutFiles(String name) throws IOException {
    byte[] whole = Files.readAllBytes(golden(name));
    Matrix expected = Tables.read(golden(name)).values();
    int refused = 0;
    for (int length = 20; length < whole.length; length++) {
      Path file = Files.write(folder.resolve(name), Arrays.copyOf(whole, length));
      try {
        assertEquals(
            expected.toDense(), Tables.read(file).values().toDense(), name + " cut at " + length);
      } catch (InputException e) {
        assertTrue(e.getMessage().startsWith(file + ": "), e.getMessage());
        assertEquals(1, e.getMessage().lines().count());
        refused++;
      }
    }
    assertTrue(refused > (whole.length - 20) / 3, name + ": only " + refused + " refused");
  }

  @Test
  void survivesDamage() throws IOException {
    long seed = 11;
    Random random = new Random(seed);
    for (String name :
        List.of("grey.png", "grey_16.pgm", "grey_lzw.tiff", "grey.jpg", "color.bmp", "cmyk.jpg")) {
      byte[] whole = Files.readAllBytes(golden(name));
      for (int trial = 0; trial < 60; trial++) {
        byte[] damaged = whole.clone();
        for (int k = 0; k < 1 + trial % 4; k++) {
          damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
        }
        Path file = Files.write(folder.resolve("damaged"), damaged);
        try {
          Tables.read(file);
        } catch (InputException e) {
          assertEquals(1, e.getMessage().lines().count(), name + ", seed " + seed);
        }
      }
    }
  }

  @Test
  void refusesHugeDeclaredSizesBeforeDecoding() throws IOException {
    byte[] png = Files.readAllBytes(golden("grey.png"));
    ByteBuffer.wrap(png).putInt(16, 1_000_000).putInt(20, 1_000_000);
    CRC32 check = new CRC32();
    check.update(png, 12, 17);
    ByteBuffer.wrap(png).putInt(29, (int) check.getValue());
    mistake(
        Files.write(folder.resolve("bomb.png"), png),
        ReadOptions.DEFAULT,
        "size: 1000000x1000000: a picture must have at least 1 and at most 100000000 pixels");
    byte[] pgm = "P5 2000000000 9 255\nxxxx".getBytes(StandardCharsets.ISO_8859_1);
    mistake(
        Files.write(folder.resolve("bomb.pgm"), pgm),
        ReadOptions.DEFAULT,
        "size: 2000000000x9: a picture must have at least 1 and at most 100000000 pixels");
  }

  @Test
  void refusesWhatDoesNotApply() {
    mistake(
        golden("grey.png"),
        ReadOptions.DEFAULT.withFrames(new FrameRange(0, 2, 1)),
        "frames 0:2: cannot be chosen for an image");
    InputException e =
        assertThrows(
            InputException.class,
            () ->
                Tables.read(new Source(golden("grey.png"), Optional.of("x")), ReadOptions.DEFAULT));
    assertEquals(
        golden("grey.png") + ": member: x: an image has no members; leave it out with its colon",
        e.getMessage());
  }

  /** Frames of 5x3 in which frame k is k everywhere but in its first pixel. */
  private List<String> clip(int count) throws IOException {
    List<String> names = new ArrayList<>();
    DenseMatrix frame = new DenseMatrix(1, 15);
    for (int k = 0; k < count; k++) {
      Arrays.fill(frame.array(), k);
      frame.set(0, 0, 200);
      String name = "frame" + k + ".png";
      Tables.write(
          folder.resolve(name),
          new Table(frame, List.of(), List.of(), Optional.of(new PictureShape(5, 3, 1, 255))));
      names.add(name);
    }
    return names;
  }

  @Test
  void readsAFolderInFileNames() throws IOException {
    final List<String> names = clip(12);
    Files.writeString(folder.resolve("notes.txt"), "not a frame");
    Files.writeString(folder.resolve(".hidden.png"), "not a frame");
    Files.createDirectory(folder.resolve("sub.png"));
    List<Double> fractions = Collections.synchronizedList(new ArrayList<>());
    for (int threads = 1; threads <= 3; threads++) {
      Table table =
          read(folder, ReadOptions.DEFAULT.withThreads(threads).withListener(fractions::add));
      assertEquals(names, table.rowNames());
      assertEquals(Optional.of(new PictureShape(5, 3, 1, 255)), table.picture());
      for (int k = 0; k < 12; k++) {
        assertEquals(200, table.values().get(k, 0));
        assertEquals(k, table.values().get(k, 14));
      }
    }
    assertEquals(36, fractions.size());
    assertEquals(1.0, fractions.get(35));
    Table some = read(folder, ReadOptions.DEFAULT.withFrames(FrameRange.parse("3:9:2")));
    assertEquals(List.of("frame3.png", "frame5.png", "frame7.png"), some.rowNames());
    mistake(
        folder,
        ReadOptions.DEFAULT.withFrames(FrameRange.parse("20:")),
        "frames: 20:: the folder holds only 12 images");
  }

  @Test
  void namesTheFrameThatDoesNotFit() throws IOException {
    clip(3);
    Path other = Files.copy(golden("grey.png"), folder.resolve("frame1.png.b.png"));
    InputException e = assertThrows(InputException.class, () -> Tables.read(folder));
    assertEquals(
        other + ": size: 6x4: must be 5x3 as in frame0.png, or give a size to scale all to",
        e.getMessage());
    Table scaled = read(folder, ReadOptions.DEFAULT.withSize(new PictureSize(4, 2)));
    assertEquals(4, scaled.values().rows());
    Files.delete(other);
    Path text = Files.writeString(folder.resolve("frame9.png"), "1,2\n");
    e = assertThrows(InputException.class, () -> Tables.read(folder));
    assertEquals(
        text + ": is not a picture: it must be PNG, JPEG, BMP, PGM, PPM or TIFF", e.getMessage());
  }

  @Test
  void refusesAFolderWithoutImages() throws IOException {
    mistake(
        folder,
        ReadOptions.DEFAULT,
        "is a folder without images (PNG, JPEG, BMP, PGM, PPM or TIFF): it holds no files");
    Files.writeString(folder.resolve("a.csv"), "1,2\n");
    mistake(
        folder,
        ReadOptions.DEFAULT,
        "is a folder without images (PNG, JPEG, BMP, PGM, PPM or TIFF): it holds a.csv");
  }

  @Test
  void refusesMixedDepths() throws IOException {
    Files.copy(golden("grey.png"), folder.resolve("a.png"));
    Path wide = Files.copy(golden("grey_16.png"), folder.resolve("b.png"));
    InputException e = assertThrows(InputException.class, () -> Tables.read(folder));
    assertEquals(wide + ": white: 65535: must be 255 as in a.png", e.getMessage());
  }

  @Test
  void ordersNamesAsPeopleCount() {
    List<String> names =
        new ArrayList<>(List.of("b2", "a10", "a9b", "a9", "a010", "b", "a", "a9a10", "a9a9"));
    names.sort(FileNames::compare);
    assertEquals(List.of("a", "a9", "a9a9", "a9a10", "a9b", "a010", "a10", "b", "b2"), names);
  }
}
