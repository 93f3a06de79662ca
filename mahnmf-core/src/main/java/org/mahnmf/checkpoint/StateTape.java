package org.mahnmf.checkpoint;

import java.io.ByteArrayInputStream;
import java.io.Serializable;

/**
 * A state kept in memory: what a {@link Stateful} handed over, to be given to another of its kind,
 * here or on another machine. Immutable.
 */
public final class StateTape implements Serializable {
  private static final long serialVersionUID = 2;

  private final byte[] bytes;

  private StateTape(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Takes a state. */
  public static StateTape of(Stateful saved) {
    return new StateTape(StateWriter.bytesOf(saved));
  }

  /** Gives the state to what exchanges the same pieces in the same order, <em>modified</em>. */
  public void restore(Stateful saved) {
    saved.exchange(new StateReader(new ByteArrayInputStream(bytes)));
  }
}
