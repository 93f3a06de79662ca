package org.mahnmf.cli.option;

import org.mahnmf.data.FrameRange;
import org.mahnmf.data.PictureSize;
import org.mahnmf.data.ReadOptions;
import picocli.CommandLine.Option;

/** What to take of pictures, be they a table or a stream. */
public final class PictureOptions {

  @Option(
      names = "--frames",
      paramLabel = "FROM:TO:STEP",
      description = "Take these frames of a clip, counted from 0, without TO: 0:200:2, 50:, ::10.")
  private FrameRange frames = FrameRange.ALL;

  @Option(
      names = "--size",
      paramLabel = "WxH",
      description = "Scale pictures to this width and height while they are read.")
  private PictureSize size;

  @Option(names = "--color", description = "Keep the colours of pictures (default: grey).")
  private boolean color;

  public ReadOptions options(int threads) {
    ReadOptions options =
        ReadOptions.DEFAULT.withFrames(frames).withColor(color).withThreads(threads);
    return size == null ? options : options.withSize(size);
  }
}
