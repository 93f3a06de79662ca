package org.mahnmf.spark.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mahnmf.spark.Clusters;

final class TableFilesTest {

  @TempDir static Path folder;
  private static SparkSession spark;

  @BeforeAll
  static void start() {
    spark = Clusters.local(folder);
  }

  @AfterAll
  static void stop() {
    spark.stop();
  }

  private static String numbers(Dataset<Row> table) {
    StringBuilder text = new StringBuilder();
    for (Row row : table.collectAsList()) {
      text.append(row.isNullAt(0) ? "null" : ((Vector) row.get(0)).toDense().toString());
    }
    return text.toString();
  }

  private static Dataset<Row> csv(String text) throws IOException {
    Path file = Files.writeString(Files.createTempFile(folder, "table", ".csv"), text);
    return TableFiles.read(spark, file.toString());
  }

  private static String refusal(String text) {
    Exception failure = assertThrows(Exception.class, () -> numbers(csv(text)));
    String words = Clusters.inOneLine(failure);
    assertEquals(1, words.lines().count(), words);
    return words;
  }

  @Test
  void namesOfRowsAreNoNumbers() throws IOException {
    String both = "[1.0,2.0][2.0,4.0]";
    assertEquals(both, numbers(csv("1,2\n2,4\n")));
    assertEquals(both, numbers(csv(",a,b\nx,1,2\ny,2,4\n")));
    assertEquals(both, numbers(csv("n,a.b,a`b\n\"x\",1,2\ny,2,4\n")));
    assertEquals(both, numbers(csv(",a,b\n0,1,2\n1,2,4\n")));
    assertEquals(both, numbers(csv(",0,1\n1,1,2\n2,2,4\n")));
    assertEquals("[3.0,2.0,4.0]", numbers(csv("no,1,2\n3,2,4\n")));
    assertEquals(List.of("a.b", "c"), TableFiles.names(csv("a.b,c\n1,2\n")));
    assertTrue(refusal("x,1,2\ny,2,4\n").contains("may be a header or a row with the name 'x'"));
  }

  @Test
  void otherSeparatorsCommentsAndMissingEntries() throws IOException {
    assertEquals("[1.0,NaN][3.0,4.0][NaN,5.0]", numbers(csv("# new\n1;nan\n3;4\n\n?;5\n")));
    assertEquals("[1.0,2.0][NaN,4.0]", numbers(csv("1\t2\nNA\t4\n")));
    // what is not finite is refused by the survey
    assertEquals("[1.0,2.0][3.0,Infinity]", numbers(csv("1,2\n3,inf\n")));
    assertTrue(refusal("\n").contains("is empty"));
    assertEquals(
        "column 1: y: is not a number (NA marks a missing entry)", refusal("1,1\ny,2\n3,4\n"));
  }

  @Test
  @Tag("long")
  void everyRowHasAsManyCells() {
    for (String text :
        List.of("1,2\n3,4,5\n", "1,2\n3\n", "a,b\nx,1,2\ny,2,3\n", "n,a,b\nx,1,2\ny,2,3,4\n")) {
      assertTrue(refusal(text).endsWith("as many cells as the first line"), refusal(text));
    }
  }

  private static Dataset<Row> parquet(String query) throws IOException {
    String place = Files.createTempDirectory(folder, "rows").resolve("t.parquet").toString();
    spark.sql(query).coalesce(1).write().parquet(place);
    return TableFiles.read(spark, place);
  }

  @Test
  void findsTheVectorsAmongOtherColumns() throws IOException {
    String rows = "SELECT 'a' AS id, array(1D, NULL) AS x UNION ALL SELECT 'b', NULL";
    assertEquals("[1.0,NaN]null", numbers(parquet(rows)));
    assertEquals("[1.0,NaN]", numbers(parquet("SELECT 1 AS a, CAST(NULL AS FLOAT) AS b")));
    String two =
        assertThrows(
                IllegalArgumentException.class,
                () -> parquet("SELECT array(1) AS x, array(2) AS y"))
            .getMessage();
    assertTrue(two.contains("'x' and 'y' both hold arrays"), two);
    String words =
        assertThrows(IllegalArgumentException.class, () -> parquet("SELECT 'a' AS id, 1 AS n"))
            .getMessage();
    assertTrue(words.contains("column 'id' holds string"), words);
  }
}
