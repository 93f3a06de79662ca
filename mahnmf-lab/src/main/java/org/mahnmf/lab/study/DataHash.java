package org.mahnmf.lab.study;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/** Names the data that a study used. */
final class DataHash {

  private DataHash() {}

  /** Returns the SHA-256 of the files, one after the other; empty if there are none. */
  static String of(Path folder, List<String> files) throws IOException {
    if (files.isEmpty()) {
      return "";
    }
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (String file : files) {
        digest.update(Files.readAllBytes(folder.resolve(file)));
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every JVM has it
    }
  }
}
