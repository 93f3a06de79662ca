package org.mahnmf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.mahnmf.TestProblems.Planted;
import org.mahnmf.internal.admm.Admm;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;
import org.mahnmf.problem.SampleRule;
import org.mahnmf.term.ElasticNet;
import org.mahnmf.term.Ridge;
import org.mahnmf.term.Sparsity;

class ModelTest {

  private static final DenseMatrix BASIS = DenseMatrix.ofRows(TestProblems.uniform(3, 8, 1));

  @Test
  void settingsSurviveTheWayToAFileAndBack() {
    SampleRule rule =
        new SampleRule(.5, 2, .25, Double.POSITIVE_INFINITY, 0, 0).plusSparsity(.75).plusRidge(3);
    for (SampleRule one :
        new SampleRule[] {
          SampleRule.NON_NEGATIVE, rule, SampleRule.NON_NEGATIVE.withinBall(4).plusRidge(1)
        }) {
      Model model = Model.of(BASIS).with(new ElasticNet(.125)).with(one);
      Model read = Model.of(BASIS).withSettings(model.settings());
      assertEquals(one, read.rule());
      assertEquals(.125, read.loss().curvature());
    }
  }

  @Test
  void onlyModelsThatAnOlderVersionWouldMisreadHaveTheNewFormat() {
    Model model = Model.of(BASIS);
    assertEquals(1, model.settings().get("format"));
    assertEquals(2, model.with(SampleRule.NON_NEGATIVE.plusPenalty(1)).settings().get("format"));
    assertEquals(2, model.withRidge(1).settings().get("format"));
    assertEquals(2, model.with(SampleRule.NON_NEGATIVE.plusSparsity(1)).settings().get("format"));
    assertEquals(1, model.withRidge(1).withRidge(0).settings().get("format"));
  }

  @Test
  void olderSettingsAreReadAndNewerOnesRefused() {
    Model model = Model.of(BASIS).withSettings(Map.of("format", 1, "lower", 0, "price", .5));
    assertEquals(SampleRule.NON_NEGATIVE.plusPenalty(.5), model.rule());
    Map<String, Object> newer = new HashMap<>(model.settings());
    newer.put("format", 3);
    assertThrows(IllegalArgumentException.class, () -> Model.of(BASIS).withSettings(newer));
  }

  @Test
  void noRidgeIsTheLinearProgrammeAsEver() {
    Observations samples = Observations.of(TestProblems.uniform(5, 8, 2));
    Encoding plain = Model.of(BASIS).transform(samples);
    Encoding none = Model.of(BASIS).withRidge(2).withRidge(0).transform(samples);
    assertEquals(plain.codes(), none.codes());
    assertEquals(plain.objective(), none.objective());
    assertEquals(plain.lowerBound(), none.lowerBound());
    assertEquals(5, none.exactSamples());
    Encoding ridge = Model.of(BASIS).withRidge(2).transform(samples);
    assertTrue(ridge.objective().loss() > plain.objective().loss());
    assertThrows(IllegalArgumentException.class, () -> Model.of(BASIS).withRidge(-1));
  }

  @Test
  void transformOfTheFittedDataAgreesWithTheFit() {
    Planted spikes = TestProblems.plantedWithSpikes(60, 40, 4, 1);
    Planted missing = TestProblems.plantedWithMissing(40, 30, 3, .2, 2);
    for (Observations table : new Observations[] {spikes.observations(), missing.observations()}) {
      Factorization fit =
          MahNmf.ofRank(4)
              .with(new Admm())
              .withMaxIterations(40)
              .onBasis(new Ridge(2))
              .onCodes(new Ridge(2))
              .onCodes(new Sparsity(.1))
              .fit(table);
      Encoding again = fit.transform(table);
      Map<String, Double> terms = again.objective().terms();
      double basisRidge = 0;
      for (double entry : fit.model().basis().toDense().array()) {
        basisRidge += entry * entry;
      }
      double total = fit.objective() - basisRidge; // weight 2, half of the squares
      assertEquals(total, again.objective().total(), 1e-4 * total);
      assertTrue(terms.get(Ridge.NAME) > 0 && terms.get(Sparsity.NAME) > 0, terms.toString());
      assertTrue(again.gap() <= 1e-4, "gap " + again.gap());
      assertTrue(fit.lowerBound() <= fit.objective());
      assertTrue(fit.lowerBound() >= fit.objective() * (1 - 1e-4));
    }
  }
}
