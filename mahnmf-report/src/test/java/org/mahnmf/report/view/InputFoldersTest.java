package org.mahnmf.report.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InputFoldersTest {

  @TempDir private Path parent;
  private Path folder;
  private InputFolders inputs;

  @BeforeEach
  void fill() throws IOException {
    folder = Files.createDirectories(parent.resolve("inputs")).toRealPath();
    Files.createFile(folder.resolve("a.csv"));
    Files.createDirectories(folder.resolve("m"));
    Files.createFile(folder.resolve("z.npy"));
    inputs = new InputFolders(List.of(folder));
  }

  private Path clip(String name, int pictures) throws IOException {
    Path clip = Files.createDirectories(folder.resolve(name));
    for (int k = 1; k <= pictures; k++) {
      Files.createFile(clip.resolve(k + ".png"));
    }
    return clip;
  }

  @Test
  void anUnreadableFolderHidesNothingElse() throws IOException {
    clip("m/inside", 3);
    Path closed = folder.resolve("m");
    assumeTrue(closed.toFile().setReadable(false) && !Files.isReadable(closed), "runs as root");
    try {
      assertEquals(List.of("0/a.csv", "0/z.npy"), inputs.names());
    } finally {
      closed.toFile().setReadable(true);
    }
    assertEquals(List.of("0/a.csv", "0/m/inside", "0/z.npy"), inputs.names());
  }

  @Test
  void aFolderThatIsGoneIsShown() throws IOException {
    InputFolders two = new InputFolders(List.of(folder.resolve("m"), folder));
    Files.delete(folder.resolve("m"));
    assertEquals(List.of("0/", "1/a.csv", "1/z.npy"), two.names());
  }

  @Test
  void linkedPicturesStayInTheirFolder() throws IOException {
    Path outside = Files.createFile(parent.resolve("outside.png"));
    Path clip = clip("clip", 2);
    Path inside = clip("inside", 3);
    Files.createSymbolicLink(inside.resolve("4.png"), clip.resolve("1.png"));
    Files.createSymbolicLink(inside.resolve("5.png"), parent.resolve("nowhere.png"));
    Files.createSymbolicLink(clip.resolve("3.png"), outside);
    assertEquals(Optional.empty(), inputs.find("0/clip"));
    assertEquals(Optional.of(inside), inputs.find("0/inside"));
    assertEquals(List.of("0/a.csv", "0/inside", "0/z.npy"), inputs.names());

    // The reader looks at the content, too: any name may be that of a picture.
    Files.delete(clip.resolve("3.png"));
    assertEquals(Optional.of(clip), inputs.find("0/clip"));
    Files.createSymbolicLink(clip.resolve("picture"), outside);
    assertEquals(Optional.empty(), inputs.find("0/clip"));
  }

  @Test
  void linkedFoldersAndTablesStayInTheirFolder() throws IOException {
    Path outside = Files.createDirectories(parent.resolve("outside"));
    Files.createFile(outside.resolve("secret.csv"));
    Files.createSymbolicLink(folder.resolve("link"), outside);
    Files.createSymbolicLink(folder.resolve("link.csv"), outside.resolve("secret.csv"));
    Files.createSymbolicLink(folder.resolve("own.csv"), folder.resolve("a.csv"));
    assertEquals(List.of("0/a.csv", "0/own.csv", "0/z.npy"), inputs.names());
    assertEquals(Optional.empty(), inputs.find("0/link/secret.csv"));
    assertEquals(Optional.empty(), inputs.find("0/link"));
    assertEquals(Optional.of(folder.resolve("a.csv")), inputs.find("0/own.csv"));
  }
}
