package org.mahnmf.spark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.mahnmf.Engine;
import org.mahnmf.Model;
import org.mahnmf.RunRecord;
import org.mahnmf.Version;
import org.mahnmf.data.NpyFile;
import org.mahnmf.kernel.Arithmetic;
import org.mahnmf.problem.Objective;
import org.mahnmf.problem.Side;
import org.mahnmf.problem.Term;

/** {@code mahnmf fit --engine spark[=MASTER]}. */
public final class SparkEngine implements Engine {

  private static final String NAME = "spark";
  private static final String EMBEDDED = "local[*]";
  private static final String PARQUET = ".parquet";

  /** Creates the engine. */
  public SparkEngine() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "Apache Spark: the samples stay in the partitions of a cluster";
  }

  @Override
  public Result fit(Plan plan, Job job) throws IOException {
    CodesTerms codes = codesTerms(plan.codes());
    if (!plan.solver().equals("auto")) {
      SparkSolvers.require(plan.solver());
    }
    String start = start(plan.start());
    String master = job.place().orElse(EMBEDDED);
    Path work = Files.createTempDirectory("mahnmf-spark");
    try (SparkSession spark = session(master, work)) {
      return fit(plan, job, start, codes, spark);
    } catch (Exception e) { // Spark throws checked exceptions without declaring them
      if (SparkWords.isSparks(e)) {
        throw new IllegalArgumentException(SparkWords.inOneLine(e), e);
      }
      throw e;
    } finally {
      Folders.delete(work);
    }
  }

  private static String start(Optional<String> name) {
    String chosen = name.orElse(SparkSettings.SAMPLE);
    if (!chosen.equals(SparkSettings.SAMPLE) && !chosen.equals(SparkSettings.RANDOM)) {
      throw new IllegalArgumentException(
          "engine '" + NAME + "' does not take start '" + chosen + "'; use random, or none");
    }
    return chosen;
  }

  private static SparkSession session(String master, Path work) {
    boolean local = master.startsWith("local");
    SparkSession.Builder builder =
        SparkSession.builder()
            .appName("mahnmf")
            .master(master)
            .config("spark.ui.enabled", "false")
            .config("spark.local.dir", work.resolve("local").toString());
    if (local) {
      builder
          .config("spark.driver.host", "localhost")
          .config("spark.driver.bindAddress", "127.0.0.1")
          .config("spark.checkpoint.dir", work.resolve("checkpoints").toString());
    }
    if (!local || master.startsWith("local-cluster")) {
      builder.config("spark.jars", String.join(",", ownJars()));
    }
    return builder.getOrCreate();
  }

  /** The jars that executors need beside Spark's own. */
  private static Set<String> ownJars() {
    Set<String> jars = new TreeSet<>();
    for (Class<?> one : List.of(SparkEngine.class, Model.class, NpyFile.class)) {
      jars.add(one.getProtectionDomain().getCodeSource().getLocation().toString());
    }
    return jars;
  }

  private static Result fit(Plan plan, Job job, String start, CodesTerms terms, SparkSession spark)
      throws IOException {
    Dataset<Row> samples = TableFiles.read(spark, job.input());
    SparkSettings settings =
        new SparkSettings(
            plan.rank(),
            plan.seed(),
            start,
            plan.maxIterations(),
            plan.tolerance(),
            plan.loss(),
            plan.basis(),
            terms,
            plan.ridge(),
            SparkSettings.AUTO,
            job.zeroWeight(),
            SparkSettings.DEFAULT_CHECKPOINT_INTERVAL,
            job.saving(),
            progress -> plan.listeners().forEach(one -> one.onIteration(progress)),
            plan.timeLimit(),
            plan.cancelled());
    SparkFit fit =
        new SparkFit(
            settings, samples.javaRDD().map(row -> new Sample((Vector) row.get(0), null, null)));
    Survey survey = fit.survey();
    job.size().known((int) survey.samples, survey.features);
    long begin = System.nanoTime();
    SparkResult result = fit.run();
    try (FinalCodes codes = new FinalCodes(samples, result, plan.exactCodes(), job.zeroWeight())) {
      String target = job.codes().toString();
      if (target.endsWith(PARQUET)) {
        codes.writeParquet(target);
      } else {
        NpyFile.write(job.codes(), codes.inOrder());
      }
      return new Result(
          result.model(),
          record(plan, job, start, result, codes, seconds(begin)),
          codes.shown(TableFiles.names(samples)),
          result.saved());
    }
  }

  private static double seconds(long begin) {
    return (System.nanoTime() - begin) * 1e-9;
  }

  private static RunRecord record(
      Plan plan, Job job, String start, SparkResult result, FinalCodes codes, double seconds) {
    Map<String, Object> settings = new LinkedHashMap<>(plan.settings());
    settings.put("engine", NAME);
    Side basis = result.sides().basis();
    settings.put("basis", basis.terms().stream().map(Term::toString).toList());
    settings.put("codes", result.sides().codes().terms().stream().map(Term::toString).toList());
    if (result.sparse()) {
      settings.put("zeroWeight", job.zeroWeight());
    }
    settings.put("model", result.model().settings());
    Map<String, Double> terms = codes.terms();
    basis
        .prices(result.model().basis())
        .forEach((name, value) -> terms.merge(name, value, Double::sum));
    Objective objective = new Objective(terms);
    double bound = codes.lowerBound() + basis.price(result.model().basis());
    List<String> notes = new ArrayList<>();
    result.sides().note().ifPresent(notes::add);
    result.saved().failure().ifPresent(notes::add);
    boolean interrupted = result.stopReason().isEmpty() && plan.cancelled().getAsBoolean();
    return new RunRecord(
        new RunRecord.Environment(
            Version.TEXT,
            System.getProperty("java.version"),
            Arithmetic.name(),
            SparkSession.active().sparkContext().defaultParallelism(),
            "double"),
        new RunRecord.Setup(SparkSolvers.ADMM, start, plan.rank(), plan.seed(), 1, settings),
        new RunRecord.Data(
            result.samples(), result.model().basis().columns(), result.observed(), result.hash()),
        new RunRecord.Outcome(
            objective,
            result.absoluteSum() > 0 ? objective.loss() / result.absoluteSum() : 0,
            Math.min(bound, objective.total()),
            result.iterations(),
            result.products(),
            seconds,
            result
                .stopReason()
                .orElse(interrupted ? "interrupted" : "time limit of " + plan.timeLimit() + " s"),
            interrupted,
            codes.dead(),
            notes,
            result.history()));
  }

  /**
   * Takes bounds and prices of single codes; refuses terms that tie samples of different blocks, by
   * name.
   */
  private static CodesTerms codesTerms(Side codes) {
    if (!codes.withEntries(List.of()).isEntrywise()) {
      Term tie =
          codes.terms().stream().filter(Term::couplesColumns).findFirst().orElse(codes.set());
      throw new IllegalArgumentException(
          "engine '"
              + NAME
              + "' does not take '"
              + tie.name()
              + "' on the codes of a file: it ties samples of different blocks; groups can be given"
              + " as a column, see MahNmfEstimator.setGroupCol");
    }
    return new CodesTerms(
            codes.set().lower(), codes.set().upper(), null, 0, Double.POSITIVE_INFINITY)
        .withPrices(codes.linear(), codes.quadratic());
  }
}
