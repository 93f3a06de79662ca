package org.mahnmf.report.html;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class NumbersTest {

  @Test
  void showsFourDigits() {
    assertEquals("0", Numbers.format(-0.0));
    assertEquals("42", Numbers.format(42));
    assertEquals("1234", Numbers.format(1234));
    assertEquals("1\u202F234\u202F567", Numbers.format(1234567));
    assertEquals("3.142", Numbers.format(Math.PI));
    assertEquals("−0.001235", Numbers.format(-0.00123456));
    assertEquals("1.235·10⁻⁷", Numbers.format(1.23456e-7));
    assertEquals("−10⁹", Numbers.format(-1e9));
    assertEquals("10.00", Numbers.format(9.99999));
    assertEquals("–", Numbers.format(Double.NaN));
    assertEquals("−∞", Numbers.format(Double.NEGATIVE_INFINITY));
    assertEquals("0.0312", Numbers.shortest(0.0312, 6));
    assertEquals("100", Numbers.shortest(100, 6));
    assertEquals("0.0", Numbers.fixed(-0.01, 1));
  }

  @Test
  void neverRoundsUpToAll() {
    assertEquals("93.1\u202F%", Numbers.percent(0.9312));
    assertEquals("100\u202F%", Numbers.percent(1));
    assertEquals("> 99.99\u202F%", Numbers.percent(1 - 1e-9));
    assertEquals("99.96\u202F%", Numbers.percent(0.9996));
    assertEquals("< 0.01\u202F%", Numbers.percent(1e-9));
    assertEquals("0\u202F%", Numbers.percent(0));
    assertEquals("–", Numbers.percent(Double.NaN));
  }

  @Test
  void showsTimes() {
    assertEquals("1.2\u202Fms", Numbers.seconds(0.00123));
    assertEquals("31\u202Fms", Numbers.seconds(0.031));
    assertEquals("0.91\u202Fs", Numbers.seconds(0.912));
    assertEquals("10.0\u202Fs", Numbers.seconds(9.996));
    assertEquals("2\u202Fmin 5\u202Fs", Numbers.seconds(125));
    assertEquals("2\u202Fh 1\u202Fmin", Numbers.seconds(7264));
    assertEquals("–", Numbers.seconds(Double.NaN));
  }

  @Test
  void alignsColumns() {
    assertEquals(1, Numbers.decimals(121.6, 0.25));
    assertEquals(0, Numbers.decimals(3, 4, Double.NaN));
    assertEquals(0, Numbers.decimals());
    assertEquals("0.3", Numbers.inColumn(0.25001, 1));
    assertEquals("2.5·10¹⁰", Numbers.inColumn(2.5e10, 0));
  }

  @Test
  void writesCoordinates() {
    assertEquals("1.5", Numbers.coordinate(1.5));
    assertEquals("100", Numbers.coordinate(100));
    assertEquals("0", Numbers.coordinate(-0.001));
    assertThrows(IllegalArgumentException.class, () -> Numbers.coordinate(Double.NaN));
  }
}
