package org.mahnmf.internal.kernel;

import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.mahnmf.base.Workers;

/**
 * Scratch memory of each thread, made when it is first needed.
 *
 * @param <T> the memory
 */
public final class PerWorker<T> {

  private final Supplier<T> maker;
  private final List<T> made;

  @SuppressWarnings("unchecked") // filled by the maker alone
  public PerWorker(Workers workers, Supplier<T> maker) {
    this.maker = maker;
    this.made = (List<T>) Arrays.asList(new Object[workers.threads()]);
  }

  /** Returns the memory of a thread; only that thread may ask. */
  public T of(int worker) {
    T mine = made.get(worker);
    if (mine == null) {
      mine = maker.get();
      made.set(worker, mine);
    }
    return mine;
  }
}
