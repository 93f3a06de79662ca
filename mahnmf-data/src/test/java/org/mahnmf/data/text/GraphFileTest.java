package org.mahnmf.data.text;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mahnmf.data.file.InputException;
import org.mahnmf.graph.Graph;

class GraphFileTest {

  @TempDir private Path folder;

  private Graph read(String text, int count) throws IOException {
    return GraphFile.read(Files.writeString(folder.resolve("edges.csv"), text), count);
  }

  /** The path 1 - 2 - 3 with weights 2 and 0.5, and a vertex alone. */
  private static void expectPath(Graph graph) {
    assertEquals(4, graph.count());
    assertEquals(2, graph.edges());
    assertArrayEquals(new int[] {0, 2}, graph.neighbors(1));
    assertArrayEquals(new double[] {2, .5}, graph.weights(1));
    assertEquals(0, graph.degree(3));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1,2,2\n2,3,0.5\n",
        "from,to,weight\n1,2,2\n2,3,.5\n",
        "\ufefffrom;to;weight\r\n1;2;2\r\n\r\n2;3;0,5\r\n",
        "# a comment\n\"1\",\"2\",\"2\"\n\n 2 , 3 , 5e-1\n3,3,9\n",
        "1 2   2\n2\t3 0.5",
        "1\t2\t2\n3\t2\t0.5\n2\t3\t0.25\n1\t4\t0\n",
        "%%MatrixMarket matrix coordinate real symmetric\n4 4 2\n2 1 2\n3 2 0.5\n",
        "%%MatrixMarket matrix coordinate real general\n4 4 4\n2 1 2\n1 2 1\n2 3 0.5\n4 4 8\n",
        "%%MatrixMarket matrix array real general\n4 4\n0 2 0 0\n2 0 .5 0\n0 .5 0 0\n0 0 0 0\n",
      })
  void manyWaysToWriteOneGraph(String text) throws IOException {
    expectPath(read(text, 4));
  }

  @Test
  void edgesWithoutWeightsWeighOne() throws IOException {
    for (String text :
        new String[] {
          "1,2\n2,3\n",
          "a b\n1 2\n2 3\n",
          "%%MatrixMarket matrix coordinate pattern general\n3 3 2\n1 2\n2 3\n"
        }) {
      Graph graph = read(text, 3);
      assertEquals(2, graph.edges());
      assertArrayEquals(new double[] {1, 1}, graph.weights(1));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "1,2\\n0,1\\n|line 2: 0: vertices are whole numbers from 1 to 4",
        "1,5\\n|line 1: 5: vertices are whole numbers from 1 to 4",
        "from,to\\n\\n1,2.5\\n|line 3: 2.5: vertices are",
        "a,b\\nb,c\\n|line 2: b: vertices are whole numbers from 1 to 4",
        "a,2\\n|line 1: a: vertices are",
        "1,\\n|line 1: (empty): vertices are",
        "1,2,-1\\n|line 1: -1: the weight of an edge must be finite and at least 0",
        "1,2,NA\\n|line 1: NA: the weight of an edge",
        "1,2,inf\\n|line 1: inf: the weight of an edge",
        "1,2,heavy\\n|line 1: heavy: the weight of an edge",
        "1,2\\n1,3,1\\n|line 2: 1,3,1: an edge is FROM,TO or FROM,TO,WEIGHT, the same on each line",
        "1,2,3,4\\n|line 1: 1,2,3,4: an edge is FROM,TO or FROM,TO,WEIGHT",
        "7\\n|line 1: 7: an edge is",
        "from,to\\n|holds no edges",
        "2,2\\n|holds no edges",
        "%%MatrixMarket matrix coordinate real general\\n4 3 1\\n1 2 1\\n|line 2: 4x3: the graph has 4 vertices, so its matrix must be 4x4",
        "%%MatrixMarket matrix coordinate real general\\n4 4 1\\n1 2 nan\\n|line 3: NaN: the weight",
        "%%MatrixMarket matrix coordinate real general\\n4 4 1\\n1 2 -1\\n|line 3: -1: entries must be",
        "%%MatrixMarket matrix coordinate real general\\n4 4 2\\n1 2 1\\n|is cut",
      })
  void namesWhatIsWrong(String text, String words) {
    InputException e = assertThrows(InputException.class, () -> read(text.replace("\\n", "\n"), 4));
    assertTrue(e.getMessage().startsWith(folder.resolve("edges.csv") + ": "), e.getMessage());
    assertTrue(e.getMessage().contains(words), e.getMessage());
  }
}
