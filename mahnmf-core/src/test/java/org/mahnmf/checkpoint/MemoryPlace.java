package org.mahnmf.checkpoint;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Keeps every checkpoint that was ever saved. */
public final class MemoryPlace implements CheckpointPlace {

  private final List<byte[]> kept = new ArrayList<>();

  /** Keeps nothing yet. */
  public MemoryPlace() {}

  /** Returns a place where one checkpoint is kept. */
  public static MemoryPlace holding(byte[] bytes) {
    MemoryPlace place = new MemoryPlace();
    place.kept.add(bytes);
    return place;
  }

  /** Returns everything that was saved, in order. */
  public List<byte[]> kept() {
    return kept;
  }

  @Override
  public String name() {
    return "memory";
  }

  @Override
  public Optional<InputStream> open() {
    return kept.isEmpty()
        ? Optional.empty()
        : Optional.of(new ByteArrayInputStream(kept.get(kept.size() - 1)));
  }

  @Override
  public void write(Content content) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    content.writeTo(bytes);
    kept.add(bytes.toByteArray());
  }

  @Override
  public void remove() {
    kept.clear();
  }
}
