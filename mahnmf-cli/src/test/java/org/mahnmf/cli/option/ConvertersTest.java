package org.mahnmf.cli.option;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class ConvertersTest {

  @ParameterizedTest
  @CsvSource({"90,90000", "90s,90000", "0.5,500", "5m,300000", "1h,3600000", "20ms,20"})
  void times(String text, long milliseconds) {
    assertEquals(Duration.ofMillis(milliseconds), Converters.time(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0", "-3", "5 days", "1e3", "h", "0.0s", "NaN", "Infinity"})
  void notTimes(String text) {
    assertThrows(TypeConversionException.class, () -> Converters.time(text));
  }
}
