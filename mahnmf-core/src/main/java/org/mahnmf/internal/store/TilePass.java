package org.mahnmf.internal.store;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.mahnmf.base.Workers;
import org.mahnmf.base.Workers.PerWorker;
import org.mahnmf.internal.kernel.Chunks;
import org.mahnmf.internal.kernel.Streams;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.Loss;

/**
 * Passes over the tiles of a dense table, X = acrossᵀ·along with one column of <em>across</em> for
 * each line and one of <em>along</em> for each entry of a line: which of them is the basis depends
 * on how the table is held. A pass is cut into pieces by lines and by chunks; what comes out of a
 * piece goes to sums of its own, which are added up in order. The pieces depend on the size of the
 * table alone, so the answer does not depend on the threads.
 *
 * <p>Factors are copied into rows before a pass. {@link DoublePass} and {@link FloatPass} have the
 * arithmetic. One pass at a time.
 *
 * @param <R> a row of numbers: double[] or float[]
 */
abstract class TilePass<R> {

  /** Lines that share the loads of a chunk of the other factor. */
  static final int BLOCK = 16;

  /** A pass over a table of any size has so many pieces if it can, and larger ones have more. */
  private static final int FEWEST_PIECES = 16;

  private static final int MOST_PIECES = 128;
  private static final long ENTRIES_PER_PIECE = 1 << 17;

  /** Fewer lines are not worth sums of their own, which cost as much as two or three of them. */
  private static final int LINES_PER_PART = 128;

  /** Below this rank dot products beat loops over so few components. */
  private static final int DOTS_BELOW = 8;

  /** Chunks whose sums over entries are taken together where products are streamed. */
  static final int CHUNKS_PER_STREAM = 4;

  final Tiles x;
  final Tiles weights;
  final Workers workers;
  final int rank;
  final Chunks chunks;

  /** Sums over lines are taken in so many parts. */
  final int lineParts;

  /** Sums over chunks are taken in so many parts. */
  final int chunkParts;

  /** Lines of a piece whose sums are over entries. */
  private final int linesAtOnce;

  private final PerWorker<Tile<R>> tiles;

  /** Rows that stand for a factor: some more than the rank where products are streamed. */
  final int width;

  /** Weights of a row without weights. */
  private final R ones;

  /** Factors of the first product: line, component; and chunk, component, entry. */
  final R[] across;

  final List<R[]> along;

  /** The factor of the second product: line, component; or chunk, entry, component. */
  R[] coefficients;

  private List<R[]> columns;

  /** The same as chunk, component, entry, for ranks at which dot products are quicker. */
  List<R[]> rows;

  /** Sums over lines: part, chunk, component, entry. */
  List<List<R[]>> overLines;

  /** Sums over entries: part, line, component. */
  List<R[]> overEntries;

  /**
   * Prepares passes over a table, its weights null if all are 1, with a row of ones; <em>kept</em>.
   */
  TilePass(Tiles x, Tiles weights, Workers workers, int rank, int width, R ones) {
    this.x = x;
    this.weights = weights;
    this.workers = workers;
    this.rank = rank;
    this.chunks = x.chunks();
    int blocks = ceilDiv(x.lines(), BLOCK);
    long entries = (long) x.lines() * chunks.along();
    long wanted = Math.min(MOST_PIECES, entries / ENTRIES_PER_PIECE);
    int pieces = (int) Math.max(FEWEST_PIECES, wanted);
    // Each part has the size of a factor: all of them together take no more than the table.
    int affordable = Math.max(1, x.lines() / Math.max(LINES_PER_PART, rank));
    this.lineParts = Math.min(affordable, ceilDiv(pieces, chunks.count()));
    // Many lines in a piece share the loads of a chunk of the factor, so chunks are shared out
    // first; but a sum over the entries of one chunk alone costs as much as half a streamed row.
    int together = rank <= Streams.MOST ? CHUNKS_PER_STREAM : 1;
    int few = Math.max(1, chunks.along() / rank);
    this.chunkParts = Math.min(ceilDiv(chunks.count(), together), Math.min(pieces, few));
    this.linesAtOnce = BLOCK * ceilDiv(blocks, Math.min(blocks, ceilDiv(pieces, chunkParts)));
    this.tiles = new PerWorker<>(workers, () -> new Tile<>(this));
    this.width = width;
    this.ones = ones;
    this.across = newRows(x.lines(), width);
    this.along = rowsByChunk();
  }

  /** A list with one item for each of some numbers. */
  private static <T> List<T> forEach(int count, IntFunction<T> item) {
    return IntStream.range(0, count).mapToObj(item).toList();
  }

  private List<R[]> rowsByChunk() {
    return forEach(chunks.count(), c -> newRows(width, chunks.length(c)));
  }

  private static int ceilDiv(int a, int b) {
    return (a + b - 1) / b;
  }

  /** What is done with some lines of a chunk. */
  interface Step<R> {
    /**
     * Works on at most {@link #BLOCK} lines; the part is that of the sums that take what comes out.
     */
    void run(Tile<R> tile, int part, int chunk, int line, int count);
  }

  /**
   * Goes over all tiles, so many chunks at once from the one that a step is told. Sums are over the
   * lines, one for each entry of a line, or over the entries, one for each line.
   */
  void each(boolean overLines, int chunksAtOnce, Step<R> step) {
    int together = overLines ? BLOCK * ceilDiv(ceilDiv(x.lines(), BLOCK), lineParts) : linesAtOnce;
    int groups = overLines ? lineParts : ceilDiv(x.lines(), linesAtOnce);
    int stretches = overLines ? chunks.count() : chunkParts;
    workers.run(
        groups * stretches,
        1,
        (worker, from, to) -> {
          Tile<R> tile = tiles.of(worker);
          int stretch = from / groups;
          int group = from % groups;
          int begin = Math.min(x.lines(), group * together);
          int end = Math.min(x.lines(), begin + together);
          int last = firstChunk(stretch + 1, stretches);
          for (int c = firstChunk(stretch, stretches); c < last; c += chunksAtOnce) {
            for (int line = begin; line < end; line += BLOCK) {
              step.run(tile, overLines ? group : stretch, c, line, Math.min(BLOCK, end - line));
            }
          }
        });
  }

  int firstChunk(int stretch, int stretches) {
    return (int) ((long) chunks.count() * stretch / stretches);
  }

  /**
   * The pass of an ADMM half-step: changes the dual and multiplies T by a factor, see {@link
   * org.mahnmf.internal.kernel.Loops#dual}. The factor that moves, as solved for the first product,
   * has a column for each line if it is across, else one for each entry; dual and product are
   * <em>modified</em>.
   */
  void dual(
      Tiles dual,
      double tau,
      Loss loss,
      boolean isAcross,
      DenseMatrix fixed,
      DenseMatrix solved,
      DenseMatrix factor,
      DenseMatrix product) {
    face(isAcross ? solved : fixed, isAcross ? fixed : solved);
    begin(isAcross, factor);
    int chunksAtOnce = streams(loss) && !isAcross ? CHUNKS_PER_STREAM : 1;
    each(isAcross, chunksAtOnce, dualStep(dual, tau, loss, isAcross));
    finish(isAcross, product);
  }

  /**
   * Goes over all tiles and multiplies what a step makes of them by a factor, which has a column
   * for each line if it is across, else one for each entry; the product is <em>modified</em>.
   */
  void multiply(boolean isAcross, DenseMatrix factor, Step<R> step, DenseMatrix product) {
    begin(isAcross, factor);
    each(
        isAcross,
        1,
        (tile, part, chunk, line, count) -> {
          step.run(tile, part, chunk, line, count);
          add(tile, isAcross, part, chunk, line, count);
        });
    finish(isAcross, product);
  }

  private void begin(boolean isAcross, DenseMatrix factor) {
    if (isAcross) {
      beginOverLines(factor);
    } else {
      beginOverEntries(factor);
    }
  }

  private void finish(boolean isAcross, DenseMatrix product) {
    if (isAcross) {
      finishOverLines(product);
    } else {
      finishOverEntries(product);
    }
  }

  /** Multiplies some entries, times their weights if there are any, by a factor. */
  void multiply(
      boolean isAcross, DenseMatrix factor, Tiles from, Tiles fromWeights, DenseMatrix product) {
    multiply(
        isAcross,
        factor,
        (tile, part, chunk, line, count) -> {
          for (int q = 0; q < count; q++) {
            R row = row(from, chunk, line + q, tile.entries);
            R w = weights(fromWeights, tile, chunk, line + q);
            multiply(row, w, tile.rows[q], chunks.length(chunk));
          }
        },
        product);
  }

  R weights(Tiles from, Tile<R> tile, int chunk, int line) {
    return from == null ? ones : row(from, chunk, line, tile.entryWeights);
  }

  /** Takes the factors of the products that a pass begins with; <em>not modified</em>. */
  void face(DenseMatrix newAcross, DenseMatrix newAlong) {
    copyLines(newAcross, across);
    copyChunks(newAlong, along);
  }

  /** Copies the rows of a factor by chunks. */
  private void copyChunks(DenseMatrix factor, List<R[]> out) {
    workers.run(
        chunks.count(),
        8,
        (worker, from, to) -> {
          for (int c = from; c < to; c++) {
            for (int l = 0; l < rank; l++) {
              copy(factor.array(), factor.offset(l) + chunks.begin(c), out.get(c)[l]);
            }
          }
        });
  }

  /** Copies the columns of a factor to rows. */
  private void copyLines(DenseMatrix factor, R[] out) {
    workers.run(
        out.length,
        2048,
        (worker, from, to) ->
            columns(factor.array(), out.length, from, Arrays.copyOfRange(out, from, to)));
  }

  /** Clears the sums over lines, of products with a factor; it is <em>not modified</em>. */
  private void beginOverLines(DenseMatrix factor) {
    if (overLines == null) {
      coefficients = newRows(x.lines(), width);
      overLines = forEach(lineParts, part -> rowsByChunk());
    }
    copyLines(factor, coefficients);
    for (List<R[]> part : overLines) {
      for (int c = 0; c < chunks.count(); c++) {
        clear(part.get(c), width, chunks.length(c));
      }
    }
  }

  /** Clears the sums over entries, of products with a factor; it is <em>not modified</em>. */
  private void beginOverEntries(DenseMatrix factor) {
    if (overEntries == null) {
      overEntries = forEach(chunkParts, part -> newRows(x.lines(), rank));
      if (rank < DOTS_BELOW) {
        rows = rowsByChunk();
      } else {
        columns = forEach(chunks.count(), c -> newRows(chunks.length(c), rank));
      }
    }
    if (rank < DOTS_BELOW) {
      copyChunks(factor, rows);
    } else {
      workers.run(
          chunks.count(),
          8,
          (worker, from, to) -> {
            for (int c = from; c < to; c++) {
              columns(factor.array(), chunks.along(), chunks.begin(c), columns.get(c));
            }
          });
    }
    for (R[] part : overEntries) {
      clear(part, part.length, rank);
    }
  }

  /** Adds the parts of the sums over lines up; the product is <em>modified</em>. */
  private void finishOverLines(DenseMatrix product) {
    for (int c = 0; c < chunks.count(); c++) {
      for (int l = 0; l < rank; l++) {
        int start = product.offset(l) + chunks.begin(c);
        Arrays.fill(product.array(), start, start + chunks.length(c), 0);
        for (List<R[]> part : overLines) {
          addTo(product.array(), start, part.get(c)[l]);
        }
      }
    }
  }

  /** Adds the parts of the sums over entries up; the product is <em>modified</em>. */
  private void finishOverEntries(DenseMatrix product) {
    workers.run(
        x.lines(),
        512,
        (worker, from, to) -> {
          double[][] sums = new double[to - from][rank];
          for (R[] part : overEntries) {
            for (int j = from; j < to; j++) {
              addTo(sums[j - from], 0, part[j]);
            }
          }
          for (int l = 0; l < rank; l++) {
            int row = product.offset(l);
            for (int j = from; j < to; j++) {
              product.array()[row + j] = sums[j - from][l];
            }
          }
        });
  }

  /** Whether the dual's pass takes one loop for product, dual and sums instead of tiles. */
  boolean streams(Loss loss) {
    return false;
  }

  /**
   * The work of {@link #dual} on a tile, {@link Loss#split} between two products; where it streams
   * over entries, on some chunks.
   */
  abstract Step<R> dualStep(Tiles dual, double tau, Loss loss, boolean isAcross);

  /** Makes the tile the product of the factors. */
  void multiply(Tile<R> tile, int chunk, int line, int count) {
    int n = chunks.length(chunk);
    clear(tile.rows, count, n);
    add(tile.rows, 0, count, across, line, along.get(chunk), rank, n);
  }

  /** Adds the product of the tile with a factor to the sums over lines, or over entries. */
  final void add(Tile<R> tile, boolean isOverLines, int part, int chunk, int line, int count) {
    int n = chunks.length(chunk);
    if (isOverLines) {
      R[] out = overLines.get(part).get(chunk);
      addTransposed(out, rank, coefficients, line, tile.rows, count, n);
      return;
    }
    R[] out = overEntries.get(part);
    if (rank >= DOTS_BELOW) {
      add(out, line, count, tile.rows, 0, columns.get(chunk), n, rank);
      return;
    }
    for (int q = 0; q < count; q++) {
      for (int l = 0; l < rank; l++) {
        multiply(tile.rows[q], rows.get(chunk)[l], tile.scratch, n);
        addSum(tile.scratch, n, out[line + q], l);
      }
    }
  }

  // --- the arithmetic ------------------------------------------------------------------------

  abstract R[] newRows(int count, int length);

  /** Makes the first entries of the first rows zeros. */
  abstract void clear(R[] some, int count, int n);

  /** Returns a chunk of a line: the array that holds it, or the scratch array. */
  abstract R row(Tiles from, int chunk, int line, R scratch);

  /** Copies as many numbers as out has. */
  abstract void copy(double[] from, int at, R out);

  /** Copies as many columns of a factor as out has rows. */
  abstract void columns(double[] factor, int length, int from, R[] out);

  /** sum += row, from a place on. */
  abstract void addTo(double[] sum, int at, R row);

  /** to[at] += the sum of a row. */
  abstract void addSum(R row, int n, R to, int at);

  /** out = w·row. */
  abstract void multiply(R row, R w, R out, int n);

  /** {@link org.mahnmf.internal.kernel.Products#add}. */
  abstract void add(R[] out, int outAt, int outputs, R[] c, int at, R[] in, int inputs, int n);

  /** {@link org.mahnmf.internal.kernel.Products#addTransposed}. */
  abstract void addTransposed(R[] out, int outputs, R[] c, int at, R[] in, int inputs, int n);

  /** Some lines of a chunk, and scratch memory of one thread. */
  static final class Tile<R> {

    final R[] rows;
    final R entries;
    final R entryWeights;
    final R duals;
    final R scratch;
    final R scale;

    Tile(TilePass<R> pass) {
      rows = pass.newRows(BLOCK, Chunks.LONGEST);
      R[] others = pass.newRows(5, Chunks.LONGEST);
      entries = others[0];
      entryWeights = others[1];
      duals = others[2];
      scratch = others[3];
      scale = others[4];
    }
  }
}
