package org.mahnmf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.mahnmf.base.Workers;
import org.mahnmf.checkpoint.Checkpoint;
import org.mahnmf.checkpoint.CheckpointPlace;
import org.mahnmf.internal.admm.Admm;
import org.mahnmf.matrix.Precision;
import org.mahnmf.problem.Box;
import org.mahnmf.problem.HoldoutPlan;
import org.mahnmf.solver.Support;
import org.mahnmf.term.ElasticNet;

/** Every setting either reaches an engine or is refused by name; none is passed over. */
class EngineSettingsTest {

  /** By the method that sets it, with its kind of argument where there are several. */
  private static final Map<String, UnaryOperator<MahNmf>> HONOURED = new LinkedHashMap<>();

  private static final Map<String, UnaryOperator<MahNmf>> REFUSED = new LinkedHashMap<>();

  static {
    HONOURED.put("withSeed long", one -> one.withSeed(5));
    HONOURED.put("with Solver", one -> one.with(new Admm().with(1, 1e-2)));
    HONOURED.put("with Start", one -> one.with(Starts.named("random")));
    HONOURED.put("withMaxIterations int", one -> one.withMaxIterations(3));
    HONOURED.put("withTolerance double", one -> one.withTolerance(.5));
    HONOURED.put("withTimeLimit Duration", one -> one.withTimeLimit(Duration.ofDays(1)));
    HONOURED.put("withRidge double", one -> one.withRidge(.5));
    HONOURED.put("withRank int", one -> one.withRank(2));
    HONOURED.put("withExactCodes boolean", one -> one.withExactCodes(true));
    HONOURED.put("with Loss", one -> one.with(new ElasticNet(1)));
    HONOURED.put("onBasis Term", one -> one.onBasis(new Box(0, 1)));
    HONOURED.put("onCodes Term", one -> one.onCodes(new Box(0, 1)));
    HONOURED.put("withListener FitListener", one -> one.withListener(progress -> {}));
    HONOURED.put("withCancellation BooleanSupplier", one -> one.withCancellation(() -> true));
    REFUSED.put("withLastStep boolean", one -> one.withLastStep(false));
    REFUSED.put("withThreads int", one -> one.withThreads(Workers.defaultThreads() + 1));
    REFUSED.put("withPrecision Precision", one -> one.withPrecision(Precision.FLOAT));
    REFUSED.put("withRestarts int", one -> one.withRestarts(2));
    REFUSED.put("withTarget double", one -> one.withTarget(1));
    REFUSED.put("stopWhen StoppingRule", one -> one.stopWhen(progress -> Optional.empty()));
    REFUSED.put("withChosenRidge", MahNmf::withChosenRidge);
    REFUSED.put("withValidation double", one -> one.withValidation(.1));
    REFUSED.put("withValidation HoldoutPlan", one -> one.withValidation(HoldoutPlan.entries(.1)));
    REFUSED.put("symmetric", MahNmf::symmetric);
    REFUSED.put(
        "withCheckpoint Checkpoint",
        one -> one.withCheckpoint(Checkpoint.begin((CheckpointPlace) null, () -> false)));
  }

  /** What a refusal must name. */
  private static final Map<String, String> NAMES =
      Map.of(
          "withPrecision Precision", "float precision",
          "withLastStep boolean", "last step",
          "stopWhen StoppingRule", "stopping rule",
          "withChosenRidge", "ridge",
          "withValidation double", "validate",
          "withValidation HoldoutPlan", "validate");

  private static Engine engine(List<MahNmf> plans) {
    return new Engine() {
      @Override
      public String name() {
        return "elsewhere";
      }

      @Override
      public String description() {
        return "";
      }

      @Override
      public Support support(MahNmf settings) {
        return settings.rank() < 100
            ? Support.full()
            : new Support("engine 'elsewhere' does not take rank 100");
      }

      @Override
      public Result fit(MahNmf plan, Job job) {
        plans.add(plan);
        return null;
      }
    };
  }

  private static MahNmf plan(MahNmf settings) throws java.io.IOException {
    List<MahNmf> plans = new ArrayList<>();
    settings.fit(engine(plans), null);
    return plans.get(0);
  }

  @Test
  void allSettingsAreKnownHere() {
    List<String> known = new ArrayList<>(HONOURED.keySet());
    known.addAll(REFUSED.keySet());
    List<String> all = new ArrayList<>();
    for (Method method : MahNmf.class.getDeclaredMethods()) {
      int how = method.getModifiers();
      if (Modifier.isPublic(how)
          && !Modifier.isStatic(how)
          && method.getReturnType() == MahNmf.class
          && !method.getName().equals("planFor")) {
        String types =
            String.join(
                " ", Arrays.stream(method.getParameterTypes()).map(Class::getSimpleName).toList());
        all.add((method.getName() + " " + types).strip());
      }
    }
    known.sort(null);
    all.sort(null);
    assertEquals(all, known);
  }

  @Test
  void whatReachesTheEngineChangesItsPlan() throws java.io.IOException {
    MahNmf plain = MahNmf.ofRank(3);
    MahNmf usual = plan(plain);
    for (Map.Entry<String, UnaryOperator<MahNmf>> one : HONOURED.entrySet()) {
      assertNotEquals(facts(usual), facts(plan(one.getValue().apply(plain))), one.getKey());
    }
  }

  /** What an engine works by; the settings for the record are not. */
  private static List<Object> facts(MahNmf plan) {
    return List.of(
        plan.rank(),
        plan.seed(),
        plan.solver().identity(),
        plan.isStartChosen() ? plan.start().name() : "none",
        plan.maxIterations(),
        plan.tolerance(),
        plan.loss().name(),
        plan.basis().terms().toString(),
        plan.codes().terms().toString(),
        plan.ridgeShare(),
        plan.exactCodes(),
        plan.listeners(),
        plan.timeLimit(),
        plan.cancellation().getAsBoolean());
  }

  @Test
  void anEngineAnswersBeforeAnyWorkWhetherItCan() {
    assertEquals(
        "engine 'elsewhere' does not take rank 100",
        assertThrows(IllegalArgumentException.class, () -> plan(MahNmf.ofRank(100))).getMessage());
  }

  @Test
  void theOthersAreRefusedByName() {
    REFUSED.forEach(
        (setting, change) -> {
          MahNmf settings = change.apply(MahNmf.ofRank(3));
          String message =
              assertThrows(IllegalArgumentException.class, () -> plan(settings), setting)
                  .getMessage();
          String name =
              NAMES.getOrDefault(
                  setting,
                  setting.split(" ")[0].replaceFirst("^with", "").toLowerCase(Locale.ROOT));
          assertTrue(message.startsWith("engine 'elsewhere' "), message);
          assertTrue(message.contains("'" + name + "'"), setting + ": " + message);
        });
  }
}
