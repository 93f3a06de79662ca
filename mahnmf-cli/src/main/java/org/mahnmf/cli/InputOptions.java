package org.mahnmf.cli;

import java.util.Optional;
import org.mahnmf.data.FrameRange;
import org.mahnmf.data.InputException;
import org.mahnmf.data.Outline;
import org.mahnmf.data.PictureSize;
import org.mahnmf.data.RawNumbers;
import org.mahnmf.data.ReadOptions;
import org.mahnmf.data.Source;
import org.mahnmf.data.Table;
import org.mahnmf.data.Tables;
import org.mahnmf.matrix.Space;
import picocli.CommandLine.ITypeConverter;
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

  /** Reads {@code FROM:TO:STEP}. */
  static final class Frames implements ITypeConverter<FrameRange> {
    @Override
    public FrameRange convert(String text) {
      return OptionValues.checked(() -> FrameRange.parse(text));
    }
  }

  /** Reads {@code ROWSxCOLUMNS:TYPE}. */
  static final class Raw implements ITypeConverter<RawNumbers> {
    @Override
    public RawNumbers convert(String text) {
      return OptionValues.checked(() -> RawNumbers.parse(text));
    }
  }

  /** Reads {@code WxH}. */
  static final class Size implements ITypeConverter<PictureSize> {
    @Override
    public PictureSize convert(String text) {
      return OptionValues.checked(() -> PictureSize.parse(text));
    }
  }

  @Option(
      names = "--frames",
      paramLabel = "FROM:TO:STEP",
      converter = Frames.class,
      description = "Take these frames of a clip, counted from 0, without TO: 0:200:2, 50:, ::10.")
  private FrameRange frames = FrameRange.ALL;

  @Option(
      names = "--size",
      paramLabel = "WxH",
      converter = Size.class,
      description = "Scale pictures to this width and height while they are read.")
  private PictureSize size;

  @Option(names = "--color", description = "Keep the colours of pictures (default: grey).")
  private boolean color;

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
   * Refuses what only tables have.
   *
   * @param source named in the message
   */
  void requireStream(String source) {
    Object wrong = patches == null ? raw : patches;
    if (wrong != null) {
      throw new InputException(
          source
              + (patches == null ? ": raw " : ": patches ")
              + wrong
              + ": cannot be chosen for a stream of frames");
    }
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
    ReadOptions options =
        ReadOptions.DEFAULT
            .withFrames(frames)
            .withColor(color)
            .withPatches(patches == null ? 0 : patches)
            .withThreads(threads);
    return size == null ? options : options.withSize(size);
  }
}
