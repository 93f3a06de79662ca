package org.mahnmf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.mahnmf.internal.fit.NumberHash;
import org.mahnmf.internal.kernel.Products;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.matrix.Precision;
import org.mahnmf.outlier.OutlierScan;
import org.mahnmf.problem.Box;
import org.mahnmf.solver.Solver;
import org.mahnmf.solver.Start;
import org.mahnmf.term.ElasticNet;

/**
 * The same seed gives the same bytes on every JDK, number of threads and machine with a fused
 * multiply-add. {@code same-bytes.txt} holds what OpenJDK 17 gave; whoever changes a method on
 * purpose replaces its lines by those that this test prints.
 */
class SameBytesTest {

  private static final int RANK = 3;
  private static final int WIDE_RANK = 9;

  private static MahNmf settings() {
    return MahNmf.ofRank(RANK).withSeed(5).withThreads(1).withMaxIterations(25);
  }

  private static String hash(MahNmf settings, Observations table) {
    Factorization found = settings.fit(table);
    NumberHash hash = new NumberHash();
    for (DenseMatrix factor : List.of(found.basis().toDense(), found.codes().toDense())) {
      for (double value : factor.array()) {
        hash.add(value);
      }
    }
    hash.add(found.lowerBound());
    return hash.digits();
  }

  private static Map<String, String> hashes() {
    Observations table = TestProblems.plantedWithSpikes(30, 25, RANK, 3).observations();
    Map<String, String> hashes = new TreeMap<>();
    for (Solver solver : Solvers.all()) {
      if (!solver.name().equals("symmetric") && !solver.name().equals("toy")) {
        hashes.put("solver " + solver.name(), hash(settings().with(solver), table));
      }
    }
    for (Start start : Starts.all()) {
      hashes.put(
          "start " + start.name(), hash(settings().with(Solvers.named("admm")).with(start), table));
    }
    // Several chunks and blocks, in the loops for long rows.
    Observations wide = TestProblems.plantedWithSpikes(70, 1000, RANK, 3).observations();
    for (String name : List.of("admm", "auto", "rri", "smoothing")) {
      MahNmf some =
          MahNmf.ofRank(WIDE_RANK)
              .withSeed(5)
              .withThreads(1)
              .withMaxIterations(6)
              .with(Solvers.named(name));
      String hash = hash(some, wide);
      hashes.put("wide " + name, hash);
      for (int threads = 2; threads <= 3; threads++) {
        assertEquals(hash, hash(some.withThreads(threads), wide), name + " on " + threads);
      }
    }
    hashes.put("float", hash(settings().withPrecision(Precision.FLOAT), table));
    hashes.put("elastic", hash(settings().with(new ElasticNet(.3)), table));
    hashes.put("box", hash(settings().onCodes(new Box(0, .4)), table));
    double[][] h = TestProblems.uniform(20, RANK, 4);
    double[][] transposed = new double[RANK][20];
    for (int i = 0; i < 20; i++) {
      for (int l = 0; l < RANK; l++) {
        transposed[l][i] = h[i][l];
      }
    }
    Observations symmetric = Observations.of(TestProblems.multiply(h, transposed));
    hashes.put("solver symmetric", hash(settings().symmetric(), symmetric));
    NumberHash scores = new NumberHash();
    for (double score : OutlierScan.of(settings(), table).scores().toDense().array()) {
      scores.add(score);
    }
    hashes.put("outliers", scores.digits());
    return hashes;
  }

  @Test
  void everySolverAndStartGivesTheBytesOfThisRelease() throws IOException {
    assumeTrue(Products.arithmetic().equals("fused"), "no fused multiply-add here: other bytes");
    StringBuilder lines = new StringBuilder();
    hashes().forEach((name, hash) -> lines.append(name).append(" = ").append(hash).append('\n'));
    try (InputStream golden = SameBytesTest.class.getResourceAsStream("same-bytes.txt")) {
      String text = new String(golden.readAllBytes(), StandardCharsets.UTF_8);
      assertEquals(text.replace("\r", ""), lines.toString());
    }
  }
}
