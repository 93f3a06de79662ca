package org.mahnmf.lab.paper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mahnmf.data.synthetic.SampleSet;
import org.mahnmf.lab.study.Panel;
import org.mahnmf.lab.study.Study;
import org.mahnmf.lab.study.StudyResult;

class RecognitionStudyTest {

  private static final String CLEAN = "accuracy on clean pictures";
  private static final String SPOILT = "accuracy on spoilt pictures";

  @TempDir private Path folder;

  @Test
  void recognisesGeneratedFaces() throws IOException {
    SampleSet.FACES.write(folder, 3);
    Study.Setting setting = new Study.Setting(folder, 0, true, 0, List.of());
    Study.Plan plan = new RecognitionStudy().plan(setting);
    assertEquals(List.of("Yale B", "PIE"), plan.skipped());
    assertEquals(6 * 5 * 3, plan.trials().size());
    StudyResult result =
        StudyResult.run(
            new PartOfStudy(
                new RecognitionStudy(),
                group -> group.get(1).equals("Salt & pepper") && group.get(3).equals("20")),
            setting,
            folder,
            2,
            () -> false,
            (done, all, left) -> {});
    assertTrue(result.complete());
    assertEquals(5, result.rows().size());
    for (StudyResult.Row row : result.rows()) {
      // Ten people: chance has a tenth.
      assertTrue(row.values().get(CLEAN).mean() > .2, row.toString());
      assertTrue(row.values().get(SPOILT).mean() > .2, row.toString());
    }
    Map<String, StudyResult.Summary> euclidean = result.rows().get(1).values();
    Map<String, StudyResult.Summary> manhattan = result.rows().get(3).values();
    assertTrue(manhattan.get(SPOILT).mean() > euclidean.get(SPOILT).mean(), result.csv());
    List<Panel> panels = result.study().panels(result);
    assertEquals(2, panels.size());
    assertEquals("Generated, Salt & pepper", panels.get(0).title());
    assertEquals(5, panels.get(1).curves().size());
  }
}
