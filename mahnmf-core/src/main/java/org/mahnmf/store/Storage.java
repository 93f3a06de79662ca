package org.mahnmf.store;

import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.FloatMatrix;
import org.mahnmf.matrix.NumberType;
import org.mahnmf.matrix.Segments;

/**
 * How {@link SegmentCells} write numbers down.
 *
 * @param <A> what passes read them into: an array of doubles or of floats
 */
interface Storage<A> {

  /** What is written. */
  NumberType type();

  /** Whether numbers can be written down without more loss than the precision of the cells. */
  boolean holds(double[] values, int count);

  /** A storage of the same precision that holds any numbers. */
  Storage<A> lossless();

  /** Reads numbers from the start of an array on. */
  void read(Segments segments, long position, A out, int count);

  /** Writes numbers from the start of an array on. */
  void write(Segments segments, long position, A values, int count);

  HeapCells<A> inHeap(int rows, int columns);

  /** Doubles as they are. */
  Storage<double[]> DOUBLES = new Doubles(NumberType.F8);

  /**
   * Doubles that are floats: half the room and half the reading, while nothing is lost. Tables of
   * bytes and of floats are such, since X is divided by a power of two.
   */
  Storage<double[]> DOUBLES_AS_FLOATS = new Doubles(NumberType.F4);

  /** Floats as they are. */
  Storage<float[]> FLOATS = new Floats();

  /**
   * Doubles.
   *
   * @param type as which they are written
   */
  record Doubles(NumberType type) implements Storage<double[]> {

    @Override
    public boolean holds(double[] values, int count) {
      if (type == NumberType.F8) {
        return true;
      }
      for (int k = 0; k < count; k++) {
        if ((float) values[k] != values[k]) {
          return false;
        }
      }
      return true;
    }

    @Override
    public Storage<double[]> lossless() {
      return DOUBLES;
    }

    @Override
    public void read(Segments segments, long position, double[] out, int count) {
      segments.read(position, type, out, count);
    }

    @Override
    public void write(Segments segments, long position, double[] values, int count) {
      segments.write(position, type, values, 0, count);
    }

    @Override
    public HeapCells<double[]> inHeap(int rows, int columns) {
      return new DoubleCells(new DenseMatrix(rows, columns));
    }
  }

  /** Floats, to which all numbers are rounded, as their precision asks for. */
  record Floats() implements Storage<float[]> {

    @Override
    public NumberType type() {
      return NumberType.F4;
    }

    @Override
    public boolean holds(double[] values, int count) {
      return true;
    }

    @Override
    public Storage<float[]> lossless() {
      return this;
    }

    @Override
    public void read(Segments segments, long position, float[] out, int count) {
      segments.read(position, out, count);
    }

    @Override
    public void write(Segments segments, long position, float[] values, int count) {
      segments.write(position, values, count);
    }

    @Override
    public HeapCells<float[]> inHeap(int rows, int columns) {
      return new FloatCells(new FloatMatrix(rows, columns));
    }
  }
}
