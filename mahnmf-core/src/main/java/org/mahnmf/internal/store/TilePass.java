package org.mahnmf.internal.store;

import org.mahnmf.base.Workers;
import org.mahnmf.internal.kernel.Chunks;
import org.mahnmf.internal.kernel.PerWorker;
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
 */
abstract class TilePass {

  /** Lines that share the loads of a chunk of the other factor. */
  static final int BLOCK = 16;

  /** A pass over a table of any size has so many pieces if it can, and larger ones have more. */
  private static final int FEWEST_PIECES = 16;

  private static final int MOST_PIECES = 128;
  private static final long ENTRIES_PER_PIECE = 1 << 17;

  /** Fewer lines are not worth sums of their own, which cost as much as two or three of them. */
  private static final int LINES_PER_PART = 128;

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

  private final PerWorker<Tile> tiles;

  /**
   * Prepares passes.
   *
   * @param x the table; <em>kept</em>
   * @param weights likewise, or null if all are 1; <em>kept</em>
   */
  TilePass(Tiles x, Tiles weights, Workers workers, int rank) {
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
    // first;
    // but a sum over the entries of one chunk alone costs as much as half a streamed row.
    int together = rank <= Streams.MOST ? CHUNKS_PER_STREAM : 1;
    int few = Math.max(1, chunks.along() / rank);
    this.chunkParts = Math.min(ceilDiv(chunks.count(), together), Math.min(pieces, few));
    this.linesAtOnce = BLOCK * ceilDiv(blocks, Math.min(blocks, ceilDiv(pieces, chunkParts)));
    this.tiles = new PerWorker<>(workers, this::newTile);
  }

  private static int ceilDiv(int a, int b) {
    return (a + b - 1) / b;
  }

  /** What is done with some lines of a chunk. */
  interface Step {
    /**
     * Works on a tile.
     *
     * @param tile scratch memory of this thread
     * @param part which sums take what comes out
     * @param chunk which
     * @param line first line
     * @param count lines, at most {@link #BLOCK}
     */
    void run(Tile tile, int part, int chunk, int line, int count);
  }

  /**
   * Goes over all tiles.
   *
   * @param overLines whether sums are over the lines, one for each entry of a line, else over the
   *     entries, one for each line
   * @param chunksAtOnce how many chunks a step takes, from the one that it is told
   */
  void each(boolean overLines, int chunksAtOnce, Step step) {
    int together = overLines ? BLOCK * ceilDiv(ceilDiv(x.lines(), BLOCK), lineParts) : linesAtOnce;
    int groups = overLines ? lineParts : ceilDiv(x.lines(), linesAtOnce);
    int stretches = overLines ? chunks.count() : chunkParts;
    workers.run(
        groups * stretches,
        1,
        (worker, from, to) -> {
          Tile tile = tiles.of(worker);
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
   * org.mahnmf.internal.kernel.Maps#dual}.
   *
   * @param dual <em>modified</em>
   * @param isAcross whether the factor that moves has a column for each line, else one for each
   *     entry
   * @param fixed the other factor; <em>not modified</em>
   * @param solved the factor that moves, for the first product; <em>not modified</em>
   * @param factor the same for the second one; <em>not modified</em>
   * @param product receives the product; <em>modified</em>
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
   * Goes over all tiles and multiplies what becomes of them by a factor.
   *
   * @param isAcross whether the factor has a column for each line, else one for each entry
   * @param factor <em>not modified</em>
   * @param step makes the tile that is multiplied
   * @param product receives the product; <em>modified</em>
   */
  void multiply(boolean isAcross, DenseMatrix factor, Step step, DenseMatrix product) {
    begin(isAcross, factor);
    each(
        isAcross,
        1,
        (tile, part, chunk, line, count) -> {
          step.run(tile, part, chunk, line, count);
          tile.add(isAcross, part, chunk, line, count);
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

  /** Whether the dual's pass takes one loop for product, dual and sums instead of tiles. */
  boolean streams(Loss loss) {
    return false;
  }

  /** The work of {@link #dual} on a tile; where it streams over entries, on some chunks. */
  abstract Step dualStep(Tiles dual, double tau, Loss loss, boolean isAcross);

  /** Takes the factors of the products that a pass begins with; <em>not modified</em>. */
  abstract void face(DenseMatrix across, DenseMatrix along);

  /** Clears the sums over lines, of products with a factor; it is <em>not modified</em>. */
  abstract void beginOverLines(DenseMatrix across);

  /** Clears the sums over entries, of products with a factor; it is <em>not modified</em>. */
  abstract void beginOverEntries(DenseMatrix along);

  /** Adds the parts of the sums over lines up; along is <em>modified</em>. */
  abstract void finishOverLines(DenseMatrix along);

  /** Adds the parts of the sums over entries up; across is <em>modified</em>. */
  abstract void finishOverEntries(DenseMatrix across);

  abstract Tile newTile();

  /** Some lines of a chunk: scratch memory of one thread. */
  interface Tile {

    /** Makes the tile the product of the factors. */
    void multiply(int chunk, int line, int count);

    /** Makes the tile some entries, times their weights if there are any. */
    void load(Tiles from, Tiles weights, int chunk, int line, int count);

    /** Adds the product of the tile with a factor to the sums over lines, or over entries. */
    void add(boolean overLines, int part, int chunk, int line, int count);
  }
}
