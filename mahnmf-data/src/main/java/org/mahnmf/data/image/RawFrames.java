package org.mahnmf.data.image;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Optional;
import org.mahnmf.data.FrameStream;
import org.mahnmf.data.PictureSize;
import org.mahnmf.data.ReadOptions;
import org.mahnmf.data.file.InputException;
import org.mahnmf.matrix.PictureShape;

/**
 * Frames from a pipe: bare bytes, row by row, one for each grey pixel or three for each coloured
 * one, if their size is given; otherwise binary PGM or PPM pictures one behind the other, 8 bits.
 */
public final class RawFrames implements FrameStream {

  private static final int WHITE = 255;
  private static final int LONGEST_NUMBER = 9;

  private final InputStream in;
  private final String name;
  private final ReadOptions options;
  private PictureShape shape;
  private int number;

  /**
   * Reads from a stream.
   *
   * @param in where frames come from; <em>closed</em> in the end
   */
  public RawFrames(InputStream in, String name, ReadOptions options) {
    this.in = new BufferedInputStream(in, 1 << 16);
    this.name = name;
    this.options = options;
  }

  @Override
  public Optional<Frame> next() {
    try {
      while (number < options.frames().to()) {
        Optional<Frame> frame = read();
        if (frame.isEmpty()) {
          break;
        }
        number++;
        if (options.frames().contains(number - 1)) {
          return frame;
        }
      }
    } catch (EOFException e) {
      throw new InputException(name + ": ends within frame " + (number + 1), e);
    } catch (IOException e) {
      throw new InputException(name + ": cannot be read: " + e.getMessage(), e);
    }
    return Optional.empty();
  }

  private Optional<Frame> read() throws IOException {
    in.mark(1);
    if (in.read() < 0) {
      return Optional.empty();
    }
    in.reset();
    int bands = options.size().isPresent() ? bare() : header();
    // Takes memory as bytes come, not for what a header declares.
    byte[] bytes = in.readNBytes(shape.pixels() * bands);
    if (bytes.length < shape.pixels() * bands) {
      throw new EOFException();
    }
    return Optional.of(new Frame("", shape, values(bytes, bands)));
  }

  private int bare() {
    PictureSize size = options.size().orElseThrow();
    int channels = options.color() ? 3 : 1;
    accept(new PictureShape(size.width(), size.height(), channels, WHITE));
    return channels;
  }

  /** Reads {@code P5 width height 255} and returns the numbers of a pixel. */
  private int header() throws IOException {
    int letter = in.read();
    int kind = in.read();
    refuseIf(
        letter != 'P' || (kind != '5' && kind != '6'),
        "is neither PGM (P5) nor PPM (P6); give --size WxH for bare bytes");
    int width = number();
    int height = number();
    int white = number();
    refuseIf(white != WHITE, "has white " + white + " but it must be " + WHITE);
    refuseIf(
        (long) width * height > PictureRows.MOST_PIXELS || width < 1 || height < 1,
        "cannot have " + width + "x" + height + " pixels");
    accept(new PictureShape(width, height, options.color() ? 3 : 1, WHITE));
    return kind == '5' ? 1 : 3;
  }

  private void refuseIf(boolean broken, String words) {
    InputException.throwIf(broken, name + ": frame " + (number + 1) + " " + words);
  }

  /** Reads a number behind white space and comments, and the one byte behind it. */
  private int number() throws IOException {
    int next = in.read();
    boolean comment = false;
    while (next >= 0 && (comment || next == '#' || Character.isWhitespace(next))) {
      comment = next != '\n' && (comment || next == '#');
      next = in.read();
    }
    StringBuilder digits = new StringBuilder();
    while (next >= '0' && next <= '9' && digits.length() < LONGEST_NUMBER) {
      digits.append((char) next);
      next = in.read();
    }
    if (next < 0) {
      throw new EOFException();
    }
    refuseIf(
        digits.isEmpty() || !Character.isWhitespace(next),
        "has no whole number where its header needs one");
    return Integer.parseInt(digits.toString());
  }

  private void accept(PictureShape next) {
    shape = shape == null ? next : shape;
    String rule = " but must be " + PictureSize.of(shape) + " as the first";
    refuseIf(!shape.equals(next), "is " + PictureSize.of(next) + rule);
  }

  private double[] values(byte[] bytes, int bands) {
    int[] levels = new int[bytes.length];
    Arrays.setAll(levels, k -> bytes[k] & 0xff);
    Pixels picture = Pixels.of(shape.width(), shape.height(), shape.channels(), WHITE);
    picture.put(levels, bands, bands, 0, shape.pixels());
    return picture.doubles();
  }

  @Override
  public void close() {
    try {
      in.close();
    } catch (IOException e) {
      // nothing more is read
    }
  }
}
