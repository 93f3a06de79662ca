package org.mahnmf.data.text;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.mahnmf.data.file.Bytes;
import org.mahnmf.data.file.MeteredStream;
import org.mahnmf.data.file.ReadListener;

/** The byte order mark of a text file, if any, and what it says. */
record ByteOrderMark(Charset charset, int length) {

  private static final int BUFFER = 1 << 16;

  /** Looks at the first bytes of a file. */
  static ByteOrderMark of(byte[] head) {
    if (Bytes.startWith(head, "\\xef\\xbb\\xbf")) {
      return new ByteOrderMark(StandardCharsets.UTF_8, 3);
    }
    if (Bytes.startWith(head, "\\xff\\xfe")) {
      return new ByteOrderMark(StandardCharsets.UTF_16LE, 2);
    }
    if (Bytes.startWith(head, "\\xfe\\xff")) {
      return new ByteOrderMark(StandardCharsets.UTF_16BE, 2);
    }
    return new ByteOrderMark(StandardCharsets.UTF_8, 0);
  }

  /** Opens a file behind its mark and tells how much of it has been read. */
  Reader open(Path file, ReadListener listener) throws IOException {
    InputStream in = MeteredStream.open(file, listener);
    try {
      in.skipNBytes(length);
    } catch (IOException e) {
      in.close();
      throw e;
    }
    return new InputStreamReader(new BufferedInputStream(in, BUFFER), charset);
  }
}
