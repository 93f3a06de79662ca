package org.mahnmf.lab.method;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Properties;
import org.mahnmf.matrix.DenseMatrix;

/** What make_golden.py wrote. */
final class Golden {

  private Golden() {}

  static DenseMatrix matrix(String name) {
    return DenseMatrix.ofRows(
        text(name)
            .lines()
            .map(line -> Arrays.stream(line.split(",")).mapToDouble(Double::parseDouble).toArray())
            .toArray(double[][]::new));
  }

  static String value(String key) {
    Properties properties = new Properties();
    try {
      properties.load(new StringReader(text("golden.properties")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return properties.getProperty(key);
  }

  static double number(String key) {
    return Double.parseDouble(value(key));
  }

  private static String text(String name) {
    try (InputStream in = Golden.class.getResourceAsStream("/method/" + name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
