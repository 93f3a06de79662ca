package org.mahnmf.data;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.zip.GZIPInputStream;

/** Reads any other format compressed by gzip, such as {@code data.csv.gz}; see {@link Unpacked}. */
public final class GzipReader implements TableReader {

  private static final int BUFFER = 1 << 16;
  private static final double UNPACKING = 0.3; // its share of the time

  /** Creates the reader. */
  public GzipReader() {
    // For ServiceLoader; there is nothing to set.
  }

  @Override
  public String format() {
    return "gzip";
  }

  @Override
  public boolean accepts(Path path, byte[] head) {
    return head.length > 2 && head[0] == 0x1f && (head[1] & 0xff) == 0x8b;
  }

  /** Whatever is inside decides. */
  @Override
  public Set<ReadOptions.Choice> choices() {
    return EnumSet.allOf(ReadOptions.Choice.class);
  }

  @Override
  public Table read(Source source, ReadOptions options) {
    Path file = source.path();
    ReadListener listener = options.listener();
    return Unpacked.read(
        file.toString(),
        size(file),
        () -> new GZIPInputStream(MeteredStream.open(file, listener.part(0, UNPACKING)), BUFFER),
        inside ->
            inside(inside, source.member(), options.withListener(listener.part(UNPACKING, 1))));
  }

  private Table inside(Path inside, Optional<String> member, ReadOptions options) {
    if (accepts(inside, Tables.head(inside))) {
      throw InputException.of(inside, "is compressed twice; unpack it once");
    }
    return Tables.read(new Source(inside, member), options);
  }

  private static long size(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      throw InputException.unreadable(file, e);
    }
  }
}
