package org.mahnmf.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mahnmf.data.array.Hdf5Reader.BoundedInflate;
import org.mahnmf.data.file.InputException;
import org.mahnmf.data.image.RawFrames;
import org.mahnmf.fuzz.Fuzzer;

/** Bombs, circles, tricks with names, and what {@link ReaderFuzz} has found. */
class HostileFilesTest {

  private static final ByteOrder LITTLE = ByteOrder.LITTLE_ENDIAN;
  private static final int INT8 = 1;
  private static final int INT32 = 5;
  private static final int UINT32 = 6;
  private static final int DOUBLE = 9;
  private static final int MATRIX = 14;
  private static final int COMPRESSED = 15;
  private static final int CELL_CLASS = 1;
  private static final int DOUBLE_CLASS = 6;

  @TempDir private Path folder;

  private String refusal(byte[] content) throws IOException {
    return refusal(content, Optional.empty());
  }

  /** Reads within bounds of memory and returns the one line. */
  private String refusal(byte[] content, Optional<String> member) throws IOException {
    FileTarget target =
        new FileTarget(
            "a hostile file",
            List.of(content),
            List.of(),
            FileTarget.Wrapping.NONE,
            FileTarget.folderIn(folder),
            file ->
                FileTarget.describe(Tables.read(new Source(file, member), ReadOptions.DEFAULT)));
    Fuzzer.Report report = new Fuzzer(target, 1).run(1);
    assertEquals(List.of(), report.findings());
    Exception refusal = assertThrows(InputException.class, () -> target.read(content));
    return refusal.getMessage().substring(target.folder().resolve("input").toString().length());
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  // --- MAT

  private static byte[] element(int type, byte[] content) {
    byte[] padding = new byte[type == COMPRESSED ? 0 : -content.length & 7];
    return Wrappings.joined(Wrappings.tag(LITTLE, type, content.length), content, padding);
  }

  private static byte[] ints(int... numbers) {
    ByteBuffer out = ByteBuffer.allocate(4 * numbers.length).order(LITTLE);
    for (int number : numbers) {
      out.putInt(number);
    }
    return out.array();
  }

  private static byte[] array(int type, int rows, int columns, byte[] content) {
    return element(
        MATRIX,
        Wrappings.joined(
            element(UINT32, ints(type, 0)),
            element(INT32, ints(rows, columns)),
            element(INT8, text("x")),
            content));
  }

  private static byte[] mat(byte[]... variables) {
    byte[] head = new byte[128];
    byte[] words = text("MATLAB 5.0 MAT-file");
    System.arraycopy(words, 0, head, 0, words.length);
    head[125] = 1;
    head[126] = 'I';
    head[127] = 'M';
    return Wrappings.joined(head, Wrappings.joined(variables));
  }

  @Test
  void aMatFileMadeByHandIsRead() throws IOException {
    byte[] numbers = ByteBuffer.allocate(16).order(LITTLE).putDouble(1.5).putDouble(2).array();
    Path file = folder.resolve("good.mat");
    Files.write(file, mat(array(DOUBLE_CLASS, 1, 2, element(DOUBLE, numbers))));
    assertEquals(2, Tables.read(file).values().get(0, 1));
  }

  @ParameterizedTest
  @ValueSource(ints = {40, 2000, 20_000})
  void cellsWithinCells(int depth) throws IOException {
    byte[] inner = array(DOUBLE_CLASS, 1, 1, element(DOUBLE, new byte[8]));
    ByteArrayOutputStream heads = new ByteArrayOutputStream();
    int headLength = array(CELL_CLASS, 1, 1, new byte[0]).length;
    for (int k = depth; k > 0; k--) {
      byte[] head = array(CELL_CLASS, 1, 1, new byte[0]);
      ByteBuffer.wrap(head).order(LITTLE).putInt(4, k * headLength - 8 + inner.length);
      heads.writeBytes(head);
    }
    byte[] deep = Wrappings.joined(heads.toByteArray(), inner);
    String rule = ": is cut or damaged: it holds arrays within arrays, more than 32 levels deep";
    assertEquals(rule, refusal(mat(deep), Optional.of("x{1}")));
    byte[] packed = element(COMPRESSED, Wrappings.deflated(deep));
    assertEquals(rule, refusal(mat(packed), Optional.of("x{1}")));
  }

  @Test
  void sizesWithoutContentInMat() throws IOException {
    byte[] numbers = element(DOUBLE, new byte[8]);
    assertEquals(
        ": is cut or damaged: it declares more entries of an array than it holds",
        refusal(mat(array(DOUBLE_CLASS, 40_000, 50_000, numbers))));
    assertEquals(
        ": is cut or damaged: it declares more parts of an array than it holds",
        refusal(mat(array(CELL_CLASS, 40_000, 50_000, numbers)), Optional.of("x{1}")));
    byte[] long1 = mat(Wrappings.tag(LITTLE, MATRIX, 1 << 30), new byte[64]);
    assertEquals(": is cut or damaged: it ends within a variable", refusal(long1));
    byte[] array = array(DOUBLE_CLASS, 1, 1, numbers);
    ByteBuffer.wrap(array).order(LITTLE).putInt(28, 0x7ffffff0); // length of the sizes
    assertEquals(
        ": is cut or damaged: it holds an element that is longer than its array",
        refusal(mat(array)));
    byte[] packed = element(COMPRESSED, Wrappings.deflated(array));
    assertEquals(
        ": is cut or damaged: it holds an element that is longer than its array",
        refusal(mat(packed)));
  }

  // --- NPY and NPZ

  private static byte[] npy(String header, byte[] entries) {
    byte[] length = {(byte) header.length(), (byte) (header.length() >> 8)};
    return Wrappings.joined(text("\u0093NUMPY\1\0"), length, text(header), entries);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "__import__('os').system('touch evil')",
        "{'descr': __import__('os').getcwd(), 'fortran_order': False, 'shape': (1,)}",
        "{'descr': '<f8', 'fortran_order': not 1, 'shape': (1,)}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (2**31, 2**31)}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (999999999999, 999999999999)}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (0, 999999999999999999)}",
        "{'descr': '|O', 'fortran_order': False, 'shape': (1,)}"
      })
  void headersWithCodeAndSizes(String header) throws IOException {
    assertFalse(refusal(npy(header, new byte[8])).isEmpty());
    assertFalse(Files.exists(Path.of("evil")));
  }

  @Test
  void namesThatClimbOutOfAnArchive() throws IOException {
    byte[] one = npy("{'descr': '|u1', 'fortran_order': False, 'shape': (2,)}", new byte[2]);
    Path deep = FileTarget.folderIn(folder);
    Path file = deep.resolve("input");
    for (String name :
        List.of("../../evil", "/tmp/../evil", "..\\evil", "a\nb", "x".repeat(9000))) {
      Files.write(file, Wrappings.zip(Map.of(name + ".npy", one)));
      assertEquals(2, Tables.read(file).values().rows(), name);
    }
    try (Stream<Path> files = Files.walk(folder)) {
      assertEquals(List.of(file), files.filter(Files::isRegularFile).toList());
    }
    Map<String, byte[]> two = new LinkedHashMap<>();
    two.put("x".repeat(9000) + ".npy", one);
    two.put("a\nb.npy", one);
    String message = refusal(Wrappings.zip(two));
    assertTrue(message.length() < 400, message);
  }

  @Test
  void anArchiveThatIsABomb() throws IOException {
    int size = 80 << 20;
    String header = "{'descr': '|u1', 'fortran_order': False, 'shape': (" + size + ",)}";
    byte[] bomb = Wrappings.zip(Map.of("x.npy", npy(header, new byte[size])));
    String message = refusal(bomb);
    assertTrue(message.startsWith(":x: unpacks to more than 67108864 bytes"), message);
  }

  @Test
  void aMemberWithARemarkThatIsNoText() throws IOException {
    byte[] archive = Files.readAllBytes(TestFiles.golden("arrays", "bad_remark.npz"));
    // Newer JDKs refuse it themselves.
    assertTrue(refusal(archive).startsWith(": is cut or damaged: "), refusal(archive));
  }

  // --- HDF5

  /** Groups that hold each other twice: there are 2^32 ways down. */
  @Test
  void groupsInACircle() throws IOException {
    byte[] circle = Files.readAllBytes(TestFiles.golden("arrays", "bad_circle.h5"));
    assertEquals(": holds no datasets of numbers", refusal(circle));
  }

  @Test
  void aChunkThatIsABomb() throws IOException {
    byte[] packed = Wrappings.deflated(new byte[80 << 20]);
    BoundedInflate filter = new BoundedInflate();
    assertThrows(InputException.class, () -> filter.decode(packed, new int[0]));
    byte[] small = Wrappings.deflated(text("content"));
    assertEquals(
        "content", new String(filter.decode(small, new int[0]), StandardCharsets.US_ASCII));
  }

  // --- pictures

  @Test
  void picturesThatDeclareTooMuch() throws IOException {
    byte[] head =
        ByteBuffer.allocate(13).putInt(9000).putInt(9000).put(new byte[] {16, 6, 0, 0, 0}).array();
    byte[] png =
        Wrappings.joined(
            text("\u0089PNG\r\n\u001a\n"),
            Wrappings.chunk(text("IHDR"), head),
            Wrappings.chunk(text("IDAT"), Wrappings.deflated(new byte[100])),
            Wrappings.chunk(text("IEND"), new byte[0]));
    String rule = " bytes; if that is right, save it uncompressed";
    assertEquals(
        ": size: 9000x9000: is too large for a file of " + png.length + rule, refusal(png));
    byte[] pgm = text("P5 9000 9000 255\nabc");
    assertEquals(": size: 9000x9000: is too large for a file of 20" + rule, refusal(pgm));
    byte[] bmp = Files.readAllBytes(TestFiles.golden("images", "color.bmp"));
    ByteBuffer.wrap(bmp).order(LITTLE).putInt(18, 9000).putInt(22, 9000);
    assertFalse(refusal(bmp).isEmpty()); // the JDK's own reader refuses it already
  }

  /** 85 bytes took 1.5 GB of memory. */
  @Test
  void aBmpFileAroundAnotherFormat() throws IOException {
    byte[] bmp = Files.readAllBytes(TestFiles.golden("images", "color.bmp"));
    ByteBuffer.wrap(bmp).order(LITTLE).putShort(28, (short) 0).putInt(30, 4).putInt(34, 1 << 30);
    assertEquals(": is a BMP file around another format; save it as that", refusal(bmp));
  }

  @Test
  void aPipeThatDeclaresTooMuch() {
    RawFrames frames =
        new RawFrames(
            new ByteArrayInputStream(text("P6 9999 9999 255\nabc")), "-", ReadOptions.DEFAULT);
    InputException e = assertThrows(InputException.class, frames::next);
    assertEquals("-: ends within frame 1", e.getMessage());
  }

  // --- words for people

  @Test
  void cutArchivesSayThatTheyEndTooEarly() throws IOException {
    byte[] gzip = {0x1f, (byte) 0x8b, 8, 4, 0, 0, 0, 0, 0, 0, 9, 9};
    assertEquals(": is cut or damaged: it ends too early", refusal(gzip));
  }
}
