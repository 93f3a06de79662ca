package org.mahnmf.lab.paper;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mahnmf.lab.study.Errors;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.PictureShape;

class FacesTest {

  @TempDir private Path folder;

  private static Faces faces() {
    DenseMatrix pixels = new DenseMatrix(30, 4);
    Arrays.setAll(pixels.array(), k -> k / 120.);
    int[] people = new int[30];
    Arrays.setAll(people, i -> 1 + i / 10);
    return new Faces("toy", pixels, people, new PictureShape(2, 2, 1, 1));
  }

  @Test
  void splitsEveryPersonAlike() {
    Faces.Split split = faces().split(99, 5);
    assertEquals(21, split.train().length);
    assertEquals(9, split.test().length);
    Set<Integer> all = new HashSet<>();
    int[] each = new int[4];
    for (int row : split.train()) {
      all.add(row);
      each[faces().people()[row]]++;
    }
    assertArrayEquals(new int[] {0, 7, 7, 7}, each);
    Arrays.stream(split.test()).forEach(all::add);
    assertEquals(30, all.size());
    assertArrayEquals(split.train(), faces().split(99, 5).train());
    assertTrue(!Arrays.equals(split.train(), faces().split(99, 6).train()));
    assertEquals(14, faces().split(2, 5).train().length);
  }

  @Test
  void rowsAreCopied() {
    DenseMatrix rows = faces().rows(new int[] {3, 1});
    assertEquals(12 / 120., rows.get(0, 0));
    assertEquals(7 / 120., rows.get(1, 3));
  }

  @Test
  void missingSetsAreNotRead() {
    assertTrue(Faces.Known.PAPER.get(0).read(folder).isEmpty());
  }

  @Test
  void relativeErrorByHand() {
    DenseMatrix clean = DenseMatrix.ofRows(new double[][] {{3, 4}});
    assertEquals(
        5 / 25., Errors.relative(clean, DenseMatrix.ofRows(new double[][] {{4, 2}})), 1e-15);
  }
}
