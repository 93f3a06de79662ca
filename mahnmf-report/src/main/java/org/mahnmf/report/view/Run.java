package org.mahnmf.report.view;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** One run of the page, from the queue to its files. */
final class Run {

  /** Where a run stands; only one that failed or was stopped before it began has no files. */
  enum State {
    WAITING,
    RUNNING,
    DONE,
    STOPPED,
    FAILED
  }

  private final int number;
  private final Request request;
  private final Path folder;
  private final Watch watch = new Watch();
  private State state = State.WAITING;
  private String message = "";

  Run(int number, Request request, Path folder) {
    this.number = number;
    this.request = request;
    this.folder = folder;
  }

  int number() {
    return number;
  }

  Request request() {
    return request;
  }

  Path folder() {
    return folder;
  }

  Watch watch() {
    return watch;
  }

  synchronized State state() {
    return state;
  }

  /** Begins, unless it was stopped while it waited. */
  synchronized boolean begin() {
    if (state != State.WAITING) {
      return false;
    }
    state = State.RUNNING;
    return true;
  }

  /** Asks the run to end; one that waits has ended at once and leaves its place in the queue. */
  synchronized void stop() {
    watch.stop();
    if (state == State.WAITING) {
      become(State.STOPPED, "stopped before it began");
    }
  }

  synchronized void become(State newState, String newMessage) {
    state = newState;
    message = newMessage;
  }

  synchronized Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("run", number);
    map.put("input", request.name());
    map.put("rank", request.rank());
    map.put("solver", request.solver());
    map.put("seed", request.seed());
    map.put("state", state.name().toLowerCase(Locale.ROOT));
    map.put("message", message);
    map.put("phase", state == State.RUNNING ? watch.phase() : "");
    return map;
  }
}
