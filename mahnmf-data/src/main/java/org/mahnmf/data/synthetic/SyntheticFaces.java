package org.mahnmf.data.synthetic;

import java.util.Locale;
import org.mahnmf.base.Check;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.PictureShape;

/**
 * Grey pictures of made-up faces: several people, each under several lights and with several
 * expressions.
 *
 * <p>A face is a relief (an egg with a nose, brows, eye sockets and lips) with skin, hair, eyes and
 * a mouth painted on, lit by one lamp and some light from everywhere. Who it is sets the shapes and
 * shades, the expression moves mouth, brows and lids. As with real faces, pictures of one person
 * under opposite lights differ more than pictures of two people under the same light.
 *
 * <p>The same arguments make the same numbers on any machine.
 */
public final class SyntheticFaces {

  /** Width and height of a picture. */
  public static final int SIDE = 32;

  private static final double NOISE = 2;
  private static final int PROBES = 3;
  private static final double SLOPE_STEP = 0.02;
  private static final double AMBIENT = 0.28;

  // Where the lamp stands, in degrees to the right and up; from the front first.
  private static final int[][] LAMPS = {
    {0, 10}, {25, 15}, {-25, 15}, {50, 15}, {-50, 15}, {70, 5}, {-70, 5}, {15, 50}, {-15, 50},
    {0, -30}
  };

  private static final String[] EXPRESSIONS = {"calm", "smile", "surprise", "frown"};

  private final int each;
  private final DenseMatrix pictures;

  private SyntheticFaces(int people, int each, long seed) {
    this.each = each;
    this.pictures = new DenseMatrix(people * each, SIDE * SIDE);
    Draws draws = new Draws(seed);
    for (int p = 0; p < people; p++) {
      Person person = Person.draw(draws);
      for (int k = 0; k < each; k++) {
        paint(person, k, p * each + k, draws);
      }
    }
  }

  /** Makes faces. */
  public static SyntheticFaces create(int people, int each, long seed) {
    String rule = "there are %s people with %s pictures but both must be at least 1";
    Check.that(rule, people >= 1 && each >= 1, people, each);
    return new SyntheticFaces(people, each, seed);
  }

  public static PictureShape shape() {
    return new PictureShape(SIDE, SIDE, 1, 255);
  }

  /** Returns the pictures, one in each row, whole grey levels; person by person. Not a copy. */
  public DenseMatrix pictures() {
    return pictures;
  }

  /** Returns who is in a picture, from 1 on. */
  public int person(int picture) {
    return picture / each + 1;
  }

  /** Returns a name that says who it is, where the lamp stands and what the face does. */
  public String name(int picture) {
    int k = picture % each;
    int[] lamp = LAMPS[k % LAMPS.length];
    return String.format(
        Locale.ROOT,
        "person%02d_%02d_A%+03dE%+03d_%s",
        person(picture),
        k + 1,
        lamp[0],
        lamp[1],
        EXPRESSIONS[expression(k)]);
  }

  private static int expression(int k) {
    return k / LAMPS.length % EXPRESSIONS.length;
  }

  private void paint(Person person, int k, int row, Draws draws) {
    int[] lamp = LAMPS[k % LAMPS.length];
    Face face = new Face(person, expression(k), draws.uniform(-.02, .02), draws.uniform(-.02, .02));
    double azimuth = StrictMath.toRadians(lamp[0]);
    double elevation = StrictMath.toRadians(lamp[1]);
    double lightX = StrictMath.sin(azimuth) * StrictMath.cos(elevation);
    double lightY = -StrictMath.sin(elevation);
    double lightZ = StrictMath.cos(azimuth) * StrictMath.cos(elevation);
    for (int pixel = 0; pixel < SIDE * SIDE; pixel++) {
      double sum = 0;
      for (int probe = 0; probe < PROBES * PROBES; probe++) {
        double x = place(pixel % SIDE, probe % PROBES);
        double y = place(pixel / SIDE, probe / PROBES);
        double slopeX = (face.height(x + SLOPE_STEP, y) - face.height(x - SLOPE_STEP, y));
        double slopeY = (face.height(x, y + SLOPE_STEP) - face.height(x, y - SLOPE_STEP));
        double nx = -slopeX / (2 * SLOPE_STEP);
        double ny = -slopeY / (2 * SLOPE_STEP);
        double facing = (nx * lightX + ny * lightY + lightZ) / Math.sqrt(nx * nx + ny * ny + 1);
        sum += face.shade(x, y) * (AMBIENT + (1.12 - AMBIENT) * Math.max(0, facing));
      }
      double grey = sum / (PROBES * PROBES) + NOISE * draws.gaussian();
      pictures.set(row, pixel, Math.rint(Math.max(0, Math.min(255, grey))));
    }
  }

  /** From −1 at the left or top edge to 1 at the other. */
  private static double place(int pixel, int probe) {
    return 2 * (pixel + (probe + .5) / PROBES) / SIDE - 1;
  }

  /** What makes a person. Lengths in half pictures, shades in grey levels. */
  private record Person(
      double skin, Hair hair, Egg head, Eyes eyes, Nose nose, Mouth mouth, double beard) {

    record Hair(double shade, double line) {}

    record Egg(double wide, double chin) {}

    record Eyes(double apart, double height, double size, double browShade, double browThick) {}

    record Nose(double length, double wide) {}

    record Mouth(double height, double wide, double lips) {}

    static Person draw(Draws draws) {
      double skin = draws.uniform(125, 235);
      double hair = draws.flip() ? draws.uniform(15, 60) : draws.uniform(60, 150);
      boolean beard = draws.uniform() < .3;
      return new Person(
          skin,
          new Hair(Math.min(hair, .8 * skin), draws.uniform(-.86, -.58)),
          new Egg(draws.uniform(.72, .92), draws.uniform(.88, 1.08)),
          new Eyes(
              draws.uniform(.32, .42),
              draws.uniform(-.28, -.14),
              draws.uniform(.10, .14),
              draws.uniform(.30, .65),
              draws.uniform(.03, .065)),
          new Nose(draws.uniform(.14, .30), draws.uniform(.10, .17)),
          new Mouth(draws.uniform(.46, .58), draws.uniform(.24, .36), draws.uniform(.55, .8)),
          beard ? draws.uniform(.35, .6) : 0);
    }
  }

  /** A person with an expression. */
  private static final class Face {

    private final Person who;
    private final double shiftX;
    private final double shiftY;
    private final double smile;
    private final double open;
    private final double brows;
    private final double tilt;

    Face(Person who, int expression, double shiftX, double shiftY) {
      this.who = who;
      this.shiftX = shiftX;
      this.shiftY = shiftY;
      this.smile = new double[] {0, .10, -.02, -.06}[expression];
      this.open = new double[] {0, .025, .11, 0}[expression];
      this.brows = new double[] {0, .01, .09, -.03}[expression];
      this.tilt = new double[] {0, 0, -.05, .12}[expression];
    }

    /** How far a place stands out towards the viewer. */
    double height(double px, double py) {
      double x = px - shiftX;
      double y = py - shiftY;
      double egg =
          1 - square(x / (who.head.wide + .25)) - square((y - .05) / (who.head.chin + .25));
      double z = .95 * Math.sqrt(Math.max(.02, egg));
      double noseTip = who.nose.length;
      double along = SmoothNoise.step(who.eyes.height - .05, noseTip, y);
      double ridge = y < noseTip ? along : Math.max(0, 1 - (y - noseTip) / .07);
      z += .24 * ridge * bump(x / (who.nose.wide * (.7 + .5 * along)));
      double side = Math.abs(x) - who.eyes.apart;
      z -= .10 * bump(side / .20) * bump((y - who.eyes.height) / .14);
      z += .05 * bump(side / .30) * bump((y - who.eyes.height + .20) / .10);
      z += .06 * bump(side / .30) * bump((y - .25 - .3 * smile) / .25);
      z += .05 * bump(x / who.mouth.wide) * bump((y - who.mouth.height) / .12);
      z += .05 * bump(x / .30) * bump((y - .82 * who.head.chin) / .14);
      return z;
    }

    /** The grey of a place in full light. */
    double shade(double px, double py) {
      double x = px - shiftX;
      double y = py - shiftY;
      double side = Math.abs(x) - who.eyes.apart;
      double grey = who.skin;
      double outside = square(x / who.head.wide) + square((y - .05) / who.head.chin);
      if (who.beard > 0) {
        double hairy = SmoothNoise.step(.25, .55, y) * SmoothNoise.step(.25, .75, outside);
        grey = mix(grey, .35 * who.hair.shade + .3 * who.skin, who.beard * hairy);
      }
      double browLine = who.eyes.height - .20 - brows + tilt * -side + .6 * side * side;
      double brow = bump((y - browLine) / who.eyes.browThick) * bump(side / .21);
      grey = mix(grey, who.eyes.browShade * who.hair.shade + 8, Math.min(1, 1.6 * brow));
      grey = eye(grey, side, y - who.eyes.height);
      grey = mouth(grey, x, y);
      double nostril = bump((Math.abs(x) - .55 * who.nose.wide) / .05);
      grey = mix(grey, .35 * grey, nostril * bump((y - who.nose.length - .05) / .04));
      double line = who.hair.line + .35 * x * x;
      double above = 1 - SmoothNoise.step(.2, .55, y);
      double hairy = 1 - SmoothNoise.step(line - .05, line + .05, y);
      hairy = Math.max(hairy, SmoothNoise.step(.98, 1.12, outside) * above);
      grey = mix(grey, who.hair.shade, hairy);
      return mix(grey, 22, SmoothNoise.step(1.12, 1.3, outside) * (1 - .65 * above));
    }

    private double eye(double grey, double side, double y) {
      double lid = who.eyes.size * (.55 + 2.2 * Math.max(0, brows) - .9 * Math.max(0, smile));
      double inside = square(side / (1.35 * who.eyes.size)) + square(y / lid);
      if (inside > 1) {
        return mix(grey, .45 * grey, bump((Math.sqrt(inside) - 1.1) / .25));
      }
      double iris = square(side / (.62 * who.eyes.size)) + square(y / (.62 * who.eyes.size));
      return iris < 1 ? 28 : Math.min(250, 1.12 * who.skin + 15);
    }

    private double mouth(double grey, double x, double y) {
      double across = x / who.mouth.wide;
      double corner = smile * (1 - 2.2 * across * across);
      double middle = y - who.mouth.height - corner;
      if (Math.abs(across) >= 1) {
        return grey;
      }
      double gap = (open + .012) * (1 - across * across);
      if (Math.abs(middle) < gap) {
        return smile > .05 ? Math.min(245, who.skin + 35) : 25;
      }
      double lip = bump((Math.abs(middle) - gap) / (.075 * (1 - .6 * across * across)));
      return mix(grey, who.mouth.lips * grey, lip);
    }

    /** 1 at 0, falling to 0 at ±1 and beyond. */
    private static double bump(double t) {
      return Math.abs(t) < 1 ? square(1 - t * t) : 0;
    }

    private static double mix(double from, double to, double share) {
      return from + (to - from) * share;
    }

    private static double square(double x) {
      return x * x;
    }
  }
}
