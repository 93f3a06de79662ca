package org.mahnmf.spark.codes;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import org.apache.spark.ml.linalg.Vector;
import org.mahnmf.Encoding;
import org.mahnmf.spark.file.Sample;

/** The codes of samples that follow each other in a piece of a file. */
final class CodesRun implements Serializable {

  private static final long serialVersionUID = 1;

  final Outline outline;

  /** Samples x rank, and room for more. */
  double[] codes = new double[0];

  /** Samples for a report: their numbers in this run, and what they are. */
  final ArrayList<Integer> shown = new ArrayList<>();

  final ArrayList<Vector> shownSamples = new ArrayList<>();

  CodesRun(Outline outline) {
    this.outline = outline;
  }

  /** Where the samples come from, and how good their codes are. */
  static final class Outline implements Serializable {

    private static final long serialVersionUID = 1;

    /** The order of the table: that of the names of its files. */
    static final Comparator<Outline> IN_TABLE =
        Comparator.comparing((Outline run) -> run.file)
            .thenComparingLong(run -> run.begin)
            .thenComparingInt(run -> run.partition);

    final String file;

    /** Place of the piece in its file. */
    final long begin;

    final int partition;
    int samples;
    final LinkedHashMap<String, Double> terms = new LinkedHashMap<>();
    double lowerBound;

    /** Which components have a code other than 0. */
    final boolean[] used;

    Outline(String file, long begin, int partition, int rank) {
      this.file = file;
      this.begin = begin;
      this.partition = partition;
      this.used = new boolean[rank];
    }

    boolean isOf(String otherFile, long otherBegin) {
      return begin == otherBegin && file.equals(otherFile);
    }
  }

  /**
   * Adds samples.
   *
   * @param encoding of them
   * @param samples the same
   * @param every one in so many is shown in a report
   */
  void add(Encoding encoding, List<Sample> samples, int every) {
    int rank = outline.used.length;
    int before = outline.samples;
    int length = (before + samples.size()) * rank;
    if (length > codes.length) {
      codes = Arrays.copyOf(codes, Math.max(length, 2 * codes.length));
    }
    for (int j = 0; j < samples.size(); j++) {
      for (int l = 0; l < rank; l++) {
        double code = encoding.codes().get(j, l);
        codes[(before + j) * rank + l] = code;
        outline.used[l] |= code > 0;
      }
      if ((before + j) % every == 0) {
        shown.add(before + j);
        shownSamples.add(samples.get(j).features);
      }
    }
    outline.samples += samples.size();
    encoding
        .objective()
        .terms()
        .forEach((name, value) -> outline.terms.merge(name, value, Double::sum));
    outline.lowerBound += encoding.lowerBound();
  }

  /** Returns a new array, samples x rank. */
  double[] codes() {
    return Arrays.copyOf(codes, outline.samples * outline.used.length);
  }

  /** Returns a run that has the codes of the samples for a report only. */
  CodesRun shown() {
    int rank = outline.used.length;
    CodesRun some = new CodesRun(outline);
    some.codes = new double[shown.size() * rank];
    for (int k = 0; k < shown.size(); k++) {
      System.arraycopy(codes, shown.get(k) * rank, some.codes, k * rank, rank);
    }
    some.shown.addAll(shown);
    some.shownSamples.addAll(shownSamples);
    return some;
  }
}
