package org.mahnmf.internal.fit;

import org.mahnmf.checkpoint.Checkpoint;

/** The seconds of a fit, those of the runs that it resumes included, and its wish to end. */
final class Clock {

  private final Plan plan;
  private final Checkpoint checkpoint;
  private long begin = System.nanoTime();
  private volatile boolean stopped;

  Clock(Plan plan) {
    this.plan = plan;
    this.checkpoint = plan.control().checkpoint();
  }

  /** Counts the seconds of earlier runs in. */
  void resume() {
    begin -= (long) (checkpoint.beginClock(this::isStopRequested) * 1e9);
  }

  double elapsed() {
    return (System.nanoTime() - begin) * 1e-9;
  }

  boolean isStopRequested() {
    if (checkpoint.isTakingOver()) {
      return false; // what is known already takes no time, and is better than a start
    }
    // Whoever has asked once cannot take it back: nothing is saved from then on.
    stopped |= plan.control().cancellation().getAsBoolean() || elapsed() >= plan.limits().seconds();
    return stopped;
  }
}
