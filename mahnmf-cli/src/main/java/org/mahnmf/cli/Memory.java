package org.mahnmf.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.mahnmf.Footprint;
import org.mahnmf.MahNmf;
import org.mahnmf.data.Bytes;
import org.mahnmf.data.InputException;
import org.mahnmf.data.Outline;
import org.mahnmf.data.Source;
import org.mahnmf.matrix.ByteMatrix;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.SparseMatrix;

/**
 * How much memory there is, and what is said to whoever needs more.
 *
 * @param bytes that the JVM may use
 */
record Memory(long bytes) {

  /** What the program itself takes, with its report. */
  static final long PROGRAM = 48L << 20;

  /** What can be used of the memory; the collector needs some to breathe. */
  private static final double USABLE = .85;

  /** Returns that of this JVM. */
  static Memory here() {
    return new Memory(Runtime.getRuntime().maxMemory());
  }

  /** Returns whether so many bytes can be used. */
  boolean fits(long needed) {
    return needed <= USABLE * bytes;
  }

  /** Returns words such as {@code 2.00 GB memory}. */
  String text() {
    return Bytes.text(bytes) + " memory";
  }

  /**
   * Says what does not fit and what helps.
   *
   * @param input that is too large
   * @param task what would be done, such as {@code a fit}
   * @param size of the table
   * @param needed bytes
   * @param ways that may help, apart from a larger memory
   */
  InputException refusal(Source input, String task, Outline size, long needed, List<String> ways) {
    List<String> all = new ArrayList<>(ways);
    if (size.isPictures()) {
      all.add("--size for smaller pictures");
    }
    all.add("MAHNMF_JAVA_OPTS=-Xmx" + ((long) (needed / USABLE) / (1 << 30) + 1) + "g");
    return new InputException(
        input
            + ": "
            + task
            + " of "
            + size.rows()
            + " x "
            + size.columns()
            + " entries takes about "
            + Bytes.text(needed)
            + " of memory, but the program can count on "
            + Bytes.text((long) (USABLE * bytes))
            + "; try "
            + String.join(", ", all));
  }

  /**
   * Refuses a table that does not fit with what is made of it.
   *
   * @param input where it is
   * @param task what will be done
   * @param size of the table
   * @param working bytes of what is made of it
   */
  void require(Source input, String task, Outline size, ToLongFunction<Outline> working) {
    long entries = (long) size.rows() * size.columns();
    long needed = PROGRAM + entries * size.bytesPerEntry() + working.applyAsLong(size);
    if (!fits(needed)) {
      throw refusal(input, task, size, needed, List.of());
    }
  }

  /**
   * Returns what a fit keeps of a table of any size.
   *
   * @param settings of the fit
   * @param weighted whether entries have weights or some are missing
   */
  static ToLongFunction<Outline> ofFit(MahNmf settings, boolean weighted) {
    return size -> Footprint.of(settings, size.rows(), size.columns(), weighted).tables();
  }

  /** Returns the size of a table that was read; nothing if it is sparse. */
  static Optional<Outline> sizeOf(Matrix values) {
    int width = values instanceof ByteMatrix ? 1 : Double.BYTES;
    return values instanceof SparseMatrix
        ? Optional.empty()
        : Optional.of(new Outline(values.rows(), values.columns(), width, false, false));
  }
}
