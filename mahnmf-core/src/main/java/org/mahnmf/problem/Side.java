package org.mahnmf.problem;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.mahnmf.base.Check;
import org.mahnmf.matrix.DenseMatrix;

/**
 * Everything that concerns one factor: the set it lies in, penalties of single entries, smooth
 * penalties, at most one proximal penalty. {@link #with} returns a new side.
 *
 * @param set that the factor lies in
 * @param entries penalties of single entries
 * @param smooth smooth terms
 * @param proximals one proximal term or none
 */
public record Side(
    FeasibleSet set, List<EntryTerm> entries, List<SmoothTerm> smooth, List<ProximalTerm> proximals)
    implements Serializable {

  /** Checks that the terms can be applied together. */
  public Side {
    if (proximals.size() > 1) {
      throw new IllegalArgumentException(
          "a side takes one proximal term but '%s' and '%s' are given"
              .formatted(proximals.get(0).name(), proximals.get(1).name()));
    }
    if (!proximals.isEmpty() && !set.equals(Box.NON_NEGATIVE)) {
      throw new IllegalArgumentException(
          "'%s' and '%s' on one side do not compose: applying both is not the joint step; keep one of them"
              .formatted(proximals.get(0).name(), set.name()));
    }
    entries = List.copyOf(entries);
    smooth = List.copyOf(smooth);
    proximals = List.copyOf(proximals);
  }

  private static Side of(List<Term> pieces) {
    return new Side(
        only(FeasibleSet.class, pieces).get(0),
        only(EntryTerm.class, pieces),
        only(SmoothTerm.class, pieces),
        only(ProximalTerm.class, pieces));
  }

  private static <T> List<T> only(Class<T> kind, List<Term> pieces) {
    return pieces.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  /** Returns the side that only asks for non-negative entries. */
  public static Side nonNegative() {
    return of(List.of(Box.NON_NEGATIVE));
  }

  /**
   * Returns a side with one more term.
   *
   * @param term a feasible set (replaces plain non-negativity), a penalty of single entries, a
   *     smooth or a proximal term
   */
  public Side with(Term term) {
    List<Term> more = terms();
    if (term instanceof FeasibleSet feasible) {
      Check.that(
          "'%s' and '%s' on one side do not compose: projecting onto one and then the other is not"
              + " the projection onto both; keep one of them",
          set.equals(Box.NON_NEGATIVE), feasible.name(), set.name());
      more.remove(set);
    }
    Check.that(
        "'%s' is neither a feasible set nor a penalty of entries nor a smooth or proximal term",
        term instanceof FeasibleSet
            || term instanceof EntryTerm
            || term instanceof SmoothTerm
            || term instanceof ProximalTerm,
        term.name());
    more.add(term);
    return of(more);
  }

  /**
   * Returns this side with other penalties of single entries.
   *
   * @param penalties instead of the present ones
   */
  public Side withEntries(List<EntryTerm> penalties) {
    List<Term> pieces = terms();
    pieces.removeAll(entries);
    pieces.addAll(penalties);
    return of(pieces);
  }

  /** Returns μ: what an entry pays per unit, by all its {@link #entries()}. */
  public double linear() {
    return entries.isEmpty() ? 0 : entries.stream().mapToDouble(EntryTerm::linear).sum();
  }

  /** Returns λ: an entry x pays ½λx², by all its {@link #entries()}. */
  public double quadratic() {
    return entries.isEmpty() ? 0 : entries.stream().mapToDouble(EntryTerm::quadratic).sum();
  }

  /** Returns the proximal term, if any. */
  public Optional<ProximalTerm> proximal() {
    return proximals.stream().findFirst();
  }

  /** Returns every piece: the set, then the penalties. */
  public List<Term> terms() {
    List<Term> all = new ArrayList<>();
    all.add(set);
    all.addAll(entries);
    all.addAll(smooth);
    all.addAll(proximals);
    return all;
  }

  /** Returns whether the columns of the factor can be found one by one. */
  public boolean isSeparable() {
    return terms().stream().noneMatch(Term::couplesColumns);
  }

  /**
   * Takes a factor to the minimiser of ½‖· − F‖² + step · (entries' penalties + proximal penalty)
   * over the set. With λ and μ of the entries the sum is, but for a constant, (1 + λ·step)/2 times
   * the squared distance to (F − μ·step)/(1 + λ·step), so projection or prox of that point is
   * exact.
   *
   * @param factor <em>modified</em>
   * @param step weight of the penalties
   */
  public void apply(DenseMatrix factor, double step) {
    double shrink = 1 / (1 + quadratic() * step);
    if (!entries.isEmpty()) {
      double[] f = factor.array();
      double less = linear() * step;
      for (int i = 0; i < f.length; i++) {
        f[i] = (f[i] - less) * shrink;
      }
    }
    if (!proximals.isEmpty()) {
      proximals.get(0).prox(factor, step * shrink);
    } else {
      set.project(factor);
    }
  }

  /**
   * Returns what a column of the factor pays by its single entries.
   *
   * @param factor <em>not modified</em>
   * @param column which
   */
  public double entryPenalty(DenseMatrix factor, int column) {
    double penalty = 0;
    double linear = linear();
    double quadratic = quadratic();
    for (int l = 0; l < factor.rows() && !entries.isEmpty(); l++) {
      double x = factor.get(l, column);
      penalty += (linear + .5 * quadratic * x) * x;
    }
    return penalty;
  }

  /**
   * Returns the penalties by name; a set costs nothing and is left out.
   *
   * @param factor <em>not modified</em>
   */
  public Map<String, Double> penalties(DenseMatrix factor) {
    Map<String, Double> penalties = new LinkedHashMap<>();
    for (EntryTerm term : entries) {
      double sum = 0;
      for (double x : factor.array()) {
        sum += (term.linear() + .5 * term.quadratic() * x) * x;
      }
      penalties.merge(term.name(), sum, Double::sum);
    }
    for (SmoothTerm term : smooth) {
      penalties.merge(term.name(), term.value(factor), Double::sum);
    }
    proximals.forEach(term -> penalties.merge(term.name(), term.value(factor), Double::sum));
    return penalties;
  }

  /**
   * Returns the sum of the penalties.
   *
   * @param factor <em>not modified</em>
   */
  public double penalty(DenseMatrix factor) {
    return penalties(factor).values().stream().reduce(0., Double::sum);
  }

  /** Returns whether the set bounds the entries from above. */
  public boolean isBounded() {
    return set.upper() < Double.POSITIVE_INFINITY;
  }

  /**
   * Returns this side with its entries bounded from above; its lower bound wins if it is larger.
   *
   * @param upper largest entry
   */
  public Side cappedAt(double upper) {
    Box box = new Box(set.lower(), Math.max(set.lower(), upper));
    return mapped(term -> term == set ? box : term);
  }

  /** Returns what this side, on the codes, means for one sample that stands alone. */
  public SampleRule sampleRule() {
    SampleRule rule = SampleRule.NON_NEGATIVE;
    for (Term term : terms()) {
      rule = term.forSample(rule);
    }
    return rule;
  }

  /**
   * Returns this side with what its terms take from the starting point filled in.
   *
   * @param start the factor before the first step, in the units of this side; <em>not modified</em>
   */
  public Side resolved(DenseMatrix start) {
    return mapped(term -> term.resolved(start));
  }

  /** Returns whether nothing but bounds of single entries rules this side. */
  public boolean isEntrywise() {
    return set.isEntrywise() && entries.isEmpty() && smooth.isEmpty() && proximals.isEmpty();
  }

  /**
   * Returns this side in scaled units, see {@link Term#rescaled}.
   *
   * @param factorScale what the factor is divided by
   * @param objectiveScale what the objective is divided by
   */
  public Side rescaled(double factorScale, double objectiveScale) {
    return mapped(term -> term.rescaled(factorScale, objectiveScale));
  }

  private Side mapped(UnaryOperator<Term> change) {
    return of(terms().stream().map(change).toList());
  }
}
