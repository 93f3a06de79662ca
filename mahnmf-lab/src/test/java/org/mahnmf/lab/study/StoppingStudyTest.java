package org.mahnmf.lab.study;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mahnmf.data.SampleSet;

class StoppingStudyTest {

  @TempDir private Path folder;

  @Test
  void followsTheWholePath() throws IOException {
    SampleSet.FACES.write(folder, 1);
    StudyResult result =
        StudyResult.run(
            new PartOfStudy(new StoppingStudy(), group -> group.get(1).equals("smoothing")),
            new Study.Setting(folder, 1, true, 0),
            folder,
            1,
            () -> false,
            (done, all, left) -> {});
    assertEquals(
        List.of("error to the clean pictures", "error of hidden entries"),
        result.panels().stream().map(Panel::yTitle).toList());
    StudyResult.Row row = result.rows().get(0);
    double best = row.values().get("best error of the path").mean();
    Curve curve = result.panels().get(0).curves().get(0);
    for (double error : curve.mean()) {
      assertTrue(error >= best, row.toString());
    }
    double end = row.values().get("error at its end").mean();
    assertEquals(end, curve.mean()[curve.mean().length - 1]);
    double chosen = row.values().get("error of --validate").mean();
    assertEquals(100 * (chosen / best - 1), row.values().get("excess in %").mean(), 1e-9);
    assertTrue(chosen < 1.05 * best, row.toString());
  }
}
