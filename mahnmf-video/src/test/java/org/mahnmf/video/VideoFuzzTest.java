package org.mahnmf.video;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mahnmf.data.FrameStream;
import org.mahnmf.data.PictureSize;
import org.mahnmf.data.ReadOptions;
import org.mahnmf.data.Source;
import org.mahnmf.data.TableReader;
import org.mahnmf.data.file.InputException;
import org.mahnmf.fuzz.FuzzTarget;
import org.mahnmf.fuzz.Fuzzer;

/** Damages video files by chance: frames or a refusal in one line, within bounds of memory. */
class VideoFuzzTest {

  private static final int RUNS = Integer.getInteger("mahnmf.fuzz.runs", 1000) / 10;
  private static final ReadOptions PLAIN = ReadOptions.DEFAULT.withThreads(1);
  private static final int MOST_FRAMES = 1000;

  @TempDir private Path folder;

  /** A video under attack, read as a whole or frame by frame. */
  private record Attack(Path file, List<byte[]> seeds) implements FuzzTarget {

    @Override
    public String name() {
      return "video";
    }

    @Override
    public List<String> words() {
      return List.of(
          "ftyp", "moov", "trak", "stsz", "stco", "tkhd", "mdat", "RIFF", "avih", "strf");
    }

    @Override
    public String read(byte[] input) throws IOException {
      Files.write(file, input);
      VideoFile reader = new VideoFile();
      if (!TableReader.accepts(VideoFile.class, input)) {
        throw InputException.of(file, "is no video");
      }
      if (input.length % 2 == 0) {
        return "rows " + Math.min(3, reader.read(Source.of(file), PLAIN).values().rows());
      }
      ReadOptions small = PLAIN.withSize(new PictureSize(8, 6)).withColor(true);
      int count = 0;
      try (FrameStream frames = reader.open(Source.of(file), small)) {
        while (count < MOST_FRAMES && frames.next().isPresent()) {
          count++;
        }
      }
      return "frames " + Math.min(3, count);
    }

    @Override
    public String complaint(Throwable thrown) {
      String message = String.valueOf(thrown.getMessage());
      boolean words = message.startsWith(file.toString()) && !message.contains("Exception");
      return thrown instanceof InputException && words && message.lines().count() == 1
          ? ""
          : "not one line for people";
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"clip.avi", "clip.mkv", "clip.mp4", "clip.webm", "bad_sound.mp4"})
  void refusesInOneLine(String name) throws IOException {
    byte[] seed = Files.readAllBytes(VideoTest.golden(name));
    Attack attack = new Attack(folder.resolve("input"), List.of(seed));
    Fuzzer.Report report = new Fuzzer(attack, 1).run(RUNS);
    assertEquals(List.of(), report.findings(), name);
    assertTrue(report.answers() > 3, report::toString);
  }
}
