package org.mahnmf.data.text;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.mahnmf.data.Tables;
import org.mahnmf.data.file.Bytes;
import org.mahnmf.data.file.InputException;
import org.mahnmf.data.file.ReadListener;
import org.mahnmf.graph.Graph;

/**
 * Reads graphs.
 *
 * <ul>
 *   <li>A Matrix Market file is the square matrix of the weights of edges; in a pattern each is 1.
 *   <li>Other text has an edge on each line: two vertices and an optional weight, 1 if there is
 *       none, between commas, semicolons, tabs or blanks. A first line without a number is a
 *       header. Blank lines and lines that start with {@code #} are skipped.
 * </ul>
 *
 * <p>Vertices are counted from 1. Edges have no direction; of several between two vertices the
 * heaviest counts; edges from a vertex to itself and those of weight 0 are dropped.
 */
public final class GraphFile {

  private static final String WEIGHT_RULE = "the weight of an edge must be finite and at least 0";

  private final Path file;
  private final int count;

  // Edges, whose number is not known beforehand.
  private final IntStream.Builder from = IntStream.builder();
  private final IntStream.Builder to = IntStream.builder();
  private final DoubleStream.Builder weight = DoubleStream.builder();

  // How lines are laid out, which the first one decides.
  private long line;
  private boolean begun;
  private Pattern separator;
  private CellParser numbers;
  private int cells;

  private GraphFile(Path file, int count) {
    this.file = file;
    this.count = count;
  }

  public static Graph read(Path file, int count) {
    byte[] head = Tables.head(file);
    GraphFile graph = new GraphFile(file, count);
    try {
      if (Bytes.startWith(head, MatrixMarketScanner.START)) {
        graph.readMatrix();
      } else {
        ByteOrderMark mark = ByteOrderMark.of(head);
        try (BufferedReader in = new BufferedReader(mark.open(file, ReadListener.NONE))) {
          in.lines().forEach(text -> graph.readLine(text.strip()));
        }
      }
    } catch (IOException e) {
      throw InputException.unreadable(file, e);
    } catch (UncheckedIOException e) {
      throw InputException.unreadable(file, e.getCause());
    }
    double[] weight = graph.weight.build().toArray();
    InputException.throwIf(
        weight.length == 0, file, "holds no edges of positive weight between different vertices");
    return Graph.ofEdges(count, graph.from.build().toArray(), graph.to.build().toArray(), weight);
  }

  private void readMatrix() throws IOException {
    try (MatrixMarketScanner in = new MatrixMarketScanner(file, ReadListener.NONE)) {
      if (in.rows() != count || in.columns() != count) {
        throw in.sizeProblem(
            "the graph has " + count + " vertices, so its matrix must be " + count + "x" + count);
      }
      in.forEach(
          false,
          (row, column, value) -> {
            if (Double.isNaN(value)) {
              throw in.problem("NaN", WEIGHT_RULE);
            }
            add(row, column, value);
          });
    }
  }

  private void readLine(String text) {
    line++;
    if (text.isEmpty() || text.charAt(0) == '#') {
      return;
    }
    if (separator == null) {
      findSeparator(text);
    }
    String[] parts = separator.split(text, -1);
    Arrays.setAll(parts, i -> unquoted(parts[i]));
    boolean first = !begun;
    begun = true;
    if (!first || Arrays.stream(parts).anyMatch(this::isNumber)) {
      readEdge(text, parts);
    }
  }

  private void findSeparator(String text) {
    char found = CsvLayout.RUNS;
    for (char candidate : new char[] {',', ';', '\t'}) {
      found = text.indexOf(candidate) >= 0 ? candidate : found;
    }
    separator = Pattern.compile(found == CsvLayout.RUNS ? "\\s+" : String.valueOf(found));
    numbers = new CellParser(CsvLayout.commaAllowed(found));
  }

  private static String unquoted(String part) {
    String bare = part.strip();
    boolean quoted = bare.length() >= 2 && bare.startsWith("\"") && bare.endsWith("\"");
    return quoted ? bare.substring(1, bare.length() - 1).strip() : bare;
  }

  private boolean isNumber(String part) {
    return numbers.parse(part) == CellParser.Kind.NUMBER;
  }

  private void readEdge(String text, String[] parts) {
    cells = cells == 0 ? parts.length : cells;
    if (parts.length < 2 || parts.length > 3 || parts.length != cells) {
      String rule = "an edge is FROM,TO or FROM,TO,WEIGHT";
      throw problem(text, parts.length == cells ? rule : rule + ", the same on each line");
    }
    int one = vertex(parts[0]);
    int other = vertex(parts[1]);
    double heavy = 1;
    if (parts.length == 3) {
      heavy = isNumber(parts[2]) ? numbers.value() : Double.NaN;
      if (!(heavy >= 0 && heavy < Double.POSITIVE_INFINITY)) {
        throw problem(parts[2], WEIGHT_RULE);
      }
    }
    add(one, other, heavy);
  }

  private int vertex(String part) {
    double number = isNumber(part) ? numbers.value() : Double.NaN;
    if (!(number >= 1 && number <= count && number == Math.rint(number))) {
      throw problem(part, "vertices are whole numbers from 1 to " + count);
    }
    return (int) number - 1;
  }

  private InputException problem(String text, String rule) {
    return InputException.at(file, "line " + line, text.isEmpty() ? "(empty)" : text, rule);
  }

  private void add(int one, int other, double heavy) {
    if (one == other || heavy == 0) {
      return;
    }
    from.add(one);
    to.add(other);
    weight.add(heavy);
  }
}
