package org.mahnmf.data;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.mahnmf.fuzz.Mutations;

/** Opens packed formats, changes what is inside, and packs it again with the right check sums. */
final class Wrappings {

  private static final int MOST = 1 << 20;
  private static final int MAT_HEAD = 128;
  private static final int MAT_COMPRESSED = 15;
  private static final int PNG_HEAD = 8;

  /** Names that would do harm if anybody unpacked them as they are. */
  private static final List<String> NAMES =
      List.of(
          "../../../evil.npy",
          "/etc/evil.npy",
          "C:\\evil.npy",
          "..\\evil.npy",
          "x.npy/",
          ".npy",
          "x\0.npy",
          "x.npy.npy",
          "a\nb.npy",
          "\u202efoo.npy",
          "data.npy",
          "shape.npy",
          "format.npy",
          "indptr.npy",
          "indices.npy",
          "row.npy",
          "col.npy",
          "x".repeat(5000) + ".npy");

  private Wrappings() {}

  static byte[] gzip(byte[] file, Mutations mutations) throws IOException {
    byte[] inside;
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(file))) {
      inside = in.readNBytes(MOST);
    }
    return gzip(mutations.mutate(inside));
  }

  static byte[] gzip(byte[] content) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(bytes)) {
      out.write(content);
    }
    return bytes.toByteArray();
  }

  static byte[] zip(byte[] file, Mutations mutations) throws IOException {
    Map<String, byte[]> members = new LinkedHashMap<>();
    try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(file))) {
      for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        members.put(entry.getName(), in.readNBytes(MOST));
      }
    }
    String name = mutations.pick(List.copyOf(members.keySet()));
    byte[] content = members.get(name);
    switch (mutations.below(8)) {
      case 0 -> members.remove(name);
      case 1 -> members.put(mutations.pick(NAMES), content);
      case 2 -> {
        members.remove(name);
        members.put(mutations.pick(NAMES), content);
      }
      case 3 -> members.put(name, members.get(mutations.pick(List.copyOf(members.keySet()))));
      default -> members.put(name, mutations.mutate(content));
    }
    return zip(members);
  }

  static byte[] zip(Map<String, byte[]> members) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream out = new ZipOutputStream(bytes)) {
      for (Map.Entry<String, byte[]> member : members.entrySet()) {
        out.putNextEntry(new ZipEntry(member.getKey()));
        out.write(member.getValue());
        out.closeEntry();
      }
    }
    return bytes.toByteArray();
  }

  /** Changes one variable of a MAT file, compressed or not. */
  static byte[] mat(byte[] file, Mutations mutations) throws IOException {
    ByteBuffer in = ByteBuffer.wrap(file);
    in.order(file[126] == 'I' ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN).position(MAT_HEAD);
    int variables = 0;
    while (in.remaining() >= 8) {
      in.getInt();
      in.position(in.position() + 4 + in.getInt(in.position()));
      variables++;
    }
    int chosen = mutations.below(variables);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(file, 0, MAT_HEAD);
    in.position(MAT_HEAD);
    for (int k = 0; k < variables; k++) {
      int type = in.getInt();
      byte[] body = new byte[in.getInt()];
      in.get(body);
      if (k == chosen && type == MAT_COMPRESSED) {
        body = deflated(mutations.mutate(inflated(body)));
      } else if (k == chosen) {
        body = mutations.mutate(body);
      }
      out.writeBytes(tag(in.order(), type, body.length));
      out.writeBytes(body);
    }
    return out.toByteArray();
  }

  /** The eight bytes before an element of a MAT file. */
  static byte[] tag(ByteOrder order, int type, int length) {
    return ByteBuffer.allocate(8).order(order).putInt(type).putInt(length).array();
  }

  static byte[] deflated(byte[] content) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = new DeflaterOutputStream(bytes)) {
      out.write(content);
    }
    return bytes.toByteArray();
  }

  static byte[] inflated(byte[] packed) throws IOException {
    return new InflaterInputStream(new ByteArrayInputStream(packed)).readNBytes(MOST);
  }

  /**
   * Changes one chunk of a PNG file; pixels are unpacked first. Files of other formats as a whole.
   */
  static byte[] png(byte[] file, Mutations mutations) throws IOException {
    if (file.length < PNG_HEAD || file[1] != 'P' || file[2] != 'N') {
      return mutations.mutate(file);
    }
    ByteBuffer in = ByteBuffer.wrap(file).position(PNG_HEAD);
    int chunks = 0;
    while (in.remaining() >= 12) {
      in.position(in.position() + 12 + in.getInt(in.position()));
      chunks++;
    }
    int chosen = mutations.below(chunks);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(file, 0, PNG_HEAD);
    in.position(PNG_HEAD);
    for (int k = 0; k < chunks; k++) {
      byte[] body = new byte[in.getInt()];
      byte[] type = new byte[4];
      in.get(type).get(body).getInt();
      if (k == chosen) {
        boolean pixels = new String(type, StandardCharsets.US_ASCII).equals("IDAT");
        body =
            pixels && mutations.oneIn(2)
                ? deflated(mutations.mutate(inflated(body)))
                : mutations.mutate(body);
      }
      out.writeBytes(chunk(type, body));
    }
    return out.toByteArray();
  }

  /** A chunk of a PNG file with its check sum. */
  static byte[] chunk(byte[] type, byte[] body) {
    CRC32 sum = new CRC32();
    sum.update(type);
    sum.update(body);
    return ByteBuffer.allocate(12 + body.length)
        .putInt(body.length)
        .put(type)
        .put(body)
        .putInt((int) sum.getValue())
        .array();
  }

  /** Returns several arrays as one. */
  static byte[] joined(byte[]... pieces) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Arrays.asList(pieces).forEach(out::writeBytes);
    return out.toByteArray();
  }
}
