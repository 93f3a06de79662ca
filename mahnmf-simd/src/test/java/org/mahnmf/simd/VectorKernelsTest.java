package org.mahnmf.simd;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.mahnmf.TestProblems;
import org.mahnmf.TestProblems.Generator;
import org.mahnmf.kernel.FloatKernels;
import org.mahnmf.kernel.KernelContract;
import org.mahnmf.kernel.KernelLookup;
import org.mahnmf.kernel.Kernels;
import org.mahnmf.kernel.ScalarKernels;
import org.mahnmf.store.PassOperation;

class VectorKernelsTest extends KernelContract {

  private static final int[] RANKS = {
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 50
  };

  private static final List<Tested> BOTH =
      List.of(
          new Tested(new VectorKernels(), 1e-14),
          new Tested(new FloatKernels(new VectorKernels()), FLOAT_ROUNDING));

  /** Kernels and the rounding error of a product. */
  private record Tested(Kernels kernels, double rounding) {}

  @Override
  protected Kernels kernels() {
    return new VectorKernels();
  }

  /** A block of columns. */
  private static final class Block {

    final Kernels kernels;
    final double rounding;
    final int rank;
    final int length;
    final int count;
    final double[] fixed;
    final double[] other;
    final double[] h;
    final double[] crossCodes;
    final double[] x;
    final double[] weights;
    final double[] dual;
    final double[] q;

    Block(Generator random, Tested tested, int rank, int length, int count) {
      kernels = tested.kernels;
      rounding = tested.rounding;
      this.rank = rank;
      this.length = length;
      this.count = count;
      fixed = random.vector(rank * length);
      other = random.vector(rank * length);
      h = random.vector(count * rank);
      crossCodes = random.vector(count * rank);
      x = random.vector(count * length);
      weights = random.vector(count * length);
      dual = random.vector(count * length);
      q = random.vector(length);
      for (int i = 0; i < x.length; i++) {
        x[i] *= .5 * rank;
        dual[i] -= .5;
        weights[i] = random.chance(.2) ? 0 : 2 * weights[i];
      }
      for (int i = 0; i < length; i++) {
        q[i] += .5; // R/(λq) multiplies the rounding of R, which the tolerance does not know of
      }
    }

    PassOperation[] operations() {
      return new PassOperation[] {
        new PassOperation.Residual(),
        new PassOperation.Euclidean(),
        new PassOperation.SmoothedSign(.3 * rank, q, 0),
        new PassOperation.SmoothedSign(.3 * rank, q, .7),
        new PassOperation.SmoothedSign(.3 * rank, q, 0, false),
        new PassOperation.SmoothedSign(.3 * rank, q, .7, false),
      };
    }

    /** Sums of products of numbers up to rank, of this many terms. */
    double tolerance() {
      return rounding * (1 + rank + length) * rank * rank;
    }
  }

  private interface BlockCheck {
    void check(Block block);
  }

  private static void forAllBlocks(int seed, BlockCheck check) {
    TestProblems.forSeeds(
        seed,
        1,
        random -> {
          for (Tested tested : BOTH) {
            for (int rank : RANKS) {
              for (int length : lengths(rank)) {
                int count = random.integer(1, Kernels.BLOCK);
                check(new Block(random, tested, rank, length, count), check);
              }
            }
          }
        });
  }

  private static void check(Block block, BlockCheck check) {
    try {
      check.check(block);
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError(
          block.kernels.name()
              + ", rank "
              + block.rank
              + ", length "
              + block.length
              + ", "
              + block.count
              + " columns: "
              + e,
          e);
    }
  }

  /** All up to some vectors, and those around the chunks, of doubles and of floats. */
  private static int[] lengths(int rank) {
    int chunk = Tiles.TILE;
    int most = 2 * FloatTiles.L + 4;
    int[] around = {
      chunk - 1,
      chunk,
      chunk + 1,
      chunk + 3 * Tiles.L,
      2 * chunk - 1,
      2 * chunk,
      2 * chunk + Tiles.L + 1,
      4 * chunk + 7
    };
    int[] all = new int[rank % 3 == 1 ? most + around.length : most];
    for (int i = 0; i < most; i++) {
      all[i] = i;
    }
    System.arraycopy(around, 0, all, most, all.length - most);
    return all;
  }

  @Test
  void theLookupFindsTheseKernels() {
    assertTrue(
        KernelLookup.kernels() instanceof VectorKernels, () -> KernelLookup.kernels().name());
  }

  @Test
  void blocksAgreeWithPlainJava() {
    forAllBlocks(
        1,
        b -> {
          Kernels.Lane<double[]> vector =
              b.kernels.pack(b.fixed, b.other, b.rank, b.length).newLane();
          Kernels.Lane<double[]> scalar =
              new ScalarKernels().pack(b.fixed, b.other, b.rank, b.length).newLane();
          for (PassOperation operation : b.operations()) {
            for (double[] weights : new double[][] {null, b.weights}) {
              double[] sums = new double[4 * b.count];
              double[] expectedSums = new double[4 * b.count];
              double[] product = new double[b.count * b.rank];
              double[] expected = new double[b.count * b.rank];
              vector.block(operation, b.count, b.h, b.x, weights, 0, null, sums);
              scalar.block(operation, b.count, b.h, b.x, weights, 0, null, expectedSums);
              assertArrayEquals(expectedSums, sums, b.tolerance());
              if (!(operation instanceof PassOperation.Residual)) {
                vector.block(operation, b.count, b.h, b.x, weights, 0, product, sums);
                scalar.block(operation, b.count, b.h, b.x, weights, 0, expected, expectedSums);
                assertArrayEquals(expectedSums, sums, b.tolerance());
                assertArrayEquals(expected, product, b.tolerance());
              }
            }
          }
        });
  }

  @Test
  void streamsOfFewComponentsAgreeWithPlainJava() {
    int chunk = Streams.CHUNK * Tiles.L;
    TestProblems.forSeeds(
        5,
        1,
        random -> {
          for (Tested tested : BOTH) {
            for (int rank = 1; rank <= Streams.RANK + 1; rank++) {
              for (int length : new int[] {7, chunk - 1, chunk, chunk + 1, 2 * chunk + 3}) {
                for (int count = 1; count <= 4; count++) {
                  checkStream(new Block(random, tested, rank, length, count));
                }
              }
            }
          }
        });
  }

  private void checkStream(Block b) {
    PassOperation operation = new PassOperation.SmoothedSign(.3 * b.rank, b.q, 0, false);
    Kernels[] both = {new ScalarKernels(), b.kernels};
    for (double[] weights : new double[][] {null, b.weights}) {
      double[][] products = new double[2][b.count * b.rank];
      double[][] sums = new double[2][4 * b.count];
      for (int k = 0; k < 2; k++) {
        Kernels.Lane<double[]> lane = both[k].pack(b.fixed, b.rank, b.length).newLane();
        lane.block(operation, b.count, b.h, b.x, weights, 0, products[k], sums[k]);
      }
      assertArrayEquals(sums[0], sums[1], b.tolerance());
      assertArrayEquals(products[0], products[1], b.tolerance());
    }
    for (boolean crossed : new boolean[] {false, true}) {
      double[][] duals = {b.dual.clone(), b.dual.clone()};
      double[][] outs = new double[2][];
      for (int k = 0; k < 2; k++) {
        Kernels.Lane<double[]> lane = both[k].pack(b.fixed, b.other, b.rank, b.length).newLane();
        double[] product = new double[b.count * b.rank];
        double[] cross = b.fixed.clone();
        lane.dualBlock(
            .4,
            0,
            b.count,
            b.h,
            b.x,
            null,
            duals[k],
            0,
            crossed ? null : product,
            b.crossCodes,
            crossed ? cross : null);
        outs[k] = crossed ? cross : product;
      }
      assertArrayEquals(duals[0], duals[1], b.tolerance());
      assertArrayEquals(outs[0], outs[1], b.tolerance());
    }
  }

  @Test
  void dualBlocksAgreeWithPlainJava() {
    forAllBlocks(
        2,
        b -> {
          Kernels.Lane<double[]> vector =
              b.kernels.pack(b.fixed, b.other, b.rank, b.length).newLane();
          Kernels.Lane<double[]> scalar =
              new ScalarKernels().pack(b.fixed, b.other, b.rank, b.length).newLane();
          for (double curvature : new double[] {0, .7}) {
            for (double[] weights : new double[][] {null, b.weights}) {
              double[] dual = b.dual.clone();
              double[] expectedDual = b.dual.clone();
              double[] product = new double[b.count * b.rank];
              double[] expected = new double[b.count * b.rank];
              double[] cross = b.fixed.clone();
              double[] expectedCross = b.fixed.clone();
              vector.dualBlock(
                  .4, curvature, b.count, b.h, b.x, weights, dual, 0, product, b.crossCodes, cross);
              scalar.dualBlock(
                  .4,
                  curvature,
                  b.count,
                  b.h,
                  b.x,
                  weights,
                  expectedDual,
                  0,
                  expected,
                  b.crossCodes,
                  expectedCross);
              assertArrayEquals(expectedDual, dual, b.tolerance());
              assertArrayEquals(expected, product, b.tolerance());
              assertArrayEquals(expectedCross, cross, b.tolerance());
            }
          }
        });
  }

  @Test
  void aColumnGivesTheSameBitsAloneAndInAnyBlock() {
    int[] lengths = {1, 3 * Tiles.L, 4 * Tiles.L + 3, Tiles.TILE + 5};
    TestProblems.forSeeds(
        3,
        1,
        random -> {
          for (Tested tested : BOTH) {
            for (int rank : new int[] {1, 2, 3, 7, 8, 9, 20, 50}) {
              for (int length : lengths) {
                checkPositions(new Block(random, tested, rank, length, Kernels.BLOCK));
              }
            }
          }
        });
  }

  private void checkPositions(Block b) {
    Kernels.Lane<double[]> lane = b.kernels.pack(b.fixed, b.rank, b.length).newLane();
    for (PassOperation operation : b.operations()) {
      for (double[] weights : new double[][] {null, b.weights}) {
        double[] product = new double[b.count * b.rank];
        double[] sums = new double[4 * b.count];
        lane.block(operation, b.count, b.h, b.x, weights, 0, product, sums);
        for (int from = 0; from < b.count; from++) {
          for (int to = from + 1; to <= b.count; to++) {
            int some = to - from;
            double[] part = new double[some * b.rank];
            double[] partSums = new double[4 * some];
            double[] h = Arrays.copyOfRange(b.h, from * b.rank, to * b.rank);
            int offset = from * b.length;
            lane.block(operation, some, h, b.x, weights, offset, part, partSums);
            assertArrayEquals(Arrays.copyOfRange(product, from * b.rank, to * b.rank), part);
            assertArrayEquals(Arrays.copyOfRange(sums, 4 * from, 4 * to), partSums);
          }
        }
      }
    }
    for (double[] weights : new double[][] {null, b.weights}) {
      for (double curvature : new double[] {0, .1}) {
        checkDualPositions(lane, b, weights, curvature);
      }
    }
  }

  private static void checkDualPositions(
      Kernels.Lane<double[]> lane, Block b, double[] weights, double curvature) {
    checkDualPositions(lane, b, weights, curvature, true, true);
    checkDualPositions(lane, b, weights, curvature, true, false);
    checkDualPositions(lane, b, weights, curvature, false, true);
  }

  private static void checkDualPositions(
      Kernels.Lane<double[]> lane,
      Block b,
      double[] weights,
      double curvature,
      boolean withProduct,
      boolean withCross) {
    double[] dual = b.dual.clone();
    double[] product = withProduct ? new double[b.count * b.rank] : null;
    double[] cross = withCross ? new double[b.rank * b.length] : null;
    lane.dualBlock(
        .4, curvature, b.count, b.h, b.x, weights, dual, 0, product, b.crossCodes, cross);
    for (int cut = 1; cut < b.count; cut++) {
      double[] twiceDual = b.dual.clone();
      double[] twiceCross = withCross ? new double[cross.length] : null;
      for (int from = 0, to = cut; from < b.count; from = to, to = b.count) {
        double[] h = Arrays.copyOfRange(b.h, from * b.rank, to * b.rank);
        double[] other = Arrays.copyOfRange(b.crossCodes, from * b.rank, to * b.rank);
        double[] part = withProduct ? new double[(to - from) * b.rank] : null;
        int offset = from * b.length;
        lane.dualBlock(
            .4, curvature, to - from, h, b.x, weights, twiceDual, offset, part, other, twiceCross);
        if (withProduct) {
          assertArrayEquals(Arrays.copyOfRange(product, from * b.rank, to * b.rank), part);
        }
      }
      assertArrayEquals(dual, twiceDual);
      assertArrayEquals(cross, twiceCross);
    }
  }

  @Test
  void forwardAndBackwardGiveTheBitsOfBlocks() {
    TestProblems.forSeeds(
        4,
        3,
        random -> {
          Tested one = BOTH.get(random.integer(0, 1));
          Block b = new Block(random, one, random.integer(1, 30), random.integer(1, 500), 5);
          Kernels.Lane<double[]> lane = b.kernels.pack(b.fixed, b.rank, b.length).newLane();
          double[] product = new double[b.count * b.rank];
          double[] zeros = new double[b.x.length];
          double[] sums = new double[4 * b.count];
          lane.block(new PassOperation.Euclidean(), 5, b.h, zeros, null, 0, product, sums);
          double[] out = new double[b.length];
          double[] back = new double[b.rank];
          lane.forward(Arrays.copyOfRange(b.h, 3 * b.rank, 4 * b.rank), out);
          lane.backward(out, back);
          assertArrayEquals(Arrays.copyOfRange(product, 3 * b.rank, 4 * b.rank), back);
        });
  }

  @Test
  void aTinySmoothingParameterGivesTheSign() {
    Kernels.Lane<double[]> lane = kernels().pack(new double[] {1, 1, 1}, 1, 3).newLane();
    double[] product = new double[1];
    double[] sums = new double[4];
    PassOperation operation = new PassOperation.SmoothedSign(1e-320, new double[] {1, 1, 1}, 0);
    lane.column(operation, new double[] {1}, new double[] {1, 0, .5}, null, product, sums);
    assertEquals(2, product[0]);
    assertEquals(1.5, sums[2]);
  }
}
