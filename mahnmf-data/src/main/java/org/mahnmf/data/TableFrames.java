package org.mahnmf.data;

import java.util.Optional;
import org.mahnmf.data.file.InputException;
import org.mahnmf.matrix.PictureShape;

/** The frames of a clip that was read as a whole. */
final class TableFrames implements FrameStream {

  private final Table table;
  private final PictureShape shape;
  private int next;

  TableFrames(Source source, Table table) {
    this.table = table;
    this.shape =
        table
            .picture()
            .orElseThrow(
                () ->
                    InputException.of(
                        source.path(), "is not a clip, so there are no frames to watch"));
  }

  @Override
  public Optional<Frame> next() {
    if (next == table.values().rows()) {
      return Optional.empty();
    }
    double[] values = new double[shape.length()];
    table.values().copyRow(next, values);
    String name = table.rowNames().isEmpty() ? "" : table.rowNames().get(next);
    next++;
    return Optional.of(new Frame(name, shape, values));
  }
}
