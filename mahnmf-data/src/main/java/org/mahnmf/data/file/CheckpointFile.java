package org.mahnmf.data.file;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import org.mahnmf.checkpoint.CheckpointPlace;

/**
 * A checkpoint in a file. Whenever the program is killed, the file holds a whole checkpoint, the
 * one before or the new one, or is not there.
 */
public record CheckpointFile(Path path) implements CheckpointPlace {

  @Override
  public String name() {
    return path.toString();
  }

  public boolean exists() {
    return Files.exists(path);
  }

  @Override
  public Optional<InputStream> open() throws IOException {
    try {
      return Optional.of(Files.newInputStream(path));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  @Override
  public void write(Content content) throws IOException {
    AtomicFile.write(path, content::writeTo);
  }

  @Override
  public void remove() throws IOException {
    Files.deleteIfExists(path);
    removeLeftovers();
  }

  /** Removes what is left of checkpoints in the middle of which the program was killed. */
  public void removeLeftovers() throws IOException {
    AtomicFile.removeLeftovers(path);
  }
}
