package org.mahnmf.cli;

import java.util.Optional;
import org.mahnmf.data.InputException;
import org.mahnmf.data.Outline;
import org.mahnmf.data.RawNumbers;
import org.mahnmf.data.ReadOptions;
import org.mahnmf.data.Source;
import org.mahnmf.data.Table;
import org.mahnmf.data.Tables;
import org.mahnmf.matrix.Space;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What to take of an input that is a clip, a picture or a file of several tables. */
final class InputOptions {

  /** What an input can be, for the help of commands. */
  static final String FORMATS =
      "CSV (also .gz), NPY, NPZ[:member], MAT[:variable], HDF5[:/path] or Matrix Market; an image, a"
          + " folder of images or a video.";

  /** Reads {@code FILE} or {@code FILE:MEMBER}. */
  static final class SourceName implements ITypeConverter<Source> {
    @Override
    public Source convert(String text) {
      return OptionValues.checked(() -> Source.parse(text));
    }
  }

  /** Reads {@code ROWSxCOLUMNS:TYPE}. */
  static final class Raw implements ITypeConverter<RawNumbers> {
    @Override
    public RawNumbers convert(String text) {
      return OptionValues.checked(() -> RawNumbers.parse(text));
    }
  }

  @Mixin private PictureOptions pictures = new PictureOptions();

  @Option(
      names = "--patches",
      paramLabel = "P",
      description = "Cut an image into squares of PxP pixels (default: its rows are the samples).")
  private Integer patches;

  @Option(
      names = "--raw",
      paramLabel = "ROWSxCOLUMNS:TYPE",
      converter = Raw.class,
      description =
          "INPUT is bare numbers, row by row and little-endian, such as 60000x784:f4; types as in"
              + " numpy: u1, u2, f4, f8 ...")
  private RawNumbers raw;

  /**
   * Reads a table and tells how far it has come.
   *
   * @param source where it is
   * @param threads how many decode pictures
   * @param space for copies of a table that stays on the disk; empty: it is read
   * @param progress tells about it
   */
  Table read(Source source, int threads, Optional<Space> space, ProgressLine progress) {
    progress.beginReading("reading " + source);
    ReadOptions options = options(threads).withListener(progress::onRead);
    ReadOptions placed = space.map(options::withSpace).orElse(options);
    return raw == null ? Tables.read(source, placed) : raw.read(source.path(), placed);
  }

  /**
   * Tells the size of a table without reading it.
   *
   * @param source where it is
   * @return nothing if the format does not tell
   */
  Optional<Outline> outline(Source source) {
    return raw == null ? Tables.outline(source, options(1)) : Optional.of(raw.outline());
  }

  /**
   * Returns what was chosen.
   *
   * @param threads how many decode pictures
   */
  ReadOptions options(int threads) {
    if (patches != null && patches < 1) {
      throw new InputException("patches is " + patches + " but must be at least 1");
    }
    return pictures.options(threads).withPatches(patches == null ? 0 : patches);
  }
}
