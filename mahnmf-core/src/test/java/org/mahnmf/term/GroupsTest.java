package org.mahnmf.term;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class GroupsTest {

  @Test
  void groupsComeInOrderOfAppearance() {
    Groups groups = Groups.ofLabels(List.of("sift", "gist", "sift", "hue", "gist"));
    assertEquals(5, groups.count());
    assertEquals(3, groups.size());
    assertEquals("sift", groups.name(0));
    assertEquals("gist", groups.name(1));
    assertEquals("hue", groups.name(2));
    assertArrayEquals(new int[] {0, 2}, groups.members(0));
    assertArrayEquals(new int[] {1, 4}, groups.members(1));
    assertArrayEquals(new int[] {3}, groups.members(2));
  }

  @Test
  void membersAreCopied() {
    Groups groups = Groups.single(3);
    groups.members(0)[0] = 2;
    assertArrayEquals(new int[] {0, 1, 2}, groups.members(0));
    assertEquals("all", groups.name(0));
  }

  @Test
  void refusesEmpty() {
    assertThrows(IllegalArgumentException.class, () -> Groups.single(0));
    assertThrows(IllegalArgumentException.class, () -> Groups.ofLabels(List.of()));
    String message =
        assertThrows(
                IllegalArgumentException.class, () -> Groups.ofLabels(Arrays.asList("a", " ", "b")))
            .getMessage();
    assertEquals("the group label of column 2 is empty; give every column a label", message);
    assertThrows(IllegalArgumentException.class, () -> Groups.ofLabels(Arrays.asList("a", null)));
  }

  @Test
  void normsHaveLabels() {
    assertEquals(GroupNorm.TWO, GroupNorm.parse("2"));
    assertEquals(GroupNorm.INFINITY, GroupNorm.parse("inf"));
    assertEquals("inf", GroupNorm.INFINITY.label());
    assertEquals(
        "the group norm p is '1' but must be 2 or inf",
        assertThrows(IllegalArgumentException.class, () -> GroupNorm.parse("1")).getMessage());
  }

  /** Groups of random sizes, many of them with one member. */
  static Groups random(java.util.SplittableRandom random, int count) {
    int size = 1 + random.nextInt(count);
    String[] labels = new String[count];
    for (int j = 0; j < count; j++) {
      labels[j] = "g" + random.nextInt(size);
    }
    return Groups.ofLabels(List.of(labels));
  }
}
