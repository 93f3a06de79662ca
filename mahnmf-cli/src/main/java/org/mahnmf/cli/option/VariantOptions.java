package org.mahnmf.cli.option;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import org.mahnmf.MahNmf;
import org.mahnmf.Tradeoff;
import org.mahnmf.data.file.InputException;
import org.mahnmf.data.text.GraphFile;
import org.mahnmf.data.text.Labels;
import org.mahnmf.graph.Graph;
import org.mahnmf.graph.NeighborGraph;
import org.mahnmf.matrix.Observations;
import org.mahnmf.problem.Box;
import org.mahnmf.problem.Factor;
import org.mahnmf.problem.Term;
import org.mahnmf.term.ElasticNet;
import org.mahnmf.term.GraphSmoothness;
import org.mahnmf.term.GroupBall;
import org.mahnmf.term.GroupNorm;
import org.mahnmf.term.GroupSparse;
import org.mahnmf.term.Groups;
import org.mahnmf.term.Sparsity;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The paper's extensions (Section 4) as flags of {@code fit}. */
public final class VariantOptions {

  @Option(
      names = "--box",
      paramLabel = "LO,HI",
      description = "Keep all entries of both factors from LO to HI; HI may be inf.")
  private Box box;

  @Option(
      names = "--box-basis",
      paramLabel = "LO,HI",
      description = "The same for the basis alone.")
  private Box boxBasis;

  @Option(
      names = "--box-codes",
      paramLabel = "LO,HI",
      description = "The same for the codes alone.")
  private Box boxCodes;

  @Option(
      names = "--elastic",
      paramLabel = "ALPHA",
      description =
          "Add ALPHA/2 times the squared errors to the loss (elastic net). In mahnmf fit the weight"
              + " here, in --graph-weight and in --group-penalty may be auto: what predicts hidden"
              + " entries best.")
  private OptionalDouble elastic;

  @Option(
      names = "--graph",
      paramLabel = "GRAPH",
      description =
          "Neighbours get similar codes. GRAPH is knn:5 for the 5 nearest of each sample, weighed"
              + " by knn:5:binary (default), knn:5:heat or knn:5:cosine; or a file of edges, Matrix"
              + " Market or CSV lines FROM,TO[,WEIGHT] that count samples from 1.")
  private GraphOption graph;

  @Option(
      names = "--graph-weight",
      paramLabel = "BETA",
      description = "Weight of the graph (default: 1; fit: may be auto).")
  private OptionalDouble graphWeight;

  @Option(
      names = "--graph-side",
      paramLabel = "SIDE",
      description = "Whose columns the graph ties: codes (samples, default) or basis (features).")
  private Factor graphSide;

  @Option(
      names = "--group-ball",
      paramLabel = "SIDE:P:GAMMA",
      description =
          "Keep each group's l1,P norm of the basis or codes at most GAMMA, or with GAMMA%% at that"
              + " share of the start's norm; P is 2 or inf. Example: basis:inf:10%%.")
  private List<GroupOption> groupBalls = new ArrayList<>();

  @Option(
      names = "--group-penalty",
      paramLabel = "SIDE:P:ETA",
      description =
          "Add ETA (fit: may be auto) times the groups' l1,P norms. Example: codes:2:0.1.")
  private List<GroupOption> groupPenalties = new ArrayList<>();

  @Option(
      names = "--groups",
      paramLabel = "[SIDE:]FILE",
      description =
          "One group label per feature (basis) or sample (codes), on a line each or all on one;"
              + " without it all are one group.")
  private List<String> groupFiles = new ArrayList<>();

  @Option(
      names = "--sparsity-basis",
      paramLabel = "WEIGHT",
      description =
          "Add WEIGHT times the sum of the basis's entries: small ones become 0. The codes need a"
              + " weight of their own, a box or --ridge SHARE, or they would grow in exchange.")
  private Sparsity sparsityBasis;

  @Option(
      names = "--sparsity-codes",
      paramLabel = "WEIGHT",
      description = "The same for the codes.")
  private Sparsity sparsityCodes;

  @Option(
      names = "--symmetric",
      description = "Factor a symmetric table as codes * codes', for graphs and affinities.")
  private boolean symmetric;

  /** Returns what there is to minimise, by name. */
  public static Map<String, Object> losses() {
    Map<String, Object> losses = new LinkedHashMap<>();
    losses.put("manhattan", "the default: the sum of absolute errors (eq1.1)");
    losses.put("elastic", "plus half the squared errors, --elastic (eq4.22.1)");
    return losses;
  }

  /** Returns what a factor may pay or obey, by name. */
  public static Map<String, Object> terms() {
    Map<String, Object> terms = new LinkedHashMap<>();
    terms.put("nonnegative", "the default: all entries at least 0 (eq1.1)");
    terms.put("box", "all entries between bounds, --box (eq4.1)");
    terms.put("graph", "neighbours get similar codes or parts, --graph (eq4.7)");
    terms.put("group", "a penalty on the norms of groups, --group-penalty (eq4.10)");
    terms.put("groupBall", "a bound on the norms of groups, --group-ball (eq4.9)");
    terms.put("ridge", "a penalty on the squares of both factors, --ridge; the default of auto");
    terms.put("sparsity", "a penalty on the sum of a factor, --sparsity-basis, --sparsity-codes");
    terms.put("symmetric", "both factors are one matrix, --symmetric (eq4.23)");
    return terms;
  }

  static int count(Factor side, Observations samples) {
    return side == Factor.BASIS ? samples.features() : samples.samples();
  }

  /**
   * Says what is wrong before anything is read, as far as that can be known.
   *
   * @return whether some weight is to be found
   */
  public boolean check(boolean hasRidge) {
    InputException.throwIf(
        box != null && (boxBasis != null || boxCodes != null),
        "--box is for both factors: leave out --box-basis and --box-codes");
    InputException.throwIf(
        graph == null && (graphWeight != null || graphSide != null),
        (graphWeight == null ? "--graph-side" : "--graph-weight") + " needs --graph");
    filesBySide();
    if (!hasRidge) {
      requireScale(Factor.BASIS, Factor.CODES);
      requireScale(Factor.CODES, Factor.BASIS);
    }
    Variants some = trial();
    MahNmf settings = some.settings;
    for (Tradeoff open : some.open.values()) {
      settings = open.with(settings, 1);
    }
    return !some.open.isEmpty();
  }

  /** Lets the terms themselves check values and combinations; sizes are not known yet. */
  private Variants trial() {
    return variants(
        MahNmf.ofRank(1),
        side -> Groups.single(1),
        side -> Graph.ofEdges(1, new int[0], new int[0], new double[0]));
  }

  /** Refuses sparsity on one factor if the other may grow in exchange, which makes it void. */
  private void requireScale(Factor sparse, Factor other) {
    InputException.throwIf(
        isSparse(sparse) && !isHeld(other),
        "--sparsity-%1$s alone is void, because the %2$s may grow in exchange; add"
                .formatted(Converters.name(sparse), Converters.name(other))
            + " --sparsity-%1$s, --box-%1$s or --ridge SHARE".formatted(Converters.name(other)));
  }

  private boolean isSparse(Factor side) {
    Sparsity sparsity = sparsity(side);
    return sparsity != null && sparsity.weight() > 0;
  }

  private Sparsity sparsity(Factor side) {
    return side == Factor.BASIS ? sparsityBasis : sparsityCodes;
  }

  private Box box(Factor side) {
    return box != null ? box : side == Factor.BASIS ? boxBasis : boxCodes;
  }

  /** Whether the entries of a factor are bounded or have a penalty. */
  private boolean isHeld(Factor side) {
    return isSparse(side)
        || (box(side) != null && box(side).upper() < Double.POSITIVE_INFINITY)
        || groupBalls.stream().anyMatch(ball -> ball.side() == side)
        || groupPenalties.stream().anyMatch(penalty -> penalty.side() == side)
        || (graph != null && graphSide() == side);
  }

  private Factor graphSide() {
    return graphSide == null ? Factor.CODES : graphSide;
  }

  /** Refuses weights that are to be found where a command or option finds something else. */
  public void requireNumbers(String whose) {
    for (String option : trial().open.keySet()) {
      throw new InputException(
          "%s is auto but must be a number for %s; fit finds it, on one machine, for a rank"
              .formatted(option, whose));
    }
  }

  /** Settings with all variants whose weights are given, and by option those to be found. */
  public record Variants(MahNmf settings, Map<String, Tradeoff> open) {}

  /** A variant that has a weight, which is to be found if there is none. */
  private record Weighed(String option, OptionalDouble weight, Tradeoff tradeoff) {}

  /** Adds the variants to settings. */
  public Variants apply(MahNmf settings, Observations samples, int threads) {
    Map<Factor, Path> files = filesBySide();
    return variants(
        settings,
        side -> groups(side, files.get(side), count(side, samples)),
        side -> graph.graph(side, samples, threads));
  }

  /** Adds the variants that need not know the samples; refuses the others by their options. */
  public MahNmf applyUnseen(MahNmf settings) {
    requireNumbers("--engine");
    refuseUnseen(graph != null, "--graph");
    refuseUnseen(symmetric, "--symmetric");
    Map<Factor, Path> files = filesBySide();
    for (GroupOption ball : groupBalls) {
      refuseUnseen(ball.isPercent(), "--group-ball with a percentage of the start");
    }
    return variants(settings, side -> unseenGroups(side, files.get(side)), side -> null).settings();
  }

  private static Groups unseenGroups(Factor side, Path file) {
    refuseUnseen(side == Factor.CODES, "--group-ball or --group-penalty on the codes");
    refuseUnseen(file == null, "--group-ball or --group-penalty without --groups");
    return Groups.ofLabels(Labels.read(file));
  }

  private static void refuseUnseen(boolean asked, String option) {
    InputException.throwIf(
        asked,
        option + " needs the whole table here and --engine does not read it; leave out either");
  }

  private Variants variants(
      MahNmf settings, Function<Factor, Groups> groups, Function<Factor, Graph> graphs) {
    MahNmf result = symmetric ? settings.symmetric() : settings;
    for (Factor side : Factor.values()) {
      result = on(result, side, box(side));
      result = on(result, side, isSparse(side) ? sparsity(side) : null);
    }
    for (GroupOption ball : groupBalls) {
      Groups of = groups.apply(ball.side());
      InputException.throwIf(
          ball.amount().isEmpty(), "--group-ball: GAMMA is a radius and cannot be auto");
      double amount = ball.amount().getAsDouble();
      GroupBall term =
          ball.isPercent()
              ? GroupBall.percentOfStart(ball.norm(), amount, of)
              : new GroupBall(ball.norm(), amount, of);
      result = on(result, ball.side(), term);
    }
    Map<String, Tradeoff> open = new LinkedHashMap<>();
    for (Weighed one : weighed(groups, graphs)) {
      if (one.weight.isEmpty()) {
        open.put(one.option, one.tradeoff);
      } else {
        result = one.tradeoff.with(result, one.weight.getAsDouble());
      }
    }
    return new Variants(result, open);
  }

  private List<Weighed> weighed(Function<Factor, Groups> groups, Function<Factor, Graph> graphs) {
    List<Weighed> all = new ArrayList<>();
    if (elastic != null) {
      all.add(new Weighed("--elastic", elastic, (some, alpha) -> some.with(new ElasticNet(alpha))));
    }
    for (GroupOption penalty : groupPenalties) {
      InputException.throwIf(
          penalty.isPercent(), "--group-penalty: ETA is a weight and cannot be a percentage");
      Groups of = groups.apply(penalty.side());
      all.add(
          new Weighed(
              "--group-penalty " + Converters.name(penalty.side()),
              penalty.amount(),
              (some, eta) -> on(some, penalty.side(), new GroupSparse(penalty.norm(), eta, of))));
    }
    if (graph != null) {
      Factor side = graphSide();
      Graph of = graphs.apply(side);
      OptionalDouble weight = graphWeight == null ? OptionalDouble.of(1) : graphWeight;
      all.add(
          new Weighed(
              "--graph-weight",
              weight,
              (some, beta) -> on(some, side, new GraphSmoothness(beta, of))));
    }
    return all;
  }

  private static MahNmf on(MahNmf settings, Factor side, Term term) {
    return term == null
        ? settings
        : side == Factor.BASIS ? settings.onBasis(term) : settings.onCodes(term);
  }

  private Map<Factor, Path> filesBySide() {
    Set<Factor> grouped = EnumSet.noneOf(Factor.class);
    groupBalls.forEach(ball -> grouped.add(ball.side()));
    groupPenalties.forEach(penalty -> grouped.add(penalty.side()));
    Map<Factor, Path> files = new EnumMap<>(Factor.class);
    for (String text : groupFiles) {
      int colon = text.indexOf(':');
      Optional<Factor> named =
          colon < 0 ? Optional.empty() : Converters.factor(text.substring(0, colon));
      InputException.throwIf(
          named.isEmpty() && grouped.size() > 1,
          "--groups " + text + ": both factors have groups; say whose, such as codes:" + text);
      Optional<Factor> side = named.or(() -> grouped.stream().findFirst());
      InputException.throwIf(
          !side.map(grouped::contains).orElse(false),
          "--groups "
              + text
              + " needs --group-ball or --group-penalty"
              + side.map(one -> " for the " + Converters.name(one)).orElse(""));
      Path file = Path.of(named.isPresent() ? text.substring(colon + 1) : text);
      InputException.throwIf(
          files.put(side.get(), file) != null,
          "--groups is given twice for the " + Converters.name(side.get()) + "; keep one file");
    }
    return files;
  }

  private static Groups groups(Factor side, Path file, int count) {
    if (file == null) {
      return Groups.single(count);
    }
    List<String> labels = Labels.read(file);
    InputException.throwIf(
        labels.size() != count,
        "%s: holds %s labels but the table has %s %s; give one label for each"
            .formatted(file, labels.size(), count, side == Factor.BASIS ? "features" : "samples"));
    return Groups.ofLabels(labels);
  }

  /** Where a graph comes from: a file, or if it is null the nearest neighbours of the table. */
  record GraphOption(Path file, int neighbors, NeighborGraph.Weighting weighting) {

    private static final String NEIGHBORS = "knn:";

    static GraphOption parse(String value) {
      if (!value.startsWith(NEIGHBORS)) {
        return new GraphOption(Converters.path(value), 0, null);
      }
      String[] parts = value.substring(NEIGHBORS.length()).split(":", -1);
      NeighborGraph.Weighting weighting =
          parts.length == 1
              ? NeighborGraph.Weighting.BINARY
              : Converters.checked(() -> NeighborGraph.Weighting.parse(parts[1]));
      try {
        int neighbors = Integer.parseInt(parts[0]);
        if (parts.length <= 2 && neighbors > 0) {
          return new GraphOption(null, neighbors, weighting);
        }
      } catch (NumberFormatException e) {
        // The rule below says more.
      }
      throw new TypeConversionException(
          "'" + value + "' must be a file or knn:K[:WEIGHTING] with K at least 1");
    }

    Graph graph(Factor side, Observations samples, int threads) {
      if (file != null) {
        return GraphFile.read(file, count(side, samples));
      }
      return side == Factor.BASIS
          ? NeighborGraph.ofFeatures(samples, neighbors, weighting, threads)
          : NeighborGraph.of(samples, neighbors, weighting, threads);
    }
  }

  /**
   * A term on groups such as {@code basis:inf:0.5}, {@code codes:2:10%} or {@code codes:2:auto}.
   */
  record GroupOption(Factor side, GroupNorm norm, OptionalDouble amount, boolean isPercent) {

    static GroupOption parse(String value) {
      String[] parts = value.split(":", -1);
      if (parts.length != 3) {
        throw new TypeConversionException(
            "'" + value + "' must be SIDE:P:AMOUNT, such as basis:inf:0.5");
      }
      boolean percent = parts[2].endsWith("%");
      String amount = percent ? parts[2].substring(0, parts[2].length() - 1) : parts[2];
      String side = "'" + parts[0] + "' must be basis or codes";
      return new GroupOption(
          Converters.factor(parts[0]).orElseThrow(() -> new TypeConversionException(side)),
          Converters.checked(() -> GroupNorm.parse(parts[1])),
          percent ? OptionalDouble.of(Converters.number(amount)) : Converters.weightOrAuto(amount),
          percent);
    }
  }
}
