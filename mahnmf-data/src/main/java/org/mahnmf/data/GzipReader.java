package org.mahnmf.data;

import java.nio.file.Path;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.mahnmf.data.file.InputException;
import org.mahnmf.data.file.MeteredStream;
import org.mahnmf.data.file.ReadListener;

/** Reads any other format compressed by gzip, such as {@code data.csv.gz}; see {@link Unpacked}. */
@TableReader.Format(name = "gzip", start = "\\x1f\\x8b.")
public final class GzipReader implements TableReader {

  private static final int BUFFER = 1 << 16;
  private static final double UNPACKING = 0.3; // its share of the time

  @Override
  public Table read(Source source, ReadOptions options) {
    Path file = source.path();
    ReadListener listener = options.listener();
    return Unpacked.read(
        file.toString(),
        Unpacked.size(file),
        () -> new GZIPInputStream(MeteredStream.open(file, listener.part(0, UNPACKING)), BUFFER),
        inside ->
            inside(inside, source.member(), options.withListener(listener.part(UNPACKING, 1))));
  }

  private static Table inside(Path inside, Optional<String> member, ReadOptions options) {
    boolean twice = TableReader.accepts(GzipReader.class, Tables.head(inside));
    InputException.throwIf(twice, inside, "is compressed twice; unpack it once");
    return Tables.read(new Source(inside, member), options);
  }
}
