package org.mahnmf;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.Function;
import org.mahnmf.solver.Solver;
import org.mahnmf.start.Start;

/** The solvers and starts by name, as {@code META-INF/services} lists them. */
public final class Registry {

  private Registry() {}

  /** Returns all solvers. */
  public static List<Solver> solvers() {
    return load(Solver.class);
  }

  /** Returns all starts. */
  public static List<Start> starts() {
    return load(Start.class);
  }

  /**
   * Finds a solver.
   *
   * @param name as in {@link Solver#name()}
   * @throws IllegalArgumentException naming the ones that exist
   */
  public static Solver solver(String name) {
    return find("solver", name, solvers(), Solver::name);
  }

  /**
   * Finds a start.
   *
   * @param name as in {@link Start#name()}
   * @throws IllegalArgumentException naming the ones that exist
   */
  public static Start start(String name) {
    return find("start", name, starts(), Start::name);
  }

  private static <T> List<T> load(Class<T> type) {
    List<T> all = new ArrayList<>();
    ServiceLoader.load(type, Registry.class.getClassLoader()).forEach(all::add);
    return all;
  }

  private static <T> T find(String kind, String name, List<T> all, Function<T, String> nameOf) {
    List<String> names = new ArrayList<>();
    for (T one : all) {
      if (nameOf.apply(one).equals(name)) {
        return one;
      }
      names.add(nameOf.apply(one));
    }
    throw new IllegalArgumentException(
        kind + " is '" + name + "' but must be one of " + String.join(", ", names));
  }
}
