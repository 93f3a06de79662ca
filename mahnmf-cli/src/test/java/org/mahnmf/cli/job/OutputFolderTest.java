package org.mahnmf.cli.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mahnmf.cli.Cli;
import org.mahnmf.data.file.InputException;

class OutputFolderTest {

  private static final int OWNERS = 4;
  private static final int TRIES = 2_000;

  @TempDir private Path folder;
  private final AtomicInteger inside = new AtomicInteger();
  private final AtomicInteger most = new AtomicInteger();
  private final AtomicInteger taken = new AtomicInteger();
  private final AtomicInteger refused = new AtomicInteger();

  /** Owners come and go, and each removes the file that another may just have opened. */
  @Test
  void neverTwoAtATime() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(OWNERS);
    List<Future<?>> owners = new ArrayList<>();
    for (int k = 0; k < OWNERS; k++) {
      owners.add(threads.submit(this::comeAndGo));
    }
    for (Future<?> owner : owners) {
      owner.get();
    }
    threads.shutdown();
    assertEquals(1, most.get());
    assertTrue(taken.get() >= OWNERS, "only " + taken + " had it");
    assertEquals(OWNERS * TRIES, taken.get() + refused.get());
    assertEquals(List.of("result"), Cli.names(folder));
  }

  private Void comeAndGo() throws IOException {
    for (int k = 0; k < TRIES; k++) {
      try {
        own(OutputFolder.Lock.of(folder));
      } catch (InputException e) {
        refused.incrementAndGet();
      }
    }
    return null;
  }

  private void own(OutputFolder.Lock lock) throws IOException {
    try (lock) {
      most.accumulateAndGet(inside.incrementAndGet(), Math::max);
      taken.incrementAndGet();
      Files.writeString(folder.resolve("result"), "some work");
      inside.decrementAndGet();
    }
  }
}
