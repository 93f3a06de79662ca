package org.mahnmf.lab.paper;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.mahnmf.data.synthetic.Draws;
import org.mahnmf.lab.judge.NearestNeighbor;
import org.mahnmf.lab.linear.PseudoInverse;
import org.mahnmf.lab.method.KlNmf;
import org.mahnmf.lab.method.Learned;
import org.mahnmf.lab.method.ManhattanNmf;
import org.mahnmf.lab.method.Method;
import org.mahnmf.lab.method.Method.Budget;
import org.mahnmf.lab.method.NeNmf;
import org.mahnmf.lab.method.Pca;
import org.mahnmf.lab.noise.Noise;
import org.mahnmf.lab.noise.Noises;
import org.mahnmf.lab.study.Panel;
import org.mahnmf.lab.study.Study;
import org.mahnmf.lab.study.StudyResult;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;

/**
 * Recognition of faces (Section 5.2): the methods learn parts from seven pictures of each person,
 * clean or spoilt; all other pictures get the person of the nearest of those seven. Two ways: clean
 * pictures by the pseudo-inverse and the Euclidean distance (Algorithm 4, panels a to f), and
 * pictures spoilt by the same noise by a fit in the method's own distance and the cosine (Algorithm
 * 5, panels g to l). Both read off the same parts, of unit length. The quick form takes the first
 * ten people, few ranks and one split.
 */
public final class RecognitionStudy extends Study {

  private static final int[] RANKS = {10, 30, 50, 70, 90, 110, 130, 150};
  private static final int[] QUICK_RANKS = {10, 20, 40};
  private static final int QUICK_PEOPLE = 10;

  /**
   * Those of the paper; MahNMF by the library's own choice and by the paper's solver, corrected.
   */
  private static final List<Method> METHODS =
      List.of(
          new Pca(), new NeNmf(), new KlNmf(), new ManhattanNmf(), ManhattanNmf.by("smoothing"));

  /** Keeps the noise of the pictures to recognise apart from that of those to learn from. */
  private static final long OTHER_NOISE = 0x5DEECE66DL;

  private static final String CLEAN = "accuracy on clean pictures";
  private static final String SPOILT = "accuracy on spoilt pictures";

  /** Creates the study. */
  public RecognitionStudy() {
    super("recognition", "recognition of faces under five noises (Section 5.2)");
  }

  @Override
  public Map<String, Object> protocol() {
    return Faces.protocol();
  }

  @Override
  public Plan plan(Setting setting) {
    Plan plan = new Plan(setting, "data", "noise", "method", "rank");
    int people = setting.quick() ? QUICK_PEOPLE : Integer.MAX_VALUE;
    for (Faces faces : Faces.Known.readAll(Faces.Known.PAPER, plan)) {
      int most = faces.split(people, 0).train().length;
      int[] ranks = setting.quick() ? QUICK_RANKS : RANKS;
      for (Noise noise : Noises.cases()) {
        for (Method method : METHODS) {
          for (int rank : Arrays.stream(ranks).filter(r -> r <= most).toArray()) {
            plan.repeat(
                setting.trialsOr(10, 1),
                List.of(faces.name(), noise.name(), method.name(), Integer.toString(rank)),
                seed -> accuracies(faces, people, noise, method, rank, seed));
          }
        }
      }
    }
    return plan;
  }

  @Override
  public List<Panel> panels(StudyResult result) {
    return Stream.of(CLEAN, SPOILT)
        .flatMap(score -> Panel.ofRows(result, "rank", "method", score).stream())
        .toList();
  }

  private static Map<String, Double> accuracies(
      Faces faces, int people, Noise noise, Method method, int rank, long seed) {
    Faces.Split split = faces.split(people, seed);
    DenseMatrix known = Noises.apply(noise, faces.rows(split.train()), faces.shape(), seed);
    DenseMatrix clean = faces.rows(split.test());
    DenseMatrix spoilt = Noises.apply(noise, clean, faces.shape(), Draws.mix(seed ^ OTHER_NOISE));
    int[] who = faces.who(split.train());
    int[] truth = faces.who(split.test());
    Learned parts =
        method
            .fit(Observations.of(known).withPicture(faces.shape()), rank, seed, Budget.DEFAULT)
            .withUnitParts();
    PseudoInverse inverse = new PseudoInverse(parts.basis());
    Map<String, Double> values = new LinkedHashMap<>();
    values.put(
        CLEAN,
        NearestNeighbor.euclidean(inverse.codes(known), who).accuracy(inverse.codes(clean), truth));
    values.put(
        SPOILT,
        NearestNeighbor.cosine(parts.codes(), who)
            .accuracy(parts.encode(Observations.of(spoilt)), truth));
    return values;
  }
}
