package org.mahnmf.video;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Optional;
import org.bytedeco.javacv.FFmpegFrameGrabber;
import org.mahnmf.data.FrameRange;
import org.mahnmf.data.FrameStream;
import org.mahnmf.data.file.InputException;
import org.mahnmf.matrix.PictureShape;

/** The frames of a video, decoded one by one. */
final class VideoFrames implements FrameStream {

  private final Path file;
  private final FFmpegFrameGrabber grabber;
  private final PictureShape shape;
  private final FrameRange range;
  private final double most;
  private int number;
  private int kept;

  /**
   * Reads on.
   *
   * @param grabber has started; <em>closed</em> in the end
   */
  VideoFrames(Path file, FFmpegFrameGrabber grabber, PictureShape shape, FrameRange range)
      throws IOException {
    this.file = file;
    this.grabber = grabber;
    this.shape = shape;
    this.range = range;
    this.most = VideoReader.mostFrames(file, grabber);
  }

  @Override
  public Optional<Frame> next() {
    try {
      while (number < range.to()) {
        boolean wanted = range.contains(number);
        org.bytedeco.javacv.Frame frame = grabber.grabFrame(false, true, wanted, false, false);
        if (frame == null) {
          break;
        }
        VideoReader.requireModest(file, number, most);
        number++;
        if (wanted) {
          VideoReader.requireShape(file, frame, number - 1, shape);
          kept++;
          return Optional.of(new Frame("", shape, values(frame)));
        }
      }
    } catch (IOException | RuntimeException e) {
      throw InputException.damaged(file, e);
    }
    VideoReader.requireFrames(file, grabber, number, kept, range);
    return Optional.empty();
  }

  private double[] values(org.bytedeco.javacv.Frame frame) {
    ByteBuffer pixels = (ByteBuffer) frame.image[0];
    double[] values = new double[shape.length()];
    int perRow = shape.width() * shape.channels();
    for (int y = 0; y < shape.height(); y++) {
      for (int k = 0; k < perRow; k++) {
        values[y * perRow + k] = pixels.get(y * frame.imageStride + k) & 0xff;
      }
    }
    return values;
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
