package org.mahnmf.data;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.mahnmf.data.array.Hdf5Reader;
import org.mahnmf.data.array.MatlabFile;
import org.mahnmf.data.array.NpyReader;
import org.mahnmf.data.array.NpzReader;
import org.mahnmf.data.file.InputException;
import org.mahnmf.data.file.JsonReader;
import org.mahnmf.data.image.ImageFolderReader;
import org.mahnmf.data.image.ImageTableReader;
import org.mahnmf.data.image.RawFrames;
import org.mahnmf.data.text.CsvTableReader;
import org.mahnmf.data.text.GraphFile;
import org.mahnmf.data.text.Labels;
import org.mahnmf.data.text.MatrixMarket;
import org.mahnmf.fuzz.FuzzTarget;

/** Every reader of this module, with valid files to start from. */
final class ReaderTargets {

  private static final List<String> CSV_WORDS =
      List.of(
          ",",
          ";",
          "\t",
          "|",
          " ",
          "\"",
          "\"\"",
          "\n",
          "\r\n",
          "\r",
          "#",
          "NA",
          "null",
          "?",
          "id",
          "name",
          "2020,2021",
          "\uFEFF",
          "\u00a0",
          "\u2028",
          "\0",
          "a",
          "\"a\nb\"",
          " \"x\" ",
          "−1");

  private static final List<String> NPY_WORDS =
      List.of(
          "'descr'",
          "'fortran_order'",
          "'shape'",
          "'<f8'",
          "'|O'",
          "'<u1'",
          "'>i8'",
          "'|b1'",
          "'<f2'",
          "True",
          "False",
          "(3, 4)",
          "(1,)",
          "()",
          "(0, 5)",
          "__import__('os').system('x')",
          "eval(1)",
          "[('a', '<f8')]",
          "{",
          "}",
          "(",
          ")",
          "'",
          "\"",
          ",",
          ":",
          "L",
          "\\",
          "\u0093NUMPY\u0001\0",
          "\u0093NUMPY\u0002\0",
          "\u0093NUMPY\u0003\0");

  private static final List<String> MARKET_WORDS =
      List.of(
          "%%MatrixMarket",
          "matrix",
          "coordinate",
          "array",
          "real",
          "integer",
          "pattern",
          "complex",
          "general",
          "symmetric",
          "skew-symmetric",
          "hermitian",
          "%",
          "\n",
          " ",
          "1 1 1\n",
          "\t");

  private static final List<String> JSON_WORDS =
      List.of(
          "{",
          "}",
          "[",
          "]",
          ",",
          ":",
          "\"",
          "true",
          "false",
          "null",
          "\\u0000",
          "\\ud800",
          "\\",
          "\"curvature\"",
          "\"lower\"",
          "\"upper\"",
          "\"price\"",
          "\"ball\"",
          "\"loss\"",
          "1e999",
          "[[[[[[[[[[",
          "{\"a\":{\"a\":");

  private static final List<String> MEMBERS =
      List.of(
          "x",
          "a",
          "real",
          "bytes",
          "sparse",
          "clip",
          "colour",
          "cell{1}",
          "cell{2}",
          "/clip",
          "/real",
          "/group/x",
          "/words",
          "/flags",
          "/single",
          "/group/sub/packed",
          "fea",
          "logical");

  private static final ReadOptions PLAIN = ReadOptions.DEFAULT.withThreads(1);

  private final Path folder;

  private ReaderTargets(Path folder) {
    this.folder = folder;
  }

  /**
   * Returns all targets.
   *
   * @param folder where their files lie, see {@link FileTarget#folderIn}
   */
  static List<FuzzTarget> in(Path folder) {
    return new ReaderTargets(folder).all();
  }

  private List<FuzzTarget> all() {
    return List.of(
        target("csv", csvFiles(), CSV_WORDS, FileTarget.Wrapping.NONE, new CsvTableReader()),
        target("npy", npyFiles(), NPY_WORDS, FileTarget.Wrapping.NONE, new NpyReader()),
        target(
            "market",
            golden("arrays", "array.mtx", "coordinate.mtx", "symmetric.mtx", "pattern.mtx"),
            MARKET_WORDS,
            FileTarget.Wrapping.NONE,
            new MatrixMarket()),
        target(
            "gzip",
            golden("arrays", "table.csv.gz", "table.npy.gz"),
            Stream.concat(CSV_WORDS.stream(), NPY_WORDS.stream()).toList(),
            Wrappings::gzip,
            new GzipReader()),
        target(
            "npz",
            golden(
                "arrays", "one.npz", "several.npz", "colour.npz", "coo.npz", "csr.npz", "csc.npz"),
            NPY_WORDS,
            Wrappings::zip,
            new NpzReader()),
        target(
            "mat",
            golden("arrays", "only.mat", "types.mat", "octave.mat", "octave6.mat"),
            List.of("MATLAB 5.0 MAT-file", "IM", "MI", "\16\0\0\0", "\17\0\0\0", "real", "cell"),
            Wrappings::mat,
            new MatlabFile()),
        target(
            "hdf5",
            golden("arrays", "only.h5", "types.h5", "matlab73.mat"),
            List.of(
                "\u0089HDF\r\n\u001a\n", "TREE", "SNOD", "HEAP", "OHDR", "BTHD", "FRHP", "OCHK"),
            FileTarget.Wrapping.NONE,
            new Hdf5Reader()),
        target("image", images(), imageWords(), Wrappings::png, new ImageTableReader()),
        target("images in a folder", images(), imageWords(), Wrappings::png, this::readFolder),
        target("any format", anyFiles(), CSV_WORDS, FileTarget.Wrapping.NONE, this::readAny),
        target(
            "frames from a pipe",
            golden("images", "grey_binary.pgm", "color_binary.ppm"),
            List.of("P5", "P6", "#", "255", "\n"),
            FileTarget.Wrapping.NONE,
            this::readPipe),
        target(
            "labels",
            texts("a\nb\nc\n", "1,2,3", "\"a,b\"\n\"c\"\n", "x;y;z\n"),
            CSV_WORDS,
            FileTarget.Wrapping.NONE,
            file -> "labels " + Math.min(3, Labels.read(file).size())),
        target(
            "graph",
            texts(
                "1,2\n2,3\n",
                "from to weight\n1 2 0.5\n3 4 1\n",
                "%%MatrixMarket matrix coordinate pattern symmetric\n4 4 2\n2 1\n4 3\n"),
            MARKET_WORDS,
            FileTarget.Wrapping.NONE,
            file -> "graph " + GraphFile.read(file, 4).edges()),
        target(
            "settings of a model",
            texts(
                "{\"loss\": \"manhattan\", \"curvature\": 0.5, \"lower\": 0.0, \"price\": 1}",
                "{\"settings\": {\"model\": {\"lower\": 1, \"upper\": 2.5, \"ball\": 3}}}",
                "[1, 2.5e3, true, null, \"\\u00e9\\n\", [], {}]"),
            JSON_WORDS,
            FileTarget.Wrapping.NONE,
            file ->
                String.valueOf(
                    Objects.requireNonNullElse(JsonReader.read(file), "null").getClass())));
  }

  private FuzzTarget target(
      String name,
      List<byte[]> seeds,
      List<String> words,
      FileTarget.Wrapping wrapping,
      TableReader reader) {
    return target(name, seeds, words, wrapping, file -> read(reader, file));
  }

  private FuzzTarget target(
      String name,
      List<byte[]> seeds,
      List<String> words,
      FileTarget.Wrapping wrapping,
      Function<Path, String> reader) {
    return new FileTarget(name, seeds, words, wrapping, folder, reader);
  }

  /** Reads by one reader; members and options follow from the content, so a repeat is the same. */
  private static String read(TableReader reader, Path file) {
    int dice = dice(file);
    Source source = Source.of(file);
    if (offers(reader, ReadOptions.Choice.MEMBER) && dice % 2 != 0) {
      source = new Source(file, Optional.of(MEMBERS.get(dice / 2 % MEMBERS.size())));
    }
    byte[] head = Tables.head(file);
    if (!TableReader.accepts(reader.getClass(), head)) {
      throw InputException.of(file, "is not " + format(reader).name());
    }
    return FileTarget.describe(reader.read(source, options(reader, dice / 64)));
  }

  private static ReadOptions options(TableReader reader, int dice) {
    ReadOptions options = PLAIN;
    if (dice % 8 == 0 && offers(reader, ReadOptions.Choice.FRAMES)) {
      options = options.withFrames(new FrameRange(1, FrameRange.OPEN, 2));
    }
    if (dice % 8 == 1 && offers(reader, ReadOptions.Choice.SIZE)) {
      options = options.withSize(new PictureSize(3, 5));
    }
    if (dice % 8 <= 2 && offers(reader, ReadOptions.Choice.COLOR)) {
      options = options.withColor(true);
    }
    if (dice % 8 == 3 && offers(reader, ReadOptions.Choice.PATCHES)) {
      options = options.withPatches(2);
    }
    return options;
  }

  private static TableReader.Format format(TableReader reader) {
    return reader.getClass().getAnnotation(TableReader.Format.class);
  }

  private static boolean offers(TableReader reader, ReadOptions.Choice choice) {
    return List.of(format(reader).choices()).contains(choice);
  }

  private static int dice(Path file) {
    return Arrays.hashCode(bytes(file)) >>> 1;
  }

  private static byte[] bytes(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String readAny(Path file) {
    return FileTarget.describe(Tables.read(Source.of(file), PLAIN));
  }

  /** Beside the attacked picture lie two good ones. */
  private String readFolder(Path file) {
    try {
      Path pictures = Files.createDirectories(folder.resolve("pictures"));
      for (String name : List.of("grey.png", "color.png")) {
        Path good = pictures.resolve(name);
        if (!Files.exists(good)) {
          Files.write(good, bytes(TestFiles.golden("images", name)));
        }
      }
      Files.write(pictures.resolve("h.png"), bytes(file));
      ImageFolderReader reader = new ImageFolderReader();
      return FileTarget.describe(
          reader.read(Source.of(pictures), options(reader, dice(file) / 64)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String readPipe(Path file) {
    byte[] bytes = bytes(file);
    ReadOptions options =
        bytes.length % 2 == 0 ? PLAIN : PLAIN.withSize(new PictureSize(3, 2)).withColor(true);
    try (RawFrames frames =
        new RawFrames(new ByteArrayInputStream(bytes), file.toString(), options)) {
      int count = 0;
      while (frames.next().isPresent()) {
        count++;
      }
      return "frames " + Math.min(count, 3);
    }
  }

  private static List<byte[]> golden(String folder, String... names) {
    return Arrays.stream(names).map(name -> bytes(TestFiles.golden(folder, name))).toList();
  }

  private static List<byte[]> texts(String... texts) {
    return Arrays.stream(texts).map(text -> text.getBytes(StandardCharsets.UTF_8)).toList();
  }

  private static List<byte[]> csvFiles() {
    return texts(
        "1,2,3\n4,5,6\n",
        "id,a,b\nx,1,2\ny,3,NA\n",
        "1;2,5\n3;4,25\n",
        "# a comment\n\n 1  2\t3\n4 5 6\n",
        "\"a\",\"b\"\n\"1\",\"2\"\n3,4\r\n",
        ",0,1\n0,1.5,2e3\n1,4,\n",
        "\uFEFF1|2\n3|4\n");
  }

  private static List<byte[]> npyFiles() {
    return golden(
        "npy",
        "g_f8_le_c.npy",
        "g_f4_be_f.npy",
        "g_u1_le_c.npy",
        "g_i8_be_c.npy",
        "g_b1_le_f.npy",
        "g_1d.npy",
        "g_version2.npy",
        "g_version3.npy",
        "bad_object.npy",
        "bad_structured.npy",
        "bad_3d.npy",
        "g_special.npy");
  }

  private static List<byte[]> images() {
    return golden(
        "images",
        "grey.png",
        "color.png",
        "color_16.png",
        "color_palette.png",
        "grey_alpha.png",
        "black_white.png",
        "color.bmp",
        "grey_palette.bmp",
        "grey.jpg",
        "color.jpg",
        "cmyk.jpg",
        "grey_ascii.pgm",
        "grey_binary.pgm",
        "grey_16.pgm",
        "color_ascii.ppm",
        "color_binary.ppm",
        "grey_16.tiff",
        "grey_lzw.tiff",
        "color.tiff",
        "black_white.tiff",
        "bad_float.tiff");
  }

  private static List<String> imageWords() {
    return List.of(
        "IHDR",
        "IDAT",
        "PLTE",
        "tRNS",
        "iCCP",
        "IEND",
        "acTL",
        "BM",
        "II*\0",
        "MM\0*",
        "P2\n",
        "P5\n",
        "P6\n",
        "\u00ff\u00d8",
        "\u00ff\u00c0",
        "\u00ff\u00da",
        "\u00ff\u00db",
        "Exif");
  }

  private static List<byte[]> anyFiles() {
    return Stream.of(
            csvFiles(), npyFiles(), images(), golden("arrays", "one.npz", "only.mat", "only.h5"))
        .flatMap(List::stream)
        .toList();
  }
}
