package org.mahnmf.video;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.Color;
import java.awt.Graphics;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mahnmf.data.FrameStream;
import org.mahnmf.data.PictureSize;
import org.mahnmf.data.ReadOptions;
import org.mahnmf.data.Source;
import org.mahnmf.data.file.InputException;

/** Videos made by hand that lie about themselves: one line each, and no memory for a lie. */
@Timeout(120)
class HostileVideosTest {

  private static final ReadOptions PLAIN = ReadOptions.DEFAULT.withThreads(1);
  private static final ReadOptions SMALL = PLAIN.withSize(new PictureSize(8, 6));

  @TempDir private Path folder;

  private Path file(String name, byte[]... parts) throws IOException {
    Path file = folder.resolve(name);
    Files.write(file, joined(List.of(parts)));
    return file;
  }

  private static byte[] joined(List<byte[]> parts) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    parts.forEach(bytes::writeBytes);
    return bytes.toByteArray();
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  private static ByteBuffer little(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.capacity()];
    buffer.rewind().get(bytes);
    return bytes;
  }

  /** A JPEG, a frame of MJPEG. */
  private static byte[] jpeg(int width, int height) throws IOException {
    BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    Graphics graphics = image.createGraphics();
    graphics.setColor(Color.GRAY);
    graphics.fillOval(0, 0, width, height);
    graphics.dispose();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ImageIO.write(image, "jpeg", bytes);
    return bytes.toByteArray();
  }

  private static byte[] chunk(String name, byte[]... parts) {
    byte[] content = joined(List.of(parts));
    ByteBuffer chunk = little(8 + content.length + content.length % 2);
    return bytes(chunk.put(text(name)).putInt(content.length).put(content));
  }

  /** An AVI of MJPEG frames with a header that says what it likes. */
  private static byte[] avi(int width, int height, int declared, List<byte[]> frames) {
    ByteBuffer main = little(56).putInt(100_000).putInt(0).putInt(0).putInt(16).putInt(declared);
    main.putInt(0).putInt(1).putInt(0).putInt(width).putInt(height);
    ByteBuffer stream = little(56).put(text("vidsMJPG")).position(20);
    stream.putInt(1).putInt(10).putInt(0).putInt(declared);
    ByteBuffer picture = little(40).putInt(40).putInt(width).putInt(height);
    picture.putShort((short) 1).putShort((short) 24).put(text("MJPG"));
    List<byte[]> movie = new ArrayList<>();
    movie.add(text("movi"));
    frames.forEach(frame -> movie.add(chunk("00dc", frame)));
    byte[] format =
        chunk("LIST", text("strl"), chunk("strh", bytes(stream)), chunk("strf", bytes(picture)));
    return chunk(
        "RIFF",
        text("AVI "),
        chunk("LIST", text("hdrl"), chunk("avih", bytes(main)), format),
        chunk("LIST", joined(movie)));
  }

  /** A GIF of tiny frames on a canvas of any size. */
  private static byte[] gif(int width, int height, int frames) {
    ByteBuffer head = little(19).put(text("GIF89a"));
    head.putShort((short) width).putShort((short) height).put((byte) 0x80).position(16);
    head.put(new byte[] {-1, -1, -1});
    byte[] frame = {0x21, -7, 4, 0, 1, 0, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0};
    List<byte[]> parts = new ArrayList<>(List.of(bytes(head)));
    parts.addAll(Collections.nCopies(frames, frame));
    parts.add(text(";"));
    return joined(parts);
  }

  private static int rows(Path file, ReadOptions options) {
    return new VideoFile().read(Source.of(file), options).values().rows();
  }

  private static int streamed(Path file, ReadOptions options) {
    int count = 0;
    try (FrameStream frames = new VideoFile().open(Source.of(file), options)) {
      while (frames.next().isPresent()) {
        count++;
      }
    }
    return count;
  }

  /** As a whole and frame by frame. */
  private static void refused(Path file, String... words) {
    List<InputException> refusals =
        List.of(
            assertThrows(InputException.class, () -> rows(file, PLAIN)),
            assertThrows(InputException.class, () -> streamed(file, PLAIN)));
    for (InputException refusal : refusals) {
      String message = refusal.getMessage();
      assertTrue(message.startsWith(file.toString()), message);
      assertEquals(1, message.lines().count(), message);
      for (String word : words) {
        assertTrue(message.contains(word), message);
      }
    }
  }

  /** FFmpeg continues with the new size, so that pictures would be cropped without a word. */
  @ParameterizedTest
  @CsvSource({"32, 24", "96, 80", "64, 80", "63, 48"})
  void aSizeThatChangesIsRefused(int width, int height) throws IOException {
    List<byte[]> frames = new ArrayList<>(Collections.nCopies(3, jpeg(64, 48)));
    frames.addAll(Collections.nCopies(2, jpeg(width, height)));
    Path file = file("change.avi", avi(64, 48, 5, frames));
    refused(file, "frame 3: " + width + "x" + height, "the first frame is 64x48", "--size");
    assertEquals(5, rows(file, SMALL), "brought to one size");
    assertEquals(5, streamed(file, SMALL));
  }

  @Test
  void headersThatLieAreNotBelieved() throws IOException {
    List<byte[]> frames = Collections.nCopies(4, jpeg(64, 48));
    assertEquals(4, rows(file("true.avi", avi(64, 48, 4, frames)), PLAIN));
    refused(file("many.avi", avi(64, 48, Integer.MAX_VALUE, frames)), "only 4 of its 2147483647");
    byte[] whole = avi(64, 48, 4, frames);
    refused(
        file("cut.avi", Arrays.copyOf(whole, whole.length - frames.get(0).length - 100)),
        "cut or damaged");
    List<byte[]> hollow = new ArrayList<>(frames);
    hollow.addAll(Collections.nCopies(20_000, new byte[0]));
    refused(file("hollow.avi", avi(64, 48, hollow.size(), hollow)), "cut or damaged");
    refused(file("none.avi", avi(64, 48, 0, List.of())), "0 frames");
    Path large = file("large.avi", avi(100_000, 100_000, 4, frames));
    assertEquals(4, rows(large, PLAIN), "the frames themselves are small");
  }

  /** 148 bytes that declare frames of 81 million pixels were refused for a number of frames. */
  @Test
  void sizesTakeNoMemoryBeforeThereIsAFrame() throws IOException {
    String head = "YUV4MPEG2 W%d H%d F25:1 Ip A1:1 Cmono\n";
    refused(file("huge.y4m", text(head.formatted(9000, 9000) + "FRAME\n")), "only 0 frames");
    refused(
        file("beyond.y4m", text(head.formatted(100_000, 100_000) + "FRAME\n")), "cut or damaged");
    refused(file("zero.y4m", text(head.formatted(0, 0) + "FRAME\n")), "cut or damaged");
    refused(file("minus.y4m", text(head.formatted(-4, 8) + "FRAME\n")), "cut or damaged");
    String frame = "FRAME\n" + "x".repeat(12);
    assertEquals(1, rows(file("one.y4m", text(head.formatted(4, 3) + frame)), PLAIN));
    refused(file("huge.gif", gif(65_535, 65_535, 1)), "a picture must have");
    refused(file("zero.gif", gif(0, 0, 2)), "cut or damaged");
  }

  @Test
  void fewBytesAreNotEndlessFrames() throws IOException {
    assertEquals(3000, rows(file("tiny.gif", gif(4, 4, 3000)), PLAIN));
    // How many are read of a bomb, without the minutes that they take.
    Path bomb = file("bomb.gif", gif(9000, 9000, 2000));
    try (VideoFrames frames = new VideoFrames(bomb, PLAIN)) {
      double most = frames.most();
      assertTrue(most > 10 && most < 2000, "frames " + most);
      frames.requireModest((int) most - 1);
      InputException refusal =
          assertThrows(InputException.class, () -> frames.requireModest((int) most + 1));
      assertTrue(refusal.getMessage().contains("too many for its bytes"), refusal.getMessage());
    }
  }
}
