package org.mahnmf.data.image;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** How video files begin, whether or not there is a module that reads them. */
public final class VideoMagic {

  /**
   * MP4 and its kin (a box within the first bytes), AVI, Matroska and WebM, MPEG program streams,
   * Flash, Ogg, Windows Media, GIF, raw YUV4MPEG; animated PNG is judged apart.
   */
  private static final Pattern START =
      Pattern.compile(
          "(?s)(.{4}(ftyp|moov|mdat|wide|free|skip)|RIFF.{4}AVI |\\x1a\\x45\\xdf\\xa3"
              + "|\\x00\\x00\\x01[\\xba\\xb3]|FLV\\x01|OggS|\\x30\\x26\\xb2\\x75\\x8e\\x66\\xcf\\x11"
              + "|GIF8[79]a|YUV4MPEG2 ).*");

  private static final int LONGEST = 16;
  private static final int TRANSPORT_PACKET = 188;

  private VideoMagic() {}

  /**
   * Returns whether a file begins as a video does.
   *
   * @param head the file's first bytes; <em>not modified</em>
   */
  public static boolean isIn(byte[] head) {
    String start = new String(head, 0, Math.min(head.length, LONGEST), StandardCharsets.ISO_8859_1);
    return START.matcher(start).matches() || isTransportStream(head) || isAnimatedPng(head);
  }

  /** Whether a PNG moves: then its control chunk comes before the first picture. */
  static boolean isAnimatedPng(byte[] head) {
    String text = new String(head, StandardCharsets.ISO_8859_1);
    int control = text.indexOf("acTL");
    int picture = text.indexOf("IDAT");
    return text.startsWith("\u0089PNG") && control > 0 && (picture < 0 || control < picture);
  }

  private static boolean isTransportStream(byte[] head) {
    for (int packet = 0; packet < 4; packet++) {
      int place = packet * TRANSPORT_PACKET;
      if (place >= head.length || head[place] != 'G') {
        return false;
      }
    }
    return true;
  }
}
