package org.mahnmf.data.synthetic;

/**
 * Smooth noise in the plane, the same on any JVM: two octaves of random values on a grid, with soft
 * steps between them.
 */
record SmoothNoise(long seed) {

  /** Returns a number between 0 and 1 at a place; each layer is another noise. */
  double at(double x, double y, int layer) {
    return 0.65 * lattice(x, y, layer) + 0.35 * lattice(2.03 * x + 7.1, 2.03 * y + 3.7, layer + 50);
  }

  private double lattice(double x, double y, int layer) {
    double fx = Math.floor(x);
    double fy = Math.floor(y);
    double u = step(x - fx);
    double v = step(y - fy);
    long ix = (long) fx;
    long iy = (long) fy;
    double top = value(ix, iy, layer) * (1 - u) + value(ix + 1, iy, layer) * u;
    double bottom = value(ix, iy + 1, layer) * (1 - u) + value(ix + 1, iy + 1, layer) * u;
    return top * (1 - v) + bottom * v;
  }

  private double value(long ix, long iy, int layer) {
    long key =
        seed + ix * 0x9e3779b97f4a7c15L + iy * 0xc2b2ae3d27d4eb4fL + layer * 0x165667b19e3779f9L;
    return (Draws.mix(key) >>> 11) * 0x1.0p-53;
  }

  /** Goes from 0 to 1 as its argument does, level at both ends. */
  static double step(double t) {
    return t * t * (3 - 2 * t);
  }

  /** Goes softly from 0 at one edge to 1 at another. */
  static double step(double from, double to, double x) {
    return step(Math.max(0, Math.min(1, (x - from) / (to - from))));
  }
}
