package org.mahnmf.checkpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.mahnmf.Factorization;
import org.mahnmf.HeldOutCurve;
import org.mahnmf.MahNmf;
import org.mahnmf.RankSearch;
import org.mahnmf.Solvers;
import org.mahnmf.TestProblems;
import org.mahnmf.TestProblems.Generator;
import org.mahnmf.graph.Graph;
import org.mahnmf.internal.admm.Admm;
import org.mahnmf.internal.descent.Rri;
import org.mahnmf.internal.descent.Smoothing;
import org.mahnmf.internal.start.GivenStart;
import org.mahnmf.internal.start.RandomStart;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.matrix.PictureShape;
import org.mahnmf.matrix.Precision;
import org.mahnmf.matrix.SparseMatrix;
import org.mahnmf.problem.Box;
import org.mahnmf.problem.HoldoutPlan;
import org.mahnmf.term.ElasticNet;
import org.mahnmf.term.GraphSmoothness;
import org.mahnmf.term.GroupBall;
import org.mahnmf.term.GroupNorm;
import org.mahnmf.term.GroupSparse;
import org.mahnmf.term.Groups;

/** What {@code SolverContract} does not: trials, variants, other stores, and what is refused. */
class ResumeTest {

  private static final int SAMPLES = 24;
  private static final int FEATURES = 20;

  private static MahNmf settings(int rank) {
    return MahNmf.ofRank(rank).withSeed(3).withThreads(1);
  }

  private static Observations spikes() {
    return TestProblems.plantedWithSpikes(SAMPLES, FEATURES, 2, 3).observations();
  }

  private static Graph chain(int count, double weight) {
    int[] from = IntStream.range(0, count - 1).toArray();
    int[] to = IntStream.range(1, count).toArray();
    double[] weights = new double[count - 1];
    Arrays.fill(weights, weight);
    return Graph.ofEdges(count, from, to, weights);
  }

  private static Groups halves(int count) {
    return Groups.ofLabels(
        IntStream.range(0, count).mapToObj(i -> i < count / 2 ? "a" : "b").toList());
  }

  @Test
  void aPathAndRestarts() {
    Resuming.check("restarts", settings(2).withRestarts(2), spikes(), 12);
  }

  @Test
  void aPathOfRidges() {
    Observations many = TestProblems.plantedWithSpikes(50, 100, 12, 7).observations();
    Factorization found = Resuming.check("hidden entries", settings(12), many, 6);
    assertTrue(found.record().outcome().choice().orElseThrow().hidden() > 0);
    Observations pictures = many.withPicture(new PictureShape(10, many.features() / 10, 1, 1));
    Resuming.check("a look for clumps", settings(12), pictures, 6);
    Observations few = TestProblems.planted(40, 90, 3, 8).observations();
    Resuming.check("exact", settings(3), few, 8);
    Resuming.check("given", settings(3).withRidge(.5), few, 8);
  }

  /** A little noise asks for a small weight, to which the path of a larger table comes back. */
  @Test
  void aPathThatComesBack() {
    double[][] table = TestProblems.planted(220, 200, 25, 2).table();
    Generator random = new Generator(2);
    for (double[] row : table) {
      for (int j = 0; j < row.length; j++) {
        row[j] += .3 * random.uniform();
      }
    }
    Factorization found = Resuming.check("back", settings(25), Observations.of(table), 4);
    double share = found.record().outcome().choice().orElseThrow().share();
    assertTrue(share > 0 && share < .5, "share " + share);
  }

  @Test
  void otherStores() {
    Resuming.check("floats", settings(2).withPrecision(Precision.FLOAT), spikes(), 5);
    Generator random = new Generator(6);
    double[][] table = random.table(SAMPLES, FEATURES);
    for (double[] row : table) {
      for (int j = 0; j < row.length; j++) {
        row[j] = random.chance(.8) ? 0 : row[j];
      }
    }
    Observations sparse =
        Observations.of(SparseMatrix.copyOf(DenseMatrix.ofRows(table))).withZeroWeight(.5);
    for (String solver : List.of("admm", "smoothing", "rri", "auto")) {
      Resuming.check("sparse " + solver, settings(2).with(Solvers.named(solver)), sparse, 4);
    }
  }

  @Test
  void variants() {
    Map<String, MahNmf> all = new LinkedHashMap<>();
    all.put("box", settings(2).onCodes(new Box(0, .5)));
    all.put("elastic", settings(2).with(new ElasticNet(.5)));
    all.put("graph", settings(2).onCodes(new GraphSmoothness(.1, chain(SAMPLES, 1))));
    all.put(
        "penalty", settings(2).onCodes(new GroupSparse(GroupNorm.parse("2"), .1, halves(SAMPLES))));
    all.put(
        "ball",
        settings(2)
            .withRestarts(2)
            .onCodes(GroupBall.percentOfStart(GroupNorm.parse("2"), 50, halves(SAMPLES))));
    all.put("monotone", settings(2).with(new Smoothing().withMonotoneSteps()).withMaxIterations(9));
    all.forEach((name, settings) -> Resuming.check(name, settings, spikes(), 4));
  }

  @Test
  void symmetric() {
    double[][] h = TestProblems.uniform(20, 2, 9);
    double[][] x = new double[20][20];
    for (int i = 0; i < 20; i++) {
      for (int j = 0; j < 20; j++) {
        x[i][j] = h[i][0] * h[j][0] + h[i][1] * h[j][1];
      }
    }
    Resuming.check("symmetric", settings(2).symmetric(), Observations.of(x), 5);
  }

  @Test
  void aSearchForTheRankGoesOnAndItsFitToo() {
    Observations table = TestProblems.plantedWithSpikes(40, 30, 2, 8).observations();
    RankSearch search = RankSearch.withDefaults().withRanks(List.of(1, 2, 3));
    MemoryPlace place = new MemoryPlace();
    MahNmf saved = settings(1).withCheckpoint(Checkpoint.begin(place, Duration.ZERO));
    HeldOutCurve curve = search.search(saved, table);
    Factorization found = saved.withRank(curve.bestRank()).fit(table);
    int last = place.kept().size() - 1;
    for (int which : new int[] {0, last / 4, last / 2, 3 * last / 4, last}) {
      Checkpoint one =
          Checkpoint.resume(MemoryPlace.holding(place.kept().get(which)), Duration.ofDays(1));
      MahNmf again = settings(1).withCheckpoint(one);
      assertEquals(curve, search.search(again, table));
      Factorization second = again.withRank(curve.bestRank()).fit(table);
      assertEquals(found.basis(), second.basis());
      assertEquals(found.codes(), second.codes());
    }
  }

  /** Something to go on from, of a fit with a known description. */
  private static byte[] saving(MahNmf settings, Observations table) {
    MemoryPlace place = new MemoryPlace();
    settings.withCheckpoint(Checkpoint.begin(place, Duration.ZERO)).fit(table);
    return place.kept().get(place.kept().size() / 2);
  }

  private static String refusal(byte[] saved, MahNmf settings, Observations table) {
    String message =
        assertThrows(
                CheckpointException.class,
                () ->
                    settings
                        .withCheckpoint(
                            Checkpoint.resume(MemoryPlace.holding(saved), Duration.ofDays(1)))
                        .fit(table))
            .getMessage();
    assertTrue(message.startsWith("memory: "), message);
    assertEquals(1, message.lines().count(), message);
    return message;
  }

  @Test
  void whatDiffersIsNamed() {
    Observations table = spikes();
    Graph chain = chain(SAMPLES, 1);
    MahNmf settings =
        settings(2)
            .with(new Admm())
            .onCodes(new GraphSmoothness(.1, chain))
            .with(new RandomStart());
    byte[] saved = saving(settings, table);
    double[][] other = TestProblems.rows(table.values());
    other[3][4] += 1e-9;
    Map<String, MahNmf> changes = new LinkedHashMap<>();
    changes.put("the rank", settings.withRank(3));
    changes.put("the seed", settings.withSeed(4));
    changes.put("the solver", settings.with(new Admm().with(1, 1e-4)));
    changes.put("the number of restarts", settings.withRestarts(2));
    changes.put("the precision", settings.withPrecision(Precision.FLOAT));
    changes.put("the tolerance", settings.withTolerance(1e-5));
    changes.put("the limit of iterations", settings.withMaxIterations(7));
    changes.put("the target", settings.withTarget(1));
    changes.put("the validation", settings.withValidation(HoldoutPlan.entries(.1)));
    changes.put("the exactness of codes", settings.withExactCodes(true));
    changes.put("the loss", settings.with(new ElasticNet(1)));
    changes.put("the basis", settings.onBasis(new Box(0, 1)));
    changes.put(
        "the start",
        settings.with(
            new GivenStart(
                DenseMatrix.ofRows(TestProblems.uniform(2, FEATURES, 1)),
                DenseMatrix.ofRows(TestProblems.uniform(SAMPLES, 2, 1)))));
    changes.forEach(
        (fact, changed) -> {
          String message = refusal(saved, changed, table);
          assertTrue(message.contains(": " + fact + " is "), message);
        });
    String data = refusal(saved, settings, Observations.of(other));
    assertTrue(data.contains("the hash of the table is "), data);
    // Same number of edges, same beta, other weights: only what the graph does tells them apart.
    MahNmf heavier =
        settings(2)
            .with(new Admm())
            .onCodes(new GraphSmoothness(.1, chain(SAMPLES, 2)))
            .with(new RandomStart());
    String codes = refusal(saved, heavier, table);
    assertTrue(codes.contains("the codes is "), codes);
    // Threads and limits of time change nothing.
    Factorization expected = settings.fit(table);
    Factorization more =
        settings
            .withThreads(3)
            .withTimeLimit(Duration.ofHours(1))
            .withCheckpoint(Checkpoint.resume(MemoryPlace.holding(saved), Duration.ofDays(1)))
            .fit(table);
    assertEquals(expected.basis(), more.basis());
  }

  @Test
  void damageIsSeen() {
    Observations table = spikes();
    MahNmf settings = settings(2).with(new Rri());
    byte[] saved = saving(settings, table);
    Generator random = new Generator(2);
    for (int k = 0; k < 200; k++) {
      byte[] damaged = saved.clone();
      int at = (int) (random.uniform() * damaged.length);
      damaged[at] ^= (byte) (1 << (k % 8));
      String message = refusal(damaged, settings, table);
      assertTrue(message.contains("delete"), message);
      byte[] cut = Arrays.copyOf(saved, at);
      refusal(cut, settings, table);
    }
    refusal(new byte[0], settings, table);
    byte[] another = "id,value\n1,2\n3,4\n".getBytes(StandardCharsets.UTF_8);
    assertTrue(refusal(another, settings, table).contains("is not a checkpoint"));
  }

  @Test
  void withoutACheckpointItBeginsAfresh() throws IOException {
    MemoryPlace place = new MemoryPlace();
    Checkpoint checkpoint = Checkpoint.resume(place, Duration.ZERO);
    assertFalse(checkpoint.isResumed());
    Factorization found = settings(2).withCheckpoint(checkpoint).fit(spikes());
    assertEquals(settings(2).fit(spikes()).basis(), found.basis());
    assertTrue(checkpoint.isComplete());
    checkpoint.discard();
    assertEquals(List.of(), place.kept());
  }

  /** A long interval saves nothing, so short runs pay nothing. */
  @Test
  void savesNoMoreOftenThanAsked() {
    Checkpoint rarely = Checkpoint.begin(new MemoryPlace(), Duration.ofHours(1));
    settings(2).withCheckpoint(rarely).fit(spikes());
    assertEquals(0, rarely.timesSaved());
  }

  @Test
  void aStoppedRunIsNotOverAndGoesOnToTheSameEnd() {
    Observations table = spikes();
    MahNmf settings = settings(2).withRestarts(2);
    Factorization expected = settings.fit(table);
    for (int most : new int[] {1, 40, 400, 4000}) {
      AtomicInteger asked = new AtomicInteger();
      MemoryPlace place = new MemoryPlace();
      Checkpoint checkpoint = Checkpoint.begin(place, Duration.ZERO);
      Factorization early =
          settings
              .withCheckpoint(checkpoint)
              .withCancellation(() -> asked.incrementAndGet() > most)
              .fit(table);
      if (!early.record().outcome().interrupted()) {
        continue;
      }
      assertFalse(checkpoint.isComplete());
      Checkpoint again = Checkpoint.resume(place, Duration.ZERO);
      Factorization found = settings.withCheckpoint(again).fit(table);
      assertEquals(expected.basis(), found.basis(), "after " + most);
      assertEquals(expected.codes(), found.codes(), "after " + most);
      assertTrue(again.isComplete());
    }
  }

  /** Nothing of what was saved is lost if the user has no patience at all. */
  @Test
  void aRunThatIsStoppedAtOnceHasTheBestOfTheSavedOne() {
    Observations table = spikes();
    for (String solver : List.of("smoothing", "auto")) {
      MahNmf settings = settings(2).with(Solvers.named(solver)).withRestarts(3);
      MemoryPlace place = new MemoryPlace();
      Factorization whole =
          settings.withCheckpoint(Checkpoint.begin(place, Duration.ZERO)).fit(table);
      byte[] late = place.kept().get(place.kept().size() - 2);
      Factorization early =
          settings
              .withCancellation(() -> true)
              .withCheckpoint(Checkpoint.resume(MemoryPlace.holding(late), Duration.ZERO))
              .fit(table);
      assertTrue(early.record().outcome().interrupted());
      // All but the last steps of the last restart and the final codes are there.
      assertEquals(whole.objective(), early.objective(), .01 * whole.objective(), solver);
    }
  }

  /** The disk is full: the run goes on, and says so. */
  @Test
  void aFailedSavingDoesNotEndTheRun() {
    CheckpointPlace full =
        new CheckpointPlace() {
          @Override
          public String name() {
            return "full";
          }

          @Override
          public Optional<InputStream> open() {
            return Optional.empty();
          }

          @Override
          public void write(Content content) throws IOException {
            throw new IOException("No space left on device");
          }

          @Override
          public void remove() {}
        };
    Factorization found =
        settings(2).withCheckpoint(Checkpoint.begin(full, Duration.ZERO)).fit(spikes());
    assertEquals(settings(2).fit(spikes()).basis(), found.basis());
    String notes = String.join("\n", found.record().outcome().notes());
    assertTrue(notes.contains("full: cannot be written: No space left on device"), notes);
  }
}
