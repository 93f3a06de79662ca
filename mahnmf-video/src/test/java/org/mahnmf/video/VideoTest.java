package org.mahnmf.video;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mahnmf.data.FrameRange;
import org.mahnmf.data.PictureSize;
import org.mahnmf.data.ReadOptions;
import org.mahnmf.data.Source;
import org.mahnmf.data.Table;
import org.mahnmf.data.Tables;
import org.mahnmf.data.file.InputException;
import org.mahnmf.matrix.ByteMatrix;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.PictureShape;

/** Reads clips that FFmpeg's own program made; see make_golden.sh beside them. */
class VideoTest {

  private static final int FRAMES = 12;
  private static final int WIDTH = 64;
  private static final int HEIGHT = 48;

  @TempDir private Path folder;

  static Path golden(String name) {
    try {
      return Path.of(
          Objects.requireNonNull(VideoTest.class.getResource("/video/" + name), name).toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Table read(Path file, ReadOptions options) {
    return Tables.read(Source.of(file), options);
  }

  /** What the script painted. */
  private static double painted(int frame, int x, int y) {
    boolean inside = x >= 4 * frame && x <= 4 * frame + 15 && y >= 16 && y <= 31;
    return inside ? 220 : 60 + 4 * frame;
  }

  private static byte[] decodedByFfmpeg() throws IOException {
    try (InputStream in = new GZIPInputStream(Files.newInputStream(golden("clip.gray.gz")))) {
      return in.readAllBytes();
    }
  }

  @Test
  void losslessVideoIsExact() throws IOException {
    Table clip = Tables.read(golden("clip.avi"));
    assertEquals(Optional.of(new PictureShape(WIDTH, HEIGHT, 1, 255)), clip.picture());
    ByteMatrix values = assertInstanceOf(ByteMatrix.class, clip.values());
    assertEquals(FRAMES, values.rows());
    assertTrue(Arrays.equals(decodedByFfmpeg(), values.array()));
    assertEquals(220, values.get(3, 20 * WIDTH + 14));
    assertEquals(72, values.get(3, 20 * WIDTH + 50));
  }

  @ParameterizedTest
  @CsvSource({"clip.mp4, 4", "clip.mkv, 8", "clip.webm, 12"})
  void lossyVideoIsNear(String name, double tolerance) {
    Matrix values = Tables.read(golden(name)).values();
    assertEquals(FRAMES, values.rows());
    double sum = 0;
    for (int t = 0; t < FRAMES; t++) {
      for (int k = 0; k < WIDTH * HEIGHT; k++) {
        sum += Math.abs(values.get(t, k) - painted(t, k % WIDTH, k / WIDTH));
      }
      assertEquals(60 + 4 * t, values.get(t, 2 * WIDTH + 3), tolerance, name + ", frame " + t);
    }
    assertTrue(sum / (FRAMES * WIDTH * HEIGHT) < 3, name + ": " + sum);
  }

  @ParameterizedTest
  @ValueSource(strings = {"clip.avi", "clip.mp4", "clip.mkv", "clip.webm"})
  void takesSomeFrames(String name) {
    Matrix all = Tables.read(golden(name)).values();
    List<Double> fractions = new ArrayList<>();
    Table some =
        read(
            golden(name),
            ReadOptions.DEFAULT
                .withFrames(FrameRange.parse("2:11:4"))
                .withListener(fractions::add));
    assertEquals(3, some.values().rows());
    for (int k = 0; k < 3; k++) {
      for (int j = 0; j < all.columns(); j += 17) {
        assertEquals(all.get(2 + 4 * k, j), some.values().get(k, j), name);
      }
    }
    assertEquals(11, fractions.size());
    assertEquals(1.0, fractions.get(10));
    mistake(
        golden(name),
        ReadOptions.DEFAULT.withFrames(FrameRange.parse("40:")),
        "frames: 40:: the video has only 12 frames");
  }

  @Test
  void scalesWhileDecoding() {
    Table small = read(golden("clip.avi"), ReadOptions.DEFAULT.withSize(new PictureSize(16, 12)));
    assertEquals(Optional.of(new PictureShape(16, 12, 1, 255)), small.picture());
    assertEquals(FRAMES, small.values().rows());
    assertEquals(220, small.values().get(4, 5 * 16 + 6), 1); // inside the square
    assertEquals(76, small.values().get(4, 16 + 1), 1);
  }

  @Test
  void keepsColours() {
    Table clip = read(golden("color.mkv"), ReadOptions.DEFAULT.withColor(true));
    assertEquals(Optional.of(new PictureShape(32, 16, 3, 255)), clip.picture());
    assertEquals(4, clip.values().rows());
    assertEquals(0xc8, clip.values().get(3, 30), 1);
    assertEquals(0x64, clip.values().get(3, 31), 1);
    assertEquals(0x32, clip.values().get(3, 32), 1);
    double luma = .299 * 0xc8 + .587 * 0x64 + .114 * 0x32;
    assertEquals(luma, Tables.read(golden("color.mkv")).values().get(0, 7), 1.5);
  }

  private static void mistake(Path file, ReadOptions options, String problem) {
    InputException e = assertThrows(InputException.class, () -> read(file, options));
    assertEquals(file + ": " + problem, e.getMessage());
  }

  @Test
  void refusesSound() {
    mistake(golden("bad_sound.mp4"), ReadOptions.DEFAULT, "holds no pictures, only sound");
  }

  /** An animated PNG begins as a still one does; its frames are the samples all the same. */
  @Test
  void readsAnAnimatedPng() throws IOException {
    Table clip = Tables.read(golden("clip.avi"));
    Path file = folder.resolve("clip.apng");
    Tables.write(file, clip);
    Table back = Tables.read(file);
    assertEquals(clip.picture(), back.picture());
    assertEquals(clip.values().toDense(), back.values().toDense());
  }

  @Test
  void saysInPlainWordsThatItIsDamaged() throws IOException {
    Path file = folder.resolve("cut.mp4");
    Files.write(file, Arrays.copyOf(Files.readAllBytes(golden("clip.mp4")), 200));
    mistake(file, ReadOptions.DEFAULT, "is cut or damaged: FFmpeg cannot decode it");
  }

  /** A clip that was cut is refused, or, in formats made for streaming, read up to the cut. */
  @ParameterizedTest
  @ValueSource(strings = {"clip.avi", "clip.mp4", "clip.mkv", "clip.webm"})
  void survivesCuts(String name) throws IOException {
    byte[] whole = Files.readAllBytes(golden(name));
    Path file = folder.resolve(name);
    boolean declares = name.endsWith("avi") || name.endsWith("mp4");
    for (int part = 1; part < 12; part++) {
      Files.write(file, Arrays.copyOf(whole, whole.length * part / 12));
      try {
        int frames = Tables.read(file).values().rows();
        assertTrue(!declares && frames < FRAMES, name + " cut at " + part + "/12: " + frames);
      } catch (InputException e) {
        assertTrue(e.getMessage().startsWith(file + ": "), e.getMessage());
        assertEquals(1, e.getMessage().lines().count());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"out.mp4", "out.avi", "out.mkv", "out.MOV"})
  void writesVideo(String name) throws IOException {
    for (int channels : new int[] {1, 3}) {
      // Odd sizes, which video does not have.
      PictureShape shape = new PictureShape(63, 47, channels, 1);
      DenseMatrix values = new DenseMatrix(10, shape.length());
      for (int t = 0; t < 10; t++) {
        for (int k = 0; k < shape.length(); k++) {
          values.set(t, k, .2 + .03 * t + .2 * (k % channels));
        }
      }
      Path file = folder.resolve(name);
      Tables.write(file, new Table(values, List.of(), List.of(), Optional.of(shape)));
      Table found = read(file, ReadOptions.DEFAULT.withColor(channels == 3));
      assertEquals(Optional.of(new PictureShape(64, 48, channels, 255)), found.picture());
      assertEquals(10, found.values().rows());
      for (int t = 0; t < 10; t++) {
        int middle = (24 * 64 + 32) * channels;
        for (int c = 0; c < channels; c++) {
          assertEquals(
              255 * (.2 + .03 * t + .2 * c), found.values().get(t, middle + c), 8, "frame " + t);
        }
      }
    }
    try (var files = Files.list(folder)) {
      assertEquals(1, files.count(), "no temporary file is left");
    }
  }

  @Test
  void writesOnlyPictures() {
    Path file = folder.resolve("out.mp4");
    Table numbers = new Table(new DenseMatrix(2, 2), List.of(), List.of());
    InputException e = assertThrows(InputException.class, () -> Tables.write(file, numbers));
    assertEquals(
        file + ": holds pictures but the samples are none; write them as .npy or .csv",
        e.getMessage());
  }
}
