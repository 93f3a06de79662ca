import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.mahnmf.MahNmf;
import org.mahnmf.data.ReadOptions;
import org.mahnmf.data.Source;
import org.mahnmf.data.Table;
import org.mahnmf.data.TableReader;
import org.mahnmf.data.file.InputException;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;

/**
 * A file format in one class: a first line "READINGS rows columns", then the numbers. A line in
 * META-INF/services/org.mahnmf.data.TableReader would make every command read it.
 */
@TableReader.Format(name = "readings", start = "READINGS ", choices = {}) // content, not names
public final class ANewReader implements TableReader {

  public static void main(String[] arguments) throws IOException {
    Path file = Files.createTempFile("example", ".readings");
    Files.writeString(file, "READINGS 3 2\n1 2  2 4  3 6\n");
    Table table = new ANewReader().read(Source.of(file), ReadOptions.DEFAULT);
    System.out.println(MahNmf.ofRank(1).fit(Observations.of(table.values())));
    Files.delete(file);
  }

  @Override
  public Table read(Source source, ReadOptions options) {
    try {
      String[] words = Files.readString(source.path()).split("\\s+");
      DenseMatrix values =
          new DenseMatrix(Integer.parseInt(words[1]), Integer.parseInt(words[2]));
      for (int k = 0; k < values.rows() * values.columns(); k++) {
        values.set(k / values.columns(), k % values.columns(), Double.parseDouble(words[3 + k]));
      }
      return new Table(values);
    } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
      throw new InputException(source + ": must hold 'READINGS rows columns' and the numbers", e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
