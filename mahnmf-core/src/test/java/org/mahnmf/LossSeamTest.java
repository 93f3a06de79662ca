package org.mahnmf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.mahnmf.matrix.Observations;
import org.mahnmf.matrix.Precision;
import org.mahnmf.matrix.SparseMatrix;
import org.mahnmf.problem.Loss;
import org.mahnmf.solver.Solver;
import org.mahnmf.term.ElasticNet;
import org.mahnmf.term.Manhattan;

/** A loss is one class: Huber's lives here alone, and nothing else knows of it. */
class LossSeamTest {

  /** Frames from the first line of a fit to the first step of ADMM; to be lowered, not raised. */
  private static final int MOST_FRAMES = 14;

  /** |e| − ½δ beyond δ, e²/2δ within. */
  private record Huber(double delta) implements Loss {

    @Override
    public String name() {
      return "huber";
    }

    @Override
    public double curvature() {
      return 0;
    }

    @Override
    public boolean isKinked() {
      return false;
    }

    @Override
    public void split(double[] t, double[] x, double[] w, double[] a, double tau, int n) {
      for (int i = 0; i < n; i++) {
        double limit = tau * (w == null ? 1 : w[i]);
        double v = x[i] - t[i] + a[i];
        double dual = Math.max(-limit, Math.min(limit, v * limit / (limit + delta)));
        t[i] = x[i] - (v - dual) + dual;
        a[i] = dual;
      }
    }

    @Override
    public double restWeight() {
      return 1;
    }

    @Override
    public void rest(double[] r, double[] w, double[] out, int n) {
      for (int i = 0; i < n; i++) {
        out[i] = w[i] * (value(r[i]) - Math.abs(r[i]));
      }
    }

    double value(double e) {
      double size = Math.abs(e);
      return size > delta ? size - .5 * delta : .5 * e * e / delta;
    }

    @Override
    public Huber rescaled(double scale) {
      return new Huber(delta / scale);
    }
  }

  private static double[][] table(int samples, int features, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] table = new double[samples][features];
    for (double[] row : table) {
      double code = random.nextDouble();
      for (int j = 0; j < features; j++) {
        row[j] = code * (j + 1) + random.nextDouble();
      }
    }
    return table;
  }

  /** τ·w·loss(e) + ½(e − v)² at what the split finds is no more than anywhere on a fine grid. */
  @Test
  void everySplitIsTheProximalStep() {
    SplittableRandom random = new SplittableRandom(3);
    Huber huber = new Huber(.3);
    for (Loss loss : List.of(new Manhattan(), new ElasticNet(.7), huber)) {
      for (int k = 0; k < 200; k++) {
        double tau = random.nextDouble(.01, 2);
        double weight = k % 2 == 0 ? 1 : random.nextDouble(0, 3);
        double[] x = {random.nextDouble(-2, 2)};
        double[] t = {random.nextDouble(-2, 2)};
        double[] a = {random.nextDouble(-2, 2)};
        double v = x[0] - t[0] + a[0];
        loss.split(t, x, k % 2 == 0 ? null : new double[] {weight}, a, tau, 1);
        double e = v - a[0];
        assertEquals(x[0] - e + a[0], t[0], 1e-12);
        double found = penalty(loss, huber, tau * weight, e, v);
        for (double other = -4; other <= 4; other += .01) {
          assertTrue(found <= penalty(loss, huber, tau * weight, other, v) + 1e-12, loss.name());
        }
      }
    }
  }

  private static double penalty(Loss loss, Huber huber, double tau, double e, double v) {
    double value =
        loss.equals(huber) ? huber.value(e) : Math.abs(e) + .5 * loss.curvature() * e * e;
    return tau * value + .5 * (e - v) * (e - v);
  }

  /** With a large δ it is least squares, whose best rank one is known; with a small one |e|. */
  @Test
  void admmMinimisesIt() {
    double[][] table = table(30, 12, 5);
    Observations x = Observations.of(table);
    MahNmf settings = MahNmf.ofRank(1).with(Solvers.admm()).withTolerance(1e-8);
    Factorization square = settings.with(new Huber(1e3)).fit(x);
    assertEquals(bestSquares(table) / 2e3, square.objective(), 1e-4 * square.objective());
    Factorization small = settings.with(new Huber(1e-6)).fit(x);
    assertEquals(settings.fit(x).objective(), small.objective(), 1e-3 * small.objective());
    Factorization single = settings.with(new Huber(.2)).withPrecision(Precision.FLOAT).fit(x);
    assertEquals(settings.with(new Huber(.2)).fit(x).objective(), single.objective(), 1e-3);
    Factorization chosen = MahNmf.ofRank(1).with(new Huber(.2)).fit(x);
    double sum = 0;
    for (int i = 0; i < table.length; i++) {
      for (int j = 0; j < table[i].length; j++) {
        sum += new Huber(.2).value(table[i][j] - chosen.lowRank().get(i, j));
      }
    }
    double loss = chosen.record().outcome().objective().loss();
    double rest = chosen.record().outcome().objective().terms().get("huber");
    assertEquals(sum, loss + rest, 1e-9 * sum);
  }

  /** ‖X‖² − σ₁² by power iterations. */
  private static double bestSquares(double[][] table) {
    double[] v = new double[table[0].length];
    Arrays.fill(v, 1);
    double top = 0;
    for (int k = 0; k < 500; k++) {
      double[] next = new double[v.length];
      for (double[] row : table) {
        double dot = 0;
        for (int j = 0; j < v.length; j++) {
          dot += row[j] * v[j];
        }
        for (int j = 0; j < v.length; j++) {
          next[j] += dot * row[j];
        }
      }
      top = Math.sqrt(Arrays.stream(next).map(n -> n * n).sum());
      for (int j = 0; j < v.length; j++) {
        v[j] = next[j] / top;
      }
    }
    return Arrays.stream(table).flatMapToDouble(Arrays::stream).map(e -> e * e).sum() - top;
  }

  @Test
  void whoCannotTakeItSaysSo() {
    Observations x = Observations.of(table(12, 6, 1));
    MahNmf settings = MahNmf.ofRank(2).with(new Huber(1)).withRidge(0);
    for (Solver solver : List.of(Solvers.rri(), Solvers.smoothing(), Solvers.exact())) {
      String message =
          assertThrows(IllegalArgumentException.class, () -> settings.with(solver).fit(x))
              .getMessage();
      assertTrue(message.contains("'" + solver.name() + "' does not take 'huber'"), message);
    }
    double[][] holes = new double[40][30];
    for (int i = 0; i < 40; i++) {
      holes[i][i % 30] = 1 + i;
      holes[i][(7 * i + 3) % 30] = 2;
    }
    Observations sparse = Observations.of(SparseMatrix.copyOf(Observations.of(holes).values()));
    String message =
        assertThrows(
                IllegalArgumentException.class, () -> settings.with(Solvers.admm()).fit(sparse))
            .getMessage();
    assertTrue(message.contains("'huber'"), message);
  }

  /** Whoever debugs a fit should see its steps, not layers of callbacks. */
  @Test
  void noMoreFramesLieBetweenAFitAndItsFirstStep() {
    AtomicReference<List<String>> stack = new AtomicReference<>();
    Loss spy =
        new Loss() {
          private final Manhattan inner = new Manhattan();

          @Override
          public String name() {
            return "spy";
          }

          @Override
          public double curvature() {
            return 0;
          }

          @Override
          public boolean isKinked() {
            return false;
          }

          @Override
          public void split(double[] t, double[] x, double[] w, double[] a, double tau, int n) {
            if (stack.get() == null) {
              stack.compareAndSet(null, frames());
            }
            inner.split(t, x, w, a, tau, n);
          }

          @Override
          public double restWeight() {
            return 0;
          }

          @Override
          public void rest(double[] r, double[] w, double[] out, int n) {
            Arrays.fill(out, 0);
          }

          @Override
          public Loss rescaled(double scale) {
            return this;
          }
        };
    MahNmf.ofRank(6).withThreads(1).with(spy).fit(Observations.of(table(60, 20, 2)));
    List<String> seen = stack.get();
    assertTrue(seen.size() <= MOST_FRAMES, seen.size() + ": " + String.join(" < ", seen));
  }

  /** The frames below the loss, up to the fit. */
  private static List<String> frames() {
    List<String> frames = new ArrayList<>();
    for (StackTraceElement frame : new Throwable().getStackTrace()) {
      String name = frame.getClassName();
      frames.add(name.substring(name.lastIndexOf('.') + 1) + "." + frame.getMethodName());
      if (frame.getMethodName().equals("fit") && name.equals(MahNmf.class.getName())) {
        return frames.subList(2, frames.size());
      }
    }
    return frames;
  }
}
