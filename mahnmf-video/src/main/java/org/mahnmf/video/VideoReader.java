package org.mahnmf.video;

import org.mahnmf.data.FrameStream;
import org.mahnmf.data.ReadOptions;
import org.mahnmf.data.ReadOptions.Choice;
import org.mahnmf.data.Source;
import org.mahnmf.data.Table;
import org.mahnmf.data.TableReader;
import org.mahnmf.data.image.MissingVideo;

/**
 * Reads video files: one frame is one sample, 8 bits, grey or colour, scaled by FFmpeg while it
 * decodes. Frames that are not asked for are decoded, since others depend on them, but neither
 * converted nor kept; nothing is decoded behind the last one asked for.
 */
@TableReader.Format(
    name = "a video",
    start = MissingVideo.START,
    choices = {Choice.FRAMES, Choice.SIZE, Choice.COLOR})
public final class VideoReader implements TableReader {

  @Override
  public Table read(Source source, ReadOptions options) {
    try (VideoFrames frames = new VideoFrames(source.path(), options)) {
      return frames.table(options.listener());
    }
  }

  @Override
  public FrameStream open(Source source, ReadOptions options) {
    return new VideoFrames(source.path(), options);
  }
}
