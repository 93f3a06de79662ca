package org.mahnmf.lab.paper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mahnmf.lab.study.Curve;
import org.mahnmf.lab.study.Panel;
import org.mahnmf.lab.study.Study;
import org.mahnmf.lab.study.StudyResult;
import org.mahnmf.solver.HistoryPoint;

class EfficiencyStudyTest {

  @TempDir private Path folder;

  @Test
  void historiesBecomeStepsOnACommonGrid() {
    Map<String, Double> values =
        EfficiencyStudy.values(
            List.of(
                new HistoryPoint(0, 0, 9),
                new HistoryPoint(1, .4, 5),
                new HistoryPoint(2, .6, 6),
                new HistoryPoint(4, 1.5, 4)),
            2);
    assertEquals(4, values.get("objective"));
    assertEquals(4, values.get("iterations"));
    assertEquals(9, values.get(Curve.point("objective over iterations", 0)));
    assertEquals(6, values.get(Curve.point("objective over iterations", 3)));
    assertEquals(4, values.get(Curve.point("objective over iterations", 500)));
    assertEquals(9, values.get(Curve.point("objective over seconds", .3)));
    assertEquals(5, values.get(Curve.point("objective over seconds", .4)));
    assertEquals(6, values.get(Curve.point("objective over seconds", 1)));
    assertEquals(4, values.get(Curve.point("objective over seconds", 2)));
  }

  @Test
  void needsNoFaces() throws IOException {
    Study.Setting setting = new Study.Setting(folder, 1, true, 0, List.of());
    StudyResult result =
        StudyResult.run(
            new PartOfStudy(
                new EfficiencyStudy(), group -> group.get(0).equals("Uniform 100 x 50 rank 5")),
            setting,
            folder,
            1,
            () -> false,
            (done, all, left) -> {});
    assertEquals(List.of("Yale B", "PIE"), result.data().skipped());
    assertEquals(4, result.rows().size());
    List<Panel> panels = result.panels();
    assertEquals(List.of("iterations", "seconds"), panels.stream().map(Panel::xTitle).toList());
    double start = panels.get(0).curves().get(0).mean()[0];
    for (Curve curve : panels.get(0).curves()) {
      // All begin at the same point; the lowest seen is no higher.
      assertEquals(start, curve.mean()[0], 1e-9 * start, curve.label());
    }
    for (StudyResult.Row row : result.rows()) {
      assertTrue(row.values().get("objective").mean() <= start, row.toString());
    }
  }
}
