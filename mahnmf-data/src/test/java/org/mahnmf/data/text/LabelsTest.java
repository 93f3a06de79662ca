package org.mahnmf.data.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mahnmf.data.file.InputException;

class LabelsTest {

  @TempDir private Path folder;

  private List<String> read(String text) throws IOException {
    return Labels.read(Files.writeString(folder.resolve("groups.txt"), text));
  }

  @Test
  void oneOnEachLine() throws IOException {
    List<String> expected = List.of("a", "b b", "a");
    assertEquals(expected, read("a\nb b\na"));
    assertEquals(expected, read("a\r\n b b \r\na\r\n\r\n  \r\n"));
    assertEquals(expected, read("\ufeff\"a\"\n\"b b\"\na\n"));
    assertEquals(List.of("Paris, France", "Rome"), read("\"Paris, France\"\nRome\n"));
    assertEquals(List.of("5\" disk", "say \"hi\""), read("5\" disk\n\"say \"\"hi\"\"\"\n"));
    assertEquals(List.of("only"), read("only\n"));
  }

  @Test
  void allOnOneLine() throws IOException {
    List<String> expected = List.of("a", "b b", "a");
    assertEquals(expected, read("a,b b,a"));
    assertEquals(expected, read("a; b b ;a\n\n"));
    assertEquals(expected, read("a\tb b\ta\r\n"));
    assertEquals(List.of("a,b", "c"), read("\"a,b\", \"c\"\n"));
    assertEquals(List.of("a,b", "c"), read("a,b;c\n"));
    byte[] wide = "\ufeffx,é\n".getBytes(StandardCharsets.UTF_16LE);
    assertEquals(List.of("x", "é"), Labels.read(Files.write(folder.resolve("w.txt"), wide)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "a\\n\\nb\\n|line 2: label 2 is empty",
        "\\na\\n|line 1: label 1 is empty",
        "a,,b|line 1: label 2 is empty",
        "a,b,|line 1: label 3 is empty",
        "a\\n\"\"\\nb|line 2: label 2 is empty",
        "a,b\\nc,d\\n|line 1: a, b: must be one label",
        "a\\nb,c\\n|line 2: b, c: must be one label",
        "\\n \\n|holds no labels",
        "\"a|groups.txt: ",
      })
  void namesWhatIsWrong(String text, String words) {
    InputException e = assertThrows(InputException.class, () -> read(text.replace("\\n", "\n")));
    assertTrue(e.getMessage().startsWith(folder.resolve("groups.txt") + ": "), e.getMessage());
    assertTrue(e.getMessage().contains(words), e.getMessage());
  }

  @Test
  void namesAFileThatIsNotThere() {
    InputException e =
        assertThrows(InputException.class, () -> Labels.read(folder.resolve("none.txt")));
    assertTrue(e.getMessage().endsWith("none.txt: does not exist"), e.getMessage());
  }
}
