package org.mahnmf.data.image;

import java.nio.file.Path;
import java.util.List;
import org.mahnmf.data.ReadOptions;
import org.mahnmf.data.Source;
import org.mahnmf.data.Table;
import org.mahnmf.data.TableReader;
import org.mahnmf.data.TableWriter;
import org.mahnmf.data.file.InputException;

/** Says what is missing when a video is given and the module that knows videos is not there. */
public final class MissingVideo implements TableReader, TableWriter {

  private static final String WORDS =
      "a video needs the module mahnmf-video, which is not there; start the program by ./mahnmf"
          + " with MAHNMF_VIDEO=1 to fetch it";

  @Override
  public Format format() {
    return new Format("a video", ReadOptions.Choice.values());
  }

  @Override
  public boolean accepts(Path path, byte[] head) {
    return VideoMagic.isIn(head);
  }

  @Override
  public Table read(Source source, ReadOptions options) {
    throw InputException.of(source.path(), WORDS);
  }

  @Override
  public List<String> endings() {
    return List.of("mp4", "mov", "m4v", "mkv", "avi");
  }

  @Override
  public void check(Path file, boolean pictures) {
    throw InputException.of(file, WORDS);
  }

  @Override
  public void write(Path file, Table table) {
    check(file, true);
  }

  /** Asked only if no other module takes it. */
  @Override
  public boolean fallback() {
    return true;
  }
}
