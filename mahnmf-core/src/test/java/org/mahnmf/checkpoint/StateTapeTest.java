package org.mahnmf.checkpoint;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.Arrays;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class StateTapeTest {

  /** Something with a state of each kind; rows pass through one buffer, as those of a dual. */
  private static final class Machine implements Stateful {

    private final double[][] rows = {{1, 2}, {3, Double.NaN}};
    private double number = -0.0;
    private String text;

    @Override
    public void exchange(State state) {
      double[] buffer = new double[2];
      for (double[] row : rows) {
        System.arraycopy(row, 0, buffer, 0, 2);
        if (state.numbers(buffer)) {
          System.arraycopy(buffer, 0, row, 0, 2);
        }
      }
      number = state.number(number);
      text = state.text(text);
    }

    void forget() {
      number = 7;
      text = "other";
      for (double[] row : rows) {
        Arrays.fill(row, 9);
      }
    }

    String look() {
      return Arrays.deepToString(rows) + " " + number + " " + Objects.toString(text);
    }
  }

  @Test
  void givesBackWhatItTookAlsoAfterAJourney() throws IOException, ClassNotFoundException {
    Machine machine = new Machine();
    String before = machine.look();
    StateTape tape = StateTape.of(machine);
    assertEquals(before, machine.look(), "taking a state changes nothing");
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(tape);
    }
    for (int time = 0; time < 2; time++) {
      machine.forget();
      tape.restore(machine);
      assertEquals(before, machine.look());
    }
    machine.forget();
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      ((StateTape) in.readObject()).restore(machine);
    }
    assertEquals(before, machine.look());
  }

  @Test
  void refusesAnotherSize() {
    StateTape tape = StateTape.of(state -> state.numbers(new double[] {1, 2, 3}));
    double[] two = new double[2];
    assertThrows(IllegalStateException.class, () -> tape.restore(state -> state.numbers(two)));
    assertArrayEquals(new double[2], two);
  }
}
