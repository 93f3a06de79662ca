package org.mahnmf.base;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;
import org.mahnmf.TestProblems;

class WorkersTest {

  @Test
  void everyColumnIsVisitedOnceByAWorkerInRange() {
    for (int threads : new int[] {1, 2, 3, 7}) {
      try (Workers workers = new Workers(threads)) {
        assertEquals(threads, workers.threads());
        for (int count : new int[] {0, 1, 2, 7, 8, 9, 100, 101}) {
          for (int chunk : new int[] {1, 4, 8, 1000}) {
            AtomicIntegerArray visits = new AtomicIntegerArray(count);
            workers.run(
                count,
                chunk,
                (worker, from, to) -> {
                  assertTrue(worker >= 0 && worker < threads, "worker " + worker);
                  assertTrue(to - from <= chunk && to > from, from + " to " + to);
                  assertEquals(0, from % chunk, "chunks must not depend on the threads");
                  for (int j = from; j < to; j++) {
                    visits.incrementAndGet(j);
                  }
                });
            for (int j = 0; j < count; j++) {
              assertEquals(1, visits.get(j), "column " + j + " of " + count);
            }
          }
        }
      }
    }
  }

  @Test
  void resultDoesNotDependOnTheNumberOfThreads() {
    double[][] table = TestProblems.uniform(300, 40, 1);
    double[] alone = sums(table, 1);
    assertArrayEquals(alone, sums(table, 2));
    assertArrayEquals(alone, sums(table, 7));
  }

  private static double[] sums(double[][] table, int threads) {
    double[] out = new double[table.length];
    try (Workers workers = new Workers(threads)) {
      workers.run(
          table.length,
          8,
          (worker, from, to) -> {
            for (int i = from; i < to; i++) {
              for (double value : table[i]) {
                out[i] += value / 3;
              }
            }
          });
    }
    return out;
  }

  @Test
  void exceptionOfABodyReachesTheCallerAndThreadsLiveOn() {
    for (int threads : new int[] {1, 2, 5}) {
      try (Workers workers = new Workers(threads)) {
        for (int bad : new int[] {0, 41, 99}) {
          ArithmeticException thrown = new ArithmeticException("column " + bad);
          ArithmeticException seen =
              assertThrows(
                  ArithmeticException.class,
                  () ->
                      workers.run(
                          100,
                          1,
                          (worker, from, to) -> {
                            if (from == bad) {
                              throw thrown;
                            }
                          }));
          assertSame(thrown, seen);
        }
        int[] visited = new int[50];
        workers.run(50, 1, (worker, from, to) -> visited[from]++);
        for (int count : visited) {
          assertEquals(1, count);
        }
      }
    }
  }

  @Test
  void errorOfABodyReachesTheCaller() {
    for (int threads : new int[] {1, 3}) {
      try (Workers workers = new Workers(threads)) {
        Throwable seen =
            assertThrows(
                Throwable.class,
                () ->
                    workers.run(
                        100,
                        1,
                        (worker, from, to) -> {
                          throw new StackOverflowError("deep");
                        }));
        Throwable cause = seen instanceof IllegalStateException ? seen.getCause() : seen;
        assertInstanceOf(StackOverflowError.class, cause);
      }
    }
  }

  @Test
  void noThreadsAreRefused() {
    IllegalArgumentException error =
        assertThrows(IllegalArgumentException.class, () -> new Workers(0));
    assertEquals("threads is 0 but must be at least 1", error.getMessage());
    assertTrue(Workers.defaultThreads() >= 1);
  }
}
