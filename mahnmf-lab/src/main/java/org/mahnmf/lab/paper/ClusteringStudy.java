package org.mahnmf.lab.paper;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.mahnmf.data.synthetic.Draws;
import org.mahnmf.lab.cluster.ClusterScores;
import org.mahnmf.lab.cluster.CodeScale;
import org.mahnmf.lab.cluster.CutWeights;
import org.mahnmf.lab.cluster.KMeans;
import org.mahnmf.lab.method.KlNmf;
import org.mahnmf.lab.method.Learned;
import org.mahnmf.lab.method.ManhattanNmf;
import org.mahnmf.lab.method.Method;
import org.mahnmf.lab.method.Method.Budget;
import org.mahnmf.lab.method.NeNmf;
import org.mahnmf.lab.noise.Noise;
import org.mahnmf.lab.noise.Noises;
import org.mahnmf.lab.study.Panel;
import org.mahnmf.lab.study.Study;
import org.mahnmf.lab.study.StudyResult;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;

/**
 * Clustering of faces (Section 5.3): all pictures of some people, drawn at random, are spoilt,
 * weighed ({@link CutWeights}) and factored with as many parts as there are people; k-means on the
 * codes makes as many groups. Scores are the accuracy under the best matching of groups and people
 * and the normalised mutual information. The quick form takes few people and one draw.
 */
public final class ClusteringStudy extends Study {

  private static final int QUICK_PEOPLE = 12;

  /** Yale B, PIE (the paper's text says ORL, its figures and its 68 people PIE) and ORL. */
  private static final List<Faces.Known> SETS =
      List.of(Faces.Known.PAPER.get(0), Faces.Known.PAPER.get(1), Faces.Known.ORL);

  /** Numbers of people, by set. */
  private static final Map<String, int[]> PEOPLE =
      Map.of(
          "Yale B", new int[] {4, 12, 20, 28, 36},
          "PIE", new int[] {10, 25, 40, 54, 68},
          "ORL", new int[] {10, 20, 30, 40},
          "Generated", new int[] {4, 8, 12});

  private static final List<Method> METHODS = List.of(new NeNmf(), new KlNmf(), new ManhattanNmf());

  private static final String ACCURACY = "accuracy";
  private static final String INFORMATION = "mutual information";

  /** Creates the study. */
  public ClusteringStudy() {
    super("clustering", "clustering of faces under five noises (Section 5.3)");
  }

  @Override
  public Map<String, Object> protocol() {
    return Faces.protocol();
  }

  @Override
  public Plan plan(Setting setting) {
    Plan plan = new Plan(setting, "data", "noise", "method", "people");
    int most = setting.quick() ? QUICK_PEOPLE : Integer.MAX_VALUE;
    for (Faces faces : Faces.Known.readAll(SETS, plan)) {
      int[] counts = Arrays.stream(PEOPLE.get(faces.name())).filter(n -> n <= most).toArray();
      for (Noise noise : Noises.cases()) {
        for (Method method : METHODS) {
          for (int count : counts) {
            plan.repeat(
                setting.trialsOr(20, 1),
                List.of(faces.name(), noise.name(), method.name(), Integer.toString(count)),
                seed -> scores(faces, noise, method, count, seed));
          }
        }
      }
    }
    return plan;
  }

  @Override
  public List<Panel> panels(StudyResult result) {
    return Stream.of(ACCURACY, INFORMATION)
        .flatMap(score -> Panel.ofRows(result, "people", "method", score).stream())
        .toList();
  }

  private static Map<String, Double> scores(
      Faces faces, Noise noise, Method method, int count, long seed) {
    int[] rows = rowsOfSome(faces, count, seed);
    DenseMatrix spoilt = Noises.apply(noise, faces.rows(rows), faces.shape(), seed);
    Observations weighed = Observations.of(CutWeights.apply(spoilt)).withPicture(faces.shape());
    Learned parts = method.fit(weighed, count, seed, Budget.DEFAULT);
    int[] found =
        new KMeans(count, seed, 1).fit(CodeScale.unit(parts.basis(), parts.codes())).labels();
    ClusterScores scores = ClusterScores.of(faces.who(rows), found);
    Map<String, Double> values = new LinkedHashMap<>();
    values.put(ACCURACY, scores.accuracy());
    values.put(INFORMATION, scores.mutualInformation());
    return values;
  }

  /** Returns all pictures of so many people, drawn at random. */
  static int[] rowsOfSome(Faces faces, int count, long seed) {
    List<Integer> left =
        new ArrayList<>(Arrays.stream(faces.people()).distinct().sorted().boxed().toList());
    Draws draws = new Draws(Draws.mix(seed));
    while (left.size() > count) {
      left.remove(draws.below(left.size()));
    }
    return IntStream.range(0, faces.people().length)
        .filter(i -> left.contains(faces.people()[i]))
        .toArray();
  }
}
