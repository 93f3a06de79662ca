package org.mahnmf.checkpoint;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * A state kept in memory: what a {@link Saved} handed over, to be given to another of its kind,
 * here or on another machine. Immutable.
 */
public final class StateTape implements Serializable {

  private static final long serialVersionUID = 1;

  private final long[] bits;
  private final double[][] arrays;
  private final String[] texts;

  private StateTape(long[] bits, double[][] arrays, String[] texts) {
    this.bits = bits;
    this.arrays = arrays;
    this.texts = texts;
  }

  /**
   * Takes a state.
   *
   * @param saved <em>not modified</em>
   */
  public static StateTape of(Saved saved) {
    Recorder recorder = new Recorder();
    saved.exchange(recorder);
    return new StateTape(
        recorder.bits.stream().mapToLong(Long::longValue).toArray(),
        recorder.arrays.toArray(new double[0][]),
        recorder.texts.toArray(new String[0]));
  }

  /**
   * Gives the state.
   *
   * @param saved exchanges the same pieces in the same order; <em>modified</em>
   */
  public void restore(Saved saved) {
    saved.exchange(new Player());
  }

  /** Copies what it sees. */
  private static final class Recorder extends SavedState {

    private final List<Long> bits = new ArrayList<>();
    private final List<double[]> arrays = new ArrayList<>();
    private final List<String> texts = new ArrayList<>();

    @Override
    public long bits(long value) {
      bits.add(value);
      return value;
    }

    @Override
    public boolean numbers(double[] array) {
      arrays.add(array.clone());
      return false;
    }

    @Override
    public String text(String value) {
      texts.add(value);
      return value;
    }
  }

  /** Hands out what was recorded. */
  private final class Player extends SavedState {

    private int nextBits;
    private int nextArray;
    private int nextText;

    @Override
    public long bits(long value) {
      return bits[nextBits++];
    }

    @Override
    public boolean numbers(double[] array) {
      double[] recorded = arrays[nextArray++];
      if (recorded.length != array.length) {
        throw new IllegalStateException(
            "the state has " + recorded.length + " numbers where " + array.length + " are wanted");
      }
      System.arraycopy(recorded, 0, array, 0, array.length);
      return true;
    }

    @Override
    public String text(String value) {
      return texts[nextText++];
    }
  }
}
