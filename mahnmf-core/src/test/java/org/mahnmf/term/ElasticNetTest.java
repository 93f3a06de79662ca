package org.mahnmf.term;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ElasticNetTest {

  @Test
  void rescaledPenaltyIsTheSameInOtherUnits() {
    ElasticNet loss = new ElasticNet(.3);
    double s = 8;
    double e = 1.7;
    assertEquals(penalty(loss, e) / s, penalty(loss.rescaled(s), e / s), 1e-15);
    assertEquals(.3, loss.curvature());
    assertEquals(.3 * s, loss.rescaled(s).curvature());
    assertEquals("elastic", loss.rescaled(s).name());
  }

  private static double penalty(ElasticNet loss, double e) {
    return Math.abs(e) + .5 * loss.curvature() * e * e;
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
  void refusesWrongAlpha(double alpha) {
    String message =
        assertThrows(IllegalArgumentException.class, () -> new ElasticNet(alpha)).getMessage();
    assertEquals("elastic net weight is " + alpha + " but must be positive and finite", message);
  }
}
