package org.mahnmf.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mahnmf.MahNmf;
import org.mahnmf.cli.job.FailedException;
import org.mahnmf.cli.job.FitJob;
import org.mahnmf.cli.job.OutputFolder;
import org.mahnmf.cli.table.ViewWork;
import org.mahnmf.data.ReadOptions;
import org.mahnmf.data.Source;
import org.mahnmf.data.Tables;
import org.mahnmf.data.file.DiskSpace;
import org.mahnmf.data.file.InputException;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.matrix.Space;
import org.mahnmf.report.view.Request;
import org.mahnmf.report.view.Watch;

/** Tables that are larger than memory or disk. */
class BigInputTest {

  @TempDir private Path folder;

  /** Writes only the header and makes the file as long as it declares: zeros that take no room. */
  private Path sparse(String name, String type, String shape, long bytes) throws IOException {
    Path file = folder.resolve(name);
    byte[] head = header(type, false, shape);
    try (RandomAccessFile out = new RandomAccessFile(file.toFile(), "rw")) {
      out.write(head);
      out.setLength(head.length + bytes);
    }
    return file;
  }

  private static byte[] header(String type, boolean columnsFirst, String shape) {
    String text =
        "{'descr': '"
            + type
            + "', 'fortran_order': "
            + (columnsFirst ? "True" : "False")
            + ", 'shape': ("
            + shape
            + "), }";
    String padded = text + " ".repeat(117 - text.length()) + "\n";
    ByteBuffer bytes = ByteBuffer.allocate(128).order(ByteOrder.LITTLE_ENDIAN);
    bytes.put(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0});
    bytes.putShort((short) 118).put(padded.getBytes(StandardCharsets.US_ASCII));
    return bytes.array();
  }

  /** A small table of parts with noise, as another program would write it. */
  private Path table(String type, boolean columnsFirst, int rows, int columns) throws IOException {
    SplittableRandom random = new SplittableRandom(7);
    int width = type.charAt(2) - '0';
    ByteBuffer bytes =
        ByteBuffer.allocate(rows * columns * width)
            .order(type.charAt(0) == '>' ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
    for (int k = 0; k < rows * columns; k++) {
      int i = columnsFirst ? k % rows : k / columns;
      int j = columnsFirst ? k / rows : k % columns;
      double value = 20 + 9 * (i % 5) + 7 * (j % 4) * (i % 3) + random.nextInt(4);
      switch (type.substring(1)) {
        case "f4" -> bytes.putFloat((float) value);
        case "f8" -> bytes.putDouble(value + random.nextDouble());
        case "u2" -> bytes.putShort((short) value);
        default -> bytes.put((byte) value);
      }
    }
    Path file = folder.resolve("table.npy");
    Files.write(file, header(type, columnsFirst, rows + ", " + columns));
    Files.write(file, bytes.array(), StandardOpenOption.APPEND);
    return file;
  }

  private Cli fit(Path file, String out, Object... more) {
    List<Object> words =
        new ArrayList<>(List.of("fit", file, "--rank", 3, "--out", folder.resolve(out)));
    words.addAll(Arrays.asList(more));
    return Cli.run(words.toArray());
  }

  private void requireSame(String one, String other) throws IOException {
    for (String name : List.of("basis.npy", "codes.npy")) {
      assertArrayEquals(
          Files.readAllBytes(folder.resolve(one).resolve(name)),
          Files.readAllBytes(folder.resolve(other).resolve(name)),
          name);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "<f4, false, rows, double",
    "<f4, true, rows, float",
    ">f8, false, columns, double",
    "|u1, true, columns, double",
    "<u2, false, rows, float"
  })
  void theDiskGivesTheSameFiles(String type, boolean columnsFirst, String samples, String precision)
      throws IOException {
    Path file = table(type, columnsFirst, 40, 31);
    Object[] more = {"--samples", samples, "--precision", precision};
    fit(file, "memory", more).done();
    List<Object> disk = new ArrayList<>(Arrays.asList(more));
    disk.add("--out-of-core");
    Cli cli = fit(file, "disk", disk.toArray()).done();
    assertTrue(cli.err().contains("the table stays on the disk"), cli.err());
    requireSame("memory", "disk");
    assertEquals(
        List.of("basis.npy", "codes.npy", "report.html", "run.json"),
        Cli.names(folder.resolve("disk")));
  }

  @Test
  void bareNumbersAreATableWhenTheUserSaysSo() throws IOException {
    Path npy = table("<f4", false, 25, 17);
    byte[] bytes = Files.readAllBytes(npy);
    Path raw = Files.write(folder.resolve("raw.bin"), Arrays.copyOfRange(bytes, 128, bytes.length));
    fit(npy, "npy").done();
    fit(raw, "raw", "--raw", "25x17:f4").done();
    fit(raw, "disk", "--raw", "25x17:f4", "--out-of-core").done();
    requireSame("npy", "raw");
    requireSame("npy", "disk");
    fit(raw, "x", "--raw", "25x18:f4").mistake("raw.bin", "1700 bytes", "25x18:f4 takes 1800");
    fit(raw, "x", "--raw", "25x0:f4").mistake("--raw", "25x0:f4", "ROWSxCOLUMNS:TYPE");
    fit(raw, "x", "--raw", "25x17:f4", "--frames", "0:2").mistake("raw.bin", "frames 0:2");
  }

  @Test
  void framesStayOnTheDiskToo() throws IOException {
    Path flat = table("|u1", false, 30, 48);
    byte[] bytes = Files.readAllBytes(flat);
    System.arraycopy(header("|u1", false, "30, 6, 8"), 0, bytes, 0, 128);
    Path clip = Files.write(folder.resolve("clip.npy"), bytes);
    fit(clip, "memory", "--frames", "3:29:2").done();
    fit(clip, "disk", "--frames", "3:29:2", "--out-of-core").done();
    requireSame("memory", "disk");
  }

  @Test
  void otherFormatsCannotStayOnTheDisk() throws IOException {
    Path file = Files.writeString(folder.resolve("table.csv"), "1,2,3\n4,5,6\n7,8,10\n");
    fit(file, "out", "--out-of-core").mistake("table.csv", "out of core", "cannot be chosen for");
    assertFalse(Files.exists(folder.resolve("out")));
  }

  @Test
  void aBadEntryOnTheDiskIsNamed() throws IOException {
    Path file = table("<f4", false, 20, 10);
    try (RandomAccessFile out = new RandomAccessFile(file.toFile(), "rw")) {
      out.seek(128 + 4 * (3 * 10 + 6));
      out.writeInt(Integer.reverseBytes(Float.floatToIntBits(-2)));
    }
    fit(file, "out", "--out-of-core", "--quiet").mistake("table.npy", "row 4, column 7", "-2.0");
  }

  @Test
  void whatFitsNowhereIsRefusedBeforeItIsRead() throws IOException {
    // The factors alone take more memory than there is.
    Path tall = sparse("tall.npy", "|u1", "2000000000, 10", 20_000_000_000L);
    fit(tall, "out")
        .mistake(
            "tall.npy: a fit of 2000000000 x 10 entries takes about",
            "of memory, but the program can count on",
            "try --engine spark, MAHNMF_JAVA_OPTS=-Xmx");
    // There is no room for the copies.
    Path table = sparse("table.npy", "<f4", "400000, 400000", 640_000_000_000L);
    fit(table, "out").mistake("out: ", "TB are needed for the results and temporary files", "free");
    assertFalse(Files.exists(folder.resolve("out")));
  }

  @Test
  @Timeout(300)
  void picturesThatDoNotFitAreRefusedWithAdvice() throws Exception {
    Path pictures = Files.createDirectory(folder.resolve("pictures"));
    BufferedImage image = new BufferedImage(200, 200, BufferedImage.TYPE_BYTE_GRAY);
    for (int k = 0; k < 300; k++) {
      ImageIO.write(image, "png", pictures.resolve("p" + k + ".png").toFile());
    }
    String said =
        small(2, 192, "fit", pictures.toString(), "--rank", "2", "--threads", "1", "--out", "x");
    assertEquals(1, said.lines().count(), said);
    assertTrue(
        said.contains("pictures: a fit of 300 x 40000 entries takes about")
            && said.contains("--size for smaller pictures")
            && said.contains("an NPY file, which can stay on the disk"),
        said);
  }

  private ProcessBuilder start(int megabytes, Class<?> program, String... words) {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + megabytes + "m",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                program.getName()));
    command.addAll(List.of(words));
    return new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
  }

  /**
   * Runs the program in a JVM of its own with little memory.
   *
   * @param exit code that it must end with
   * @param megabytes of its heap
   * @return what it says
   */
  private String small(int exit, int megabytes, String... words) throws Exception {
    Process process = start(megabytes, Main.class, words).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertTrue(process.waitFor(200, TimeUnit.SECONDS), "still runs");
    assertEquals(exit, process.exitValue(), said);
    return said;
  }

  @Test
  @Tag("long")
  @Timeout(300)
  void aSmallMemoryTurnsToTheDisk() throws Exception {
    Path file = table("<f4", false, 2600, 3000);
    String[] words =
        "fit %s --rank 2 --solver reweighted --start random --max-iterations 1 --threads 1 --out disk"
            .formatted(file)
            .split(" ");
    String said = small(0, 128, words);
    assertTrue(
        said.contains("the table stays on the disk, because the fit would take 138 MB"), said);
    assertEquals(
        List.of("basis.npy", "codes.npy", "report.html", "run.json"),
        Cli.names(folder.resolve("disk")));
    words[words.length - 1] = "memory";
    said = small(0, 700, words);
    assertFalse(said.contains("on the disk"), said);
    requireSame("memory", "disk");
  }

  /** The default, with hidden entries and their copies of the table, in less than the table. */
  @Test
  @Tag("long")
  @Timeout(300)
  void aSmallMemoryTakesTheDefaultToItsEnd() throws Exception {
    Path file = table("<f8", false, 2600, 3000);
    String[] words = "fit %s --rank 2 --out disk".formatted(file).split(" ");
    String said = small(0, 128, words);
    assertTrue(said.contains("the table stays on the disk, because the fit would take"), said);
    assertEquals(
        List.of("basis.npy", "codes.npy", "report.html", "run.json"),
        Cli.names(folder.resolve("disk")));

    Process process = start(128, Main.class, words).start();
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      String line = lines.readLine();
      while (line != null && !line.startsWith("choosing the ridge")) {
        line = lines.readLine();
      }
      long begin = System.nanoTime();
      process.toHandle().destroy(); // SIGTERM, as Ctrl-C
      assertTrue(process.waitFor(60, TimeUnit.SECONDS), "is not heard");
      assertEquals(130, process.exitValue());
      double seconds = (System.nanoTime() - begin) * 1e-9;
      assertTrue(seconds < 15, seconds + " s to end");
    } finally {
      process.destroyForcibly();
    }
  }

  /** What the viewer runs, in a JVM of its own. */
  static final class ViewerRun {

    private ViewerRun() {}

    /** Fits the table that is named. */
    public static void main(String[] args) throws IOException {
      Request request = new Request(Optional.of(Path.of(args[0])), "table", 2, "reweighted", 0);
      new ViewWork().run(request, Files.createDirectory(Path.of(args[1])), new Watch());
    }
  }

  @Test
  @Tag("long")
  @Timeout(300)
  void theViewerTurnsToTheDiskToo() throws Exception {
    Path file = table("<f4", false, 2600, 3000);
    Process process = start(128, ViewerRun.class, file.toString(), "viewed").start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), said);
    assertEquals(
        List.of("basis.npy", "codes.npy", "report.html", "run.json"),
        Cli.names(folder.resolve("viewed")));
  }

  @ParameterizedTest
  @Tag("long")
  @ValueSource(
      strings = {
        "rank table.npy --ranks 1:2",
        "outliers table.npy --rank 2 --out out",
        "cluster table.npy --clusters 2 --out out",
        "separate table.npy --rank 1 --out out"
      })
  void everyCommandRefusesWhatDoesNotFit(String words) throws Exception {
    sparse("table.npy", "<f4", "4000, 3000", 48_000_000);
    String said = small(2, 80, words.split(" "));
    assertEquals(1, said.lines().count(), said);
    assertTrue(
        said.contains("table.npy: a ")
            && said.contains(" of 4000 x 3000 entries takes about ")
            // five folds of predictions take more than one fit
            && said.contains(
                "; try MAHNMF_JAVA_OPTS=-Xmx" + (words.startsWith("outliers") ? "2g" : "1g")),
        said);
    assertFalse(Files.exists(folder.resolve("out")));
  }

  /** A CSV file tells its size when its lines are counted, before memory is taken. */
  @ParameterizedTest
  @Tag("long")
  @CsvSource(
      delimiter = '|',
      value = {
        "rank table.csv | a search for the rank of 60000 x 121 entries takes about",
        "cluster table.csv --clusters 2 --out out | a clustering of 60000 x 121 entries takes about",
        "fit table.csv --rank 2 --out out | an NPY file, which can stay on the disk"
      })
  void aTextTableThatDoesNotFitIsNamed(String words, String said) throws Exception {
    Files.writeString(folder.resolve("table.csv"), ("1,2,3,4".repeat(40) + "\n").repeat(60_000));
    String line = small(2, 128, words.split(" "));
    assertEquals(1, line.lines().count(), line);
    assertTrue(line.startsWith("mahnmf: table.csv: ") && line.contains(said), line);
    assertTrue(line.contains(" of memory, but the program can count on "), line);
    assertFalse(Files.exists(folder.resolve("out")));
  }

  @Test
  void aTableThatBecomesShorterIsToldInOneLine() throws IOException {
    Path file = table("<f8", false, 400, 300);
    Space space = new DiskSpace(folder, 0);
    Matrix mapped = Tables.read(Source.of(file), ReadOptions.DEFAULT.withSpace(space)).values();
    Observations rows = Observations.of(mapped).withSpace(space);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(5000);
    }
    InputException e =
        assertThrows(
            InputException.class, () -> FitJob.check(file, () -> MahNmf.ofRank(2).fit(rows)));
    assertTrue(
        e.getMessage().startsWith(file + ": became shorter while it was in use"), e.getMessage());
  }

  /**
   * Where no header tells the size, the end of the memory is a mistake in the input like others.
   */
  @ParameterizedTest
  @Tag("long")
  @ValueSource(strings = {"segment picture.ppm --segments 2 --out out"})
  void theEndOfTheMemoryIsToldInOneLine(String words) throws Exception {
    byte[] head = "P6 2500 2000 255\n".getBytes(StandardCharsets.US_ASCII);
    Files.write(folder.resolve("picture.ppm"), Arrays.copyOf(head, head.length + 15_000_000));
    String said = small(2, 56, words.split(" "));
    assertEquals(1, said.lines().count(), said);
    assertTrue(said.contains("memory") && said.contains("MAHNMF_JAVA_OPTS=-Xmx"), said);
    assertFalse(Files.exists(folder.resolve("out")));
  }

  @Test
  void resultsThatCannotBeWrittenAreRescued() throws IOException {
    Path out = folder.resolve("out");
    try (OutputFolder opened = OutputFolder.open(out, "--out")) {
      FailedException e =
          assertThrows(
              FailedException.class,
              () ->
                  opened.writeOrRescue(
                      where -> {
                        if (where == opened) {
                          throw new FileSystemException("x", null, "No space left on device");
                        }
                        return Files.writeString(where.file("kept.txt"), "the work of hours");
                      }));
      String start = out + ": cannot be written to: No space left on device; the results are in ";
      assertTrue(e.getMessage().startsWith(start), e.getMessage());
      Path refuge = Path.of(e.getMessage().substring(start.length()));
      assertEquals("the work of hours", Files.readString(refuge.resolve("kept.txt")));
      Files.delete(refuge.resolve("kept.txt"));
      Files.delete(refuge);
    }
  }

  /** A disk of 300 kB, where the system lets us make one. */
  @Test
  void aFullDiskIsToldBeforeTheWork() throws Exception {
    Path disk = Files.createDirectory(folder.resolve("disk"));
    boolean mounted = run("mount", "-t", "tmpfs", "-o", "size=300k", "tmpfs", disk.toString());
    Assumptions.assumeTrue(mounted, "no right to mount a small disk");
    try {
      Path file = table("<f4", false, 40, 31);
      fit(file, "disk/out")
          .mistake("disk/out: 4.0", "MB are needed for the results", "kB are free");
      assertEquals(List.of(), Cli.names(disk));
    } finally {
      assertTrue(run("umount", disk.toString()));
    }
  }

  static boolean run(String... words) throws InterruptedException {
    try {
      Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
      process.getInputStream().readAllBytes();
      return process.waitFor() == 0;
    } catch (IOException e) {
      return false; // there is no such program
    }
  }
}
