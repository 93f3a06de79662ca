package org.mahnmf.fuzz;

import java.io.IOException;
import java.util.List;

/** A reader of bytes that nobody vouches for. */
public interface FuzzTarget {

  /** Returns its name in reports. */
  String name();

  /** Returns valid inputs, from which the others are made; at least one. */
  List<byte[]> seeds();

  /** Returns words of the format, which chance would not find. */
  default List<String> words() {
    return List.of();
  }

  /**
   * Makes an input of a valid one. Formats that are packed or carry check sums open the wrapping,
   * change what is inside and wrap it again, or nothing would get past the first check.
   *
   * @param input <em>not modified</em>
   * @param mutations the source of all chance
   */
  default byte[] mutate(byte[] input, Mutations mutations) throws IOException {
    return mutations.mutate(input);
  }

  /**
   * Reads an input.
   *
   * @param input <em>not modified</em>
   * @return a few words on what it was, such as its size
   * @throws Exception a refusal, or what nobody has foreseen
   */
  String read(byte[] input) throws Exception;

  /**
   * Says what is wrong with what {@link #read} threw.
   *
   * @return empty if it is a refusal as a user should see it
   */
  String complaint(Throwable thrown);

  /** Returns how many bytes one execution may allocate. */
  default long mostBytes() {
    return 512L << 20;
  }

  /** Returns how many seconds of processor time one execution may take. */
  default double mostSeconds() {
    return 10;
  }

  /** Returns a name of something that should not be there, such as a file left behind, or empty. */
  default String leftBehind() throws IOException {
    return "";
  }
}
