package org.mahnmf.lab.paper;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.mahnmf.data.ReadOptions;
import org.mahnmf.data.Source;
import org.mahnmf.data.Tables;
import org.mahnmf.data.synthetic.Draws;
import org.mahnmf.lab.linear.Rows;
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
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
public record Faces(String name, DenseMatrix pixels, int[] people, PictureShape shape) {

  private static final int SIDE = 32;
  private static final double WHITE = 255;

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

    /**
     * Reads the sets that are there, and the generated one, which is not missed if it is not.
     *
     * @param data folder with the layout of the data catalogue
     * @param wanted real sets
     * @param plan told the files, and the names of sets that are missing; <em>modified</em>
     */
    static List<Faces> readAll(Path data, List<Known> wanted, Study.Plan plan) {
      List<Faces> found = new ArrayList<>();
      for (Known known : Stream.concat(wanted.stream(), Stream.of(GENERATED)).toList()) {
        Optional<Faces> faces = known.read(data);
        if (faces.isPresent()) {
          found.add(faces.get());
          plan.files().add(known.file());
        } else if (!known.equals(GENERATED)) {
          plan.skipped().add(known.name());
        }
      }
      return found;
    }

    /**
     * Reads the set, if it is there.
     *
     * @param data folder with the layout of the data catalogue
     */
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

  /**
   * A set cut in two.
   *
   * @param train rows to learn from
   * @param test all others of the same people
   */
  @SuppressWarnings("ArrayRecordComponent") // compared by nobody
  public record Split(int[] train, int[] test) {}

  /**
   * Draws some pictures of each person to learn from.
   *
   * @param each how many of each person
   * @param mostPeople the first so many people only
   * @param seed the same seed gives the same split
   */
  public Split split(int each, int mostPeople, long seed) {
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
              for (int k = 0; k < each && !mine.isEmpty(); k++) {
                train.add(mine.remove(draws.below(mine.size())));
              }
              test.addAll(mine);
            });
    return new Split(
        train.stream().mapToInt(Integer::intValue).toArray(),
        test.stream().mapToInt(Integer::intValue).toArray());
  }

  /**
   * Returns who is shown in some pictures.
   *
   * @param rows which; <em>not modified</em>
   */
  public int[] who(int[] rows) {
    return Arrays.stream(rows).map(row -> people[row]).toArray();
  }

  /**
   * Returns some pictures.
   *
   * @param rows which; <em>not modified</em>
   */
  public DenseMatrix rows(int[] rows) {
    return Rows.some(pixels, rows);
  }
}
