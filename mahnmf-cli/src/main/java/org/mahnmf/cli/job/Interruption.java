package org.mahnmf.cli.job;

import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.function.IntConsumer;

/**
 * Ctrl-C and SIGTERM. Outside {@link #finish} they end the program at once. Inside it the first
 * only asks for an early end, so that the best result so far can be saved; the second ends at once.
 */
public final class Interruption {

  /** Work that must come to an end. */
  @FunctionalInterface
  public interface Work {
    void run() throws IOException;
  }

  private final PrintStream err;
  private final boolean terminal;
  private final IntConsumer halt;
  private int sections;
  private volatile boolean requested;

  /**
   * Nothing triggers it yet.
   *
   * @param terminal whether {@code err} may be in the middle of a line
   * @param halt ends the program with an exit code
   */
  public Interruption(PrintStream err, boolean terminal, IntConsumer halt) {
    this.err = err;
    this.terminal = terminal;
    this.halt = halt;
  }

  /**
   * Takes over Ctrl-C, SIGTERM and SIGHUP. A shutdown hook would not do: a second Ctrl-C is lost
   * while hooks run. The JVM's class for signals is reached by reflection because javac warns about
   * its name; where it is missing, signals end the program as in any Java program.
   */
  public void install() {
    for (String name : new String[] {"INT", "TERM", "HUP"}) {
      try {
        Class<?> signal = Class.forName("sun.misc.Signal");
        Class<?> handler = Class.forName("sun.misc.SignalHandler");
        Object mine =
            Proxy.newProxyInstance(
                Interruption.class.getClassLoader(),
                new Class<?>[] {handler},
                (proxy, method, arguments) -> {
                  signal();
                  return null;
                });
        signal
            .getMethod("handle", signal, handler)
            .invoke(null, signal.getConstructor(String.class).newInstance(name), mine);
      } catch (InvocationTargetException e) {
        // this system does not have the signal, or the JVM runs with -Xrs
      } catch (ReflectiveOperationException e) {
        return;
      }
    }
  }

  /** Whether the user wants the program to end. */
  public boolean isRequested() {
    return requested;
  }

  /** Does work that the first signal does not cut off; it may look at {@link #isRequested()}. */
  public void finish(Work work) throws IOException {
    changeSections(1);
    try {
      work.run();
    } finally {
      changeSections(-1);
    }
  }

  /** Waits for the first signal. */
  public void await() throws IOException {
    finish(this::waitForSignal);
  }

  private synchronized void waitForSignal() {
    try {
      while (!requested) {
        wait();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void changeSections(int change) {
    sections += change;
  }

  public synchronized void signal() {
    if (requested || sections == 0) {
      if (terminal) {
        err.println();
      }
      halt.accept(Command.INTERRUPTED);
      return;
    }
    requested = true;
    notifyAll();
    err.println(
        (terminal ? System.lineSeparator() : "")
            + "mahnmf: interrupted: saving what there is so far (interrupt again to end at once)");
  }
}
