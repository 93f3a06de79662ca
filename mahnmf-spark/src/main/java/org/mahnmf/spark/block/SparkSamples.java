package org.mahnmf.spark.block;

import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.storage.StorageLevel;
import org.mahnmf.base.Workers;
import org.mahnmf.checkpoint.State;
import org.mahnmf.internal.admm.AdmmBlock;
import org.mahnmf.internal.admm.AdmmSamples;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.problem.Factor;
import org.mahnmf.problem.Objective;
import org.mahnmf.problem.Problem;
import org.mahnmf.spark.file.CheckpointFolder;
import org.mahnmf.spark.file.SavedRun;

/**
 * The samples of an ADMM run in the partitions of a Spark cluster.
 *
 * <p>Calls that need no answer wait; the next one that does takes them along in one job. A job
 * sends them to the blocks in a broadcast (at most two matrices of the basis's size), makes a new
 * dataset of states from the last, and gets back the sums of the blocks (one such matrix and a rank
 * x rank one). Nothing that travels grows with the number of samples. Sums are added in the order
 * of the partitions, so they do not depend on who was first.
 *
 * <p>A state is never changed, so that a lost one can be made again from those before. Every so
 * often the states are saved in files, which ends the chain, see {@link SavedRun}.
 */
final class SparkSamples implements AdmmSamples {

  private static final StorageLevel KEPT = StorageLevel.MEMORY_AND_DISK();

  /** A call on its way to the blocks; what it captures goes along. */
  @FunctionalInterface
  private interface Command extends Serializable {
    void apply(AdmmBlock block, BlockReply reply);
  }

  private final JavaSparkContext spark;
  private final JavaRDD<Block> blocks;
  private final CodesTerms terms;
  private final Problem problem;
  private final Optional<CheckpointFolder> folder;
  private final List<Command> waiting = new ArrayList<>();

  /** What a lost state may have to be made again from. */
  private final List<Broadcast<List<Command>>> sent = new ArrayList<>();

  private JavaRDD<BlockState> states;
  private DenseMatrix lastBasis;

  /** Takes over blocks, one per partition, persisted. */
  SparkSamples(
      JavaRDD<Block> blocks, CodesTerms terms, Problem problem, Optional<CheckpointFolder> folder) {
    this.spark = JavaSparkContext.fromSparkContext(blocks.context());
    this.blocks = blocks;
    this.terms = terms;
    this.problem = problem;
    this.folder = folder;
  }

  /** Gives the blocks their first states, not computed yet, unless a checkpoint does. */
  void begin(JavaRDD<BlockState> first) {
    states = first.persist(KEPT);
  }

  @Override
  public Workers workers() {
    return Block.workers();
  }

  @Override
  public double stepCodes(double tau, DenseMatrix basis, DenseMatrix product, double[] gram) {
    DenseMatrix sent = sendable(basis);
    BlockReply reply =
        ask(
            (block, own) -> {
              DenseMatrix sum = new DenseMatrix(sent.rows(), sent.columns());
              own.gram = new double[sent.rows() * sent.rows()];
              own.stretch = block.stepCodes(tau, sent, sum, own.gram);
              own.product = sum.array();
            });
    System.arraycopy(reply.product, 0, product.array(), 0, reply.product.length);
    System.arraycopy(reply.gram, 0, gram, 0, gram.length);
    return reply.stretch;
  }

  @Override
  public void stepBasis(double tau, DenseMatrix solved, DenseMatrix basis) {
    DenseMatrix before = solved.copy();
    DenseMatrix sent = sendable(basis);
    waiting.add((block, own) -> block.stepBasis(tau, before, sent));
  }

  @Override
  public void gram(double[] gram) {
    int size = gram.length;
    BlockReply reply =
        ask(
            (block, own) -> {
              own.gram = new double[size];
              block.gram(own.gram);
            });
    System.arraycopy(reply.gram, 0, gram, 0, size);
  }

  @Override
  public Objective evaluate(DenseMatrix basis) {
    DenseMatrix sent = sendable(basis);
    BlockReply reply = ask((block, own) -> own.objective(block.evaluate(sent)));
    Map<String, Double> penalties = problem.side(Factor.BASIS).penalties(basis);
    penalties.forEach((name, value) -> reply.objective.merge(name, value, Double::sum));
    return new Objective(reply.objective);
  }

  @Override
  public void keepBest() {
    waiting.add((block, own) -> block.keepBest());
  }

  @Override
  public void tighten(double factor, DenseMatrix basis) {
    DenseMatrix sent = sendable(basis);
    waiting.add((block, own) -> block.tighten(factor, sent));
  }

  @Override
  public void takeBack(DenseMatrix basis) {
    DenseMatrix sent = sendable(basis);
    waiting.add((block, own) -> block.takeBack(sent));
  }

  @Override
  public void vanish() {
    waiting.add((block, own) -> block.vanish());
  }

  /** The same basis is sent once, however many commands name it. */
  private DenseMatrix sendable(DenseMatrix basis) {
    if (!basis.equals(lastBasis)) {
      lastBasis = basis.copy();
    }
    return lastBasis;
  }

  private BlockReply ask(Command last) {
    waiting.add(last);
    Broadcast<List<Command>> commands = spark.broadcast(new ArrayList<>(waiting));
    waiting.clear();
    CodesTerms ofCodes = terms;
    Problem all = CodesTerms.toSend(problem);
    JavaRDD<BlockState> next =
        blocks
            .zipPartitions(
                states, (own, before) -> advance(ofCodes, all, commands.value(), own, before))
            .persist(KEPT);
    BlockReply reply = BlockReply.of(next, BlockReply.FEW);
    folder.ifPresent(CheckpointFolder::countJob);
    states.unpersist(false);
    states = next;
    sent.add(commands);
    return reply;
  }

  private static Iterator<BlockState> advance(
      CodesTerms ofCodes,
      Problem all,
      List<Command> commands,
      Iterator<Block> own,
      Iterator<BlockState> before) {
    if (!own.hasNext()) {
      return Collections.emptyIterator();
    }
    Block samples = own.next();
    AdmmBlock block = new AdmmBlock(ofCodes.of(all, samples), samples.store(), before.next().tape);
    BlockReply reply = new BlockReply();
    commands.forEach(command -> command.apply(block, reply));
    return List.of(new BlockState(block.state(), reply)).iterator();
  }

  /** The codes and all that belongs to them is in the files beside the checkpoint. */
  @Override
  public void exchange(State state) {
    CheckpointFolder place = folder.orElseThrow();
    try {
      if (states == null) {
        place.requireStates(state.count(0));
        states = restored(place);
      } else {
        state.count(save(place));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the number of blocks. */
  private int save(CheckpointFolder place) throws IOException {
    if (!waiting.isEmpty()) {
      ask((block, own) -> {});
    }
    int written = place.writeStates(states.map(BlockState::withoutReply));
    states.unpersist(false);
    states = place.readStates(blocks, BlockState.class).persist(KEPT);
    forget();
    return written;
  }

  private JavaRDD<BlockState> restored(CheckpointFolder place) {
    JavaRDD<BlockState> read = place.readStates(blocks, BlockState.class).persist(KEPT);
    try {
      read.count();
    } catch (Exception e) { // Spark throws checked exceptions without declaring them
      throw place.damaged("the states of the blocks cannot be read", e);
    }
    return read;
  }

  /** Destroys the commands that made the states that are now in files. */
  private void forget() {
    sent.forEach(old -> old.destroy());
    sent.clear();
  }

  /** Gives memory back. */
  void close() {
    if (states != null) {
      states.unpersist(false);
    }
    forget();
  }
}
