package org.mahnmf.spark;

import java.io.Serializable;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.solver.AdmmBlock;

/** A call of {@link org.mahnmf.solver.AdmmSamples} on its way to the blocks. */
interface Command extends Serializable {

  /** Does it to a block. */
  void apply(AdmmBlock block, BlockReply reply);

  /** A basis on its way: rank x features, row-major. */
  final class Basis implements Serializable {

    private static final long serialVersionUID = 1;

    final int rank;
    final double[] entries;

    Basis(DenseMatrix basis) {
      this.rank = basis.rows();
      this.entries = basis.array().clone();
    }

    DenseMatrix matrix() {
      return DenseMatrix.wrap(rank, entries.length / rank, entries);
    }
  }

  /** See {@link org.mahnmf.solver.AdmmSamples#stepCodes}. */
  final class StepCodes implements Command {

    private static final long serialVersionUID = 1;

    private final double tau;
    private final Basis basis;

    StepCodes(double tau, Basis basis) {
      this.tau = tau;
      this.basis = basis;
    }

    @Override
    public void apply(AdmmBlock block, BlockReply reply) {
      reply.product = new double[basis.entries.length];
      reply.gram = new double[basis.rank * basis.rank];
      DenseMatrix product =
          DenseMatrix.wrap(basis.rank, basis.entries.length / basis.rank, reply.product);
      reply.stretch = block.stepCodes(tau, basis.matrix(), product, reply.gram);
    }
  }

  /** See {@link org.mahnmf.solver.AdmmSamples#stepBasis}. */
  final class StepBasis implements Command {

    private static final long serialVersionUID = 1;

    private final double tau;
    private final Basis solved;
    private final Basis basis;

    StepBasis(double tau, Basis solved, Basis basis) {
      this.tau = tau;
      this.solved = solved;
      this.basis = basis;
    }

    @Override
    public void apply(AdmmBlock block, BlockReply reply) {
      block.stepBasis(tau, solved.matrix(), basis.matrix());
    }
  }

  /** See {@link org.mahnmf.solver.AdmmSamples#gram}. */
  final class Gram implements Command {

    private static final long serialVersionUID = 1;

    private final int rank;

    Gram(int rank) {
      this.rank = rank;
    }

    @Override
    public void apply(AdmmBlock block, BlockReply reply) {
      reply.gram = new double[rank * rank];
      block.gram(reply.gram);
    }
  }

  /** See {@link org.mahnmf.solver.AdmmSamples#evaluate}. */
  final class Evaluate implements Command {

    private static final long serialVersionUID = 1;

    private final Basis basis;

    Evaluate(Basis basis) {
      this.basis = basis;
    }

    @Override
    public void apply(AdmmBlock block, BlockReply reply) {
      reply.objective(block.evaluate(basis.matrix()));
    }
  }

  /** See {@link org.mahnmf.solver.AdmmSamples#keepBest}. */
  final class KeepBest implements Command {

    private static final long serialVersionUID = 1;

    @Override
    public void apply(AdmmBlock block, BlockReply reply) {
      block.keepBest();
    }
  }

  /** See {@link org.mahnmf.solver.AdmmSamples#tighten}. */
  final class Tighten implements Command {

    private static final long serialVersionUID = 1;

    private final double factor;
    private final Basis basis;

    Tighten(double factor, Basis basis) {
      this.factor = factor;
      this.basis = basis;
    }

    @Override
    public void apply(AdmmBlock block, BlockReply reply) {
      block.tighten(factor, basis.matrix());
    }
  }

  /** See {@link org.mahnmf.solver.AdmmSamples#takeBack}. */
  final class TakeBack implements Command {

    private static final long serialVersionUID = 1;

    private final Basis basis;

    TakeBack(Basis basis) {
      this.basis = basis;
    }

    @Override
    public void apply(AdmmBlock block, BlockReply reply) {
      block.takeBack(basis.matrix());
    }
  }

  /** See {@link org.mahnmf.solver.AdmmSamples#vanish}. */
  final class Vanish implements Command {

    private static final long serialVersionUID = 1;

    @Override
    public void apply(AdmmBlock block, BlockReply reply) {
      block.vanish();
    }
  }
}
