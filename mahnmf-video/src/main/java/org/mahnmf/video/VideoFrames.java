package org.mahnmf.video;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.bytedeco.ffmpeg.avcodec.AVCodecParameters;
import org.bytedeco.ffmpeg.avformat.AVStream;
import org.bytedeco.ffmpeg.global.avutil;
import org.bytedeco.ffmpeg.global.swscale;
import org.bytedeco.javacv.FFmpegFrameGrabber;
import org.bytedeco.javacv.FrameGrabber;
import org.mahnmf.data.FrameRange;
import org.mahnmf.data.FrameStream;
import org.mahnmf.data.ReadOptions;
import org.mahnmf.data.Table;
import org.mahnmf.data.file.InputException;
import org.mahnmf.data.file.ReadListener;
import org.mahnmf.data.image.PictureRows;
import org.mahnmf.matrix.PictureShape;

/** The frames of a video, decoded one by one. */
final class VideoFrames implements FrameStream {

  private static final double WHITE = 255;
  private static final int FIRST_ROOM = 64;

  /** Bytes that are taken before there is a frame, whatever a header declares. */
  private static final int FIRST_BYTES = 1 << 26;

  /** Pixels that any video may have, some seconds of decoding. */
  private static final double ALWAYS_ALLOWED = 0x1p32;

  /** Beyond these a video must have a byte for so many pixels; still ones have one for 10^5. */
  private static final double MOST_PIXELS_PER_BYTE = 1e6;

  private final Path file;
  private final FrameRange range;
  private final FFmpegFrameGrabber grabber;
  private final PictureShape shape;
  private final double most;
  private int number;
  private int kept;

  /** Opens a video as it is wanted. */
  VideoFrames(Path file, ReadOptions options) {
    this.file = file;
    this.range = options.frames();
    // What matters comes back as an error, not on standard error.
    avutil.av_log_set_level(avutil.AV_LOG_QUIET);
    this.grabber = new FFmpegFrameGrabber(file.toFile());
    try {
      this.shape = start(options);
      AVCodecParameters frame = stream().codecpar();
      double pixels = Math.max(1, (double) frame.width() * frame.height()); // before it is scaled
      this.most = Math.max(ALWAYS_ALLOWED, MOST_PIXELS_PER_BYTE * Files.size(file)) / pixels;
    } catch (IOException | RuntimeException e) {
      close();
      throw damaged(e);
    }
  }

  private PictureShape start(ReadOptions options) throws IOException {
    grabber.setImageMode(
        options.color() ? FrameGrabber.ImageMode.COLOR : FrameGrabber.ImageMode.GRAY);
    grabber.setPixelFormat(options.color() ? avutil.AV_PIX_FMT_RGB24 : avutil.AV_PIX_FMT_GRAY8);
    grabber.setImageScalingFlags(swscale.SWS_AREA);
    grabber.start();
    InputException.throwIf(!grabber.hasVideo(), file, "holds no pictures, only sound");
    PictureRows.requireSize(file, grabber.getImageWidth(), grabber.getImageHeight());
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

  private AVStream stream() {
    return grabber.getFormatContext().streams(grabber.getVideoStream());
  }

  private InputException damaged(Exception e) {
    boolean undecoded = e instanceof FrameGrabber.Exception;
    return InputException.damaged(
        file, undecoded ? new IOException("FFmpeg cannot decode it", e) : e);
  }

  @Override
  public Optional<Frame> next() {
    org.bytedeco.javacv.Frame frame = grab(ReadListener.NONE);
    if (frame == null) {
      return Optional.empty();
    }
    ByteBuffer pixels = (ByteBuffer) frame.image[0];
    double[] values = new double[shape.length()];
    int perRow = shape.width() * shape.channels();
    for (int k = 0; k < values.length; k++) {
      values[k] = pixels.get(k / perRow * frame.imageStride + k % perRow) & 0xff;
    }
    return Optional.of(new Frame("", shape, values));
  }

  /** Returns all frames. */
  Table table(ReadListener listener) {
    int expected = range.count(last());
    int few = Math.min(FIRST_ROOM, FIRST_BYTES / shape.length());
    PictureRows rows = new PictureRows(file, shape, Math.max(1, Math.min(few, expected)));
    byte[] line = new byte[shape.width() * shape.channels()];
    while (true) {
      org.bytedeco.javacv.Frame frame = grab(listener);
      if (frame == null) {
        break;
      }
      int row = kept - 1;
      if (row == rows.rows()) {
        // The length in the header is an estimate: it guides the growth but is not believed.
        rows.resize(Math.max(row + row / 2 + 1, Math.min(2 * row, expected)));
      }
      ByteBuffer pixels = (ByteBuffer) frame.image[0];
      for (int y = 0; y < shape.height(); y++) {
        pixels.position(y * frame.imageStride);
        pixels.get(line);
        rows.set(row, y * line.length, line, 0, line.length);
      }
    }
    rows.resize(kept);
    return new Table(rows.matrix(), List.of(), List.of(), Optional.of(shape));
  }

  /** Returns how many frames there may be to decode, as far as the header tells. */
  private int last() {
    int declared = grabber.getLengthInVideoFrames();
    return Math.min(range.to(), declared > 0 ? declared : FrameRange.OPEN);
  }

  /** Decodes up to the next frame that is wanted; returns null if there is none. */
  private org.bytedeco.javacv.Frame grab(ReadListener listener) {
    try {
      while (number < range.to()) {
        boolean wanted = range.contains(number);
        org.bytedeco.javacv.Frame frame = grabber.grabFrame(false, true, wanted, false, false);
        if (frame == null) {
          break;
        }
        requireModest(number++);
        listener.onProgress(Math.min(1, (double) number / last()));
        if (wanted) {
          requireShape(frame);
          kept++;
          return frame;
        }
      }
    } catch (IOException | RuntimeException e) {
      throw damaged(e);
    }
    requireWhole();
    return null;
  }

  /** Returns how many frames the video may have for its bytes. */
  double most() {
    return most;
  }

  /** Refuses a bomb: few bytes that declare frame after frame. */
  void requireModest(int frame) {
    if (frame >= most) {
      String rule = " frames, too many for its bytes; --frames takes some of them";
      throw InputException.of(file, "has more than " + frame + rule);
    }
  }

  /** Refuses a video that changes its size on the way; FFmpeg continues with the new one. */
  private void requireShape(org.bytedeco.javacv.Frame frame) {
    boolean differs = frame.imageWidth != shape.width() || frame.imageHeight != shape.height();
    String size = frame.imageWidth + "x" + frame.imageHeight;
    String rule =
        String.format(
            "the first frame is %sx%s; --size brings all frames to one size",
            shape.width(), shape.height());
    InputException.throwIf(differs, file, "frame " + (number - 1), size, rule);
  }

  /**
   * Checks that all frames have come, and that some were wanted. A file that was cut still plays up
   * to the cut; most formats say how many frames there were.
   */
  private void requireWhole() {
    long declared = grabber.getVideoStream() < 0 ? 0 : stream().nb_frames();
    String cut = "is cut or damaged: only " + number + " of its " + declared + " frames decode";
    InputException.throwIf(number < Math.min(declared, range.to()), file, cut);
    InputException.throwIf(
        kept == 0, file, "frames", range, "the video has only " + number + " frames");
  }

  @Override
  public void close() {
    try {
      grabber.close();
    } catch (IOException e) {
      // nothing more is read
    }
  }
}
