package org.mahnmf.data.file;

import java.io.IOException;

/** Takes a value and may fail with an {@link IOException}. */
@FunctionalInterface
public interface IoConsumer<T> {

  /** Takes the value. */
  void accept(T value) throws IOException;
}
