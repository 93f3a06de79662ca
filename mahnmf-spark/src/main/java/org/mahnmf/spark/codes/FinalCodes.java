package org.mahnmf.spark.codes;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.storage.StorageLevel;
import org.mahnmf.Engine;
import org.mahnmf.Model;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.spark.block.Block;
import org.mahnmf.spark.block.SparkResult;
import org.mahnmf.spark.file.Sample;
import org.mahnmf.spark.file.TableFiles;

/**
 * The last step of a fit: the best codes of all samples for the basis that was found, each sample
 * on its own, as transform finds them, with their proof. One pass over the table; the codes stay in
 * the partitions until they are asked for.
 */
public final class FinalCodes implements AutoCloseable {

  /** Entries of the samples that a report shows, and how many samples there are at least. */
  private static final long SHOWN_ENTRIES = 1L << 20;

  private static final int FEWEST_SHOWN = 100;

  private final Dataset<Row> table;
  private final Model model;
  private final Block.Layout layout;
  private final JavaRDD<CodesRun> runs;

  /** In the order of the table, with the codes of the samples for a report only. */
  private final List<CodesRun> outlines;

  /** The number of the first sample of each run, and of all samples. */
  private final int[] firsts;

  /** Finds the codes of one column of vectors, of files; proven optima if they are to be exact. */
  public FinalCodes(Dataset<Row> table, SparkResult result, boolean exact, double zeroWeight) {
    this.table = table;
    this.model = result.model().withExact(exact);
    int features = model.basis().columns();
    this.layout = new Block.Layout(features, 1, result.sparse(), zeroWeight);
    long shown = Math.max(FEWEST_SHOWN, SHOWN_ENTRIES / features);
    int every = (int) ((result.data().samples() + shown - 1) / shown);
    Model sent = model;
    Block.Layout own = layout;
    this.runs =
        table
            .select(
                functions.col(TableFiles.FEATURES),
                functions.input_file_name(),
                functions.input_file_block_start())
            .javaRDD()
            .mapPartitionsWithIndex((part, rows) -> encode(sent, own, every, part, rows), true)
            .persist(StorageLevel.MEMORY_AND_DISK());
    this.outlines =
        runs.map(CodesRun::outline).collect().stream().sorted(CodesRun.IN_TABLE).toList();
    this.firsts = new int[outlines.size() + 1];
    for (int k = 0; k < outlines.size(); k++) {
      firsts[k + 1] = firsts[k] + outlines.get(k).samples;
    }
  }

  /** Finds the codes of a partition's rows: features, name of the file, place in the file. */
  private static Iterator<CodesRun> encode(
      Model sent, Block.Layout layout, int every, int partition, Iterator<Row> rows) {
    Model model = sent.withThreads(Block.workers().threads());
    List<CodesRun> runs = new ArrayList<>();
    CodesRun run = null;
    while (rows.hasNext()) {
      Row row = rows.next();
      String file = row.getString(1);
      long begin = row.getLong(2);
      if (run == null || !run.isOf(file, begin)) {
        runs.forEach(before -> before.encode(model, layout, every));
        run = new CodesRun(file, begin, partition, model.basis().rows());
        runs.add(run);
      }
      if (run.add(new Sample((Vector) row.get(0), null, null))) {
        run.encode(model, layout, every);
      }
    }
    runs.forEach(last -> last.encode(model, layout, every));
    return runs.iterator();
  }

  /** Returns what the samples add to the objective, by term. */
  public Map<String, Double> terms() {
    Map<String, Double> terms = new LinkedHashMap<>();
    outlines.forEach(
        run -> run.terms.forEach((name, value) -> terms.merge(name, value, Double::sum)));
    return terms;
  }

  /** Returns what no codes for this basis are below. */
  public double lowerBound() {
    return outlines.stream().mapToDouble(run -> run.lowerBound).sum();
  }

  /** Returns the components, from 1, whose basis or codes are all zero. */
  public List<Integer> dead() {
    List<Integer> dead = new ArrayList<>();
    for (int l = 0; l < model.basis().rows(); l++) {
      int component = l;
      boolean made = Arrays.stream(CodesRun.row(model.basis(), l)).anyMatch(entry -> entry > 0);
      if (!made || outlines.stream().noneMatch(run -> run.used[component])) {
        dead.add(l + 1);
      }
    }
    return dead;
  }

  /** Returns the codes in the order of the table, samples x rank; each run is fetched once. */
  public Matrix inOrder() {
    return new Fetched();
  }

  /** Rows of codes, a run at a time. */
  private final class Fetched implements Matrix {

    private int at = -1;
    private List<double[]> codes;

    @Override
    public int rows() {
      return firsts[outlines.size()];
    }

    @Override
    public int columns() {
      return model.basis().rows();
    }

    @Override
    public double get(int row, int column) {
      if (at < 0 || row < firsts[at] || row >= firsts[at + 1]) {
        at = Arrays.binarySearch(firsts, row);
        at = at < 0 ? -at - 2 : at;
        String file = outlines.get(at).file;
        long begin = outlines.get(at).begin;
        codes =
            runs.filter(run -> run.isOf(file, begin))
                .map(run -> run.codes)
                .collectPartitions(new int[] {outlines.get(at).partition})[0]
                .get(0);
      }
      return codes.get(row - firsts[at])[column];
    }
  }

  /** Writes the codes as they are, from all executors at once. */
  public void writeParquet(String folder) {
    JavaRDD<Row> rows =
        runs.flatMap(run -> run.codes.iterator())
            .map(code -> RowFactory.create(Vectors.dense(code)));
    table
        .sparkSession()
        .createDataFrame(rows, new StructType().add("codes", SQLDataTypes.VectorType()))
        .write()
        .parquet(folder);
  }

  /** Returns some samples, spread evenly, with their codes; the names of features may be none. */
  public Engine.Shown shown(List<String> features) {
    List<Sample> samples = new ArrayList<>();
    List<String> names = new ArrayList<>();
    List<double[]> codes = new ArrayList<>();
    for (int p = 0; p < outlines.size(); p++) {
      int first = firsts[p];
      samples.addAll(outlines.get(p).shown.values());
      codes.addAll(outlines.get(p).codes);
      outlines.get(p).shown.keySet().forEach(j -> names.add("row " + (first + j + 1)));
    }
    Observations some = Block.table(layout, samples).withNames(features, names);
    return new Engine.Shown(some, DenseMatrix.ofRows(codes.toArray(new double[0][])));
  }

  @Override
  public void close() {
    runs.unpersist(false);
  }
}
