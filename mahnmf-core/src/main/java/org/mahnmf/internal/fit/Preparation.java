package org.mahnmf.internal.fit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.mahnmf.base.Workers;
import org.mahnmf.internal.search.ColumnCaps;
import org.mahnmf.internal.sparse.SparseStore;
import org.mahnmf.internal.store.DenseStore;
import org.mahnmf.internal.symmetric.SymmetricCheck;
import org.mahnmf.matrix.Observations;
import org.mahnmf.matrix.SparseMatrix;
import org.mahnmf.problem.Box;
import org.mahnmf.problem.Factor;
import org.mahnmf.problem.Factors;
import org.mahnmf.problem.Loss;
import org.mahnmf.problem.Problem;
import org.mahnmf.problem.Side;
import org.mahnmf.problem.Sides;
import org.mahnmf.problem.Store;
import org.mahnmf.problem.Units;
import org.mahnmf.solver.Solver;
import org.mahnmf.solver.Support;
import org.mahnmf.term.Ridge;

/**
 * The table in a store of its own units, and the problem on it. The terms in the user's units are
 * completed here, when the start and the ridge are known.
 */
final class Preparation {

  private final Plan plan;
  private final Observations given;
  private final Observations observations;
  private final List<String> notes = new ArrayList<>();
  private final Fit.Clock clock;
  private final Workers workers;
  private final ColumnCaps caps;
  private Store store;
  private Units units;
  private Problem plain;
  private Side basis;
  private Side codes;
  private TableFacts facts;

  /**
   * Prepares a fit.
   *
   * @param given what the record speaks of
   * @param observations the same in units of its own, or itself
   */
  Preparation(
      Plan plan, Observations given, Observations observations, Fit.Clock clock, Workers workers) {
    this.plan = plan;
    this.given = given;
    this.observations = observations;
    this.clock = clock;
    this.workers = workers;
    observations.requireNoEmptyLines();
    caps = hasCaps() ? ColumnCaps.of(observations) : ColumnCaps.none(observations);
    plan.control().checkpoint().identify(() -> FitIdentity.of(plan, facts()));
    clock.resume();
    boundWhatScaleMakesVoid();
    open();
    tellPrecision();
    Problem asked = Ridge.on(plain, plan.choosesRidge() ? 1 : plan.givenRidge(store.extent()));
    Solver solver = plan.method().solver();
    Loss loss = plan.target().loss();
    Support support =
        solver.takes(loss)
            ? solver.support(asked)
            : Support.refuse(solver.name(), loss.name(), "it asks for |e| + ½αe²; use 'admm'");
    if (!support.isFull()) {
      throw new IllegalArgumentException(support.refusal());
    }
  }

  Observations observations() {
    return observations;
  }

  /** The table with caps on its wild cells, as solvers see it. */
  Observations capped() {
    return caps.seen();
  }

  ColumnCaps caps() {
    return caps;
  }

  /** What the caps take from the loss, in the user's units. */
  double excess() {
    return caps.excess();
  }

  Fit.Clock clock() {
    return clock;
  }

  /** What a person should know; more may be added. */
  List<String> notes() {
    return notes;
  }

  Units units() {
    return units;
  }

  Store store() {
    return store;
  }

  /** The problem without the ridge that is chosen or given as a share. */
  Problem plain() {
    return plain;
  }

  /** The terms on both factors, in the user's units. */
  Sides sides() {
    return new Sides(basis, codes, Optional.empty());
  }

  TableFacts facts() {
    if (facts == null) {
      facts = TableFacts.of(given);
    }
    return facts;
  }

  private void boundWhatScaleMakesVoid() {
    basis = plan.target().basis();
    codes = plan.target().codes();
    if (plan.method().solver().isAsPublished() || plan.ridgeShare() > 0) {
      return; // it refuses such terms by name; and a ridge on both factors leaves nothing void
    }
    Sides sides = Sides.bounded(basis, codes);
    basis = sides.basis();
    codes = sides.codes();
    sides.note().ifPresent(notes::add);
  }

  /** Wild cells set no scale: exact for |e| alone. */
  private boolean hasCaps() {
    Loss loss = plan.target().loss();
    return loss.isKinked()
        && loss.curvature() == 0
        && !plan.target().symmetric()
        && !plan.method().solver().isAsPublished();
  }

  /** Opens the store of the table under its caps, and states the problem. */
  void open() {
    store = newStore();
    units = Units.of(store.scale());
    plain = problem();
  }

  /**
   * Raises the caps on wild cells where something fitted comes near them, and states the problem
   * anew, with the ridge that is known by now.
   *
   * @param fitted in the units of the store
   * @return the same in those of the new store, or nothing if no cap was raised
   */
  Optional<Factors> raiseCaps(Factors fitted) {
    Factors inUsers = times(fitted, units.basis(), units.codes());
    if (!caps.raise(inUsers.basis(), inUsers.codes())) {
      return Optional.empty();
    }
    open();
    return Optional.of(times(inUsers, 1 / units.basis(), 1 / units.codes()));
  }

  /** Whether factors in the units of the store would raise a cap. */
  boolean areCapsLow(Factors fitted) {
    Factors inUsers = times(fitted, units.basis(), units.codes());
    return caps.areLow(inUsers.basis(), inUsers.codes());
  }

  private static Factors times(Factors factors, double ofBasis, double ofCodes) {
    return new Factors(factors.basis().times(ofBasis), factors.codes().times(ofCodes));
  }

  private Store newStore() {
    boolean isSparse = observations.values() instanceof SparseMatrix;
    if (plan.target().symmetric()) {
      SymmetricCheck.require(observations);
      return isSparse
          ? SparseStore.scaledByFours(observations, workers)
          : DenseStore.scaledByFours(observations, plan.precision(), workers);
    }
    if (plan.method().solver().isAsPublished()) {
      // The printed methods smooth zeros like any other entry, which only a dense store does.
      return DenseStore.unscaled(observations, workers);
    }
    return isSparse
        ? SparseStore.scaled(caps.seen(), workers)
        : DenseStore.scaled(caps.seen(), plan.precision(), workers);
  }

  private void tellPrecision() {
    if (store.precision() != plan.precision()) {
      notes.add(
          "The table was kept in "
              + store.precision()
              + " precision: "
              + (store.isSparse() ? "sparse tables" : "as-published runs")
              + " know no other.");
    }
  }

  private Problem problem() {
    Plan.Target target = plan.target();
    Side codesHere = codes.rescaled(units.codes(), store.scale());
    if (target.symmetric()) {
      requirePlainSides();
      return Problem.symmetric(store.extent(), target.rank(), target.loss(), codesHere);
    }
    return new Problem(
        store.extent(),
        target.rank(),
        target.loss().rescaled(store.scale()),
        basis.rescaled(units.basis(), store.scale()),
        codesHere);
  }

  private void requirePlainSides() {
    boolean isPlain =
        plan.target().loss().curvature() == 0
            && isPlain(basis)
            && isPlain(codes)
            && basis.set().equals(Box.NON_NEGATIVE)
            && codes.set().equals(Box.NON_NEGATIVE);
    if (!isPlain) {
      throw new IllegalArgumentException(
          "the symmetric problem takes no further terms, save penalties on single entries, and no other"
              + " loss, but "
              + plan.target().loss().name()
              + ", "
              + basis.terms()
              + " and "
              + codes.terms()
              + " are given");
    }
    if (!basis.entries().equals(codes.entries())) {
      throw new IllegalArgumentException(
          "the factors of the symmetric problem are one matrix, but the basis has "
              + basis.entries()
              + " and the codes "
              + codes.entries()
              + "; put the same on both");
    }
  }

  /**
   * Fills in what terms take from the (first) start, here and in the user's units.
   *
   * @return the complete problem
   */
  Problem resolved(Problem problem, Factors start) {
    Side basisHere = problem.side(Factor.BASIS).resolved(start.basis());
    Side codesHere = problem.side(Factor.CODES).resolved(start.codes());
    basis = basisHere.rescaled(1 / units.basis(), 1 / store.scale());
    codes = codesHere.rescaled(1 / units.codes(), 1 / store.scale());
    return new Problem(problem.extent(), problem.rank(), problem.loss(), basisHere, codesHere);
  }

  /** Whether terms take something from a start. */
  boolean needsStart() {
    return !plain.isSymmetric()
        && !(isPlain(plain.side(Factor.BASIS)) && isPlain(plain.side(Factor.CODES)));
  }

  private static boolean isPlain(Side side) {
    return side.withEntries(List.of()).isEntrywise();
  }

  /** Adds the ridge, once it is known, to the terms in the user's units. */
  void putRidge(double weight) {
    if (weight > 0) {
      basis = basis.with(new Ridge(weight));
      codes = codes.with(new Ridge(weight));
    }
  }
}
