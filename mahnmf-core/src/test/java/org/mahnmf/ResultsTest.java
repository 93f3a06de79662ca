package org.mahnmf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.Observations;

/** Who gets a result reads it and cannot change it, and it says in a line what it is. */
class ResultsTest {

  private static final Observations TABLE = TestProblems.planted(12, 9, 2, 3).observations();
  private static final Factorization FIT =
      MahNmf.ofRank(2).with(Solvers.admm()).withMaxIterations(5).fit(TABLE);

  @Test
  void matricesCannotBeWrittenThrough() {
    Encoding encoding = FIT.transform(TABLE);
    for (Matrix one : List.of(FIT.basis(), FIT.codes(), FIT.lowRank(), encoding.codes())) {
      assertFalse(one instanceof DenseMatrix, one.toString());
      double before = one.get(0, 0);
      one.toDense().set(0, 0, before + 1);
      one.toArray()[0][0] += 1;
      one.transpose().toDense().set(0, 0, before + 1);
      assertEquals(before, one.get(0, 0));
    }
  }

  @Test
  void recordsCannotBeWrittenThrough() {
    RunRecord record = FIT.record();
    Map<?, ?> settings = record.setup().settings();
    List<Map<?, ?>> maps =
        List.of(
            settings,
            (Map<?, ?>) settings.get("model"),
            FIT.model().settings(),
            record.outcome().objective().terms());
    for (Map<?, ?> map : maps) {
      assertThrows(UnsupportedOperationException.class, map::clear);
    }
    for (List<?> list :
        List.of(
            record.outcome().deadComponents(),
            record.outcome().notes(),
            FIT.history(),
            record.outcome().confidence(),
            (List<?>) settings.get("basis"))) {
      assertThrows(UnsupportedOperationException.class, () -> list.add(null));
    }
    record.toMap().clear(); // a copy
    assertFalse(record.toMap().isEmpty());
  }

  @Test
  void theyTellSizesAndObjective() {
    String objective = String.format(java.util.Locale.ROOT, "objective %.6g", FIT.objective());
    assertTrue(
        FIT.toString().startsWith("12 samples x 9 features = codes x 2 parts, " + objective));
    assertTrue(
        FIT.record()
            .toString()
            .startsWith("admm at rank 2 of 12 samples x 9 features, " + objective));
    String encoding = FIT.transform(TABLE).toString();
    assertTrue(encoding.startsWith("codes of 12 samples, 2 parts, objective "), encoding);
    assertEquals("model of 2 parts x 9 features, manhattan", FIT.model().toString());
    assertEquals("Observations of 12 samples x 9 features", TABLE.toString());
  }
}
