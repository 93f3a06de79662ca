package org.mahnmf.problem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class UnitsTest {

  @Test
  void sharesArePowersOfTwoWhoseProductIsTheScale() {
    for (int exponent = -1074; exponent <= 1023; exponent++) {
      double scale = Math.scalb(1.0, exponent);
      Units units = Units.of(scale);
      assertEquals(scale, units.basis() * units.codes(), "2^" + exponent);
      assertEquals(1, Math.scalb(units.basis(), -Math.getExponent(units.basis())));
      assertTrue(units.codes() == units.basis() || units.codes() == 2 * units.basis());
    }
  }

  @Test
  void fourTimesTheScaleDoublesBothShares() {
    for (int exponent = -1000; exponent <= 1000; exponent++) {
      Units units = Units.of(Math.scalb(1.0, exponent));
      Units larger = Units.of(Math.scalb(1.0, exponent + 2));
      assertEquals(2 * units.basis(), larger.basis());
      assertEquals(2 * units.codes(), larger.codes());
    }
  }
}
