package org.mahnmf.data.file;

/** Learns how far a reader has come. Called often, by one thread at a time. */
@FunctionalInterface
public interface ReadListener {

  /** Does nothing. */
  ReadListener NONE = fraction -> {};

  /** Told after each piece of work what is done, from 0 to 1. */
  void onProgress(double fraction);

  /**
   * Told when the size of a dense table is known, just before memory for it is taken. Who throws an
   * {@link InputException} ends the reading.
   */
  default void onSize(int rows, int columns) {}

  /** Returns a listener for one part of the work, which goes from 0 to 1. */
  default ReadListener part(double from, double to) {
    ReadListener whole = this;
    return new ReadListener() {
      @Override
      public void onProgress(double fraction) {
        whole.onProgress(from + (to - from) * fraction);
      }

      @Override
      public void onSize(int rows, int columns) {
        whole.onSize(rows, columns);
      }
    };
  }
}
