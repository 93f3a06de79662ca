package org.mahnmf.report.html;

/** Turns numbers into one of 253 colours; two more hatch what is missing. */
public enum ColourMap {
  /** From dark violet over green to yellow, in even steps to the eye (anchors of viridis). */
  SEQUENTIAL(
      0x440154, 0x482878, 0x3E4A89, 0x31688E, 0x26828E, 0x1F9E89, 0x35B779, 0x6DCD59, 0xB4DE2C,
      0xFDE725),
  /**
   * Blue below zero, red above, and the page itself at zero: the colour fades by its opacity, so
   * that zero is white on a light page and dark on a dark one.
   */
  SIGNED,
  /** From black to white. */
  GREY(0x000000, 0xFFFFFF);

  public static final int LEVELS = 253;

  private static final int HATCH_LIGHT = 254;
  private static final int HATCH_DARK = 255;

  @SuppressWarnings("ImmutableEnumChecker") // private and never changed
  private final int[] anchors;

  ColourMap(int... anchors) {
    this.anchors = anchors;
  }

  /** Returns all 256 colours, opacity first. */
  public int[] palette() {
    int[] palette = new int[256];
    // An odd number of levels has a middle, which is exactly zero.
    for (int k = 0; k < LEVELS; k++) {
      double share = k / (LEVELS - 1.0);
      palette[k] = this == SIGNED ? faded(2 * share - 1) : mixed(share);
    }
    palette[HATCH_LIGHT] = 0x28808890;
    palette[HATCH_DARK] = 0xA0808890;
    return palette;
  }

  /** Returns the place in the palette of a value between two limits; what is beyond is clipped. */
  public byte level(double value, double low, double high) {
    double share = high > low ? (value - low) / (high - low) : this == SIGNED ? 0.5 : 0;
    return (byte) (Math.max(0, Math.min(1, share)) * (LEVELS - 1) + 0.5);
  }

  /** Returns the place in the palette of a pixel of a missing value: slanted stripes. */
  public static byte hatch(int x, int y) {
    return (byte) (Math.floorMod(x + y, 6) < 2 ? HATCH_DARK : HATCH_LIGHT);
  }

  private static int faded(double signed) {
    int opacity = (int) Math.round(255 * Math.pow(Math.abs(signed), 0.85));
    return (signed < 0 ? 0x2F6FDB : 0xD9332C) | opacity << 24;
  }

  private int mixed(double share) {
    double place = share * (anchors.length - 1);
    int below = Math.min(anchors.length - 2, (int) place);
    double part = place - below;
    int colour = 0xFF;
    for (int shift = 16; shift >= 0; shift -= 8) {
      int a = anchors[below] >> shift & 0xFF;
      int b = anchors[below + 1] >> shift & 0xFF;
      colour = colour << 8 | (int) Math.round(a + part * (b - a));
    }
    return colour;
  }
}
