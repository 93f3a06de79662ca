package org.mahnmf.lab.segment;

import java.awt.Color;
import java.awt.image.BufferedImage;
import org.mahnmf.data.image.PngEncoder;
import org.mahnmf.lab.PictureGrid;
import org.mahnmf.matrix.PictureShape;

/** Segments as PNG files in memory. */
public final class SegmentPictures {

  /** Share of the segment's colour in a pixel of an overlay. */
  private static final double TINT = .45;

  /** Each hue is this part of a turn from the last, so that neighbours in number differ most. */
  private static final float GOLDEN = .61803f;

  private final ColourPicture picture;
  private final int[] labels;
  private final int segments;

  /**
   * Prepares pictures.
   *
   * @param picture what was cut; <em>kept</em>
   * @param labels the segment of every pixel in reading order, from 0 on; <em>kept</em>
   * @param segments how many there are
   */
  public SegmentPictures(ColourPicture picture, int[] labels, int segments) {
    this.picture = picture;
    this.labels = labels;
    this.segments = segments;
  }

  /**
   * Returns the number of each pixel's segment, from 1 on, as a grey PNG: of 8 bits, or of 16 if
   * there are more than 255 segments.
   */
  public byte[] labels() {
    int type = segments <= 255 ? BufferedImage.TYPE_BYTE_GRAY : BufferedImage.TYPE_USHORT_GRAY;
    BufferedImage image = new BufferedImage(picture.width(), picture.height(), type);
    for (int p = 0; p < picture.pixels(); p++) {
      image.getRaster().setSample(p % picture.width(), p / picture.width(), 0, labels[p] + 1);
    }
    return PngEncoder.encode(image);
  }

  /** Returns the picture with each segment in a colour of its own and white borders. */
  public byte[] overlay() {
    return PngEncoder.encode(overlayImage());
  }

  /** Returns the same as an image. */
  public BufferedImage overlayImage() {
    BufferedImage image =
        new BufferedImage(picture.width(), picture.height(), BufferedImage.TYPE_INT_RGB);
    for (int p = 0; p < picture.pixels(); p++) {
      int tint = colour(labels[p]);
      int rgb = 0;
      for (int channel = 0; channel < 3; channel++) {
        double own = 255 * picture.get(p, channel);
        double mixed = (1 - TINT) * own + TINT * ((tint >> (8 * (2 - channel))) & 0xFF);
        rgb = rgb << 8 | (int) Math.round(mixed);
      }
      image.setRGB(p % picture.width(), p / picture.width(), isBorder(p) ? 0xFFFFFF : rgb);
    }
    return image;
  }

  /** Returns the picture itself. */
  public byte[] original() {
    return PngEncoder.encode(originalImage());
  }

  /** Returns the same as an image. */
  public BufferedImage originalImage() {
    PictureShape shape = new PictureShape(picture.width(), picture.height(), 3, 1);
    return PictureGrid.image(picture.rgb(), shape);
  }

  /** Returns the colour of a segment, from 0 on. */
  public static int colour(int segment) {
    return Color.HSBtoRGB(segment * GOLDEN, .85f, .95f) & 0xFFFFFF;
  }

  /** Whether the pixel to the right or below belongs to another segment. */
  private boolean isBorder(int p) {
    boolean right = (p + 1) % picture.width() != 0 && labels[p] != labels[p + 1];
    boolean below = p + picture.width() < labels.length && labels[p] != labels[p + picture.width()];
    return right || below;
  }
}
