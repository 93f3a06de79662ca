package org.mahnmf.fuzz;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Changes inputs by chance; the same seed makes the same changes. */
public final class Mutations {

  private static final int LONGEST = 1 << 16;

  private static final long[] EDGES = {
    0,
    1,
    2,
    3,
    7,
    8,
    15,
    16,
    31,
    32,
    63,
    64,
    100,
    127,
    128,
    255,
    256,
    1000,
    4095,
    4096,
    32767,
    32768,
    65535,
    65536,
    1 << 20,
    1 << 22,
    1 << 24,
    1 << 28,
    1 << 30,
    Integer.MAX_VALUE - 8,
    Integer.MAX_VALUE,
    1L << 31,
    0xffffffffL,
    1L << 32,
    1L << 40,
    Long.MAX_VALUE,
    Long.MIN_VALUE,
    -1,
    -2,
    -8,
    -128,
    -32768,
    Integer.MIN_VALUE
  };

  private static final List<String> NUMBERS =
      List.of(
          "0",
          "-0",
          "1",
          "-1",
          "2",
          "3",
          "10",
          "0.5",
          "1e308",
          "1e309",
          "1e-320",
          "-1e5",
          "NaN",
          "nan",
          "inf",
          "-Infinity",
          "2147483647",
          "2147483648",
          "4294967296",
          "65536",
          "99999",
          "9223372036854775807",
          "9223372036854775808",
          "1e999999999",
          "00000001",
          "0x10",
          "1_000",
          "4194304",
          "4194305",
          "46341",
          "1,5",
          "٣",
          "+7",
          "1.",
          ".5",
          "1e",
          "e5",
          "");

  private final SplittableRandom random;
  private final List<String> words;
  private List<byte[]> others = List.of();

  /**
   * Starts a series of changes.
   *
   * @param words of the format
   */
  public Mutations(long seed, List<String> words) {
    this.random = new SplittableRandom(seed);
    this.words = words;
  }

  /** Tells from what else pieces may be taken. */
  void others(List<byte[]> inputs) {
    others = inputs;
  }

  /** Returns a whole number below a limit, 0 if the limit is not positive. */
  public int below(int limit) {
    return limit <= 1 ? 0 : random.nextInt(limit);
  }

  /** Returns true once in so many times. */
  public boolean oneIn(int times) {
    return below(times) == 0;
  }

  /** Returns one of several things. */
  public <T> T pick(List<T> things) {
    return things.get(below(things.size()));
  }

  /**
   * Returns a changed copy: mostly one change, at times many.
   *
   * @param input <em>not modified</em>
   */
  public byte[] mutate(byte[] input) {
    byte[] bytes = input;
    int changes = 1;
    while (changes < 16 && oneIn(2)) {
      changes++;
    }
    for (int k = 0; k < changes; k++) {
      bytes = change(bytes);
    }
    return bytes.length > LONGEST ? Arrays.copyOf(bytes, LONGEST) : bytes;
  }

  private byte[] change(byte[] bytes) {
    if (bytes.length == 0) {
      return word();
    }
    return switch (below(14)) {
      case 0 -> flipped(bytes);
      case 1 -> overwritten(bytes, new byte[] {(byte) random.nextInt()});
      case 2 -> Arrays.copyOf(bytes, below(bytes.length));
      case 3 -> replaced(bytes, place(bytes), below(Math.min(64, bytes.length)), new byte[0]);
      case 4 -> replaced(bytes, place(bytes), 0, random(1 + below(8)));
      case 5 -> overwritten(bytes, edge());
      case 6 -> overwritten(bytes, edge());
      case 7 -> withNumber(bytes);
      case 8 -> withNumber(bytes);
      case 9 -> replaced(bytes, place(bytes), 0, word());
      case 10 -> overwritten(bytes, word());
      case 11 -> repeated(bytes);
      case 12 -> moved(bytes);
      default -> spliced(bytes);
    };
  }

  private int place(byte[] bytes) {
    // Heads decide more than bodies.
    int span = oneIn(2) ? Math.min(bytes.length, 64) : bytes.length;
    return below(span);
  }

  private byte[] random(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  private byte[] flipped(byte[] bytes) {
    byte[] out = bytes.clone();
    out[place(bytes)] ^= (byte) (1 << below(8));
    return out;
  }

  private static byte[] replaced(byte[] bytes, int at, int count, byte[] piece) {
    int end = Math.min(bytes.length, at + count);
    ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length + piece.length);
    out.write(bytes, 0, at);
    out.write(piece, 0, piece.length);
    out.write(bytes, end, bytes.length - end);
    return out.toByteArray();
  }

  private byte[] overwritten(byte[] bytes, byte[] piece) {
    return replaced(bytes, place(bytes), piece.length, piece);
  }

  /** A number at the edge of some type, 1 to 8 bytes, of either order. */
  private byte[] edge() {
    long number = EDGES[below(EDGES.length)];
    int width = 1 << below(4);
    boolean big = oneIn(2);
    byte[] bytes = new byte[width];
    for (int k = 0; k < width; k++) {
      bytes[big ? width - 1 - k : k] = (byte) (number >> (8 * k));
    }
    return bytes;
  }

  private byte[] word() {
    String word = words.isEmpty() || oneIn(4) ? pick(NUMBERS) : pick(words);
    return word.getBytes(oneIn(8) ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1);
  }

  /** Replaces a number that is written in digits. */
  private byte[] withNumber(byte[] bytes) {
    int start = place(bytes);
    while (start < bytes.length && !isDigit(bytes[start])) {
      start++;
    }
    int end = start;
    while (end < bytes.length && isDigit(bytes[end])) {
      end++;
    }
    byte[] number = pick(NUMBERS).getBytes(StandardCharsets.UTF_8);
    return start == end ? flipped(bytes) : replaced(bytes, start, end - start, number);
  }

  private static boolean isDigit(byte b) {
    return b >= '0' && b <= '9';
  }

  private byte[] repeated(byte[] bytes) {
    int from = place(bytes);
    byte[] piece = Arrays.copyOfRange(bytes, from, Math.min(bytes.length, from + 1 + below(128)));
    int times = oneIn(16) ? 1 + below(LONGEST / piece.length) : 1 + below(8);
    byte[] many = new byte[piece.length * times];
    for (int k = 0; k < times; k++) {
      System.arraycopy(piece, 0, many, k * piece.length, piece.length);
    }
    return replaced(bytes, from, 0, many);
  }

  private byte[] moved(byte[] bytes) {
    int from = place(bytes);
    byte[] piece = Arrays.copyOfRange(bytes, from, Math.min(bytes.length, from + 1 + below(32)));
    return overwritten(bytes, piece);
  }

  private byte[] spliced(byte[] bytes) {
    byte[] other = others.isEmpty() ? bytes : pick(others);
    if (other.length == 0) {
      return bytes;
    }
    int from = below(other.length);
    int length = 1 + below(Math.min(256, other.length - from));
    byte[] piece = Arrays.copyOfRange(other, from, Math.min(other.length, from + length));
    return oneIn(2) ? overwritten(bytes, piece) : replaced(bytes, place(bytes), 0, piece);
  }
}
