package org.mahnmf.data;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.mahnmf.base.Check;

/**
 * Which frames to take: from, from + step, … below to, counted from 0.
 *
 * @param from first frame, at least 0
 * @param to after the last frame, above {@code from}; {@link #OPEN} if there is no limit
 */
public record FrameRange(int from, int to, int step) {

  /** Stands for no limit. */
  public static final int OPEN = Integer.MAX_VALUE;

  /** Every frame. */
  public static final FrameRange ALL = new FrameRange(0, OPEN, 1);

  private static final Pattern FORM = Pattern.compile("(\\d{0,9}):(\\d{0,9})(?::(\\d{1,9}))?");

  public FrameRange {
    String rule = "frames %s: FROM must be at least 0 and below TO, and STEP at least 1";
    Check.that(rule, from >= 0 && to > from && step >= 1, text(from, to, step));
  }

  /**
   * Reads the form {@code FROM:TO:STEP}, where each number may be left out: {@code 0:200:2}, {@code
   * 50:}, {@code ::10}.
   */
  public static FrameRange parse(String text) {
    Matcher parts = FORM.matcher(text.strip());
    Check.that("'%s' must be FROM:TO or FROM:TO:STEP, such as 0:200:2", parts.matches(), text);
    return new FrameRange(
        number(parts.group(1), 0), number(parts.group(2), OPEN), number(parts.group(3), 1));
  }

  private static int number(String digits, int absent) {
    return digits == null || digits.isEmpty() ? absent : Integer.parseInt(digits);
  }

  /** Returns whether a frame, counted from 0, belongs to the range. */
  public boolean contains(int frame) {
    return frame >= from && frame < to && (frame - from) % step == 0;
  }

  /** Returns how many frames the range takes. */
  public int count(int available) {
    int end = Math.min(to, available);
    return end <= from ? 0 : (end - from - 1) / step + 1;
  }

  private static String text(int from, int to, int step) {
    return from + ":" + (to == OPEN ? "" : to) + (step == 1 ? "" : ":" + step);
  }

  /** Returns the form that {@link #parse} reads. */
  @Override
  public String toString() {
    return text(from, to, step);
  }
}
