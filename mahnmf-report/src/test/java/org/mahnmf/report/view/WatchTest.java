package org.mahnmf.report.view;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.mahnmf.solver.PathProgress;

class WatchTest {

  @Test
  void tellsHowTheChoiceOfTheRidgeStands() {
    Watch watch = new Watch();
    PathProgress progress = new PathProgress(.75, 2, 10, 1, 1, 12);
    watch.onPath(progress);
    assertEquals(
        "choosing the ridge: weight 2 of at most 10 (0.75 of the natural one), step 12",
        watch.phase());
  }
}
