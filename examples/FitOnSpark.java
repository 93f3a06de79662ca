import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;
import org.mahnmf.spark.MahNmfEstimator;
import org.mahnmf.spark.MahNmfModel;

/** A stage of spark.ml like any other, with the outlying cells of every row as a column. */
public final class FitOnSpark {

  private FitOnSpark() {}

  public static void main(String[] arguments) {
    SparkSession spark =
        SparkSession.builder().master("local[2]").config("spark.ui.enabled", false).getOrCreate();
    Dataset<Row> data = spark.createDataFrame(rows(), schema());
    MahNmfModel model =
        new MahNmfEstimator().setRank(2).setSeed(7).setOutlierCol("outlier").fit(data);
    model.transform(data).show(3);
    spark.stop();
  }

  private static StructType schema() {
    return new StructType().add("features", SQLDataTypes.VectorType());
  }

  private static List<Row> rows() {
    SplittableRandom random = new SplittableRandom(1);
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      double one = random.nextDouble();
      double other = random.nextDouble();
      double[] row = new double[10];
      for (int j = 0; j < row.length; j++) {
        row[j] = one * (j + 1) + other * (10 - j) + (i == 1 && j == 4 ? 50 : 0);
      }
      rows.add(RowFactory.create(Vectors.dense(row)));
    }
    return rows;
  }
}
