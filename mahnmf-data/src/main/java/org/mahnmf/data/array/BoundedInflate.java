package org.mahnmf.data.array;

import io.jhdf.exceptions.HdfFilterException;
import io.jhdf.filter.Filter;
import java.io.ByteArrayOutputStream;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.mahnmf.data.Unpacked;

/** Unpacks the chunks of HDF5 files, as the library's own filter does, but not without bound. */
public final class BoundedInflate implements Filter {

  private static final int BUFFER = 1 << 14;

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
    Inflater inflater = new Inflater();
    try {
      inflater.setInput(packed);
      ByteArrayOutputStream out = new ByteArrayOutputStream(Math.max(BUFFER, packed.length));
      byte[] buffer = new byte[BUFFER];
      while (!inflater.finished()) {
        int count = inflater.inflate(buffer);
        if (count == 0) {
          throw new HdfFilterException("a chunk ends too early");
        }
        out.write(buffer, 0, count);
        if (out.size() > Unpacked.limit(packed.length)) {
          throw Unpacked.tooLarge("a chunk", packed.length);
        }
      }
      return out.toByteArray();
    } catch (DataFormatException e) {
      throw new HdfFilterException("a chunk cannot be unpacked", e);
    } finally {
      inflater.end();
    }
  }
}
