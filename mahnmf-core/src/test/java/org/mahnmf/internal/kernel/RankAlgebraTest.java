package org.mahnmf.internal.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.mahnmf.TestProblems;

class RankAlgebraTest {

  @Test
  void gramInverseAndProductFitTogether() {
    TestProblems.forSeeds(
        1,
        3,
        random -> {
          for (int rank : new int[] {1, 2, 5, 33}) {
            int length = 500; // more than a chunk
            double[] factor = random.vector(rank * length);
            double[] gram = new double[rank * rank];
            double trace = RankAlgebra.gram(factor, rank, length, gram);
            double diagonal = 0;
            for (int l = 0; l < rank; l++) {
              diagonal += gram[l * rank + l];
              for (int k = 0; k < rank; k++) {
                double sum = 0;
                for (int i = 0; i < length; i++) {
                  sum += factor[l * length + i] * factor[k * length + i];
                }
                assertEquals(sum, gram[l * rank + k], 1e-11 * length);
              }
            }
            assertEquals(diagonal, trace, 1e-11 * trace);
            double[][] inverse = RankAlgebra.inverse(gram, rank, .3);
            double[] product = new double[rank * length];
            RankAlgebra.multiply(
                inverse, factor, length, 100, 400, product, new double[2 * rank][300]);
            for (int l = 0; l < rank; l++) {
              for (int i = 0; i < length; i++) {
                double back = .3 * product[l * length + i];
                for (int k = 0; k < rank; k++) {
                  back += gram[l * rank + k] * product[k * length + i];
                }
                double expected = i >= 100 && i < 400 ? factor[l * length + i] : 0;
                assertEquals(expected, back, 1e-9);
              }
            }
          }
        });
  }

  @Test
  void anIndefiniteMatrixIsRefused() {
    assertThrows(
        ArithmeticException.class, () -> RankAlgebra.inverse(new double[] {1, 2, 2, 1}, 2, 0));
  }
}
