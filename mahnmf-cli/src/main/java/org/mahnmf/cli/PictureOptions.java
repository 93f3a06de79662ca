package org.mahnmf.cli;

import org.mahnmf.data.FrameRange;
import org.mahnmf.data.PictureSize;
import org.mahnmf.data.ReadOptions;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;

/** What to take of pictures, be they a table or a stream. */
final class PictureOptions {

  /** Reads {@code FROM:TO:STEP}. */
  static final class Frames implements ITypeConverter<FrameRange> {
    @Override
    public FrameRange convert(String text) {
      return OptionValues.checked(() -> FrameRange.parse(text));
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

  /**
   * Returns what was chosen.
   *
   * @param threads how many decode pictures
   */
  ReadOptions options(int threads) {
    ReadOptions options =
        ReadOptions.DEFAULT.withFrames(frames).withColor(color).withThreads(threads);
    return size == null ? options : options.withSize(size);
  }
}
