package org.mahnmf.data;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.mahnmf.base.Check;
import org.mahnmf.matrix.PictureShape;

/** Width and height in pixels. */
public record PictureSize(int width, int height) {

  private static final Pattern FORM = Pattern.compile("(\\d{1,6})[x×](\\d{1,6})");

  public PictureSize {
    String rule = "a picture of %sx%s pixels: both sizes must be at least 1";
    Check.that(rule, width >= 1 && height >= 1, width, height);
  }

  /** Returns the size of a picture. */
  public static PictureSize of(PictureShape shape) {
    return new PictureSize(shape.width(), shape.height());
  }

  /** Reads the form {@code 160x120}, width first. */
  public static PictureSize parse(String text) {
    Matcher parts = FORM.matcher(text.strip());
    Check.that("'%s' must be WIDTHxHEIGHT, such as 160x120", parts.matches(), text);
    return new PictureSize(Integer.parseInt(parts.group(1)), Integer.parseInt(parts.group(2)));
  }

  @Override
  public String toString() {
    return width + "x" + height;
  }
}
