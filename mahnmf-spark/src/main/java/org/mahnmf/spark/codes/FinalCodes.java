package org.mahnmf.spark.codes;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
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

  private static final int BATCH = 256;

  private final Dataset<Row> table;
  private final Model model;
  private final Block.Layout layout;
  private final JavaRDD<CodesRun> runs;

  /** In the order of the table. */
  private final List<CodesRun.Outline> outlines;

  /**
   * Finds the codes.
   *
   * @param table one column of vectors, of files
   * @param result of the fit
   * @param exact whether the codes are to be proven optima
   * @param zeroWeight weight of zeros that are not stored
   */
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
    this.outlines = new ArrayList<>(runs.map(run -> run.outline).collect());
    outlines.sort(CodesRun.Outline.IN_TABLE);
  }

  /** Finds the codes of a partition's rows: features, name of the file, place in the file. */
  private static Iterator<CodesRun> encode(
      Model sent, Block.Layout layout, int every, int partition, Iterator<Row> rows) {
    Model model = sent.withThreads(Block.workers().threads());
    List<CodesRun> runs = new ArrayList<>();
    List<Sample> batch = new ArrayList<>();
    CodesRun run = null;
    while (rows.hasNext()) {
      Row row = rows.next();
      String file = row.getString(1);
      long begin = row.getLong(2);
      if (run == null || !run.outline.isOf(file, begin)) {
        flush(model, layout, every, run, batch);
        run = new CodesRun(new CodesRun.Outline(file, begin, partition, model.basis().rows()));
        runs.add(run);
      }
      batch.add(new Sample((Vector) row.get(0), null, null));
      if (batch.size() == BATCH) {
        flush(model, layout, every, run, batch);
      }
    }
    flush(model, layout, every, run, batch);
    return runs.iterator();
  }

  private static void flush(
      Model model, Block.Layout layout, int every, CodesRun run, List<Sample> batch) {
    if (!batch.isEmpty()) {
      run.add(model.transform(Block.table(layout, batch)), batch, every);
      batch.clear();
    }
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
    double[] part = new double[model.basis().columns()];
    for (int l = 0; l < model.basis().rows(); l++) {
      int component = l;
      model.basis().copyRow(l, part);
      boolean made = Arrays.stream(part).anyMatch(entry -> entry > 0);
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

    private final int[] firsts = firsts();
    private int at = -1;
    private double[] codes;

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
      return fetch(row)[(row - firsts[at]) * columns() + column];
    }

    private double[] fetch(int row) {
      if (at < 0 || row < firsts[at] || row >= firsts[at + 1]) {
        at = Arrays.binarySearch(firsts, row);
        at = at < 0 ? -at - 2 : at;
        CodesRun.Outline wanted = outlines.get(at);
        String file = wanted.file;
        long begin = wanted.begin;
        codes =
            runs.filter(run -> run.outline.isOf(file, begin))
                .map(CodesRun::codes)
                .collectPartitions(new int[] {wanted.partition})[0]
                .get(0);
      }
      return codes;
    }
  }

  /** The number of the first sample of each run, and of all samples. */
  private int[] firsts() {
    int[] firsts = new int[outlines.size() + 1];
    for (int k = 0; k < outlines.size(); k++) {
      firsts[k + 1] = firsts[k] + outlines.get(k).samples;
    }
    return firsts;
  }

  /** Writes the codes as they are, from all executors at once. */
  public void writeParquet(String folder) {
    int rank = model.basis().rows();
    JavaRDD<Row> rows =
        runs.flatMap(
            run -> {
              List<Row> all = new ArrayList<>();
              double[] codes = run.codes(); // once: it is a copy
              for (int j = 0; j < run.outline.samples; j++) {
                all.add(
                    RowFactory.create(
                        Vectors.dense(Arrays.copyOfRange(codes, j * rank, (j + 1) * rank))));
              }
              return all.iterator();
            });
    table
        .sparkSession()
        .createDataFrame(rows, new StructType().add("codes", SQLDataTypes.VectorType()))
        .write()
        .parquet(folder);
  }

  /**
   * Returns some samples, spread evenly, with their codes.
   *
   * @param features names of the columns, or none
   */
  public Engine.Shown shown(List<String> features) {
    int[] firsts = firsts();
    List<CodesRun> parts = new ArrayList<>(runs.map(CodesRun::shown).collect());
    parts.sort(Comparator.comparing(part -> part.outline, CodesRun.Outline.IN_TABLE));
    List<Sample> samples = new ArrayList<>();
    List<String> names = new ArrayList<>();
    List<double[]> codes = new ArrayList<>();
    int rank = model.basis().rows();
    for (int p = 0; p < firsts.length - 1; p++) {
      CodesRun part = parts.get(p);
      for (int k = 0; k < part.shown.size(); k++) {
        samples.add(new Sample(part.shownSamples.get(k), null, null));
        names.add("row " + (firsts[p] + part.shown.get(k) + 1));
        codes.add(Arrays.copyOfRange(part.codes, k * rank, (k + 1) * rank));
      }
    }
    Observations some = Block.table(layout, samples).withNames(features, names);
    return new Engine.Shown(some, DenseMatrix.ofRows(codes.toArray(new double[0][])));
  }

  @Override
  public void close() {
    runs.unpersist(false);
  }
}
