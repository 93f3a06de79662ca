package org.mahnmf.internal.kernel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.mahnmf.TestProblems;
import org.mahnmf.TestProblems.Generator;

/** Every loop against a naive one, to the bit, over awkward lengths. */
class ProductsTest {

  private static final int[] COUNTS = {0, 1, 2, 3, 4, 5, 7, 8, 9};
  private static final int LONGEST = 70;

  private static double[][] rows(Generator random, int count, int length) {
    double[][] rows = new double[count][];
    for (int k = 0; k < count; k++) {
      rows[k] = random.vector(length);
      for (int i = 0; i < length; i++) {
        rows[k][i] -= .5;
      }
    }
    return rows;
  }

  private static float[][] rounded(double[][] rows) {
    float[][] out = new float[rows.length][];
    for (int k = 0; k < rows.length; k++) {
      out[k] = new float[rows[k].length];
      FloatLoops.round(rows[k], 0, out[k]);
    }
    return out;
  }

  private static double[][] copy(double[][] rows) {
    double[][] out = new double[rows.length][];
    for (int k = 0; k < rows.length; k++) {
      out[k] = rows[k].clone();
    }
    return out;
  }

  private interface Case {
    void check(Generator random, int outputs, int inputs, int n);
  }

  private static void forAllSizes(Case one) {
    TestProblems.forSeeds(
        1,
        1,
        random -> {
          for (int outputs : COUNTS) {
            for (int inputs : COUNTS) {
              for (int n = 0; n <= LONGEST; n += outputs == 9 || inputs == 9 ? 1 : 7) {
                one.check(random, outputs, inputs, n);
              }
            }
          }
        });
  }

  @Test
  void productsAreChainsOverTheInputs() {
    forAllSizes(
        (random, outputs, inputs, n) -> {
          double[][] in = rows(random, inputs, n);
          double[][] c = rows(random, outputs + 1, inputs);
          double[][] out = rows(random, outputs + 2, n + 1);
          double[][] expected = copy(out);
          for (int a = 0; a < outputs; a++) {
            for (int i = 0; i < n; i++) {
              for (int b = 0; b < inputs; b++) {
                expected[2 + a][i] = Products.mad(c[1 + a][b], in[b][i], expected[2 + a][i]);
              }
            }
          }
          Products.add(out, 2, outputs, c, 1, in, inputs, n);
          assertArrayEquals(expected, out);
        });
  }

  @Test
  void transposedProductsAreChainsOverTheInputs() {
    forAllSizes(
        (random, outputs, inputs, n) -> {
          double[][] in = rows(random, inputs, n);
          double[][] c = rows(random, inputs + 1, outputs);
          double[][] out = rows(random, outputs, n + 1);
          double[][] expected = copy(out);
          for (int a = 0; a < outputs; a++) {
            for (int i = 0; i < n; i++) {
              for (int b = 0; b < inputs; b++) {
                expected[a][i] = Products.mad(c[1 + b][a], in[b][i], expected[a][i]);
              }
            }
          }
          Products.addTransposed(out, outputs, c, 1, in, inputs, n);
          assertArrayEquals(expected, out);
        });
  }

  @Test
  void productsOfFloatsAreChainsOfFloats() {
    forAllSizes(
        (random, outputs, inputs, n) -> {
          float[][] in = rounded(rows(random, inputs, n));
          float[][] c = rounded(rows(random, outputs, inputs));
          float[][] transposed = new float[inputs][outputs];
          float[][] out = rounded(rows(random, outputs, n));
          float[][] other = new float[outputs][];
          float[][] expected = new float[outputs][];
          for (int a = 0; a < outputs; a++) {
            other[a] = out[a].clone();
            expected[a] = out[a].clone();
            for (int b = 0; b < inputs; b++) {
              transposed[b][a] = c[a][b];
              for (int i = 0; i < n; i++) {
                expected[a][i] = Products.mad(c[a][b], in[b][i], expected[a][i]);
              }
            }
          }
          FloatProducts.add(out, 0, outputs, c, 0, in, inputs, n);
          FloatProducts.addTransposed(other, outputs, transposed, 0, in, inputs, n);
          assertArrayEquals(expected, out);
          assertArrayEquals(expected, other);
        });
  }

  @Test
  void columnsBecomeRows() {
    TestProblems.forSeeds(
        2,
        3,
        random -> {
          for (int rank : new int[] {1, 15, 16, 17, 40}) {
            double[] factor = random.vector(rank * 9);
            double[][] out = new double[5][rank];
            float[][] floats = new float[5][rank];
            Products.columns(factor, rank, 9, 3, 5, out);
            FloatProducts.columns(factor, rank, 9, 3, 5, floats);
            for (int i = 0; i < 5; i++) {
              for (int l = 0; l < rank; l++) {
                assertEquals(factor[l * 9 + 3 + i], out[i][l]);
                assertEquals((float) factor[l * 9 + 3 + i], floats[i][l]);
              }
            }
          }
        });
  }

  @Test
  void sumsRunInEightChains() {
    TestProblems.forSeeds(
        3,
        2,
        random -> {
          for (int n = 0; n <= LONGEST; n++) {
            double[] x = rows(random, 1, n)[0];
            float[] floats = rounded(new double[][] {x})[0];
            double[] chains = new double[8];
            double[] floatChains = new double[8];
            for (int i = 0; i < n; i++) {
              int chain = i < n / 8 * 8 ? i % 8 : 0;
              chains[chain] += x[i];
              floatChains[chain] += floats[i];
            }
            assertEquals(folded(chains), Products.sum(x, n));
            assertEquals(folded(floatChains), FloatProducts.sum(floats, n));
          }
        });
  }

  private static double folded(double[] s) {
    return ((s[0] + s[1]) + (s[2] + s[3])) + ((s[4] + s[5]) + (s[6] + s[7]));
  }

  @Test
  void rowsOfAFactorMultiplyOneVector() {
    TestProblems.forSeeds(
        4,
        3,
        random -> {
          for (int rank : new int[] {1, 3, 7, 8, 33}) {
            double[] factor = random.vector(rank * 45);
            double[] h = random.vector(rank);
            double[] u = random.vector(45);
            FactorRows rows = new FactorRows(factor, rank, 45);
            double[] forward = new double[45];
            double[] backward = new double[rank];
            rows.forward(h, forward);
            rows.backward(u, backward);
            for (int i = 0; i < 45; i++) {
              double sum = 0;
              for (int l = 0; l < rank; l++) {
                sum = Products.mad(h[l], factor[l * 45 + i], sum);
              }
              assertEquals(sum, forward[i]);
            }
            for (int l = 0; l < rank; l++) {
              double sum = 0;
              for (int i = 0; i < 45; i++) {
                sum += factor[l * 45 + i] * u[i];
              }
              assertEquals(sum, backward[l], 1e-13);
            }
          }
        });
  }
}
