package org.mahnmf.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mahnmf.data.array.NpyWriter;
import org.mahnmf.data.file.InputException;
import org.mahnmf.matrix.DenseMatrix;

class TablesTest {

  @TempDir private Path folder;

  private static void expectError(Path file, String problem) {
    InputException e = assertThrows(InputException.class, () -> Tables.read(file));
    assertEquals(file + ": " + problem, e.getMessage());
  }

  @Test
  void contentDecidesNotTheName() throws IOException {
    Path npy = folder.resolve("looks-like.csv");
    NpyWriter.write(npy, DenseMatrix.ofRows(new double[][] {{1, 2}}));
    assertEquals(DenseMatrix.ofRows(new double[][] {{1, 2}}), Tables.read(npy).values());
    Path csv = Files.writeString(folder.resolve("looks-like.npy"), "1,2\n");
    assertEquals(DenseMatrix.ofRows(new double[][] {{1, 2}}), Tables.read(csv).values());
  }

  @Test
  void namesWhatIsWrongWithAFile() throws IOException {
    expectError(folder.resolve("none.csv"), "does not exist");
    expectError(Files.createFile(folder.resolve("empty.csv")), "is empty");
    byte[] zeros = new byte[100];
    expectError(
        Files.write(folder.resolve("a.bin"), zeros),
        "is neither CSV text, HDF5, MAT, Matrix Market, NPY, NPZ, a folder of images, a video, an image nor gzip");
  }

  @Test
  void findsTheMemberBehindAColon() throws IOException {
    Path plain = Files.writeString(folder.resolve("a.csv"), "1,2\n");
    assertEquals(Source.of(plain), Source.parse(plain.toString()));
    assertEquals(new Source(plain, Optional.of("x:/y")), Source.parse(plain + ":x:/y"));
    assertEquals(plain + ":x:/y", Source.parse(plain + ":x:/y").toString());
    // A file of that very name wins, and so does the longest one.
    Path colon = Files.writeString(folder.resolve("a.csv:x"), "1,2\n");
    assertEquals(Source.of(colon), Source.parse(plain + ":x"));
    assertEquals(new Source(colon, Optional.of("y")), Source.parse(plain + ":x:y"));
    Path none = folder.resolve("none.mat:x");
    assertEquals(Source.of(none), Source.parse(none.toString()));
    InputException e = assertThrows(InputException.class, () -> Source.parse(""));
    assertEquals("'': the name of a file or folder must not be empty", e.getMessage());
  }

  @Test
  void refusesWhatAFormatDoesNotHave() throws IOException {
    Path csv = Files.writeString(folder.resolve("a.csv"), "1,2\n");
    Map<String, ReadOptions> choices =
        Map.of(
            "color", ReadOptions.DEFAULT.withColor(true),
            "frames 1:", ReadOptions.DEFAULT.withFrames(FrameRange.parse("1:")),
            "patches 3", ReadOptions.DEFAULT.withPatches(3),
            "size 160x120", ReadOptions.DEFAULT.withSize(PictureSize.parse("160x120")));
    choices.forEach(
        (words, options) -> {
          InputException e =
              assertThrows(InputException.class, () -> Tables.read(Source.of(csv), options));
          assertEquals(csv + ": " + words + ": cannot be chosen for CSV text", e.getMessage());
        });
  }

  @Test
  void readsRangesAndSizes() {
    assertEquals(new FrameRange(0, 200, 2), FrameRange.parse("0:200:2"));
    assertEquals(new FrameRange(50, FrameRange.OPEN, 1), FrameRange.parse("50:"));
    assertEquals(new FrameRange(0, FrameRange.OPEN, 10), FrameRange.parse("::10"));
    assertEquals("5:9:2", FrameRange.parse("5:9:2").toString());
    assertEquals(2, FrameRange.parse("5:9:2").count(100));
    assertEquals(1, FrameRange.parse("5:9:2").count(7));
    assertEquals(0, FrameRange.parse("5:9:2").count(5));
    for (String wrong : List.of("", "5", "5:4", "3:3", "-1:2", "0:9:0", "a:b", "1:2:3:4")) {
      assertThrows(IllegalArgumentException.class, () -> FrameRange.parse(wrong), wrong);
    }
    assertEquals(new PictureSize(160, 120), PictureSize.parse("160x120"));
    for (String wrong : List.of("", "160", "0x4", "4x0", "-4x3", "4 x 3", "9999999x1")) {
      assertThrows(IllegalArgumentException.class, () -> PictureSize.parse(wrong), wrong);
    }
  }

  @Test
  void namesAFileThatMayNotBeRead() throws IOException {
    Path file = Files.writeString(folder.resolve("secret.csv"), "1,2\n");
    assumeTrue(file.toFile().setReadable(false));
    assumeFalse(Files.isReadable(file), "root reads everything");
    expectError(file, "cannot be read: access denied");
  }

  @Test
  void checksTheNumberOfNames() {
    DenseMatrix values = new DenseMatrix(2, 3);
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class, () -> new Table(values, List.of("a"), List.of()));
    assertEquals(
        "there are 1 column names but the table has 3 columns; give one for each or none",
        e.getMessage());
    assertThrows(IllegalArgumentException.class, () -> new Table(values, List.of(), List.of("a")));
  }
}
