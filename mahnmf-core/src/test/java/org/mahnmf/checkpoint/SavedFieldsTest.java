package org.mahnmf.checkpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.mahnmf.MahNmf;
import org.mahnmf.Solvers;
import org.mahnmf.TestProblems;
import org.mahnmf.internal.admm.Admm;
import org.mahnmf.internal.start.RandomStart;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.matrix.Precision;
import org.mahnmf.matrix.SparseMatrix;
import org.mahnmf.problem.Factors;
import org.mahnmf.solver.Solver;

/**
 * Every field of a {@link Stateful} class that can change goes into a checkpoint and comes back.
 * Runs of every kind are looked at while they are saved: each field of what they consist of is
 * changed, which must change what is saved, and what was saved before must bring its value back. A
 * field for which that is not so has its reason in {@link #DERIVED}; a new class or field without
 * one fails.
 */
class SavedFieldsTest {

  /** Fields that need not be saved, and why. */
  private static final Map<String, String> DERIVED =
      Map.ofEntries(
          Map.entry("AdmmIteration.exhausted", "nothing is saved between that and the end"),
          Map.entry("AdmmIteration.previousPenalty", "read once, before the first step"),
          Map.entry("AdmmSide.gram", "computed anew before every step"),
          Map.entry("AdmmSide.scratch", "scratch"),
          Map.entry("AdmmSide.solved", "scratch, but where a term is smooth"),
          Map.entry("Auto$Polished.polish", "follows from the problem"),
          Map.entry("Restart.isContinued", "follows from the stages before"),
          Map.entry("Restart.loopProducts", "follows from the stages before"),
          Map.entry("Restart.loopSeconds", "follows from the stages before"),
          Map.entry("Restart.loopSteps", "follows from the stages before"),
          Map.entry("Restart.plain", "follows from the start"),
          Map.entry("Restart.start", "has a stage of its own"),
          Map.entry("RidgePath.listener", "who watches"),
          Map.entry("RidgePath.mostSteps", "given with the listener"),
          Map.entry("RidgePath.shares", "follows from the settings"),
          Map.entry("RidgePath.stopped", "nothing is saved once a run was asked to stop"),
          Map.entry("RriStep.factor", "of the fixed factor, made by every sweep"),
          Map.entry("RriStep.fixedRows", "of the fixed factor, made by every sweep"),
          Map.entry("RriStep.panel", "of the fixed factor, made by every sweep"),
          Map.entry("Alternating$SideStep.sums", "of the residual, made by every step"),
          Map.entry("FactorizationLoop$Run.begin", "the time so far is saved"),
          Map.entry("FactorizationLoop$Run.begun", "true in whatever was saved"),
          Map.entry("SmoothingStep.anchor", "set by every step"),
          Map.entry("SmoothingStep.best", "cleared by every step"),
          Map.entry("SmoothingStep.gradient", "scratch"),
          Map.entry("SmoothingStep.gradientSum", "cleared by every step"),
          Map.entry("SmoothingStep.point", "set by every step"),
          Map.entry("SmoothingStep.trial", "scratch"),
          Map.entry("SmoothingStep.y", "set by every step"),
          Map.entry("SmoothingStep.z", "set by every step"),
          Map.entry("SparseDual.correction", "filled by every pass before it is read"),
          Map.entry("SparseDual.places", "follows from the table"),
          Map.entry("SymmetricSweep.columnSums", "computed by every sweep"),
          Map.entry("SymmetricSweep.count", "of the row at work"),
          Map.entry("SymmetricSweep.diagonalError", "of the row at work"),
          Map.entry("SymmetricSweep.diagonalWeight", "of the row at work"),
          Map.entry("SymmetricSweep.error", "of the row at work"),
          Map.entry("SymmetricSweep.h", "the factor, copied by every sweep"),
          Map.entry("SymmetricSweep.indices", "of the row at work"),
          Map.entry("SymmetricSweep.others", "of the row at work"),
          Map.entry("SymmetricSweep.othersSum", "of the row at work"),
          Map.entry("SymmetricSweep.own", "of the row at work"),
          Map.entry("SymmetricSweep.scalar", "scratch"),
          Map.entry("SymmetricSweep.someAbsent", "of the row at work"),
          Map.entry("SymmetricSweep.weights", "of the row at work"));

  private final Set<String> classes = new TreeSet<>();
  private final Set<String> saved = new TreeSet<>();
  private final Set<String> fields = new TreeSet<>();
  private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());

  @Test
  void everyFieldThatChangesIsSaved() throws Exception {
    Observations table = TestProblems.plantedWithSpikes(14, 12, 2, 3).observations();
    Observations zeros = Observations.of(sparse());
    MahNmf two = MahNmf.ofRank(2).withSeed(3).withThreads(1).withMaxIterations(8);
    look(two.withMaxIterations(400), table);
    look(two.withMaxIterations(400).withRestarts(2), zeros);
    for (Solver solver : Solvers.all()) {
      String name = solver.name();
      boolean isOurs = solver.getClass().getName().startsWith("org.mahnmf.internal");
      if (isOurs && !name.equals("auto") && !name.equals("symmetric")) {
        look(two.with(solver).with(new RandomStart()), table);
        if (!name.equals("exact") && !name.equals("reweighted")) {
          look(two.with(solver).with(new RandomStart()), zeros);
        }
      }
    }
    look(two.with(new Admm()).withPrecision(Precision.FLOAT), table);
    look(two.symmetric(), Observations.of(symmetric()));

    assertEquals(savedClasses(), classes, "classes of core that are Stateful, and those looked at");
    fields.removeAll(saved);
    assertEquals(new TreeSet<>(DERIVED.keySet()), fields, "with a reason, and not saved");
  }

  private static SparseMatrix sparse() {
    DenseMatrix x = new DenseMatrix(60, 40);
    for (int i = 0; i < 60; i++) {
      for (int j = i % 19; j < 40; j += 19) {
        x.set(i, j, 1 + (i * 5 + j) % 7);
      }
    }
    return SparseMatrix.copyOf(x);
  }

  private static DenseMatrix symmetric() {
    DenseMatrix x = new DenseMatrix(9, 9);
    for (int i = 0; i < 9; i++) {
      for (int j = 0; j < 9; j++) {
        x.set(i, j, (i * j + i + j) % 5 + (i % 2 == j % 2 ? 3 : 0));
      }
    }
    return x;
  }

  /** Saves after every step; looks at the first checkpoints of each stage. */
  private void look(MahNmf settings, Observations observations) throws Exception {
    Checkpoint[] own = new Checkpoint[1];
    List<Object> met = new ArrayList<>();
    int[] count = new int[1];
    CheckpointPlace place =
        new CheckpointPlace() {
          @Override
          public String name() {
            return "nowhere";
          }

          @Override
          public Optional<InputStream> open() {
            return Optional.empty();
          }

          @Override
          public void write(Content content) throws IOException {
            Object running = value(own[0], "running");
            if (running != null && count[0]++ % 5 < 2) {
              Stateful root = (Stateful) value(running, "state");
              for (Object part : partsOf(root)) {
                met.add(part);
                tryFields(part, root);
              }
            }
          }

          @Override
          public void remove() {}
        };
    own[0] = Checkpoint.begin(place, Duration.ZERO);
    settings.withCheckpoint(own[0]).fit(observations);
    // What is saved only when it is over.
    for (Object part : met) {
      tryFields(part, (Stateful) part);
    }
  }

  /** Everything that is Stateful below an object, also what a lambda holds on to. */
  private List<Object> partsOf(Object root) {
    seen.clear();
    List<Object> parts = new ArrayList<>();
    walk(root, parts);
    return parts;
  }

  private void walk(Object at, List<Object> parts) {
    if (at == null || !at.getClass().getName().startsWith("org.mahnmf") || !seen.add(at)) {
      return;
    }
    if (at instanceof Object[] array) {
      Arrays.stream(array).forEach(one -> walk(one, parts));
      return;
    }
    if (at instanceof Checkpoint || !(at instanceof Stateful)) {
      return;
    }
    boolean isLambda = at.getClass().isHidden() || at.getClass().isSynthetic();
    if (!isLambda) {
      parts.add(at);
      classes.add(name(at.getClass()));
    }
    for (Field field : fieldsOf(at.getClass())) {
      if (!Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
        Object value = get(field, at);
        walk(value, parts);
        if (value instanceof Object[] array) {
          Arrays.stream(array).forEach(one -> walk(one, parts));
        }
      }
    }
  }

  /** Its own fields, and those of the classes that it extends. */
  private static List<Field> fieldsOf(Class<?> type) {
    List<Field> fields = new ArrayList<>(List.of(type.getDeclaredFields()));
    Class<?> above = type.getSuperclass();
    if (above != null && above.getName().startsWith("org.mahnmf")) {
      fields.addAll(fieldsOf(above));
    }
    return fields;
  }

  private void tryFields(Object part, Stateful root) {
    for (Field field : fieldsOf(part.getClass())) {
      Object value = field.getName().startsWith("this$") ? null : get(field, part);
      if (Modifier.isStatic(field.getModifiers()) || value == null || isFixed(field, value)) {
        continue;
      }
      String name = name(field.getDeclaringClass()) + "." + field.getName();
      if (saved.contains(name)
          || (value instanceof Stateful && Modifier.isFinal(field.getModifiers()))) {
        continue;
      }
      fields.add(name);
      if (isSaved(field, part, value, root)) {
        saved.add(name);
      }
    }
  }

  /** Whether a field and what it holds never change; values of the project's own are known. */
  private static boolean isFixed(Field field, Object value) {
    if (!Modifier.isFinal(field.getModifiers())) {
      return false;
    }
    Class<?> type = value.getClass();
    boolean holdsNumbers =
        (type.isArray() && !(value instanceof Stateful[]))
            || value instanceof DenseMatrix
            || value instanceof Factors
            || type.getSimpleName().endsWith("Sums")
            || (type.getPackageName().equals("org.mahnmf.internal.descent")
                && !(value instanceof Stateful)
                && !type.isHidden()
                && !type.isSynthetic()
                && !type.getSimpleName().endsWith("Solver"))
            || type.getSimpleName().endsWith("Scalar");
    return !holdsNumbers;
  }

  private boolean isSaved(Field field, Object part, Object value, Stateful root) {
    StateTape tape = StateTape.of(root);
    List<Object> before = record(root);
    if (!Modifier.isFinal(field.getModifiers())) {
      set(field, part, other(value, field.getType()));
      boolean changed = differs(before, root);
      if (changed && field.getType().isPrimitive() && sizesAreAsBefore(before, root)) {
        tape.restore(root);
        assertEquals(value, get(field, part), field + " does not come back");
      }
      set(field, part, value);
      return changed;
    }
    double[] numbers = numbers(value);
    if (value instanceof int[] counts && counts.length > 0) {
      counts[0]++;
      boolean changed = differs(before, root);
      tape.restore(root);
      assertTrue(!changed || get(field, part) == value, field.toString());
      counts[0] -= changed ? 0 : 1;
      return changed;
    }
    if (numbers == null || numbers.length == 0) {
      return false;
    }
    double was = numbers[numbers.length - 1];
    numbers[numbers.length - 1] = was == 77 ? 78 : 77;
    boolean changed = differs(before, root);
    if (changed) {
      tape.restore(root);
      assertEquals(was, numbers[numbers.length - 1], field + " does not come back");
    }
    numbers[numbers.length - 1] = was;
    return changed;
  }

  private static double[] numbers(Object value) {
    if (value instanceof Factors factors) {
      return factors.codes().array();
    }
    return value instanceof DenseMatrix matrix
        ? matrix.array()
        : value instanceof double[] array ? array : null;
  }

  private static Object other(Object value, Class<?> type) {
    if (!type.isPrimitive()) {
      return null;
    }
    if (value instanceof Boolean flag) {
      return !flag;
    }
    if (value instanceof Integer number) {
      return number + 1;
    }
    return value instanceof Long number ? (Object) (number + 1) : (Object) 77.5;
  }

  private static boolean differs(List<Object> before, Stateful root) {
    try {
      return !before.equals(record(root));
    } catch (RuntimeException e) {
      return true; // it was looked at
    }
  }

  private static boolean sizesAreAsBefore(List<Object> before, Stateful root) {
    try {
      return record(root).size() == before.size();
    } catch (RuntimeException e) {
      return false;
    }
  }

  /** What goes into a checkpoint, but for clocks, which never stand still. */
  private static List<Object> record(Stateful root) {
    List<Object> first = recordOnce(root);
    List<Object> second = recordOnce(root);
    for (int i = 0; i < first.size(); i++) {
      if (!first.get(i).equals(second.get(i))) {
        first.set(i, "a clock");
      }
    }
    return first;
  }

  private static List<Object> recordOnce(Stateful root) {
    List<Object> pieces = new ArrayList<>();
    root.exchange(
        new State() {
          @Override
          public long bits(long value) {
            pieces.add(value);
            return value;
          }

          @Override
          public boolean numbers(double[] array) {
            pieces.add(Arrays.hashCode(array));
            return false;
          }

          @Override
          public String text(String value) {
            pieces.add(String.valueOf(value));
            return value;
          }
        });
    return pieces;
  }

  private static String name(Class<?> type) {
    return type.getName().substring(type.getPackageName().length() + 1);
  }

  /**
   * Every class of core that is Stateful and has fields; records of values have none that change.
   */
  private static Set<String> savedClasses() throws Exception {
    Path root = Path.of(Stateful.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    Set<String> names = new TreeSet<>();
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.filter(some -> some.toString().endsWith(".class")).toList()) {
        String name = root.relativize(file).toString().replace('/', '.').replace(".class", "");
        if (name.startsWith("org.mahnmf")) {
          Class<?> type = Class.forName(name, false, Stateful.class.getClassLoader());
          if (Stateful.class.isAssignableFrom(type) && !Modifier.isAbstract(type.getModifiers())) {
            names.add(name(type));
          }
        }
      }
    }
    return names;
  }

  private static Object value(Object owner, String field) {
    try {
      return get(owner.getClass().getDeclaredField(field), owner);
    } catch (NoSuchFieldException e) {
      throw new AssertionError(e);
    }
  }

  private static Object get(Field field, Object owner) {
    try {
      field.setAccessible(true);
      return field.get(owner);
    } catch (IllegalAccessException e) {
      throw new AssertionError(e);
    }
  }

  private static void set(Field field, Object owner, Object value) {
    try {
      field.set(owner, value);
    } catch (IllegalAccessException e) {
      throw new AssertionError(e);
    }
  }
}
