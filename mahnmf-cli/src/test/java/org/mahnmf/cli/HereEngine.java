package org.mahnmf.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.mahnmf.Engine;
import org.mahnmf.Factorization;
import org.mahnmf.MahNmf;
import org.mahnmf.data.Tables;
import org.mahnmf.data.array.NpyWriter;
import org.mahnmf.matrix.Observations;
import org.mahnmf.solver.Support;

/** Stands in for an engine elsewhere: fits in this process. */
public final class HereEngine implements Engine {

  /** Creates the engine. */
  public HereEngine() {}

  @Override
  public String name() {
    return "spark";
  }

  @Override
  public String description() {
    return "this process";
  }

  @Override
  public Support support(MahNmf plan) {
    String solver = plan.solver().name();
    return solver.equals("auto")
        ? Support.full()
        : Support.refuse(solver, "spark", "it is a stand-in");
  }

  @Override
  public Result fit(MahNmf plan, Job job) throws IOException {
    MahNmf settings =
        MahNmf.ofRank(plan.rank())
            .withSeed(plan.seed())
            .with(plan.loss())
            .withRidge(plan.ridgeShare())
            .withMaxIterations(plan.maxIterations())
            .onBasis(plan.basis().set());
    Observations table = Observations.of(Tables.read(Path.of(job.input())).values());
    boolean huge = job.place().equals(Optional.of("huge"));
    job.size().known(huge ? Integer.MAX_VALUE : table.samples(), table.features());
    Factorization parts = settings.fit(table);
    if (job.codes().toString().endsWith(".parquet")) {
      Files.createDirectory(job.codes());
      Files.writeString(job.codes().resolve("part"), job.place().orElse("here"));
    } else {
      NpyWriter.write(job.codes(), parts.codes());
    }
    return new Result(
        parts.model(),
        parts.record(),
        new Shown(parts.observations(), parts.codes().toDense()),
        notes ->
            job.checkpoints()
                .ifPresent(saving -> notes.accept(saving.folder() + " " + saving.resume())));
  }
}
