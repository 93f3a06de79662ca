package org.mahnmf.video;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.bytedeco.ffmpeg.global.avutil;
import org.bytedeco.ffmpeg.global.swscale;
import org.bytedeco.javacv.FFmpegFrameGrabber;
import org.bytedeco.javacv.Frame;
import org.bytedeco.javacv.FrameGrabber;
import org.mahnmf.data.FrameRange;
import org.mahnmf.data.FrameStream;
import org.mahnmf.data.ReadOptions;
import org.mahnmf.data.Source;
import org.mahnmf.data.Table;
import org.mahnmf.data.TableReader;
import org.mahnmf.data.file.InputException;
import org.mahnmf.data.image.PictureRows;
import org.mahnmf.data.image.VideoMagic;
import org.mahnmf.matrix.PictureShape;

/**
 * Reads video files: one frame is one sample, 8 bits, grey or colour, scaled by FFmpeg while it
 * decodes. Frames that are not asked for are decoded, since others depend on them, but neither
 * converted nor kept; nothing is decoded behind the last one asked for.
 */
public final class VideoReader implements TableReader {

  private static final double WHITE = 255;
  private static final int FIRST_ROOM = 64;

  /** Bytes that are taken before there is a frame, whatever a header declares. */
  private static final int FIRST_BYTES = 1 << 26;

  /** Pixels that any video may have, some seconds of decoding. */
  private static final double ALWAYS_ALLOWED = 0x1p32;

  /** Beyond these a video must have a byte for so many pixels; still ones have one for 10^5. */
  private static final double MOST_PIXELS_PER_BYTE = 1e6;

  /** Creates the reader. */
  public VideoReader() {
    // For ServiceLoader; there is nothing to set.
  }

  @Override
  public String format() {
    return "a video";
  }

  @Override
  public boolean accepts(Path path, byte[] head) {
    return VideoMagic.isIn(head);
  }

  @Override
  public Set<ReadOptions.Choice> choices() {
    return Set.of(ReadOptions.Choice.FRAMES, ReadOptions.Choice.SIZE, ReadOptions.Choice.COLOR);
  }

  @Override
  public Table read(Source source, ReadOptions options) {
    Path file = source.path();
    FFmpeg.prepare();
    try (FFmpegFrameGrabber grabber = new FFmpegFrameGrabber(file.toFile())) {
      return frames(file, grabber, start(file, grabber, options), options);
    } catch (FrameGrabber.Exception e) {
      throw InputException.damaged(file, new IOException("FFmpeg cannot decode it", e));
    } catch (IOException | RuntimeException e) {
      throw InputException.damaged(file, e);
    }
  }

  @Override
  public FrameStream open(Source source, ReadOptions options) {
    Path file = source.path();
    FFmpeg.prepare();
    FFmpegFrameGrabber grabber = new FFmpegFrameGrabber(file.toFile());
    boolean open = false;
    try {
      PictureShape shape = start(file, grabber, options);
      FrameStream frames = new VideoFrames(file, grabber, shape, options.frames());
      open = true;
      return frames;
    } catch (FrameGrabber.Exception e) {
      throw InputException.damaged(file, new IOException("FFmpeg cannot decode it", e));
    } catch (IOException | RuntimeException e) {
      throw InputException.damaged(file, e);
    } finally {
      if (!open) {
        close(grabber);
      }
    }
  }

  private static void close(FFmpegFrameGrabber grabber) {
    try {
      grabber.close();
    } catch (FrameGrabber.Exception e) {
      // it did not start, which was told already
    }
  }

  /** Opens the video as it is wanted. */
  private static PictureShape start(Path file, FFmpegFrameGrabber grabber, ReadOptions options)
      throws FrameGrabber.Exception {
    grabber.setImageMode(
        options.color() ? FrameGrabber.ImageMode.COLOR : FrameGrabber.ImageMode.GRAY);
    grabber.setPixelFormat(options.color() ? avutil.AV_PIX_FMT_RGB24 : avutil.AV_PIX_FMT_GRAY8);
    grabber.setImageScalingFlags(swscale.SWS_AREA);
    grabber.start();
    if (!grabber.hasVideo()) {
      throw InputException.of(file, "holds no pictures, only sound");
    }
    requireSize(file, grabber.getImageWidth(), grabber.getImageHeight());
    options
        .size()
        .ifPresent(
            size -> {
              grabber.setImageWidth(size.width());
              grabber.setImageHeight(size.height());
            });
    return new PictureShape(
        grabber.getImageWidth(), grabber.getImageHeight(), options.color() ? 3 : 1, WHITE);
  }

  private static void requireSize(Path file, int width, int height) {
    if (width < 1 || height < 1 || (long) width * height > InputException.MOST_PIXELS) {
      throw InputException.at(
          file,
          "size",
          width + "x" + height,
          "a picture must have at least 1 and at most " + InputException.MOST_PIXELS + " pixels");
    }
  }

  private static Table frames(
      Path file, FFmpegFrameGrabber grabber, PictureShape shape, ReadOptions options)
      throws IOException {
    FrameRange range = options.frames();
    int expected = Math.max(0, grabber.getLengthInVideoFrames());
    int last = Math.min(range.to(), expected == 0 ? FrameRange.OPEN : expected);
    int few = Math.min(FIRST_ROOM, FIRST_BYTES / shape.length());
    PictureRows rows = new PictureRows(shape, Math.max(1, Math.min(few, range.count(last))));
    double most = mostFrames(file, grabber);
    byte[] line = new byte[shape.width() * shape.channels()];
    int kept = 0;
    int number = 0;
    for (; number < range.to(); number++) {
      boolean wanted = range.contains(number);
      Frame frame = grabber.grabFrame(false, true, wanted, false, false);
      if (frame == null) {
        break;
      }
      requireModest(file, number, most);
      if (wanted) {
        requireShape(file, frame, number, shape);
        if (kept == rows.rows()) {
          // The length in the header is an estimate: it guides the growth but is not believed.
          grow(file, rows, Math.max(kept + kept / 2 + 1, Math.min(2 * kept, range.count(last))));
        }
        put(frame, line, shape, rows, kept++);
      }
      options.listener().onProgress(Math.min(1, (number + 1.0) / last));
    }
    requireFrames(file, grabber, number, kept, range);
    rows.resize(kept);
    return new Table(rows.matrix(), List.of(), List.of(), Optional.of(shape));
  }

  /**
   * Checks at the end that all frames have come, and that some were wanted.
   *
   * @param number of frames in all
   * @param kept of them
   */
  static void requireFrames(
      Path file, FFmpegFrameGrabber grabber, int number, int kept, FrameRange range) {
    requireWhole(file, grabber, number, range);
    if (kept == 0) {
      throw InputException.at(
          file, "frames", range.toString(), "the video has only " + number + " frames");
    }
  }

  /** Returns how many frames a video may have for its bytes. */
  static double mostFrames(Path file, FFmpegFrameGrabber grabber) throws IOException {
    double pixels = Math.max(ALWAYS_ALLOWED, MOST_PIXELS_PER_BYTE * Files.size(file));
    return pixels / FFmpeg.pixels(grabber.getFormatContext(), grabber.getVideoStream());
  }

  /** Refuses a bomb: few bytes that declare frame after frame. */
  static void requireModest(Path file, int number, double most) {
    if (number >= most) {
      throw InputException.of(
          file,
          "has more than "
              + number
              + " frames, too many for its bytes; --frames takes some of them");
    }
  }

  /** Refuses a video that changes its size on the way; FFmpeg goes on with the new one. */
  static void requireShape(Path file, Frame frame, int number, PictureShape shape) {
    if (frame.imageWidth != shape.width() || frame.imageHeight != shape.height()) {
      throw InputException.at(
          file,
          "frame " + number,
          frame.imageWidth + "x" + frame.imageHeight,
          "the first frame is "
              + shape.width()
              + "x"
              + shape.height()
              + "; --size brings all frames to one size");
    }
  }

  /** A file that was cut still plays up to the cut; most formats say how many frames there were. */
  private static void requireWhole(
      Path file, FFmpegFrameGrabber grabber, int number, FrameRange range) {
    int stream = grabber.getVideoStream();
    long declared = stream < 0 ? 0 : FFmpeg.frames(grabber.getFormatContext(), stream);
    if (number < Math.min(declared, range.to())) {
      throw InputException.of(
          file, "is cut or damaged: only " + number + " of its " + declared + " frames decode");
    }
  }

  private static void grow(Path file, PictureRows rows, int count) {
    try {
      rows.resize(count);
    } catch (IllegalArgumentException e) {
      throw new InputException(file + ": " + e.getMessage(), e);
    }
  }

  private static void put(Frame frame, byte[] line, PictureShape shape, PictureRows rows, int row) {
    ByteBuffer pixels = (ByteBuffer) frame.image[0];
    for (int y = 0; y < shape.height(); y++) {
      pixels.position(y * frame.imageStride);
      pixels.get(line);
      rows.set(row, y * line.length, line, 0, line.length);
    }
  }
}
