package org.mahnmf.spark.codes;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.function.Function2;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Row;
import org.mahnmf.Model;
import org.mahnmf.spark.block.Block;
import org.mahnmf.spark.file.Sample;

/** Finds the codes of a partition's rows: features, name of the file, place in the file. */
final class EncodeRuns implements Function2<Integer, Iterator<Row>, Iterator<CodesRun>> {

  private static final long serialVersionUID = 1;

  private static final int BATCH = 256;

  private final SentModel sent;
  private final Block.Layout layout;
  private final int every;

  /**
   * Prepares the work.
   *
   * @param model in the units of the samples
   * @param layout of the samples in their own units
   * @param every one in so many samples is kept for a report
   */
  EncodeRuns(Model model, boolean exact, Block.Layout layout, int every) {
    this.sent = new SentModel(model, exact);
    this.layout = layout;
    this.every = every;
  }

  @Override
  public Iterator<CodesRun> call(Integer partition, Iterator<Row> rows) {
    Model model = sent.open(Block.workers().threads());
    List<CodesRun> runs = new ArrayList<>();
    List<Sample> batch = new ArrayList<>();
    CodesRun run = null;
    while (rows.hasNext()) {
      Row row = rows.next();
      String file = row.getString(1);
      long begin = row.getLong(2);
      if (run == null || !run.outline.isOf(file, begin)) {
        flush(model, run, batch);
        run = new CodesRun(new CodesRun.Outline(file, begin, partition, sent.basis.rank));
        runs.add(run);
      }
      batch.add(new Sample((Vector) row.get(0), null, null));
      if (batch.size() == BATCH) {
        flush(model, run, batch);
      }
    }
    flush(model, run, batch);
    return runs.iterator();
  }

  private void flush(Model model, CodesRun run, List<Sample> batch) {
    if (!batch.isEmpty()) {
      Block block = Block.read(layout, 0, batch.size(), batch.iterator());
      run.add(model.transform(block.observations()), batch, every);
      batch.clear();
    }
  }
}
