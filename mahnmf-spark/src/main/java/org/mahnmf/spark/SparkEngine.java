package org.mahnmf.spark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.FileUtil;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.mahnmf.Engine;
import org.mahnmf.MahNmf;
import org.mahnmf.RunRecord;
import org.mahnmf.data.array.NpyWriter;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Precision;
import org.mahnmf.problem.Objective;
import org.mahnmf.problem.Side;
import org.mahnmf.problem.Term;
import org.mahnmf.solver.Support;
import org.mahnmf.spark.block.SparkFit;
import org.mahnmf.spark.block.SparkResult;
import org.mahnmf.spark.block.SparkSettings;
import org.mahnmf.spark.codes.FinalCodes;
import org.mahnmf.spark.file.Sample;
import org.mahnmf.spark.file.TableFiles;

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
  public Support support(MahNmf plan) {
    return SparkSettings.support(plan);
  }

  @Override
  public Result fit(MahNmf plan, Job job) throws IOException {
    SparkSettings settings =
        SparkSettings.of(plan)
            .withStorage(SparkSettings.AUTO, job.zeroWeight())
            .withCheckpoints(job.checkpoints());
    String master = job.place().orElse(EMBEDDED);
    Path work = Files.createTempDirectory("mahnmf-spark");
    try (Cluster cluster = Cluster.open(master, work)) {
      return cluster.use(spark -> fit(settings, job, spark));
    } finally {
      FileUtil.fullyDelete(work.toFile());
    }
  }

  private static Result fit(SparkSettings settings, Job job, SparkSession spark)
      throws IOException {
    MahNmf plan = settings.plan();
    Dataset<Row> samples = TableFiles.read(spark, job.input());
    TableFiles.requireAbsent(samples, job.zeroWeight());
    SparkFit fit =
        new SparkFit(
            settings,
            samples.javaRDD().map(row -> new Sample((Vector) row.get(0), null, null)),
            samples.inputFiles().length <= 1); // Spark reads several in an order of its own
    fit.survey(job.size());
    long begin = System.nanoTime();
    SparkResult result = fit.run();
    try (FinalCodes codes = new FinalCodes(samples, result, plan.exactCodes(), job.zeroWeight())) {
      String target = job.codes().toString();
      if (target.endsWith(PARQUET)) {
        codes.writeParquet(target);
      } else {
        NpyWriter.write(job.codes(), codes.inOrder());
      }
      return new Result(
          result.model(),
          record(settings, result, codes, (System.nanoTime() - begin) * 1e-9),
          codes.shown(TableFiles.names(samples)),
          result.saved());
    }
  }

  private static RunRecord record(
      SparkSettings asked, SparkResult result, FinalCodes codes, double seconds) {
    MahNmf plan = asked.plan();
    Map<String, Object> settings = new LinkedHashMap<>(plan.remaining());
    settings.put("engine", NAME);
    Side basis = result.sides().basis();
    DenseMatrix parts = result.model().basis().toDense();
    settings.put("basis", basis.terms().stream().map(Term::toString).toList());
    settings.put("codes", result.sides().codes().terms().stream().map(Term::toString).toList());
    if (result.sparse()) {
      settings.put("zeroWeight", asked.zeroWeight());
    }
    settings.put("model", result.model().settings());
    Objective objective = new Objective(codes.terms()).plus(basis.penalties(parts));
    double bound = codes.lowerBound() + basis.penalty(parts);
    List<String> notes = new ArrayList<>();
    result.sides().note().ifPresent(notes::add);
    result.saved().failure().ifPresent(notes::add);
    SparkResult.Course course = result.course();
    boolean interrupted = course.stopReason().isEmpty() && plan.cancellation().getAsBoolean();
    String early = interrupted ? "interrupted" : "time limit of " + plan.timeLimit() + " s";
    return new RunRecord(
        RunRecord.Environment.here(
            SparkSession.active().sparkContext().defaultParallelism(), Precision.DOUBLE),
        new RunRecord.Setup(
            asked.solver().name(), asked.start(), plan.rank(), plan.seed(), 1, settings),
        result.data(),
        new RunRecord.Outcome(
            new RunRecord.Score(
                objective,
                result.absoluteSum() > 0 ? objective.loss() / result.absoluteSum() : 0,
                Math.min(bound, objective.total()),
                codes.dead()),
            new RunRecord.Work(course.iterations(), course.products(), seconds, course.history()),
            new RunRecord.Ending(course.stopReason().orElse(early), interrupted, notes),
            Optional.empty(),
            Optional.empty(),
            List.of()));
  }
}
