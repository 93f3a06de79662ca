package org.mahnmf.problem;

/** Names the two factors of X ≈ WᵀH (eq1.1). */
public enum Factor {
  /** W, rank x features: the parts. */
  BASIS,
  /** H, rank x samples: how much of each part a sample holds. */
  CODES;

  /** Returns the factor that is fixed while this one moves. */
  public Factor other() {
    return this == BASIS ? CODES : BASIS;
  }
}
