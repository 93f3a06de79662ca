package org.mahnmf.data.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AtomicFileTest {

  @TempDir private Path folder;

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void writesAndReplaces() throws IOException {
    Path file = folder.resolve("a.txt");
    AtomicFile.writeText(file, "first, somewhat longer");
    AtomicFile.writeText(file, "zweite — ä");
    assertEquals("zweite — ä", Files.readString(file));
    assertEquals(List.of("a.txt"), names());
  }

  @Test
  void mayBeClosedByTheWriter() throws IOException {
    Path file = folder.resolve("a.bin");
    AtomicFile.write(
        file,
        out -> {
          try (OutputStream closing = out) {
            closing.write(new byte[200_000]);
          }
        });
    assertEquals(200_000, Files.size(file));
  }

  @Test
  void leavesNothingBehindOnFailure() throws IOException {
    Path file = folder.resolve("a.txt");
    List<Throwable> failures =
        List.of(new IOException("full"), new IllegalStateException("bug"), new AssertionError());
    for (Throwable failure : failures) {
      Throwable thrown =
          assertThrows(failure.getClass(), () -> AtomicFile.write(file, out -> fail(out, failure)));
      // One that names no file gets the name of this one.
      boolean nameless = failure instanceof IOException;
      assertSame(failure, nameless ? thrown.getCause() : thrown);
      assertTrue(!nameless || thrown.getMessage().startsWith(file.toString()), thrown::toString);
      assertEquals(List.of(), names());
    }
    AtomicFile.writeText(file, "old");
    assertThrows(
        IOException.class, () -> AtomicFile.write(file, out -> fail(out, failures.get(0))));
    assertEquals(List.of("a.txt"), names());
    assertEquals("old", Files.readString(file));
  }

  private static void fail(OutputStream out, Throwable failure) throws IOException {
    out.write("half of it".getBytes(StandardCharsets.UTF_8));
    out.flush();
    if (failure instanceof IOException e) {
      throw e;
    }
    if (failure instanceof RuntimeException e) {
      throw e;
    }
    throw (Error) failure;
  }

  @Test
  void namesBadTargets() throws IOException {
    Path lost = folder.resolve("no").resolve("a.txt");
    NoSuchFileException e =
        assertThrows(NoSuchFileException.class, () -> AtomicFile.writeText(lost, "x"));
    assertEquals(lost + ": its folder does not exist", e.getMessage());
    FileSystemException f =
        assertThrows(FileSystemException.class, () -> AtomicFile.writeText(folder, "x"));
    assertEquals(folder + ": is a folder, not a file", f.getMessage());
    assertEquals(List.of(), names());
  }

  @Test
  void writesThroughLinks() throws IOException {
    Path file = folder.resolve("real.txt");
    AtomicFile.writeText(file, "old");
    Path link = Files.createSymbolicLink(folder.resolve("link.txt"), file);
    AtomicFile.writeText(link, "new");
    assertTrue(Files.isSymbolicLink(link));
    assertEquals("new", Files.readString(file));
  }
}
