package org.mahnmf.spark.codes;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import org.mahnmf.Encoding;
import org.mahnmf.Model;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.spark.block.Block;
import org.mahnmf.spark.file.Sample;

/** The codes of samples that follow each other in a piece of a file, and how good they are. */
final class CodesRun implements Serializable {

  private static final long serialVersionUID = 1;

  private static final int BATCH = 256;

  /** The order of the table: that of the names of its files. */
  static final Comparator<CodesRun> IN_TABLE =
      Comparator.comparing((CodesRun run) -> run.file)
          .thenComparingLong(run -> run.begin)
          .thenComparingInt(run -> run.partition);

  final String file;

  /** Place of the piece in its file. */
  final long begin;

  final int partition;
  int samples;

  /** Of each sample, or of those for a report only. */
  final ArrayList<double[]> codes = new ArrayList<>();

  /** Samples for a report, by their numbers in this run. */
  final LinkedHashMap<Integer, Sample> shown = new LinkedHashMap<>();

  final LinkedHashMap<String, Double> terms = new LinkedHashMap<>();
  double lowerBound;

  /** Which components have a code other than 0. */
  boolean[] used;

  /** Samples whose codes are not found yet. */
  private final ArrayList<Sample> waiting = new ArrayList<>();

  CodesRun(String file, long begin, int partition, int rank) {
    this.used = new boolean[rank];
    this.file = file;
    this.begin = begin;
    this.partition = partition;
  }

  boolean isOf(String otherFile, long otherBegin) {
    return begin == otherBegin && file.equals(otherFile);
  }

  /** Adds a sample; returns whether a batch waits. */
  boolean add(Sample sample) {
    waiting.add(sample);
    return waiting.size() == BATCH;
  }

  /**
   * Finds the codes of the samples that wait.
   *
   * @param every one in so many is shown in a report
   */
  void encode(Model model, Block.Layout layout, int every) {
    if (waiting.isEmpty()) {
      return;
    }
    Encoding encoding = model.transform(Block.table(layout, waiting));
    for (int j = 0; j < waiting.size(); j++, samples++) {
      double[] code = row(encoding.codes(), j);
      codes.add(code);
      for (int l = 0; l < code.length; l++) {
        used[l] |= code[l] > 0;
      }
      if (samples % every == 0) {
        shown.put(samples, waiting.get(j));
      }
    }
    encoding.objective().terms().forEach((name, value) -> terms.merge(name, value, Double::sum));
    lowerBound += encoding.lowerBound();
    waiting.clear();
  }

  /** Returns this run with the codes of the samples for a report only. */
  CodesRun outline() {
    CodesRun outline = new CodesRun(file, begin, partition, 0);
    outline.samples = samples;
    outline.used = used;
    outline.lowerBound = lowerBound;
    outline.terms.putAll(terms);
    outline.shown.putAll(shown);
    shown.keySet().forEach(j -> outline.codes.add(codes.get(j)));
    return outline;
  }

  /** Returns a copy of a row. */
  static double[] row(Matrix matrix, int row) {
    double[] copy = new double[matrix.columns()];
    matrix.copyRow(row, copy);
    return copy;
  }
}
