package org.mahnmf.solver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class StoppingRuleTest {

  private static Progress at(int iteration, double previous, double objective, boolean settled) {
    Progress.Objectives objectives =
        new Progress.Objectives(objective, Math.min(previous, objective), previous);
    return new Progress(iteration, objectives, settled, 2, 10, 1, null);
  }

  private static final StoppingRule YES = progress -> Optional.of("yes");
  private static final StoppingRule NO = progress -> Optional.empty();

  @Test
  void orStopsWithTheFirstReason() {
    Progress any = at(1, 2, 1, true);
    StoppingRule later = progress -> Optional.of("later");
    assertEquals(Optional.of("yes"), YES.or(later).reason(any));
    assertEquals(Optional.of("later"), NO.or(later).reason(any));
    assertTrue(NO.or(NO).reason(any).isEmpty());
  }

  @Test
  void andStopsWithBothReasons() {
    Progress any = at(1, 2, 1, true);
    StoppingRule too = progress -> Optional.of("too");
    assertEquals(Optional.of("yes and too"), YES.and(too).reason(any));
    assertTrue(YES.and(NO).reason(any).isEmpty());
    assertTrue(NO.and(YES).reason(any).isEmpty());
    assertEquals(Optional.of("yes"), NO.and(YES).or(YES).reason(any));
  }

  @Test
  void relativeChangeWaitsForTheSchedules() {
    StoppingRule rule = StoppingRule.relativeChange(.1);
    assertTrue(rule.reason(at(0, Double.POSITIVE_INFINITY, 5, true)).isEmpty());
    assertTrue(rule.reason(at(3, 10, 8, true)).isEmpty());
    assertTrue(rule.reason(at(3, 10, 9.5, false)).isEmpty());
    String reason = rule.reason(at(3, 10, 9.5, true)).orElseThrow();
    assertTrue(reason.contains("0.1"), reason);
    assertTrue(rule.reason(at(3, 10, 10.5, true)).isPresent(), "a small rise counts too");
  }

  @Test
  void toleranceZeroStopsOnlyWhatStandsStill() {
    StoppingRule rule = StoppingRule.relativeChange(0);
    assertTrue(rule.reason(at(3, 10, Math.nextDown(10.0), true)).isEmpty());
    assertTrue(rule.reason(at(3, 10, 10, true)).isPresent());
    assertTrue(rule.reason(at(3, 0, 0, true)).isPresent());
  }

  @Test
  void absoluteChangeIsThePapersRule() {
    StoppingRule rule = StoppingRule.absoluteChange(.1);
    assertTrue(rule.reason(at(0, Double.POSITIVE_INFINITY, 5, true)).isEmpty());
    assertTrue(rule.reason(at(1, 5.25, 5, false)).isEmpty());
    assertTrue(rule.reason(at(1, 5.0625, 5, false)).orElseThrow().contains("eq2.3"));
  }

  @Test
  void limitsNameTheirValue() {
    assertTrue(StoppingRule.iterations(4).reason(at(3, 2, 1, true)).isEmpty());
    assertEquals(
        Optional.of("iteration limit of 4"), StoppingRule.iterations(4).reason(at(4, 2, 1, true)));
    assertTrue(StoppingRule.target(.5).reason(at(3, 2, 1, true)).isEmpty());
    assertEquals(
        Optional.of("target objective 1.0 reached"),
        StoppingRule.target(1).reason(at(3, 1, 7, true)));
  }
}
