package org.mahnmf.data.file;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Tells how much of a file has been read; for readers that take large pieces. */
public final class MeteredStream extends FilterInputStream {

  private final long size;
  private final ReadListener listener;
  private long count;

  private MeteredStream(InputStream in, long size, ReadListener listener) {
    super(in);
    this.size = Math.max(1, size);
    this.listener = listener;
  }

  /** Opens a file. */
  public static InputStream open(Path file, ReadListener listener) throws IOException {
    return new MeteredStream(Files.newInputStream(file), Files.size(file), listener);
  }

  @Override
  public int read() throws IOException {
    return told(super.read(), 1);
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    int read = in.read(bytes, offset, length);
    return told(read, read);
  }

  private int told(int result, int read) {
    if (result >= 0) {
      count += read;
      listener.onProgress(Math.min(1, (double) count / size));
    }
    return result;
  }
}
