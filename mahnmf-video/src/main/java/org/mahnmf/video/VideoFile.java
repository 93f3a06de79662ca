package org.mahnmf.video;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Map;
import org.bytedeco.ffmpeg.global.avcodec;
import org.bytedeco.ffmpeg.global.avutil;
import org.bytedeco.javacv.FFmpegFrameRecorder;
import org.bytedeco.javacv.Frame;
import org.mahnmf.data.FrameStream;
import org.mahnmf.data.ReadOptions;
import org.mahnmf.data.ReadOptions.Choice;
import org.mahnmf.data.Source;
import org.mahnmf.data.Table;
import org.mahnmf.data.TableReader;
import org.mahnmf.data.TableWriter;
import org.mahnmf.data.file.AtomicFile;
import org.mahnmf.data.file.FileNames;
import org.mahnmf.data.image.MissingVideo;
import org.mahnmf.matrix.PictureShape;

/**
 * Reads video files: one frame is one sample, 8 bits, grey or colour, scaled by FFmpeg while it
 * decodes. Frames that are not asked for are decoded, since others depend on them, but neither
 * converted nor kept; nothing is decoded behind the last one asked for.
 *
 * <p>Writes a clip as MP4, MOV, MKV or AVI, H.264 where FFmpeg can, else MPEG-4. Values from 0 to
 * white become 0 to 255; what lies outside is cut off, missing entries are black. Video has even
 * sizes: an odd last row or column is repeated.
 */
@TableReader.Format(
    name = "a video",
    start = MissingVideo.START,
    choices = {Choice.FRAMES, Choice.SIZE, Choice.COLOR})
@TableWriter.Format(
    endings = {"mp4", "mov", "m4v", "mkv", "avi"},
    onlyPictures = true)
public final class VideoFile implements TableReader, TableWriter {

  /** Endings of names and what FFmpeg calls them. */
  private static final Map<String, String> CONTAINERS =
      Map.of("mp4", "mp4", "mov", "mov", "m4v", "mp4", "mkv", "matroska", "avi", "avi");

  private static final int BITS_PER_PIXEL = 2;
  private static final int LEAST_BIT_RATE = 400_000;
  private static final int MOST_BIT_RATE = 50_000_000;

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

  @Override
  public void write(Path file, Table table) throws IOException {
    PictureShape shape = table.picture().orElseThrow();
    avutil.av_log_set_level(avutil.AV_LOG_QUIET); // what matters comes back as an error
    String container = CONTAINERS.getOrDefault(FileNames.ending(file), "mp4");
    AtomicFile.writeByName(file, temporary -> record(temporary, container, table, shape));
  }

  private static void record(Path file, String container, Table table, PictureShape shape)
      throws IOException {
    int width = shape.width() + shape.width() % 2;
    int height = shape.height() + shape.height() % 2;
    try (FFmpegFrameRecorder recorder = new FFmpegFrameRecorder(file.toFile(), width, height, 0)) {
      recorder.setFormat(container);
      // H.264 if this build of FFmpeg can write it, else MPEG-4, which every build can.
      boolean h264 = avcodec.avcodec_find_encoder(avcodec.AV_CODEC_ID_H264) != null;
      recorder.setVideoCodec(h264 ? avcodec.AV_CODEC_ID_H264 : avcodec.AV_CODEC_ID_MPEG4);
      recorder.setPixelFormat(avutil.AV_PIX_FMT_YUV420P);
      recorder.setFrameRate(FRAMES_PER_SECOND);
      long bits = (long) width * height * BITS_PER_PIXEL * FRAMES_PER_SECOND;
      recorder.setVideoBitrate((int) Math.max(LEAST_BIT_RATE, Math.min(MOST_BIT_RATE, bits)));
      recorder.start();
      byte[] pixels = new byte[width * height * shape.channels()];
      double[] row = new double[shape.length()];
      for (int i = 0; i < table.values().rows(); i++) {
        table.values().copyRow(i, row);
        fill(pixels, row, shape, width, height);
        recorder.recordImage(
            width,
            height,
            Frame.DEPTH_UBYTE,
            shape.channels(),
            width * shape.channels(),
            shape.channels() == 1 ? avutil.AV_PIX_FMT_GRAY8 : avutil.AV_PIX_FMT_RGB24,
            ByteBuffer.wrap(pixels));
      }
      recorder.stop();
    }
  }

  private static void fill(byte[] pixels, double[] row, PictureShape shape, int width, int height) {
    int channels = shape.channels();
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        int from = Math.min(y, shape.height() - 1) * shape.width() + Math.min(x, shape.width() - 1);
        for (int c = 0; c < channels; c++) {
          // Rounding turns NaN into 0.
          long level = Math.round(row[from * channels + c] / shape.white() * 255);
          pixels[(y * width + x) * channels + c] = (byte) Math.max(0, Math.min(255, level));
        }
      }
    }
  }
}
