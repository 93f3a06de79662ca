package org.mahnmf.data.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonTest {

  @TempDir private Path folder;

  private static Map<String, Object> map(Object... keysAndValues) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      map.put((String) keysAndValues[i], keysAndValues[i + 1]);
    }
    return map;
  }

  @Test
  void writesForPeople() {
    Object value =
        map(
            "name",
            "run \"1\"\n",
            "rank",
            3,
            "size",
            new int[] {2, 3},
            "loss",
            1.0,
            "bad",
            Double.NaN,
            "none",
            map(),
            "empty",
            List.of(),
            "inner",
            map("on", true, "off", null),
            "history",
            List.of(map("iteration", 0, "loss", 12.5), map("iteration", 1L, "loss", 1e-300)));
    assertEquals(
        """
        {
          "name": "run \\"1\\"\\n",
          "rank": 3,
          "size": [2, 3],
          "loss": 1.0,
          "bad": null,
          "none": {},
          "empty": [],
          "inner": {
            "on": true,
            "off": null
          },
          "history": [
            {"iteration": 0, "loss": 12.5},
            {"iteration": 1, "loss": 1.0E-300}
          ]
        }
        """,
        JsonWriter.format(value));
  }

  @Test
  void wrapsLongLists() {
    double[] values = new double[500];
    Arrays.fill(values, 0.125);
    String text = JsonWriter.format(map("values", values));
    assertTrue(text.lines().allMatch(line -> line.length() <= 100), text);
    assertEquals(43, text.lines().count(), text);
    List<?> back = (List<?>) ((Map<?, ?>) JsonReader.parse(text)).get("values");
    assertEquals(Collections.nCopies(500, 0.125), back);
  }

  @Test
  void readsBackAwkwardDoubles() {
    List<Object> values =
        new ArrayList<>(
            List.of(
                0.0,
                -0.0,
                1.0,
                0.1,
                1e21,
                1e-7,
                123456789.125,
                Double.MAX_VALUE,
                Double.MIN_VALUE,
                Double.MIN_NORMAL,
                2e-3,
                9007199254740992.0,
                Math.pow(10, 23)));
    long seed = 5;
    Random random = new Random(seed);
    while (values.size() < 2000) {
      double value = Double.longBitsToDouble(random.nextLong());
      if (Double.isFinite(value)) {
        values.add(value);
      }
    }
    assertEquals(values, JsonReader.parse(JsonWriter.format(values)), "seed " + seed);
  }

  @Test
  void readsBackEverythingElse() {
    List<Object> values = new ArrayList<>();
    values.add(null);
    values.add(true);
    values.add(Long.MAX_VALUE);
    values.add(Long.MIN_VALUE);
    values.add("");
    values.add("ä€😀\u0000\u001f\u007f\u2028\ud800\"\\/\b\f\t\r\n");
    values.add(map("", map("a", List.of(map("b", 1L)))));
    values.add(List.of(List.of(1L, 2L), List.of()));
    assertEquals(values, JsonReader.parse(JsonWriter.format(values)));
  }

  @Test
  void readsAndWritesFiles() throws IOException {
    Path file = folder.resolve("a.json");
    JsonWriter.write(file, map("a", List.of(1L, 2.5)));
    assertEquals(map("a", List.of(1L, 2.5)), JsonReader.read(file));
    Files.writeString(file, "{\"a\": }");
    InputException e = assertThrows(InputException.class, () -> JsonReader.read(file));
    assertEquals(file + ": line 1, column 7: }: a value must stand here", e.getMessage());
    Files.write(file, new byte[] {'"', (byte) 0xff, '"'});
    assertThrows(InputException.class, () -> JsonReader.read(file));
    assertThrows(InputException.class, () -> JsonReader.read(folder.resolve("none.json")));
  }

  @Test
  void readsUnusualNumbersAndEscapes() {
    assertEquals(12L, JsonReader.parse(" 12 "));
    assertEquals(1e30, JsonReader.parse("1000000000000000000000000000000"));
    assertEquals(-0.0, JsonReader.parse("-0"));
    assertEquals(1200.0, JsonReader.parse("1.2E+3"));
    assertEquals("é/\b\f", JsonReader.parse("\"\\u00E9\\/\\b\\f\""));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '^',
      value = {
        "[1, 2~line 1, column 6: the end: ']' must stand here",
        "[1 2]~line 1, column 4: 2]: ']' must stand here",
        "[1,]~line 1, column 4: ]: a value must stand here",
        "{\"a\": 1, \"a\": 2}~line 1, column 10: \"a\": 2}: this key stands twice in its object",
        "{a: 1}~line 1, column 2: a: 1}: a key in double quotes must stand here",
        "{\"a\" 1}~line 1, column 6: 1}: ':' must stand here",
        "01~line 1, column 2: 1: nothing may follow the value",
        "+1~line 1, column 1: +1: a value must stand here",
        "1.~line 1, column 1: 1.: this is not a number",
        "-~line 1, column 1: -: this is not a number",
        "1e999~line 1, column 1: 1e999: the number is too large",
        "NaN~line 1, column 1: NaN: a value must stand here",
        "nul~line 1, column 1: nul: a value must stand here",
        "1 1~line 1, column 3: 1: nothing may follow the value",
        "\"a~line 1, column 1: \"a: the string that starts here does not end",
        "\"\\x\"~line 1, column 2: \\x\": unknown escape",
        "\"\\u12g4\"~line 1, column 2: \\u12g4\": \\u needs four hexadecimal digits"
      })
  void namesMistakes(String text, String message) {
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> JsonReader.parse(text));
    assertEquals(message, e.getMessage());
  }

  @Test
  void namesTheLine() {
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class, () -> JsonReader.parse("{\n  \"a\": 1,\n  b\n}"));
    assertEquals("line 3, column 3: b: a key in double quotes must stand here", e.getMessage());
    assertThrows(IllegalArgumentException.class, () -> JsonReader.parse(""));
    assertThrows(IllegalArgumentException.class, () -> JsonReader.parse("\"\n\""));
  }

  @Test
  void limitsDepth() {
    String deep = "[".repeat(100) + "]".repeat(100);
    Object value = JsonReader.parse(deep);
    assertEquals(value, JsonReader.parse(JsonWriter.format(value)));
    assertThrows(IllegalArgumentException.class, () -> JsonReader.parse("[" + deep + "]"));
    assertThrows(IllegalArgumentException.class, () -> JsonWriter.format(List.of(value)));
    assertThrows(IllegalArgumentException.class, () -> JsonReader.parse("[".repeat(1_000_000)));
  }

  @Test
  void refusesWhatJsonDoesNotHave() {
    assertThrows(IllegalArgumentException.class, () -> JsonWriter.format(new Object()));
    assertThrows(IllegalArgumentException.class, () -> JsonWriter.format(Map.of(1, 2)));
  }
}
