package org.mahnmf.data.image;

import java.nio.file.Path;
import org.mahnmf.data.ReadOptions;
import org.mahnmf.data.Source;
import org.mahnmf.data.Table;
import org.mahnmf.data.TableReader;
import org.mahnmf.data.TableWriter;
import org.mahnmf.data.file.InputException;

/** Says what is missing when a video is given and the module that knows videos is not there. */
@TableReader.Format(name = "a video", start = MissingVideo.START, fallback = true)
@TableWriter.Format(
    endings = {"mp4", "mov", "m4v", "mkv", "avi"},
    fallback = true)
public final class MissingVideo implements TableReader, TableWriter {

  /** A PNG moves if its control chunk comes before the first picture. */
  static final String ANIMATED_PNG = "\\x89PNG(?:(?!IDAT|acTL).)*+acTL";

  /**
   * How videos begin: MP4 and its kin (a box within the first bytes), AVI, Matroska and WebM, MPEG
   * program streams, Flash, Ogg, Windows Media, GIF, raw YUV4MPEG, MPEG transport streams (packets
   * of 188 bytes), animated PNG.
   */
  public static final String START =
      ".{4}(ftyp|moov|mdat|wide|free|skip)|RIFF.{4}AVI |\\x1a\\x45\\xdf\\xa3"
          + "|\\x00\\x00\\x01[\\xba\\xb3]|FLV\\x01|OggS|\\x30\\x26\\xb2\\x75\\x8e\\x66\\xcf\\x11"
          + "|GIF8[79]a|YUV4MPEG2 |(G.{187}){3}G|"
          + ANIMATED_PNG;

  private static final String WORDS =
      "a video needs the module mahnmf-video, which is not there; start the program by ./mahnmf"
          + " with MAHNMF_VIDEO=1 to fetch it";

  @Override
  public Table read(Source source, ReadOptions options) {
    throw InputException.of(source.path(), WORDS);
  }

  @Override
  public void check(Path file) {
    throw InputException.of(file, WORDS);
  }

  @Override
  public void write(Path file, Table table) {
    check(file);
  }
}
