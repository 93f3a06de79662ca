package org.mahnmf.data.synthetic;

import java.util.List;
import org.mahnmf.base.Check;
import org.mahnmf.data.synthetic.StreetScene.Mover;
import org.mahnmf.data.synthetic.StreetScene.Mover.Shape;
import org.mahnmf.data.synthetic.StreetScene.Mover.Visit;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.picture.MaskScore;

/**
 * A short grey film as of a street camera, made by code from a seed, with a known answer.
 *
 * <p>The background is a textured street under light that drifts slowly: the whole picture gains
 * and loses up to 15 %, and light moves from one side to the other and back. It is the sum of two
 * non-negative still pictures with weights that change over time, so its rank is exactly 2. In
 * front of it a car, a van, a cyclist, a walker and a dog enter, cross and leave; the car stands
 * still for a while. The camera adds Gaussian noise of two grey levels, and about one pixel in two
 * thousand is stuck at black or white. Greys are from 0 to 255 and not rounded.
 *
 * <p>The same arguments make the same numbers on any machine.
 */
public final class SyntheticClip {

  private static final double WHITE = 255;
  private static final double NOISE = 2;
  private static final double STUCK_SHARE = 0.0005;
  private static final double CLEAR_DIFFERENCE = 30;
  private static final double GAIN = 0.15;
  private static final double SIDE_LIGHT = 0.12;
  private static final double TURN = 2 * StrictMath.PI;

  // The objects are scaled until their share of all pixels is in this range.
  private static final double LEAST_SHARE = 0.05;
  private static final double MOST_SHARE = 0.07;
  private static final int SCALE_TRIALS = 6;

  // Positions at which a pixel is probed in each direction.
  private static final int PROBES = 3;

  private final int width;
  private final int height;
  private final int frames;
  private final double[] street;
  private final double[] leftLight;
  private final double[] rightLight;
  private final boolean[][] masks;
  private final DenseMatrix pixels;

  private SyntheticClip(int width, int height, int frames, long seed) {
    this.width = width;
    this.height = height;
    this.frames = frames;
    Draws draws = new Draws(seed);
    StreetScene scene = new StreetScene((double) width / height, draws);
    this.street = paint(scene);
    this.leftLight = new double[frames];
    this.rightLight = new double[frames];
    light(draws);
    this.masks = new boolean[frames][width * height];
    this.pixels = background();
    film(draws);
    addNoise(draws);
  }

  /** Makes a clip. */
  public static SyntheticClip create(int width, int height, int frames, long seed) {
    boolean isLarge = width >= 16 && height >= 16;
    Check.that("the picture is %sx%s but must be at least 16x16", isLarge, width, height);
    Check.that("frames is %s but must be at least 1", frames >= 1, frames);
    boolean fits = (long) width * height * frames <= Integer.MAX_VALUE - 8;
    String rule = "a clip of %s frames of %sx%s has more than 2^31 pixels";
    Check.that(rule, fits, frames, width, height);
    return new SyntheticClip(width, height, frames, seed);
  }

  public int width() {
    return width;
  }

  public int height() {
    return height;
  }

  public int frames() {
    return frames;
  }

  /** Returns the film: one picture in each row, itself row by row. Not a copy. */
  public DenseMatrix pixels() {
    return pixels;
  }

  /** Returns for each pixel of a picture whether an object covers it. */
  public boolean[] mask(int frame) {
    return masks[frame].clone();
  }

  /** Returns the codes of a picture's pixels as in CDnet 2014, for {@link MaskScore}. */
  public byte[] codes(int frame) {
    byte[] codes = new byte[width * height];
    for (int i = 0; i < codes.length; i++) {
      codes[i] = masks[frame][i] ? MaskScore.MOVING : MaskScore.STILL;
    }
    return codes;
  }

  /** Returns the film without objects and noise, as a new matrix. */
  public DenseMatrix background() {
    DenseMatrix background = new DenseMatrix(frames, width * height);
    for (int t = 0; t < frames; t++) {
      int start = background.offset(t);
      for (int i = 0; i < street.length; i++) {
        background.array()[start + i] = street[i] * light(t, i % width);
      }
    }
    return background;
  }

  private double[] paint(StreetScene scene) {
    double[] picture = new double[width * height];
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        double sum = 0;
        for (int p = 0; p < PROBES * PROBES; p++) {
          sum += scene.street(probe(x, p % PROBES), probe(y, p / PROBES));
        }
        picture[y * width + x] = sum / (PROBES * PROBES);
      }
    }
    return picture;
  }

  /** Where a pixel is probed, in picture heights. */
  private double probe(int pixel, int which) {
    return (pixel + (which + 0.5) / PROBES) / height;
  }

  private void light(Draws draws) {
    double phase = draws.uniform();
    double sidePhase = draws.uniform();
    for (int t = 0; t < frames; t++) {
      double time = (double) t / frames;
      double slow = StrictMath.sin(TURN * (time + phase));
      double faster = StrictMath.sin(TURN * (2.3 * time + 2 * phase));
      double gain = 1 + GAIN * (0.75 * slow + 0.25 * faster);
      double side = SIDE_LIGHT * StrictMath.sin(TURN * (0.8 * time + sidePhase));
      leftLight[t] = gain * (1 + side);
      rightLight[t] = gain * (1 - side);
    }
  }

  /** Light on a column of the picture: a soft change from the left's light to the right's. */
  private double light(int frame, int x) {
    double right = SmoothNoise.step((x + 0.5) / width);
    return leftLight[frame] * (1 - right) + rightLight[frame] * right;
  }

  private void film(Draws draws) {
    long castSeed = draws.bits();
    double scale = 1;
    double low = 0;
    double high = 0;
    for (int trial = 0; trial < SCALE_TRIALS; trial++) {
      double share = rehearse(cast(scale, new Draws(castSeed)));
      if (share >= LEAST_SHARE && share <= MOST_SHARE) {
        break;
      }
      if (share < LEAST_SHARE) {
        low = scale;
      } else {
        high = scale;
      }
      double aim = (LEAST_SHARE + MOST_SHARE) / 2;
      double next = share > 0 ? scale * Math.sqrt(aim / share) : 2 * scale;
      boolean outside = next <= low || (high > 0 && next >= high);
      scale = outside && high > 0 ? (low + high) / 2 : Math.max(0.3, Math.min(1.5, next));
    }
    List<Mover> cast = cast(scale, new Draws(castSeed));
    for (int t = 0; t < frames; t++) {
      for (Mover mover : cast) {
        draw(mover, t, true);
      }
    }
  }

  /** Returns the share of pixels that a cast would cover; leaves no trace. */
  private double rehearse(List<Mover> cast) {
    long covered = 0;
    for (int t = 0; t < frames; t++) {
      for (Mover mover : cast) {
        draw(mover, t, false);
      }
      for (int i = 0; i < masks[t].length; i++) {
        covered += masks[t][i] ? 1 : 0;
        masks[t][i] = false;
      }
    }
    return (double) covered / ((long) frames * width * height);
  }

  /** The objects from back to front. */
  private static List<Mover> cast(double scale, Draws draws) {
    boolean right = draws.flip();
    return List.of(
        mover(Shape.WALKER, scale, 0.585, !right, draws.uniform(20, 34), 0.02, 0.80, 0, draws),
        mover(Shape.DOG, scale, 0.592, right, draws.uniform(228, 244), 0.55, 0.90, 0, draws),
        mover(Shape.VAN, scale, 0.735, right, draws.uniform(36, 44), 0.36, 0.66, 0, draws),
        mover(Shape.CAR, scale, 0.865, !right, draws.uniform(222, 238), 0.08, 0.60, 0.45, draws),
        mover(Shape.CYCLIST, scale, 0.93, right, draws.uniform(224, 240), 0.62, 0.97, 0, draws));
  }

  /** An object that comes and goes a little before or after its time. */
  private static Mover mover(
      Shape shape,
      double scale,
      double ground,
      boolean rightwards,
      double grey,
      double enter,
      double leave,
      double pause,
      Draws draws) {
    double in = enter + draws.uniform(-0.02, 0.02);
    double out = leave + draws.uniform(-0.02, 0.02);
    return new Mover(shape, scale, ground, rightwards, grey, new Visit(in, out, pause));
  }

  /** Marks an object's pixels in a picture and, if wanted, paints them. */
  private void draw(Mover mover, int frame, boolean paint) {
    double left = mover.left((frame + 0.5) / frames, (double) width / height);
    if (Double.isNaN(left)) {
      return;
    }
    double step = left / 0.035;
    int firstX = Math.max(0, (int) Math.floor(left * height));
    int lastX = Math.min(width - 1, (int) Math.ceil((left + mover.width()) * height));
    int firstY = Math.max(0, (int) Math.floor(mover.top() * height));
    int lastY = Math.min(height - 1, (int) Math.ceil(mover.ground() * height));
    for (int y = firstY; y <= lastY; y++) {
      for (int x = firstX; x <= lastX; x++) {
        int inside = 0;
        double sum = 0;
        for (int p = 0; p < PROBES * PROBES; p++) {
          double px = probe(x, p % PROBES) - left;
          double py = probe(y, p / PROBES) - mover.top();
          boolean inBox =
              px >= 0 && py >= 0 && px < mover.width() && py < mover.ground() - mover.top();
          double grey = inBox ? mover.grey(px, py, step) : Mover.NOTHING;
          if (grey >= 0) {
            inside++;
            sum += grey;
          }
        }
        if (2 * inside > PROBES * PROBES) {
          masks[frame][y * width + x] = true;
        }
        if (inside > 0 && paint) {
          blend(frame, y * width + x, sum / inside, (double) inside / (PROBES * PROBES));
        }
      }
    }
  }

  private void blend(int frame, int pixel, double grey, double cover) {
    int at = pixels.offset(frame) + pixel;
    double light = light(frame, pixel % width);
    double behind = street[pixel] * light;
    double lit = Math.min(WHITE, grey * light);
    if (Math.abs(lit - behind) < CLEAR_DIFFERENCE) {
      // Nothing may hide by looking like the street.
      boolean brighter = lit >= behind && behind + CLEAR_DIFFERENCE <= WHITE;
      lit = behind + (brighter || behind < CLEAR_DIFFERENCE ? CLEAR_DIFFERENCE : -CLEAR_DIFFERENCE);
    }
    pixels.array()[at] = cover * lit + (1 - cover) * pixels.array()[at];
  }

  private void addNoise(Draws draws) {
    double[] array = pixels.array();
    for (int i = 0; i < array.length; i++) {
      double noisy = array[i] + NOISE * draws.gaussian();
      if (draws.uniform() < STUCK_SHARE) {
        noisy = draws.flip() ? WHITE : 0;
      }
      array[i] = Math.max(0, Math.min(WHITE, noisy));
    }
  }
}
