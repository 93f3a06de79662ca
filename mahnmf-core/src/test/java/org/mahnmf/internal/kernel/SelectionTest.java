package org.mahnmf.internal.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SelectionTest {

  @Test
  void findsWhatSortingFinds() {
    SplittableRandom random = new SplittableRandom(3);
    for (int trial = 0; trial < 2000; trial++) {
      int count = random.nextInt(1, 60);
      int most = 1 << random.nextInt(8); // few different numbers make many ties
      double[] values = random.ints(count + 4, 0, most).asDoubleStream().toArray();
      double[] sorted = Arrays.copyOfRange(values, 2, 2 + count);
      Arrays.sort(sorted);
      double[] outside = {values[0], values[1], values[count + 2], values[count + 3]};
      double share = random.nextInt(5) / 4.;
      double found = Selection.select(values, 2, count, share);
      assertEquals(sorted[Math.min(count - 1, (int) (share * count))], found);
      assertEquals(values[0] + values[1], outside[0] + outside[1]);
      assertEquals(values[count + 2] + values[count + 3], outside[2] + outside[3]);
    }
    assertEquals(0, Selection.select(new double[] {7}, 0, 0, .5));
  }
}
