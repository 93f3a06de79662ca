package org.mahnmf.data.array;

import io.jhdf.exceptions.HdfFilterException;
import io.jhdf.filter.Filter;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.InflaterInputStream;
import org.mahnmf.data.Unpacked;

/** Unpacks the chunks of HDF5 files, as the library's own filter does, but not without bound. */
public final class BoundedInflate implements Filter {

  @Override
  public int getId() {
    return 1;
  }

  @Override
  public String getName() {
    return "deflate";
  }

  @Override
  public byte[] decode(byte[] packed, int[] settings) {
    int limit = (int) Math.min(Integer.MAX_VALUE - 9, Unpacked.limit(packed.length));
    try (InputStream in = new InflaterInputStream(new ByteArrayInputStream(packed))) {
      byte[] bytes = in.readNBytes(limit + 1);
      if (bytes.length > limit) {
        throw Unpacked.tooLarge("a chunk", packed.length);
      }
      return bytes;
    } catch (IOException e) {
      throw new HdfFilterException("a chunk cannot be unpacked", e);
    }
  }
}
