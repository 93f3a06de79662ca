package org.mahnmf.problem;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.mahnmf.matrix.DenseMatrix;

/**
 * Everything that concerns one factor: the set it lies in, prices of single entries, smooth prices,
 * at most one proximal price. Immutable; {@link #with} returns a new side.
 */
public final class Side {

  private static final Side NON_NEGATIVE = new Side(Box.NON_NEGATIVE, List.of(), List.of(), null);

  private final FeasibleSet set;
  private final List<EntryTerm> entries;
  private final List<SmoothTerm> smooth;
  private final ProximalTerm proximal;
  private final double linear;
  private final double quadratic;

  private Side(
      FeasibleSet set, List<EntryTerm> entries, List<SmoothTerm> smooth, ProximalTerm proximal) {
    if (proximal != null
        && !(set.isEntrywise() && set.lower() == 0 && set.upper() == Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "'"
              + proximal.name()
              + "' and '"
              + set.name()
              + "' on one side do not compose: applying both is not the joint step; keep one of them");
    }
    this.set = set;
    this.entries = List.copyOf(entries);
    this.smooth = List.copyOf(smooth);
    this.proximal = proximal;
    this.linear = entries.stream().mapToDouble(EntryTerm::linear).sum();
    this.quadratic = entries.stream().mapToDouble(EntryTerm::quadratic).sum();
  }

  /** Returns the side that only asks for non-negative entries. */
  public static Side nonNegative() {
    return NON_NEGATIVE;
  }

  /**
   * Returns a side with one more term.
   *
   * @param term a feasible set (replaces plain non-negativity), a price of single entries, a smooth
   *     or a proximal term
   */
  public Side with(Term term) {
    if (term instanceof FeasibleSet feasible) {
      if (!set.equals(Box.NON_NEGATIVE)) {
        throw new IllegalArgumentException(
            "'"
                + feasible.name()
                + "' and '"
                + set.name()
                + "' on one side do not compose: projecting onto one and then the other is not the"
                + " projection onto both; keep one of them");
      }
      return new Side(feasible, entries, smooth, proximal);
    }
    if (term instanceof EntryTerm price) {
      List<EntryTerm> more = new ArrayList<>(entries);
      more.add(price);
      return new Side(set, more, smooth, proximal);
    }
    if (term instanceof SmoothTerm price) {
      List<SmoothTerm> more = new ArrayList<>(smooth);
      more.add(price);
      return new Side(set, entries, more, proximal);
    }
    if (term instanceof ProximalTerm price) {
      if (proximal != null) {
        throw new IllegalArgumentException(
            "a side takes one proximal term but '"
                + proximal.name()
                + "' and '"
                + price.name()
                + "' are given");
      }
      return new Side(set, entries, smooth, price);
    }
    throw new IllegalArgumentException(
        "'"
            + term.name()
            + "' is neither a feasible set nor a price of entries nor a smooth or proximal term");
  }

  /** Returns the set that the factor lies in. */
  public FeasibleSet set() {
    return set;
  }

  /** Returns the prices of single entries. */
  public List<EntryTerm> entries() {
    return entries;
  }

  /**
   * Returns this side with other prices of single entries.
   *
   * @param prices instead of the present ones
   */
  public Side withEntries(List<EntryTerm> prices) {
    return new Side(set, prices, smooth, proximal);
  }

  /** Returns μ: what an entry pays per unit, by all its {@link #entries()}. */
  public double linear() {
    return linear;
  }

  /** Returns λ: an entry x pays ½λx², by all its {@link #entries()}. */
  public double quadratic() {
    return quadratic;
  }

  /** Returns the smooth terms. */
  public List<SmoothTerm> smooth() {
    return smooth;
  }

  /** Returns the proximal term, if any. */
  public Optional<ProximalTerm> proximal() {
    return Optional.ofNullable(proximal);
  }

  /** Returns every piece: the set, then the prices. */
  public List<Term> terms() {
    List<Term> all = new ArrayList<>();
    all.add(set);
    all.addAll(entries);
    all.addAll(smooth);
    proximal().ifPresent(all::add);
    return all;
  }

  /** Returns whether the columns of the factor can be found one by one. */
  public boolean isSeparable() {
    return terms().stream().noneMatch(Term::couplesColumns);
  }

  /**
   * Takes a factor to the minimiser of ½‖· − F‖² + step · (entries' prices + proximal price) over
   * the set. With λ and μ of the entries the sum is, but for a constant, (1 + λ·step)/2 times the
   * squared distance to (F − μ·step)/(1 + λ·step), so projection or prox of that point is exact.
   *
   * @param factor <em>modified</em>
   * @param step weight of the prices
   */
  public void apply(DenseMatrix factor, double step) {
    double shrink = 1 / (1 + quadratic * step);
    if (!entries.isEmpty()) {
      double[] f = factor.array();
      double less = linear * step;
      for (int i = 0; i < f.length; i++) {
        f[i] = (f[i] - less) * shrink;
      }
    }
    if (proximal != null) {
      proximal.prox(factor, step * shrink);
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
  public double entryPrice(DenseMatrix factor, int column) {
    double price = 0;
    for (int l = 0; l < factor.rows() && !entries.isEmpty(); l++) {
      double x = factor.get(l, column);
      price += (linear + .5 * quadratic * x) * x;
    }
    return price;
  }

  /**
   * Returns the prices by name; a set costs nothing and is left out.
   *
   * @param factor <em>not modified</em>
   */
  public Map<String, Double> prices(DenseMatrix factor) {
    Map<String, Double> prices = new LinkedHashMap<>();
    for (EntryTerm term : entries) {
      double sum = 0;
      for (double x : factor.array()) {
        sum += (term.linear() + .5 * term.quadratic() * x) * x;
      }
      prices.merge(term.name(), sum, Double::sum);
    }
    for (SmoothTerm term : smooth) {
      prices.merge(term.name(), term.value(factor), Double::sum);
    }
    if (proximal != null) {
      prices.merge(proximal.name(), proximal.value(factor), Double::sum);
    }
    return prices;
  }

  /**
   * Returns the sum of the prices.
   *
   * @param factor <em>not modified</em>
   */
  public double price(DenseMatrix factor) {
    double sum = 0;
    for (double price : prices(factor).values()) {
      sum += price;
    }
    return sum;
  }

  /**
   * Returns whether a smaller factor costs less or is easier to keep within the set. Such a side is
   * void if the other factor may grow in exchange (errata 18).
   */
  public boolean dependsOnScale() {
    return !isEntrywise();
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
    return new Side(new Box(set.lower(), Math.max(set.lower(), upper)), entries, smooth, proximal);
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
    return set.isEntrywise() && entries.isEmpty() && smooth.isEmpty() && proximal == null;
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
    List<EntryTerm> newEntries = new ArrayList<>();
    for (EntryTerm term : entries) {
      newEntries.add((EntryTerm) change.apply(term));
    }
    List<SmoothTerm> newSmooth = new ArrayList<>();
    for (SmoothTerm term : smooth) {
      newSmooth.add((SmoothTerm) change.apply(term));
    }
    return new Side(
        (FeasibleSet) change.apply(set),
        newEntries,
        newSmooth,
        proximal == null ? null : (ProximalTerm) change.apply(proximal));
  }
}
