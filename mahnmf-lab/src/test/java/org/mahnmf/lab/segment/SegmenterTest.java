package org.mahnmf.lab.segment;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.mahnmf.lab.cluster.ClusterScores;
import org.mahnmf.lab.cluster.NormalizedCuts;
import org.mahnmf.matrix.DenseMatrix;

class SegmenterTest {

  private static final int WIDTH = 60;
  private static final int HEIGHT = 40;
  private static final double[][] COLOURS = {{.2, .3, .8}, {.8, .7, .2}, {.1, .5, .1}};

  /** Sky, meadow and a house, with noise. */
  private static int truth(int p) {
    int x = p % WIDTH;
    int y = p / WIDTH;
    return x > 20 && x < 42 && y > 12 && y < 30 ? 1 : y > 22 ? 2 : 0;
  }

  private static ColourPicture scene() {
    SplittableRandom random = new SplittableRandom(3);
    double[] rgb = new double[3 * WIDTH * HEIGHT];
    for (int k = 0; k < rgb.length; k++) {
      rgb[k] = COLOURS[truth(k / 3)][k % 3] + .1 * (random.nextDouble() - .5);
    }
    return new ColourPicture(WIDTH, HEIGHT, rgb);
  }

  @Test
  void findsAPlantedScene() {
    int[] truth = new int[WIDTH * HEIGHT];
    Arrays.setAll(truth, SegmenterTest::truth);
    Segmenter settings = new Segmenter(3, 5, 150, 0, 1, false);
    Segmentation found = settings.segment(scene(), UnaryOperator.identity());
    ClusterScores scores = ClusterScores.of(truth, found.labels());
    assertTrue(scores.accuracy() > .95, scores.toString());
    int[] sizes = found.sizes();
    assertTrue(sizes[0] >= sizes[1] && sizes[1] >= sizes[2], Arrays.toString(sizes));
    Segmentation published =
        new Segmenter(3, 5, 150, 0, 1, true).segment(scene(), UnaryOperator.identity());
    assertTrue(
        published.fit().observations().values().get(0, published.superpixels().count() - 1) == 0,
        "cut");
    Segmentation again =
        new Segmenter(3, 5, 150, 0, 3, false).segment(scene(), UnaryOperator.identity());
    assertArrayEquals(found.labels(), again.labels());
  }

  @Test
  void superpixelsAreConnectedAndKeepBorders() {
    Superpixels patches = Superpixels.of(scene(), 150);
    assertTrue(patches.count() > 100 && patches.count() < 220, "count " + patches.count());
    int[] sizes = new int[patches.count()];
    int[][] votes = new int[patches.count()][3];
    for (int p = 0; p < WIDTH * HEIGHT; p++) {
      sizes[patches.labels()[p]]++;
      votes[patches.labels()[p]][truth(p)]++;
    }
    int pure = 0;
    for (int k = 0; k < sizes.length; k++) {
      assertTrue(sizes[k] > 0, "patch " + k + " is empty");
      pure += Arrays.stream(votes[k]).max().orElseThrow();
    }
    assertTrue(pure > .97 * WIDTH * HEIGHT, "pure " + pure);
    assertEquals(patches.count(), components(patches.labels()));
  }

  private static int components(int[] labels) {
    int[] parent = new int[labels.length];
    Arrays.setAll(parent, p -> p);
    for (int p = 0; p < labels.length; p++) {
      if (p % WIDTH > 0 && labels[p] == labels[p - 1]) {
        parent[root(parent, p)] = root(parent, p - 1);
      }
      if (p >= WIDTH && labels[p] == labels[p - WIDTH]) {
        parent[root(parent, p)] = root(parent, p - WIDTH);
      }
    }
    int count = 0;
    for (int p = 0; p < labels.length; p++) {
      count += root(parent, p) == p ? 1 : 0;
    }
    return count;
  }

  private static int root(int[] parent, int p) {
    int q = p;
    while (parent[q] != q) {
      q = parent[q];
    }
    return q;
  }

  private static DenseMatrix normalized(double[][] features, double[][] places, boolean cut) {
    return new NormalizedCuts(Affinity.weights(features, places, .5, 2, cut)).normalized();
  }

  @Test
  void affinityByHand() {
    double[][] features = {{0}, {1}, {4}};
    double[][] places = {{0, 0}, {3, 4}, {0, 10}};
    DenseMatrix s = normalized(features, places, true);
    // Distances: places 5, 10, sqrt(45) by 10, so the radius is sqrt(45)/10; features 1, 4, 3 by 4.
    double near = Math.exp(-.25 * .25 / .25 - .25 / 4);
    double far = Math.exp(-.75 * .75 / .25 - .45 / 4);
    double[] degrees = {1 + near, 1 + near + far, 1 + far};
    assertEquals(1 / degrees[0], s.get(0, 0), 1e-15);
    assertEquals(near / Math.sqrt(degrees[0] * degrees[1]), s.get(1, 0), 1e-15);
    assertEquals(far / Math.sqrt(degrees[1] * degrees[2]), s.get(1, 2), 1e-15);
    assertEquals(0, s.get(0, 2));
    DenseMatrix all = normalized(features, places, false);
    double farthest = Math.exp(-1 / .25 - 1 / 4.);
    double product = (1 + near + farthest) * (1 + far + farthest);
    assertEquals(farthest / Math.sqrt(product), all.get(0, 2), 1e-15);
  }

  @Test
  void labIsThatOfTheStandard() {
    ColourPicture picture = new ColourPicture(3, 1, new double[] {1, 1, 1, 1, 0, 0, 0, 0, 0});
    assertArrayEquals(new double[] {100, 0, 0}, picture.lab(0), .02);
    assertArrayEquals(new double[] {53.24, 80.09, 67.20}, picture.lab(1), .02);
    assertArrayEquals(new double[] {0, 0, 0}, picture.lab(2), .02);
  }

  @Test
  void picturesShowTheSegments() throws IOException {
    Segmentation found =
        new Segmenter(2, 2, 20, 0, 1, false).segment(scene(), UnaryOperator.identity());
    SegmentPictures pictures = new SegmentPictures(scene(), found.labels(), 2);
    var labels = ImageIO.read(new ByteArrayInputStream(pictures.labels())).getRaster();
    for (int p = 0; p < WIDTH * HEIGHT; p++) {
      assertEquals(found.labels()[p] + 1, labels.getSample(p % WIDTH, p / WIDTH, 0));
    }
    assertEquals(WIDTH, ImageIO.read(new ByteArrayInputStream(pictures.overlay())).getWidth());
  }

  @Test
  void tinyPictures() {
    ColourPicture dot = new ColourPicture(1, 1, new double[3]);
    Segmentation one =
        new Segmenter(1, 1, 1000, 0, 1, false).segment(dot, UnaryOperator.identity());
    assertArrayEquals(new int[1], one.labels());
    assertThrows(
        IllegalArgumentException.class,
        () -> new Segmenter(2, 5, 1000, 0, 1, false).segment(dot, UnaryOperator.identity()));
  }
}
