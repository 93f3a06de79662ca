package org.mahnmf;

import java.util.List;
import java.util.Map;
import org.mahnmf.base.Version;
import org.mahnmf.internal.fit.Finished;
import org.mahnmf.internal.fit.Found;
import org.mahnmf.internal.fit.TableFacts;
import org.mahnmf.internal.kernel.Arithmetic;
import org.mahnmf.matrix.SparseMatrix;
import org.mahnmf.problem.Side;
import org.mahnmf.problem.Term;

/** Makes the result of a fit that is over, with the record that tells how to repeat it. */
final class Recording {

  private Recording() {}

  static Factorization of(MahNmf settings, Finished fit) {
    Model model = Model.of(fit.model(), settings.exactCodes(), settings.threads());
    RunRecord record =
        new RunRecord(
            new RunRecord.Environment(
                Version.TEXT,
                System.getProperty("java.version"),
                Arithmetic.name(),
                settings.threads(),
                fit.precision().toString()),
            setup(settings, model, fit),
            data(fit.facts()),
            outcome(fit));
    return new Factorization(fit.observations(), model, fit.codes(), record);
  }

  static RunRecord.Data data(TableFacts facts) {
    return new RunRecord.Data(facts.samples(), facts.features(), facts.observed(), facts.hash());
  }

  private static RunRecord.Setup setup(MahNmf settings, Model model, Finished fit) {
    Map<String, Object> remaining = settings.remaining();
    remaining.put("basis", names(fit.sides().basis()));
    remaining.put("codes", names(fit.sides().codes()));
    if (fit.observations().values() instanceof SparseMatrix) {
      remaining.put("zeroWeight", fit.observations().zeroWeight());
    }
    remaining.put("model", model.settings());
    boolean drawn = settings.plan().hasPath() && !settings.isStartChosen();
    return new RunRecord.Setup(
        settings.solver().name(),
        drawn ? "random" : settings.start().name(),
        settings.rank(),
        settings.seed(),
        settings.restarts(),
        remaining);
  }

  private static List<String> names(Side side) {
    return side.terms().stream().map(Term::toString).toList();
  }

  private static RunRecord.Outcome outcome(Finished fit) {
    Found found = fit.found();
    return new RunRecord.Outcome(
        fit.score().objective(),
        fit.score().relativeError(),
        fit.score().lowerBound(),
        found.ending().iterations(),
        found.ending().products(),
        fit.ending().seconds(),
        fit.ending().reason(),
        fit.ending().interrupted(),
        fit.score().dead(),
        fit.ending().notes(),
        List.copyOf(found.history()),
        found.choice(),
        found.validation(),
        found.confidence());
  }
}
