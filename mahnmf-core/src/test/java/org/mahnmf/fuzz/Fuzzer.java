package org.mahnmf.fuzz;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads changed copies of valid inputs and watches what happens: a table or a refusal in one line,
 * within bounds of memory and time, and nothing left behind.
 *
 * <p>An input whose answer is new (its words without digits, and where they were said) joins those
 * from which further ones are made. So the search follows the reader into its corners.
 */
public final class Fuzzer {

  private static final int MOST_INPUTS = 2000;
  private static final int MOST_FINDINGS = 20;
  private static final int LOOK_BEHIND = 1000;
  private static final int FRAMES = 3;
  private static final int LARGEST_SHOWN = 4096;
  private static final int LONGEST_ANSWER = 400;
  private static final int MOST_WORDS = 20_000;
  private static final int RARE = 20;

  private static final ThreadMXBean THREAD = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** What was not as it should be. */
  public static final class Finding {

    private final String what;
    private final byte[] input;

    Finding(String what, byte[] input) {
      this.what = what;
      this.input = input;
    }

    /** Returns the input that did it. */
    public byte[] input() {
      return input.clone();
    }

    /** Returns what happened, with a stack trace where there is one, and the first bytes. */
    @Override
    public String toString() {
      boolean large = input.length > LARGEST_SHOWN;
      String hex = HexFormat.of().formatHex(large ? Arrays.copyOf(input, LARGEST_SHOWN) : input);
      return what + System.lineSeparator() + input.length + " bytes: " + hex + (large ? "…" : "");
    }
  }

  /**
   * What a series of executions came to.
   *
   * @param name of the target
   * @param executions how many
   * @param accepted how many inputs were read as something
   * @param answers how many different ones there were
   * @param mostSeconds processor time of the slowest execution
   * @param mostBytes allocated by the hungriest execution
   * @param findings the first of each kind
   */
  public record Report(
      String name,
      long executions,
      long accepted,
      int answers,
      double mostSeconds,
      long mostBytes,
      List<Finding> findings) {}

  private final FuzzTarget target;
  private final Mutations mutations;
  private final List<byte[]> inputs;
  private final Set<Object> answers = new HashSet<>();
  private final Map<String, Integer> said = new HashMap<>();
  private final Set<String> kinds = new HashSet<>();
  private final List<Finding> findings = new ArrayList<>();
  private long executions;
  private long accepted;
  private double mostSeconds;
  private long mostBytes;
  private volatile long began = Long.MAX_VALUE;
  private volatile byte[] current = {};

  /** Starts a series of executions. */
  public Fuzzer(FuzzTarget target, long seed) {
    this.target = target;
    this.mutations = new Mutations(seed, target.words());
    this.inputs = new ArrayList<>(target.seeds());
    mutations.others(inputs);
  }

  /** Executes so many times more and returns all that was seen so far. */
  public Report run(long runs) throws IOException {
    for (long k = 0; k < runs; k++) {
      byte[] input =
          executions < target.seeds().size()
              ? target.seeds().get((int) executions)
              : target.mutate(chosen(), mutations);
      execute(input);
      if (executions % LOOK_BEHIND == 0 || k == runs - 1) {
        String left = target.leftBehind();
        if (!left.isEmpty()) {
          report("left behind", "left behind: " + left, input);
        }
      }
    }
    return new Report(
        target.name(), executions, accepted, answers.size(), mostSeconds, mostBytes, findings);
  }

  /** Half of all inputs come straight from valid ones. */
  private byte[] chosen() {
    return mutations.oneIn(2) ? mutations.pick(target.seeds()) : mutations.pick(inputs);
  }

  /** Executes once; public so that single inputs can be tried. */
  public void execute(byte[] input) {
    executions++;
    current = input;
    began = System.nanoTime();
    long cpu = THREAD.getCurrentThreadCpuTime();
    long bytes = THREAD.getCurrentThreadAllocatedBytes();
    Object answer;
    try {
      answer = withoutDigits(target.read(input));
      accepted++;
    } catch (Throwable thrown) {
      String complaint = target.complaint(thrown);
      if (!complaint.isEmpty()) {
        report(kind(complaint, thrown), complaint + ": " + trace(thrown), input);
      }
      answer = answer(thrown);
    }
    double seconds = (THREAD.getCurrentThreadCpuTime() - cpu) / 1e9;
    bytes = THREAD.getCurrentThreadAllocatedBytes() - bytes;
    began = Long.MAX_VALUE;
    mostSeconds = Math.max(mostSeconds, seconds);
    mostBytes = Math.max(mostBytes, bytes);
    if (seconds > target.mostSeconds()) {
      report("too slow", "too slow: more than " + target.mostSeconds() + " s; " + answer, input);
    }
    if (bytes > target.mostBytes()) {
      report(
          "too much memory" + answer,
          "too much memory: more than " + target.mostBytes() + " bytes; " + answer,
          input);
    }
    if (answers.add(answer) && inputs.size() < MOST_INPUTS) {
      inputs.add(input);
    }
  }

  /** Returns for how many seconds the present execution has been going on. */
  public double elapsed() {
    long start = began;
    return start == Long.MAX_VALUE ? 0 : (System.nanoTime() - start) / 1e9;
  }

  /** Returns the present input. */
  public byte[] current() {
    return current.clone();
  }

  private void report(String kind, String what, byte[] input) {
    if (findings.size() < MOST_FINDINGS && kinds.add(withoutDigits(kind))) {
      findings.add(new Finding(what, input));
    }
  }

  /** The same mistake of the same method is shown once. */
  private static String kind(String complaint, Throwable thrown) {
    for (StackTraceElement frame : thrown.getStackTrace()) {
      if (frame.getClassName().startsWith("org.mahnmf.")) {
        return thrown.getClass() + complaint + frame;
      }
    }
    return thrown.getClass() + complaint;
  }

  private static String withoutDigits(String text) {
    StringBuilder bare = new StringBuilder();
    for (int i = 0; i < Math.min(LONGEST_ANSWER, text.length()); i++) {
      char c = text.charAt(i);
      if (c < '0' || c > '9') {
        bare.append(c);
      }
    }
    return bare.toString();
  }

  /** Looks for the place only while the words are rare: stack traces cost more than reading. */
  private Object answer(Throwable thrown) {
    String words = withoutDigits(String.valueOf(thrown.getMessage()));
    int times = said.getOrDefault(words, 0);
    if (said.size() < MOST_WORDS || times > 0) {
      said.put(words, times + 1);
    }
    return times < RARE ? place(thrown) : words;
  }

  /** Where it was thrown, by whom it was caused: a point in the reader that was reached. */
  private static List<StackTraceElement> place(Throwable thrown) {
    List<StackTraceElement> place = new ArrayList<>();
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      StackTraceElement[] trace = cause.getStackTrace();
      place.addAll(Arrays.asList(trace).subList(0, Math.min(FRAMES, trace.length)));
    }
    return place;
  }

  private static String trace(Throwable thrown) {
    StringBuilder out = new StringBuilder();
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      out.append(cause.getClass().getName()).append(": ").append(cause.getMessage());
      StackTraceElement[] trace = cause.getStackTrace();
      for (int k = 0; k < Math.min(12, trace.length); k++) {
        out.append(System.lineSeparator()).append("  at ").append(trace[k]);
      }
      out.append(System.lineSeparator());
    }
    return out.toString();
  }
}
