package org.mahnmf.data.image;

import java.awt.color.ColorSpace;
import java.awt.image.BufferedImage;
import java.awt.image.ColorModel;
import java.awt.image.DataBuffer;
import java.awt.image.IndexColorModel;
import java.awt.image.Raster;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.stream.ImageInputStream;
import org.mahnmf.data.ReadOptions;
import org.mahnmf.data.file.Bytes;
import org.mahnmf.data.file.FileNames;
import org.mahnmf.data.file.InputException;

/**
 * Decodes image files: PNG, JPEG, BMP, PGM, PPM and TIFF (its first page), 8 or 16 bits.
 *
 * <p>The header is read first, and what declares more than {@value PictureRows#MOST_PIXELS} pixels
 * is refused before anything is decoded. Grey pictures keep their numbers. Colour becomes grey by
 * Rec. 601, 0.299 R + 0.587 G + 0.114 B, rounded; transparency is left out.
 */
final class PictureFile {

  /** The formats in words. */
  static final String FORMATS = "PNG, JPEG, BMP, PGM, PPM or TIFF";

  /**
   * How files of them begin. BM may also begin a text, but the reserved bytes of a header are
   * zeros.
   */
  static final String START =
      "\\x89PNG\\r\\n\\x1a\\n|\\xff\\xd8\\xff|BM.{4}\\x00\\x00.{7}|II\\*\\x00|MM\\x00\\*"
          + "|P[2356][\\s\\x1c-\\x1f#]";

  private static final Set<String> EXTENSIONS =
      Set.of("png", "jpg", "jpeg", "bmp", "pgm", "ppm", "tif", "tiff");

  private static final Pattern DAMAGE = Pattern.compile("(?i)truncated|premature|corrupt");

  /** Pixels that any file may have. */
  private static final long ALWAYS_ALLOWED = 1 << 22;

  /** An empty page of black and white takes about a byte for 2000 pixels. */
  private static final long MOST_PIXELS_PER_BYTE = 2000;

  // Places and values in the head of a BMP file.
  private static final int BMP_HEAD = 34;
  private static final int BMP_SECOND_HEAD = 14;
  private static final int BMP_WITH_COMPRESSION = 40;
  private static final int BMP_COMPRESSION = 30;
  private static final int BMP_BIT_FIELDS = 3;

  private static final int BITS_8 = 255;
  private static final int BITS_16 = 65535;

  private PictureFile() {}

  /** Whether the name says that a file is a picture. */
  static boolean hasExtension(Path file) {
    return EXTENSIONS.contains(FileNames.ending(file));
  }

  /** Decodes a picture. */
  static Pixels read(Path file, ReadOptions options) {
    InputException.requireFile(file);
    try (ImageInputStream in = ImageIO.createImageInputStream(file.toFile())) {
      if (in == null) {
        throw InputException.of(file, "cannot be read");
      }
      requireOwnPixels(file, in);
      Iterator<ImageReader> readers = ImageIO.getImageReaders(in);
      InputException.throwIf(!readers.hasNext(), file, "is not a picture: it must be " + FORMATS);
      ImageReader reader = readers.next();
      try {
        reader.setInput(in, true, true);
        Pixels pixels = pixels(file, decode(file, reader), options.color());
        return options.size().map(pixels::resized).orElse(pixels);
      } finally {
        reader.dispose();
      }
    } catch (IOException | RuntimeException | StackOverflowError e) {
      // What decoders throw for damaged files: bad indices, arguments, states, circles.
      throw InputException.damaged(file, e);
    }
  }

  /**
   * Refuses a BMP file that holds a whole JPEG or PNG file: the JDK's reader takes as much memory
   * for it as a number in the header says.
   */
  private static void requireOwnPixels(Path file, ImageInputStream in) throws IOException {
    byte[] head = new byte[BMP_HEAD];
    in.mark();
    int count = in.read(head);
    in.reset();
    ByteBuffer numbers = ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN);
    boolean around =
        count == BMP_HEAD
            && Bytes.startWith(head, "BM")
            && numbers.getInt(BMP_SECOND_HEAD) >= BMP_WITH_COMPRESSION
            && numbers.getInt(BMP_COMPRESSION) > BMP_BIT_FIELDS;
    InputException.throwIf(around, file, "is a BMP file around another format; save it as that");
  }

  private static BufferedImage decode(Path file, ImageReader reader) throws IOException {
    long width = reader.getWidth(0);
    long height = reader.getHeight(0);
    PictureRows.requireSize(file, width, height);
    requirePlausible(file, width, height);
    List<String> warnings = new ArrayList<>();
    reader.addIIOReadWarningListener((source, warning) -> warnings.add(warning));
    BufferedImage image = reader.read(0);
    for (String warning : warnings) {
      // The JPEG decoder fills what is missing with grey and only warns.
      InputException.throwIf(DAMAGE.matcher(warning).find(), file, "is cut or damaged: " + warning);
    }
    return image;
  }

  /** A few bytes can declare any size, and decoders take memory for it before they look further. */
  private static void requirePlausible(Path file, long width, long height) throws IOException {
    long bytes = Files.size(file);
    boolean huge = width * height > Math.max(ALWAYS_ALLOWED, MOST_PIXELS_PER_BYTE * bytes);
    String rule =
        "is too large for a file of " + bytes + " bytes; if that is right, save it uncompressed";
    InputException.throwIf(huge, file, "size", width + "x" + height, rule);
  }

  private static Pixels pixels(Path file, BufferedImage image, boolean color) {
    ColorModel model = image.getColorModel();
    Raster raster = image.getRaster();
    int type = model.getColorSpace().getType();
    int[] bits = model.getComponentSize();
    boolean plain =
        !(model instanceof IndexColorModel)
            && (type == ColorSpace.TYPE_GRAY || type == ColorSpace.TYPE_RGB)
            && Arrays.stream(bits).allMatch(size -> size == bits[0]);
    boolean unusual = plain && bits[0] != 8 && bits[0] != 16;
    InputException.throwIf(unusual, file, "pixels", bits[0] + " bits", "must have 8 or 16 bits");
    boolean fractions = plain && raster.getTransferType() > DataBuffer.TYPE_INT;
    InputException.throwIf(fractions, file, "pixels", "fractions", "must be whole numbers");
    int bands = plain && type == ColorSpace.TYPE_GRAY ? 1 : 3;
    int white = plain && bits[0] == 16 ? BITS_16 : BITS_8;
    int width = image.getWidth();
    int height = image.getHeight();
    Pixels out = Pixels.of(width, height, color ? 3 : 1, white);
    int[] line = new int[width * Math.max(bands, raster.getNumBands())];
    int stride = plain ? raster.getNumBands() : 3;
    for (int y = 0; y < height; y++) {
      if (plain) {
        raster.getPixels(0, y, width, 1, line);
      } else {
        colors(image, y, line);
      }
      out.put(line, stride, bands, y * width, width);
    }
    return out;
  }

  /** A row by the colour model: palettes, packed pixels, unusual colour spaces. */
  private static void colors(BufferedImage image, int y, int[] out) {
    for (int x = image.getWidth() - 1; x >= 0; x--) {
      int rgb = image.getRGB(x, y);
      out[3 * x] = rgb >> 16 & 0xff;
      out[3 * x + 1] = rgb >> 8 & 0xff;
      out[3 * x + 2] = rgb & 0xff;
    }
  }
}
