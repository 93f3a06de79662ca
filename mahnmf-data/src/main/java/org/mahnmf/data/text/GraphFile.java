package org.mahnmf.data.text;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Pattern;
import org.mahnmf.data.Tables;
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

  private GraphFile() {}

  /**
   * Reads a graph.
   *
   * @param file what to read
   * @param count number of vertices
   * @throws InputException if the file cannot be read or is not a graph of so many vertices
   */
  public static Graph read(Path file, int count) {
    byte[] head = Tables.head(file);
    Edges edges = new Edges(count);
    try {
      if (MatrixMarketScanner.hasBanner(head)) {
        readMatrix(file, edges);
      } else {
        readLines(file, ByteOrderMark.of(head), edges);
      }
    } catch (IOException e) {
      throw InputException.unreadable(file, e);
    }
    if (edges.size == 0) {
      throw InputException.of(file, "holds no edges of positive weight between different vertices");
    }
    return edges.graph();
  }

  private static void readMatrix(Path file, Edges edges) throws IOException {
    try (MatrixMarketScanner in = new MatrixMarketScanner(file, ReadListener.NONE)) {
      if (in.rows() != edges.count || in.columns() != edges.count) {
        throw in.sizeProblem(
            String.format(
                "the graph has %s vertices, so its matrix must be %sx%s",
                edges.count, edges.count, edges.count));
      }
      while (in.next()) {
        if (Double.isNaN(in.value())) {
          throw in.problem("NaN", WEIGHT_RULE);
        }
        edges.add(in.row(), in.column(), in.value());
      }
    }
  }

  private static void readLines(Path file, ByteOrderMark mark, Edges edges) throws IOException {
    try (BufferedReader in = new BufferedReader(mark.open(file))) {
      LineParser parser = new LineParser(file, edges);
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        parser.read(line.strip());
      }
    }
  }

  /** Turns lines into edges; the first one decides how they are laid out. */
  private static final class LineParser {

    private final Path file;
    private final Edges edges;
    private long line;
    private boolean begun;
    private Pattern separator;
    private CellParser numbers;
    private int cells;

    LineParser(Path file, Edges edges) {
      this.file = file;
      this.edges = edges;
    }

    void read(String text) {
      line++;
      if (text.isEmpty() || text.charAt(0) == '#') {
        return;
      }
      if (separator == null) {
        findSeparator(text);
      }
      String[] parts = separator.split(text, -1);
      for (int i = 0; i < parts.length; i++) {
        parts[i] = unquoted(parts[i]);
      }
      boolean first = !begun;
      begun = true;
      if (first && Arrays.stream(parts).noneMatch(this::isNumber)) {
        return;
      }
      readEdge(text, parts);
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
      if (cells == 0) {
        cells = parts.length;
      }
      if (parts.length < 2 || parts.length > 3 || parts.length != cells) {
        String rule = "an edge is FROM,TO or FROM,TO,WEIGHT";
        throw problem(text, parts.length == cells ? rule : rule + ", the same on each line");
      }
      int from = vertex(parts[0]);
      int to = vertex(parts[1]);
      double weight = 1;
      if (parts.length == 3) {
        weight = isNumber(parts[2]) ? numbers.value() : Double.NaN;
        if (!(weight >= 0 && weight < Double.POSITIVE_INFINITY)) {
          throw problem(parts[2], WEIGHT_RULE);
        }
      }
      edges.add(from, to, weight);
    }

    private int vertex(String part) {
      double number = isNumber(part) ? numbers.value() : Double.NaN;
      if (!(number >= 1 && number <= edges.count && number == Math.rint(number))) {
        throw problem(part, "vertices are whole numbers from 1 to " + edges.count);
      }
      return (int) number - 1;
    }

    private InputException problem(String text, String rule) {
      return InputException.at(file, "line " + line, text.isEmpty() ? "(empty)" : text, rule);
    }
  }

  /** Edges whose number is not known beforehand. */
  private static final class Edges {

    private final int count;
    private int[] from = new int[16];
    private int[] to = new int[16];
    private double[] weight = new double[16];
    private int size;

    Edges(int count) {
      this.count = count;
    }

    void add(int one, int other, double heavy) {
      if (one == other || heavy == 0) {
        return;
      }
      if (size == weight.length) {
        int length = (int) Math.min(Integer.MAX_VALUE - 8, 2L * size);
        from = Arrays.copyOf(from, length);
        to = Arrays.copyOf(to, length);
        weight = Arrays.copyOf(weight, length);
      }
      from[size] = one;
      to[size] = other;
      weight[size] = heavy;
      size++;
    }

    Graph graph() {
      return Graph.ofEdges(
          count, Arrays.copyOf(from, size), Arrays.copyOf(to, size), Arrays.copyOf(weight, size));
    }
  }
}
