package org.mahnmf.checkpoint;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;
import java.util.zip.CheckedOutputStream;
import org.mahnmf.base.Version;
import org.mahnmf.internal.kernel.Products;

/**
 * The bytes of a checkpoint: a mark, the version of this layout, the version of the library and the
 * kernels, what the checkpoint holds, and the CRC-32C of all before it. All numbers are
 * little-endian.
 */
final class CheckpointFormat {

  private static final long MARK = 0x5043464D4E48414DL; // the bytes of "MAHNMFCP"
  private static final long LAYOUT = 3; // changes whenever a state is laid out in another way

  /** The CRC-32C of any bytes that end with their own CRC-32C. */
  private static final long INTACT = 0x48674BC7L;

  private CheckpointFormat() {}

  static void write(OutputStream out, Consumer<StateWriter> content) throws IOException {
    CheckedOutputStream checked = new CheckedOutputStream(out, new CRC32C());
    StateWriter writer = new StateWriter(checked);
    writer.bits(MARK);
    writer.bits(LAYOUT);
    writer.text(Version.TEXT);
    writer.text(Products.arithmetic());
    try {
      content.accept(writer);
      writer.flush();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    ByteBuffer sum = ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    out.write(sum.putInt((int) checked.getChecksum().getValue()).array());
  }

  /** Whether a checkpoint is kept; what is no whole checkpoint is refused. */
  static boolean isKept(CheckpointPlace place) throws IOException {
    Optional<InputStream> kept = place.open();
    if (kept.isEmpty()) {
      return false;
    }
    try (CheckedInputStream in = new CheckedInputStream(kept.get(), new CRC32C())) {
      byte[] mark = in.readNBytes(Long.BYTES);
      if (mark.length < Long.BYTES
          || ByteBuffer.wrap(mark).order(ByteOrder.LITTLE_ENDIAN).getLong() != MARK) {
        throw new CheckpointException(
            place.name() + ": is not a checkpoint; give another file, or delete this one");
      }
      in.transferTo(OutputStream.nullOutputStream());
      if (in.getChecksum().getValue() != INTACT) {
        throw new CheckpointException(
            place.name() + ": is damaged (checksum); delete it to begin afresh");
      }
    }
    return true;
  }

  /** Reads up to what it holds; refused if another version made it, whose numbers differ. */
  static void readHead(CheckpointPlace place, StateReader reader) {
    reader.bits(0); // the mark
    require(place, "the layout", reader.bits(0), LAYOUT);
    require(place, "the version", reader.text(null), Version.TEXT);
    require(place, "the kernel", reader.text(null), Products.arithmetic());
  }

  /** Refuses a checkpoint for which a fact differs. */
  static void require(CheckpointPlace place, String fact, Object there, Object here) {
    if (!here.equals(there)) {
      throw new CheckpointException(
          ("%s: is a checkpoint of another run: %s is %s there but %s here; repeat that"
                  + " run, or delete the file to begin afresh")
              .formatted(place.name(), fact, there == null ? "unknown" : there, here));
    }
  }
}
