package org.mahnmf.data.synthetic;

/**
 * The things in a {@link SyntheticClip}: a still street and what moves on it.
 *
 * <p>Lengths are in picture heights, so the scene looks the same at any size; y grows downwards.
 */
final class StreetScene {

  private static final double SKY = 0.20;
  private static final double PAVEMENT = 0.52;
  private static final double KERB = 0.60;
  private static final double ROAD_END = 0.90;

  private final SmoothNoise texture;
  private final double width;
  private final House[] houses;
  private final double lampX;
  private final double treeX;

  /** A house: windows in a grid, with a roof of its own height. */
  private record House(
      double left, double right, double top, double grey, double windowGrey, double pitch) {}

  StreetScene(double width, Draws draws) {
    this.width = width;
    this.texture = new SmoothNoise(draws.bits());
    int count = Math.max(2, (int) Math.round(width / 0.45));
    this.houses = new House[count];
    double[] greys = {96, 142, 74, 120, 160};
    int shift = draws.below(greys.length);
    for (int i = 0; i < count; i++) {
      double left = width * i / count;
      double right = width * (i + 1) / count;
      double grey = greys[(i + shift) % greys.length] + draws.uniform(-6, 6);
      double windowGrey = grey > 100 ? draws.uniform(54, 68) : draws.uniform(150, 175);
      double top = draws.uniform(0.05, SKY - 0.02);
      houses[i] = new House(left, right, top, grey, windowGrey, draws.uniform(0.085, 0.11));
    }
    this.lampX = width * draws.uniform(0.12, 0.25);
    this.treeX = width * draws.uniform(0.70, 0.85);
  }

  /** Returns the grey of the still street at a place, between 48 and 190. */
  double street(double x, double y) {
    double grey;
    if (y < PAVEMENT) {
      grey = houseOrSky(x, y);
    } else if (y < KERB) {
      grey = pavement(x, y);
    } else if (y < ROAD_END) {
      grey = road(x, y);
    } else {
      grey = y < ROAD_END + 0.012 ? 165 : 104 + 34 * (noise(x * 60, y * 60, 5) - 0.5);
    }
    grey = lamp(x, y, tree(x, y, grey));
    grey += 10 * (noise(x * 2.2, y * 2.2, 1) - 0.5) + 8 * (noise(x * 9, y * 9, 2) - 0.5);
    return Math.max(48, Math.min(190, grey));
  }

  private double houseOrSky(double x, double y) {
    House house =
        houses[Math.max(0, Math.min(houses.length - 1, (int) (x / width * houses.length)))];
    if (y < house.top) {
      return 168 + 26 * (noise(x * 3, y * 7, 3) - 0.5);
    }
    if (y < house.top + 0.02 || x - house.left < 0.006) {
      return house.grey * 0.6;
    }
    double u = (x - house.left) / house.pitch - 0.25;
    double v = (y - house.top - 0.045) / 0.105;
    double inU = u - Math.floor(u);
    double inV = v - Math.floor(v);
    if (y > PAVEMENT - 0.115) {
      double aside = Math.abs(x - (house.left + house.right) / 2);
      if (aside < 0.03 && y > PAVEMENT - 0.10) {
        return 0.45 * house.grey;
      }
      if (aside > 0.06 && aside < 0.15 && y > PAVEMENT - 0.09 && y < PAVEMENT - 0.025) {
        return house.windowGrey * 0.9;
      }
      return house.grey * 0.88 + 14 * (noise(x * 40, y * 40, 4) - 0.5);
    }
    boolean column = u >= 0 && x < house.right - 0.03;
    if (column && v >= 0 && inU < 0.5 && inV < 0.62) {
      boolean bar = Math.abs(inU - 0.25) < 0.045 || Math.abs(inV - 0.31) < 0.04;
      return bar ? house.grey * 1.1 : house.windowGrey + 10 * (inV - 0.3);
    }
    return house.grey + 14 * (noise(x * 40, y * 40, 4) - 0.5);
  }

  private double pavement(double x, double y) {
    if (y > KERB - 0.012) {
      return 182;
    }
    double slab = x / 0.09;
    boolean joint = slab - Math.floor(slab) < 0.08 || Math.abs(y - 0.555) < 0.004;
    return (joint ? 122 : 146) + 10 * (noise(x * 50, y * 50, 6) - 0.5);
  }

  private double road(double x, double y) {
    double middle = (KERB + ROAD_END) / 2;
    double dash = x / 0.22;
    if (Math.abs(y - middle) < 0.009 && dash - Math.floor(dash) < 0.55) {
      return 178;
    }
    if (y < KERB + 0.012) {
      return 66;
    }
    double wear = Math.abs(Math.abs(y - middle) - 0.075) < 0.02 ? -5 : 0;
    return 92 + wear + 20 * (noise(x * 45, y * 70, 7) - 0.5);
  }

  private double tree(double x, double y, double behind) {
    double dx = x - treeX;
    if (Math.abs(dx) < 0.014 && y > 0.36 && y < 0.575) {
      return 52;
    }
    double dy = (y - 0.31) * 1.15;
    double edge = 0.125 + 0.05 * (noise(x * 22, y * 22, 8) - 0.5);
    if (dx * dx + dy * dy < edge * edge) {
      double lit = 14 * (-dx - dy) / 0.12;
      return 68 + lit + 46 * (noise(x * 36, y * 36, 9) - 0.5);
    }
    return behind;
  }

  private double lamp(double x, double y, double behind) {
    double dx = x - lampX;
    boolean pole = Math.abs(dx) < 0.008 && y > 0.14 && y < 0.585;
    boolean arm = Math.abs(y - 0.14) < 0.007 && dx > -0.008 && dx < 0.10;
    if (pole || arm) {
      return 40;
    }
    double hx = (dx - 0.10) / 0.032;
    double hy = (y - 0.155) / 0.017;
    return hx * hx + hy * hy < 1 ? 188 : behind;
  }

  private double noise(double x, double y, int layer) {
    return texture.at(x, y, layer);
  }

  /**
   * What moves: where it is at a time from 0 to 1, and its grey at a place.
   *
   * @param ground where its feet or wheels stand
   */
  record Mover(
      Shape shape, double scale, double ground, boolean rightwards, double grey, Visit visit) {

    /**
     * When it is there.
     *
     * @param leave time at which it has left
     * @param pause share of that time for which it stands still about the middle
     */
    record Visit(double enter, double leave, double pause) {

      /** Returns how much of its way it has gone at a time, or NaN while it is away. */
      double way(double time) {
        double t = (time - enter) / (leave - enter);
        if (!(t >= 0 && t <= 1)) {
          return Double.NaN;
        }
        double before = 0.55 * (1 - pause);
        double after = before + pause;
        double way = t < before ? 0.55 * t / before : 0.55;
        return t < after ? way : way + 0.45 * (t - before - pause) / (1 - before - pause);
      }
    }

    /** Shapes; each is drawn in a box of its own width and height. */
    enum Shape {
      CAR(0.44, 0.17),
      VAN(0.46, 0.25),
      WALKER(0.085, 0.27),
      CYCLIST(0.22, 0.25),
      DOG(0.15, 0.09);

      final double width;
      final double height;

      Shape(double width, double height) {
        this.width = width;
        this.height = height;
      }
    }

    /** Outside of the shape. */
    static final double NOTHING = -1;

    double width() {
      return shape.width * scale;
    }

    double top() {
      return ground - shape.height * scale;
    }

    /** Returns its left edge at a time, or NaN while it is away. */
    double left(double time, double sceneWidth) {
      double from = -width();
      double x = from + visit.way(time) * (sceneWidth - from);
      return rightwards ? x : sceneWidth - width() - x;
    }

    /** Returns the grey at a place inside the box, or {@link #NOTHING} outside of the shape. */
    double grey(double x, double y, double step) {
      double u = x / width();
      double v = y / (shape.height * scale);
      if (!rightwards) {
        u = 1 - u;
      }
      return switch (shape) {
        case CAR -> car(u, v);
        case VAN -> van(u, v);
        case WALKER -> walker(u, v, step);
        case CYCLIST -> cyclist(u, v, step);
        case DOG -> dog(u, v, step);
      };
    }

    private double contrast() {
      return grey > 128 ? 36 : 226;
    }

    private double car(double u, double v) {
      double wheel = Math.min(wheel(u, v, 0.22, 0.82, 0.38), wheel(u, v, 0.78, 0.82, 0.38));
      if (wheel < 1) {
        return wheel < 0.35 ? 190 : 16;
      }
      if (v > 0.88) {
        return v < 0.97 && u > 0.06 && u < 0.94 ? 14 : NOTHING;
      }
      if (v >= 0.42) {
        if (u < 0.02 || u > 0.98 || (v < 0.52 && u > 0.93)) {
          return NOTHING;
        }
        if (u > 0.94 && v < 0.64) {
          return 250;
        }
        return Math.abs(v - 0.66) < 0.03 ? grey * 0.8 : grey - 18 * (v - 0.42);
      }
      double slope = 0.42 - v;
      double rear = 0.14 + 0.28 * slope;
      double front = 0.76 - 0.50 * slope;
      if (u < rear || u > front) {
        return NOTHING;
      }
      boolean pane = v > 0.08 && u > rear + 0.04 && u < front - 0.04 && Math.abs(u - 0.44) > 0.02;
      return pane ? contrast() : grey * 0.95;
    }

    private double van(double u, double v) {
      double wheel = Math.min(wheel(u, v, 0.20, 0.88, 0.24), wheel(u, v, 0.80, 0.88, 0.24));
      if (wheel < 1) {
        return wheel < 0.3 ? 180 : 14;
      }
      if (v > 0.92) {
        return NOTHING;
      }
      if (u > 0.72) {
        double bonnet = 0.12 + 1.4 * Math.max(0, u - 0.76);
        if (v < Math.min(bonnet, 0.50) || u > 0.985) {
          return NOTHING;
        }
        return v > 0.18 && v < 0.46 && u > 0.75 && u < 0.95 ? contrast() : grey;
      }
      if (u < 0.01 || v < 0.02) {
        return NOTHING;
      }
      double rib = u * 14;
      double shade = rib - Math.floor(rib) < 0.3 ? 0.55 : 1;
      return v > 0.40 && v < 0.56 ? contrast() : grey * shade;
    }

    /** Distance from a wheel's middle in radii; the box is wider than high. */
    private double wheel(double u, double v, double atU, double atV, double size) {
      double ratio = shape.width / shape.height;
      double dx = (u - atU) * ratio;
      double dy = v - atV;
      return Math.sqrt(dx * dx + dy * dy) / (size / 2);
    }

    private double walker(double u, double v, double step) {
      double dx = (u - 0.5) * shape.width / shape.height;
      double head = Math.sqrt(dx * dx + (v - 0.10) * (v - 0.10));
      if (head < 0.085) {
        return grey > 128 ? 200 : 62;
      }
      if (v >= 0.18 && v < 0.60) {
        double half = 0.26 + 0.10 * v;
        double aside = Math.abs(u - 0.5);
        return aside >= half ? NOTHING : aside > half - 0.10 ? grey * 0.85 : grey;
      }
      if (v >= 0.60) {
        double swing = 0.28 * StrictMath.sin(step) * (v - 0.55) / 0.45;
        boolean leg = Math.abs(u - 0.5 - swing) < 0.15 || Math.abs(u - 0.5 + swing) < 0.15;
        return leg ? grey * 0.75 : NOTHING;
      }
      return NOTHING;
    }

    private double cyclist(double u, double v, double step) {
      double wheel = Math.min(wheel(u, v, 0.20, 0.80, 0.38), wheel(u, v, 0.80, 0.80, 0.38));
      if (wheel < 1 && wheel > 0.62) {
        return grey > 128 ? 235 : 18;
      }
      if (wheel < 0.62) {
        return NOTHING;
      }
      double dx = (u - 0.56) * shape.width / shape.height;
      if (Math.sqrt(dx * dx + (v - 0.10) * (v - 0.10)) < 0.09) {
        return grey > 128 ? 205 : 55;
      }
      double lean = 0.40 + 0.22 * (0.58 - v);
      if (v > 0.17 && v < 0.58 && Math.abs(u - lean) < 0.13) {
        return grey;
      }
      double knee = 0.46 + 0.05 * StrictMath.sin(step);
      if (v >= 0.55 && v < 0.90 && Math.abs(u - knee) < 0.06) {
        return grey * 0.85;
      }
      boolean frame = Math.abs(v - 0.62) < 0.035 && u > 0.24 && u < 0.78;
      boolean arm = Math.abs(v - 0.34 - 0.6 * (u - 0.5)) < 0.045 && u > 0.48 && u < 0.76;
      boolean fork = Math.abs(u - 0.77) < 0.025 && v > 0.42 && v < 0.8;
      return frame || arm || fork ? grey * 0.9 : NOTHING;
    }

    private double dog(double u, double v, double step) {
      boolean body = u > 0.14 && u < 0.78 && v > 0.30 && v < 0.66;
      boolean head = u > 0.72 && u < 0.98 && v > 0.05 && v < 0.42;
      boolean tail = u < 0.16 && u > 0.02 && Math.abs(v - 0.2 - 0.9 * u) < 0.10;
      double swing = 0.06 * StrictMath.sin(2 * step);
      boolean legs =
          v >= 0.6
              && (Math.abs(u - 0.22 - swing) < 0.06
                  || Math.abs(u - 0.34 + swing) < 0.06
                  || Math.abs(u - 0.62 - swing) < 0.06
                  || Math.abs(u - 0.74 + swing) < 0.06);
      return body || head || tail || legs ? grey : NOTHING;
    }
  }
}
