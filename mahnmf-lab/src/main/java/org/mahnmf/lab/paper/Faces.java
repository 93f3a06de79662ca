package org.mahnmf.lab.paper;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.mahnmf.data.ReadOptions;
import org.mahnmf.data.Source;
import org.mahnmf.data.Tables;
import org.mahnmf.data.synthetic.Draws;
import org.mahnmf.lab.linear.Rows;
import org.mahnmf.lab.method.Method.Budget;
import org.mahnmf.lab.noise.Noises;
import org.mahnmf.lab.study.Study;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.PictureShape;

/**
 * Pictures of faces with the people they show.
 *
 * @param name of the set
 * @param pixels one picture in each row, its pixels row by row, from 0 to 1
 * @param people who is shown, a number for each row; <em>kept</em>
 * @param shape of the pictures
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Faces(String name, DenseMatrix pixels, int[] people, PictureShape shape) {

  /** The rank of Table 1. */
  static final int TABLE_RANK = 80;

  /** Pictures of each person to learn from (Section 5.2). */
  private static final int TRAINING_EACH = 7;

  private static final int SIDE = 32;
  private static final double WHITE = 255;

  /** The course of solver {@code auto}: trials of another one are not mixed with these. */
  private static final String DEFAULT = "held-out ridge";

  /**
   * Returns what the figures of the face studies depend on and nobody asks for: the levels of the
   * noises, and what MahNMF's default does. Every method runs to its own stop; only its most steps
   * are a number to write down.
   */
  static Map<String, Object> protocol() {
    Map<String, Object> levels = new LinkedHashMap<>();
    Noises.all().forEach(noise -> levels.put(noise.name(), noise.level()));
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("noiseLevels", levels);
    map.put("default", DEFAULT);
    map.put("mostSteps", Budget.DEFAULT.maxIterations());
    return map;
  }

  /**
   * The sets of the data catalogue.
   *
   * @param name that tables show
   * @param file below the data folder, with the variables {@code fea} and {@code gnd}
   */
  public record Known(String name, String file) {

    /** Yale B and PIE, as in the paper's tables. */
    public static final List<Known> PAPER =
        List.of(
            new Known("Yale B", "faces_32x32/YaleB_32x32.mat"),
            new Known("PIE", "faces_32x32/PIE_pose27.mat"));

    /** Forty people, ten pictures each. */
    static final Known ORL = new Known("ORL", "faces_32x32/ORL_32x32.mat");

    /** What {@code mahnmf sample faces} makes. */
    static final Known GENERATED = new Known("Generated", "faces_32x32/Synthetic_32x32.mat");

    /** Reads the wanted sets that are there, and the generated one, which nobody misses. */
    static List<Faces> readAll(List<Known> wanted, Study.Plan plan) {
      List<Faces> found = new ArrayList<>();
      for (Known known : Stream.concat(wanted.stream(), Stream.of(GENERATED)).toList()) {
        Optional<Faces> faces = known.read(plan.setting().data());
        if (faces.isPresent() || !known.equals(GENERATED)) {
          plan.finds(known.name, faces.isPresent(), () -> List.of(known.file));
        }
        faces.ifPresent(found::add);
      }
      return found;
    }

    /** Reads the set, if it is there, from a folder with the layout of the data catalogue. */
    public Optional<Faces> read(Path data) {
      Path path = data.resolve(file);
      if (!Files.isRegularFile(path)) {
        return Optional.empty();
      }
      Matrix values = Tables.read(Source.parse(path + ":fea"), ReadOptions.DEFAULT).values();
      DenseMatrix pixels = new DenseMatrix(values.rows(), SIDE * SIDE);
      Matrix numbers = Tables.read(Source.parse(path + ":gnd"), ReadOptions.DEFAULT).values();
      int[] people = new int[values.rows()];
      for (int i = 0; i < people.length; i++) {
        people[i] = (int) numbers.get(i, 0);
        for (int p = 0; p < SIDE * SIDE; p++) {
          // The files keep pixels column by column.
          pixels.set(i, p, values.get(i, p % SIDE * SIDE + p / SIDE) / WHITE);
        }
      }
      return Optional.of(new Faces(name, pixels, people, new PictureShape(SIDE, SIDE, 1, 1)));
    }
  }

  /** Rows of a set to learn from, and all others of the same people. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Split(int[] train, int[] test) {}

  /** Draws seven pictures of each of the first so many people to learn from, by a seed. */
  public Split split(int mostPeople, long seed) {
    TreeMap<Integer, List<Integer>> rows = new TreeMap<>();
    for (int i = 0; i < people.length; i++) {
      rows.computeIfAbsent(people[i], person -> new ArrayList<>()).add(i);
    }
    Draws draws = new Draws(Draws.mix(seed));
    List<Integer> train = new ArrayList<>();
    List<Integer> test = new ArrayList<>();
    rows.values().stream()
        .limit(mostPeople)
        .forEach(
            mine -> {
              for (int k = 0; k < TRAINING_EACH && !mine.isEmpty(); k++) {
                train.add(mine.remove(draws.below(mine.size())));
              }
              test.addAll(mine);
            });
    return new Split(ints(train), ints(test));
  }

  private static int[] ints(List<Integer> list) {
    return list.stream().mapToInt(Integer::intValue).toArray();
  }

  /** Returns who is shown in some pictures. */
  public int[] who(int[] rows) {
    return Arrays.stream(rows).map(row -> people[row]).toArray();
  }

  /** Returns some pictures. */
  public DenseMatrix rows(int[] rows) {
    return Rows.some(pixels, rows);
  }
}
