package org.mahnmf.lab.paper;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mahnmf.data.synthetic.SampleSet;
import org.mahnmf.lab.study.Panel;
import org.mahnmf.lab.study.Study;
import org.mahnmf.lab.study.StudyResult;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.PictureShape;

class ClusteringStudyTest {

  @TempDir private Path folder;

  @Test
  void drawsWholePeople() {
    int[] people = {3, 3, 1, 1, 1, 9, 9, 4};
    Faces faces = new Faces("toy", new DenseMatrix(8, 4), people, new PictureShape(2, 2, 1, 1));
    assertArrayEquals(new int[] {0, 1, 2, 3, 4, 5, 6, 7}, ClusteringStudy.rowsOfSome(faces, 4, 1));
    boolean[] drawn = new boolean[10];
    for (int seed = 0; seed < 20; seed++) {
      int[] rows = ClusteringStudy.rowsOfSome(faces, 2, seed);
      int[] who = faces.who(rows);
      assertEquals(2, Arrays.stream(who).distinct().count());
      for (int person : who) {
        drawn[person] = true;
        long all = Arrays.stream(people).filter(one -> one == person).count();
        assertEquals(all, Arrays.stream(who).filter(one -> one == person).count());
      }
    }
    assertTrue(drawn[1] && drawn[3] && drawn[4] && drawn[9]);
  }

  @Test
  void clustersGeneratedFaces() throws IOException {
    SampleSet.FACES.write(folder, 3);
    Study.Setting setting = new Study.Setting(folder, 0, true, 0, List.of());
    Study.Plan plan = new ClusteringStudy().plan(setting);
    assertEquals(List.of("Yale B", "PIE", "ORL"), plan.skipped());
    assertEquals(6 * 3 * 3, plan.trials().size());
    Study part =
        new PartOfStudy(
            new ClusteringStudy(),
            group -> group.get(1).equals("Salt & pepper") && group.get(3).equals("8"));
    StudyResult result =
        StudyResult.run(part, setting, folder, 2, () -> false, (done, all, left) -> {});
    assertTrue(result.complete());
    assertEquals(3, result.rows().size());
    for (StudyResult.Row row : result.rows()) {
      // Eight people of twenty pictures: groups at random match about .2 of them.
      assertTrue(row.values().get("accuracy").mean() > .25, result.csv());
      assertTrue(row.values().get("mutual information").mean() > .1, result.csv());
      assertTrue(row.values().get("accuracy").mean() <= 1, result.csv());
    }
    List<Panel> panels = part.panels(result);
    assertEquals(2, panels.size());
    assertEquals(3, panels.get(0).curves().size());
  }
}
