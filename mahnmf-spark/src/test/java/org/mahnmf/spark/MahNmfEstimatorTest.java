package org.mahnmf.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.ml.Pipeline;
import org.apache.spark.ml.PipelineModel;
import org.apache.spark.ml.PipelineStage;
import org.apache.spark.ml.feature.VectorAssembler;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.tuning.CrossValidator;
import org.apache.spark.ml.tuning.CrossValidatorModel;
import org.apache.spark.ml.tuning.ParamGridBuilder;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mahnmf.Encoding;
import org.mahnmf.Model;
import org.mahnmf.data.array.NpyReader;
import org.mahnmf.data.array.NpyWriter;
import org.mahnmf.data.file.JsonReader;
import org.mahnmf.data.file.JsonWriter;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.outlier.OneSplit;
import org.mahnmf.outlier.OutlierScan;

/** The manners of spark.ml: parameters, schemas, copies, saving, pipelines, cross-validation. */
final class MahNmfEstimatorTest {

  private static final int RANK = 2;

  @TempDir static Path folder;
  private static SparkSession spark;
  private static final Planted PLANTED = new Planted(60, 8, RANK, .05, 3);
  private static Dataset<Row> data;
  private static MahNmfModel model;

  @BeforeAll
  static void start() {
    spark = Clusters.local(folder);
    List<Row> rows = new ArrayList<>();
    DenseMatrix table = PLANTED.table();
    for (int j = 0; j < table.rows(); j++) {
      double[] row = new double[table.columns()];
      table.copyRow(j, row);
      Vector vector = Vectors.dense(row);
      rows.add(RowFactory.create(j, j % 2 == 0 ? vector : vector.toSparse()));
    }
    StructType schema =
        new StructType()
            .add("number", DataTypes.IntegerType)
            .add("features", SQLDataTypes.VectorType());
    data = spark.createDataFrame(rows, schema).repartition(2).cache();
    model = estimator().fit(data);
  }

  @AfterAll
  static void stop() {
    spark.stop();
  }

  private static MahNmfEstimator estimator() {
    return new MahNmfEstimator()
        .setRank(RANK)
        .setSeed(4)
        .setResidualCol("residual")
        .setOutlierCol("outlier");
  }

  @Test
  void everyParameterHasADocumentAndMostADefault() {
    MahNmfEstimator estimator = new MahNmfEstimator();
    assertEquals(27, estimator.params().length);
    for (Param<?> param : estimator.params()) {
      assertFalse(param.doc().isBlank(), param.name());
      assertTrue(estimator.hasDefault(param), param.name());
      assertEquals(estimator.uid(), param.parent());
    }
    assertThrows(IllegalArgumentException.class, () -> estimator.setRank(0));
    assertThrows(IllegalArgumentException.class, () -> estimator.setTol(-1));
    assertThrows(IllegalArgumentException.class, () -> estimator.setStart("nndsvd"));
  }

  @Test
  void refusesOtherSolversByName() {
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> estimator().setSolver("rri").fit(data));
    assertTrue(refusal.getMessage().contains("'rri'"), refusal.getMessage());
    assertTrue(refusal.getMessage().contains("'admm'"), refusal.getMessage());
  }

  @Test
  void denseStorageHasNoZerosOfAnotherWeight() {
    MahNmfEstimator dense = estimator().setStorage("dense").setZeroWeight(.1);
    String refusal =
        assertThrows(IllegalArgumentException.class, () -> dense.fit(data)).getMessage();
    assertTrue(refusal.contains("0.1 but dense storage"), refusal);
  }

  @Test
  void checksTheSchemaBeforeWork() {
    assertThrows(
        IllegalArgumentException.class,
        () -> estimator().setFeaturesCol("number").transformSchema(data.schema()));
    assertThrows(
        IllegalArgumentException.class,
        () -> estimator().setFeaturesCol("nowhere").transformSchema(data.schema()));
    assertThrows(
        IllegalArgumentException.class,
        () -> estimator().setCodesCol("number").transformSchema(data.schema()));
    assertThrows(
        IllegalArgumentException.class,
        () -> estimator().setGroupPenalty(1).transformSchema(data.schema()));
    StructType after = estimator().transformSchema(data.schema());
    assertEquals(model.transform(data).schema(), after);
    assertArrayEquals(
        new String[] {"number", "features", "codes", "residual", "outlier"}, after.fieldNames());
  }

  @Test
  void addsTheCodesThatOneMachineFinds() {
    Encoding expected = model.coreModel().transform(Observations.of(PLANTED.table()));
    double residuals = 0;
    for (Row row : model.transform(data).collectAsList()) {
      int j = row.getInt(0);
      double[] codes = new double[RANK];
      expected.codes().copyRow(j, codes);
      assertArrayEquals(codes, ((Vector) row.get(2)).toArray(), 1e-9);
      residuals += row.getDouble(3);
      assertTrue(row.getDouble(4) >= 0 && row.getDouble(4) <= 1.001);
    }
    assertEquals(expected.objective().loss(), residuals, 1e-9 * residuals);
  }

  /** The definition is that of the search for outliers, with one split in place of folds. */
  @Test
  void tellsTheShareOfEntriesThatStandOut() {
    OneSplit split =
        OneSplit.of(
            Observations.of(PLANTED.table()),
            model.coreModel().basis(),
            model.coreModel().transform(Observations.of(PLANTED.table())).codes());
    int judged = 0;
    for (Row row : model.transform(data.orderBy("number")).collectAsList()) {
      double[] x = ((Vector) row.get(1)).toArray();
      double[] code = ((Vector) row.get(2)).toArray();
      int far = 0;
      for (int i = 0; i < x.length; i++) {
        double fit = 0;
        for (int l = 0; l < code.length; l++) {
          fit += code[l] * model.coreModel().basis().get(l, i);
        }
        far += Math.abs(split.score(i, x[i] - fit)) > OutlierScan.CUT_OFF ? 1 : 0;
      }
      judged += far;
      assertEquals((double) far / x.length, row.getDouble(4), 1e-12);
    }
    assertTrue(judged > 0, "the table has spikes");
  }

  @Test
  void bringsGroupsTogether() {
    Dataset<Row> grouped = data.withColumn("group", functions.expr("number % 7")).repartition(3);
    MahNmfEstimator estimator =
        estimator().setGroupCol("group").setGroupPenalty(.3).setNumBlocks(2).setMaxIter(5);
    MahNmfModel first = estimator.fit(grouped);
    FitSummary summary = first.summary().orElseThrow();
    assertTrue(summary.terms().get("group") > 0, summary.toString());
    assertEquals(first.coreModel().basis(), estimator.fit(grouped).coreModel().basis());
    // the penalty is felt
    assertTrue(
        estimator.setGroupPenalty(30).fit(grouped).summary().orElseThrow().terms().get("loss")
            > summary.terms().get("loss"));
  }

  @Test
  void makesAsManyBlocksAsAskedFor() {
    double few = estimator().setNumBlocks(1).fit(data).summary().orElseThrow().objective();
    double many = estimator().setNumBlocks(3).fit(data).summary().orElseThrow().objective();
    assertEquals(few, many, .02 * few);
  }

  @Test
  void goesOnWhereADriverStopped() {
    String saved = folder.resolve("saved").toString();
    MahNmfModel resumable = estimator().setCheckpointInterval(1).setResumeDir(saved).fit(data);
    assertEquals(model.coreModel().basis(), resumable.coreModel().basis());
    assertFalse(Files.exists(Path.of(saved)), "it is removed when the fit is over");
  }

  @Test
  void copiesKeepParametersAndParts() {
    MahNmfModel copy = model.copy(ParamMap.empty());
    assertNotSame(model, copy);
    assertEquals(model.uid(), copy.uid());
    assertEquals(model.coreModel().basis(), copy.coreModel().basis());
    assertEquals("residual", copy.getResidualCol());
    assertEquals(RANK, estimator().copy(ParamMap.empty()).getRank());
  }

  @Test
  void savesAndLoads() throws IOException {
    String path = folder.resolve("estimator").toString();
    estimator().write().overwrite().save(path);
    MahNmfEstimator estimator = MahNmfEstimator.load(path);
    assertEquals(RANK, estimator.getRank());
    assertEquals(4, estimator.getSeed());

    String modelPath = folder.resolve("model").toString();
    model.write().overwrite().save(modelPath);
    MahNmfModel loaded = MahNmfModel.load(modelPath);
    assertEquals(model.uid(), loaded.uid());
    assertEquals(model.coreModel().basis(), loaded.coreModel().basis());
    assertEquals("residual", loaded.getResidualCol());
    assertEquals(
        model.transform(data).orderBy("number").collectAsList(),
        loaded.transform(data).orderBy("number").collectAsList());
  }

  /** Version 0.1 called the penalty on groups a price. */
  @Test
  void loadsWhatAnOlderVersionSaved() throws IOException {
    Path path = folder.resolve("older");
    estimator().setGroupPenalty(.3).write().overwrite().save(path.toString());
    Path metadata;
    try (Stream<Path> files = Files.list(path.resolve("metadata"))) {
      metadata =
          files.filter(one -> one.getFileName().toString().matches("part-.*")).toList().get(0);
    }
    String text = Files.readString(metadata);
    assertTrue(text.contains("\"groupPenalty\""), text);
    Files.writeString(metadata, text.replace("groupPenalty", "groupPrice"));
    Files.delete(metadata.resolveSibling("." + metadata.getFileName() + ".crc"));
    assertEquals(.3, MahNmfEstimator.load(path.toString()).getGroupPenalty());
    assertEquals("groupPenalty", model.getParam("groupPrice").name());
  }

  @Test
  void itsRidgeGoesAlong() throws IOException {
    MahNmfModel ridged = estimator().setRidge(.5).fit(data);
    double weight = .5 * Math.sqrt(60);
    assertEquals(weight, ridged.coreModel().rule().ridge(), 1e-12 * weight);
    assertTrue(ridged.summary().orElseThrow().terms().get("ridge") > 0);
    String path = folder.resolve("ridged").toString();
    ridged.write().overwrite().save(path);
    MahNmfModel loaded = MahNmfModel.load(path);
    assertEquals(.5, loaded.getRidge());
    assertEquals(ridged.coreModel().settings(), loaded.coreModel().settings());
    Map<?, ?> record = (Map<?, ?>) JsonReader.read(folder.resolve("ridged/run.json"));
    assertEquals(.5, ((Map<?, ?>) record.get("settings")).get("ridge"));
    Encoding expected = ridged.coreModel().transform(Observations.of(PLANTED.table()));
    for (Row row : loaded.transform(data).collectAsList()) {
      double[] codes = new double[RANK];
      expected.codes().copyRow(row.getInt(0), codes);
      assertArrayEquals(codes, ((Vector) row.get(2)).toArray(), 1e-9);
    }
    assertThrows(
        IllegalArgumentException.class, () -> estimator().setRidge(Double.POSITIVE_INFINITY));
  }

  @Test
  void isTheFolderThatTheProgramReads() throws IOException {
    Path saved = folder.resolve("program");
    model.write().overwrite().save(saved.toString());
    assertEquals(model.coreModel().basis().toDense(), NpyReader.read(saved.resolve("basis.npy")));
    Map<?, ?> record = (Map<?, ?>) JsonReader.read(saved.resolve("run.json"));
    Map<?, ?> settings = (Map<?, ?>) record.get("settings");
    assertEquals(
        model.coreModel().settings(),
        Model.of(model.coreModel().basis().toDense())
            .withSettings((Map<?, ?>) settings.get("model"))
            .settings());
  }

  /** What mahnmf fit writes: no metadata of Spark. */
  @Test
  void readsTheFolderThatTheProgramWrites() throws IOException {
    Path written = Files.createDirectories(folder.resolve("fit"));
    NpyWriter.write(written.resolve("basis.npy"), model.coreModel().basis());
    JsonWriter.write(
        written.resolve("run.json"),
        Map.of("settings", Map.of("model", Map.of("loss", "elastic", "curvature", .5))));
    MahNmfModel read = MahNmfModel.load(written.toString());
    assertEquals(model.coreModel().basis(), read.coreModel().basis());
    assertEquals(.5, read.coreModel().loss().curvature());
    assertEquals(60, read.transform(data).count());
  }

  @Test
  void isAStageOfAPipeline() throws IOException {
    VectorAssembler assembler =
        new VectorAssembler().setInputCols(new String[] {"features"}).setOutputCol("all");
    MahNmfEstimator estimator = estimator().setFeaturesCol("all").setMaxIter(3);
    PipelineModel fitted =
        new Pipeline().setStages(new PipelineStage[] {assembler, estimator}).fit(data);
    String path = folder.resolve("pipeline").toString();
    fitted.write().overwrite().save(path);
    PipelineModel loaded = PipelineModel.load(path);
    assertEquals(
        fitted.transform(data).orderBy("number").collectAsList(),
        loaded.transform(data).orderBy("number").collectAsList());
  }

  @Test
  @Tag("long")
  void isChosenByCrossValidation() {
    MahNmfEstimator estimator = estimator().setMaxIter(5);
    ParamMap[] grid = new ParamGridBuilder().addGrid(estimator.rank(), new int[] {1, RANK}).build();
    CrossValidatorModel chosen =
        new CrossValidator()
            .setEstimator(estimator)
            .setEvaluator(new ResidualEvaluator())
            .setEstimatorParamMaps(grid)
            .setNumFolds(2)
            .setSeed(1)
            .fit(data);
    assertEquals(RANK, ((MahNmfModel) chosen.bestModel()).coreModel().basis().rows());
  }
}
