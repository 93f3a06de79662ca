package org.mahnmf.internal.encode;

import java.util.Arrays;
import java.util.stream.DoubleStream;
import org.mahnmf.internal.kernel.Chunks;
import org.mahnmf.internal.kernel.Loops;
import org.mahnmf.internal.kernel.Products;

/**
 * The state of one sample in {@link BlockAdmm}: everything but the products, which samples take
 * together. Rows of features are cut into chunks. A lane serves one sample after another.
 */
final class BlockLane {

  /** Penalty's inverse, relative to the size of the residuals. */
  private static final double THETA = .3;

  private static final double RELAX = 1.7;

  /** The size of residuals is at least this part of the sample's mean. */
  private static final double LEAST_SIZE = 1e-9;

  /** An objective below this part of the sample is rounding. */
  private static final double PERFECT = 1e-13;

  /** Steps before the penalty is first balanced; then again after half as many more, and so on. */
  private static final int FIRST_BALANCE = 20;

  /** Steps before a first guess at the pieces where the method will end. */
  private static final int FIRST_POLISH = 100;

  /** The penalty stays where its two residuals are within this factor of each other. */
  private static final double BALANCED = 1.5;

  /** No change of the penalty is larger than this factor. */
  private static final double LARGEST_CHANGE = 10;

  private static final double[] ZEROS = new double[Chunks.LONGEST];

  private final Chunks chunks;
  final double[][] x;

  /**
   * Rows of their own where a sample has weights, or {@link Loops#ONES}; likewise the quadratic
   * part.
   */
  final double[][] om;

  final double[][] quad;
  private final double[] best;
  private final double[] scratch;
  private final double[] minimiser;
  private final double[] before;
  private final double[] fitBefore;
  double[][] polishedDual;
  double[] polished;

  /** ADMM's dual and T = x − E + a, by chunk. */
  final double[][] a;

  final double[][] t;

  /** N·T of the last step; N·a where it was asked for. */
  final double[] productOfT;

  final double[] productOfDual;

  /** N·om, where codes have no upper bound. */
  final double[] productOfWeights;

  /** The codes: of the least squares problem, and those that obey the rule. */
  final double[] h;

  final double[] z;
  private final double[] split;

  int sample;
  ScaledRule rule;
  boolean quadratic;
  private double absoluteSum;
  private double weightSum;
  private double meanWeight;
  double tau;

  /** The steps taken so far. */
  int steps;

  private int nextCheck;
  private int nextBalance;
  private int nextPolish;
  private double primalResidual;
  private double dualResidual;
  private double fitLoss;
  private double fitRoots;
  private double objective;

  /** No codes have a lower objective. */
  double bound;

  BlockLane(BlockBasis basis) {
    chunks = basis.chunks;
    x = newRows();
    om = new double[chunks.count()][];
    quad = new double[chunks.count()][];
    a = newRows();
    t = newRows();
    int rank = basis.rank;
    productOfT = new double[rank];
    productOfDual = new double[rank];
    productOfWeights = new double[rank];
    h = new double[rank];
    z = new double[rank];
    split = new double[rank];
    best = new double[rank];
    scratch = new double[rank];
    minimiser = new double[rank];
    int longest = Math.max(rank, Math.min(chunks.along(), Chunks.LONGEST));
    before = new double[longest];
    fitBefore = new double[longest];
  }

  private double[][] newRows() {
    double[][] rows = new double[chunks.count()][];
    Arrays.setAll(rows, c -> new double[chunks.length(c)]);
    return rows;
  }

  /** Sums weights and weighted entries, what stands for the penalty included. */
  private void sumUp(SampleSource open) {
    weightSum = 0;
    absoluteSum = 0;
    int observed = 0;
    for (int i = 0; i < open.om.length; i++) {
      weightSum += open.om[i];
      absoluteSum += open.om[i] * open.x[i];
      observed += open.om[i] > 0 ? 1 : 0;
    }
    meanWeight = weightSum / observed;
  }

  /** Takes the open sample, with T = the observed x; its source is <em>not kept</em>. */
  void load(SampleSource open) {
    sample = open.number;
    rule = open.rule;
    quadratic = Loops.max(open.quad) > 0;
    sumUp(open);
    boolean weighted = DoubleStream.of(open.om).anyMatch(weight -> weight != 1);
    for (int c = 0; c < x.length; c++) {
      int begin = chunks.begin(c);
      om[c] = weighted ? copy(open.om, c, om[c], Loops.ONES) : Loops.ONES;
      quad[c] = quadratic ? copy(open.quad, c, quad[c], ZEROS) : ZEROS;
      System.arraycopy(open.x, begin, x[c], 0, x[c].length);
      System.arraycopy(open.x, begin, t[c], 0, x[c].length); // 0 where nothing is observed
      Arrays.fill(a[c], 0);
    }
    Arrays.fill(z, 0);
    Arrays.fill(split, 0);
    steps = 0;
    nextCheck = BlockAdmm.FIRST_CHECK;
    nextBalance = FIRST_BALANCE;
    nextPolish = FIRST_POLISH;
    primalResidual = 0;
    dualResidual = 0;
    objective = Double.POSITIVE_INFINITY;
    bound = 0;
  }

  /** Copies a chunk into a row of its own, the last one unless it is the common row. */
  private double[] copy(double[] all, int chunk, double[] row, double[] common) {
    double[] own = row == null || row == common ? new double[chunks.length(chunk)] : row;
    System.arraycopy(all, chunks.begin(chunk), own, 0, own.length);
    return own;
  }

  /** The right-hand side of the least squares step: N·T + c(z + split), in place of N·T. */
  void addSplit() {
    for (int l = 0; l < z.length; l++) {
      productOfT[l] += ScaledBasis.SPLIT * (z[l] + split[l]);
    }
  }

  /** The start: z = h within the rule. */
  void startFromLeastSquares() {
    System.arraycopy(h, 0, z, 0, z.length);
    rule.project(z, scratch);
  }

  /** Whether the step that is under way measures how well the penalty is balanced. */
  private boolean isBalancing() {
    return steps + 1 >= nextBalance && steps + 1 == nextCheck;
  }

  /** The residual's step for a chunk: clips the dual and makes T of the fit p = Nᵀh. */
  void clip(int chunk, double[] p) {
    int n = chunks.length(chunk);
    double[] dual = a[chunk];
    if (isBalancing()) {
      System.arraycopy(dual, 0, before, 0, n);
      System.arraycopy(t[chunk], 0, fitBefore, 0, n);
      Loops.subtract(fitBefore, dual, n);
    }
    if (quadratic) {
      Loops.relaxedElasticDual(p, x[chunk], om[chunk], quad[chunk], dual, t[chunk], tau, RELAX, n);
    } else {
      Loops.relaxedDual(p, x[chunk], om[chunk], dual, t[chunk], tau, RELAX, n);
    }
    if (isBalancing()) {
      primalResidual += Loops.squaredDistance(dual, before, n);
      Loops.add(fitBefore, dual, n); // x − E = T − a
      dualResidual += Loops.squaredDistance(t[chunk], fitBefore, n);
    }
  }

  /** The codes' step: z = prox of the relaxed h less its multiplier. */
  void shrink() {
    System.arraycopy(z, 0, fitBefore, 0, z.length);
    System.arraycopy(split, 0, before, 0, z.length);
    for (int l = 0; l < h.length; l++) {
      h[l] = RELAX * h[l] + (1 - RELAX) * z[l] - split[l];
      z[l] = h[l];
    }
    rule.prox(z, tau / ScaledBasis.SPLIT, scratch);
    for (int l = 0; l < h.length; l++) {
      split[l] = z[l] - h[l];
    }
    if (isBalancing()) {
      primalResidual += ScaledBasis.SPLIT * Loops.squaredDistance(split, before, z.length);
      dualResidual += ScaledBasis.SPLIT * Loops.squaredDistance(z, fitBefore, z.length);
    }
    steps++;
  }

  boolean isDue(int most) {
    return steps == nextCheck || steps == most;
  }

  void beginEvaluation() {
    fitLoss = 0;
    fitRoots = 0;
  }

  /**
   * Adds what a chunk of the fit p = Nᵀz costs; at the start also the roots of its residuals. p is
   * <em>modified</em>: destroyed.
   */
  void evaluate(int chunk, double[] p, double[] row) {
    int n = chunks.length(chunk);
    Loops.loss(p, x[chunk], om[chunk], quad[chunk], row, n);
    fitLoss += Products.sum(row, n);
    if (steps == 0) {
      Loops.weightedRoots(p, om[chunk], row, n);
      fitRoots += Products.sum(row, n);
    }
  }

  /** Keeps z if its objective is the lowest so far. */
  void endEvaluation() {
    double value = fitLoss + rule.penalty(z);
    if (value < objective) {
      objective = value;
      System.arraycopy(z, 0, best, 0, z.length);
    }
  }

  /**
   * Sets the penalty from the start's residuals: by the square of their mean root, which gross
   * errors hardly move. Where a sample is zero wherever it is observed, the least codes are the
   * best and the start has found them.
   */
  void begin() {
    bound = absoluteSum > 0 ? 0 : objective;
    double root = fitRoots / weightSum;
    double size = Math.max(root * root, LEAST_SIZE * (absoluteSum / weightSum));
    tau = THETA * size / meanWeight;
  }

  /**
   * A lower bound from the dual point μ = −a/tau: loss(e) ≥ ⟨e, μ⟩ − loss*(μ) with e = Nᵀz − x, so
   * the optimum is at least min over z of ⟨z, Nμ⟩ + penalty(z) − ⟨x, μ⟩ − loss*(μ). A ridge, a box
   * or a ball makes that minimum finite for every μ. Else Nμ must not be negative, and mixing μ
   * with +om repairs it, since N·om ≥ 0; loss* is convex, and 0 at om.
   */
  void certify() {
    for (int l = 0; l < h.length; l++) {
      h[l] = -productOfDual[l] / tau; // h is free until the next step
    }
    double value = rule.isUnbounded() ? 0 : rule.least(h, minimiser, scratch);
    for (int c = 0; c < x.length; c++) {
      value += Loops.dot(x[c], a[c], x[c].length) / tau;
      value -= quadratic ? Loops.conjugate(a[c], om[c], quad[c], tau) : 0;
    }
    if (rule.isUnbounded()) {
      double mix = 0;
      for (int l = 0; l < h.length; l++) {
        double slope = h[l] + rule.slope(l);
        mix = slope < 0 ? Math.max(mix, -slope / (productOfWeights[l] - h[l])) : mix;
      }
      for (int l = 0; l < h.length; l++) {
        h[l] += mix * (productOfWeights[l] - h[l]);
      }
      value += mix * (-absoluteSum - value) + rule.least(h, minimiser, scratch);
    }
    if (value > bound) { // never if it is not a number
      bound = value;
    }
  }

  /**
   * Brings the last changes of the duals and of what they are the duals of to one size (Boyd et
   * al., <em>Distributed optimization and statistical learning via ADMM</em>, §3.4.1), ever more
   * seldom, so that the method converges.
   */
  void balance() {
    if (steps >= nextBalance && primalResidual > 0 && dualResidual > 0) {
      double factor = Math.sqrt(dualResidual / primalResidual);
      if (factor > BALANCED || factor < 1 / BALANCED) {
        rescale(Math.max(1 / LARGEST_CHANGE, Math.min(LARGEST_CHANGE, factor)));
      }
      nextBalance = steps + steps / 2;
    }
    primalResidual = 0;
    dualResidual = 0;
    nextCheck = BlockAdmm.checkAfter(steps);
  }

  /** Changes the penalty and keeps the true multipliers a/tau; N·T changes by what T does. */
  private void rescale(double factor) {
    tau *= factor;
    for (int c = 0; c < a.length; c++) {
      Products.add(t[c], factor - 1, a[c], t[c].length);
      Loops.scale(factor, a[c]);
    }
    Products.add(productOfT, factor - 1, productOfDual, productOfT.length);
    Loops.scale(factor, split);
  }

  /** Whether it is time to see where the pieces lead that the method has arrived at. */
  boolean isReadyToPolish() {
    return steps >= nextPolish;
  }

  /** Puts polished codes and dual in place of the method's own; returns whether there are any. */
  boolean polish(Polish polish) {
    nextPolish = steps + steps / 4;
    if (polishedDual == null) {
      polishedDual = newRows();
      polished = new double[z.length];
    }
    for (int c = 0; c < a.length; c++) {
      System.arraycopy(a[c], 0, polishedDual[c], 0, a[c].length);
    }
    System.arraycopy(z, 0, polished, 0, z.length);
    if (!polish.solve(this)) {
      return false;
    }
    exchangePolished();
    return true;
  }

  /** Takes polished codes and dual for the method's own, or back. */
  void exchangePolished() {
    for (int c = 0; c < a.length; c++) {
      double[] row = a[c];
      a[c] = polishedDual[c];
      polishedDual[c] = row;
    }
    for (int l = 0; l < z.length; l++) {
      double own = z[l];
      z[l] = polished[l];
      polished[l] = own;
    }
  }

  boolean isWithin(double tolerance) {
    return objective - bound <= tolerance * objective;
  }

  /** Whether the fit is perfect up to rounding, where no relative gap can be reached. */
  boolean isPerfect() {
    return objective <= PERFECT * absoluteSum;
  }

  /** Copies the best codes, in the units of the scaled basis. */
  void copyCodes(double[] out) {
    for (int l = 0; l < out.length; l++) {
      out[l] = best[l] / rule.norms()[l];
    }
  }
}
