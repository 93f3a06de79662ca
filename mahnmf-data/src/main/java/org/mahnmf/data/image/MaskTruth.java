package org.mahnmf.data.image;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.mahnmf.data.PictureSize;
import org.mahnmf.data.ReadOptions;
import org.mahnmf.data.file.FileNames;
import org.mahnmf.data.file.InputException;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.PictureShape;
import org.mahnmf.picture.MaskScore;

/**
 * True masks of a clip: a folder of pictures coded as those of CDnet 2014 ({@link MaskScore}). As a
 * matrix they are read when they are looked at: 1, 0, or NaN where unknown.
 *
 * <p>A frame and its mask have the same number in their names, such as {@code in000470.jpg} and
 * {@code gt000470.png}; frames without a mask do not count. Where frames have no numbers, there
 * must be a mask for each, in order. A file {@code temporalROI.txt} beside the masks or their
 * folder gives the first and the last number that count.
 */
public final class MaskTruth implements Matrix {

  private static final String REGION = "temporalROI.txt";
  private static final Pattern LAST_NUMBER = Pattern.compile("(\\d{1,9})\\D*$");
  private static final Pattern TWO_NUMBERS = Pattern.compile("\\s*(\\d{1,9})\\s+(\\d{1,9})\\s*");

  private final Path folder;
  private final List<Path> files;
  private final PictureShape shape;

  private MaskTruth(Path folder, List<Path> files, PictureShape shape) {
    this.folder = folder;
    this.files = files;
    this.shape = shape;
  }

  /**
   * Finds the mask of each frame. Masks are read when they are asked for.
   *
   * @param shape of a frame; masks must have its width and height
   */
  public static MaskTruth open(Path folder, List<String> names, int count, PictureShape shape) {
    Finder finder = finder(folder);
    List<Integer> frames = names.stream().map(MaskTruth::number).toList();
    boolean numbered = !frames.isEmpty() && !frames.contains(null);
    List<Path> files =
        numbered
            ? byNumber(folder, finder.counting, frames)
            : inOrder(folder, finder.inOrder, count);
    return new MaskTruth(folder, files, shape);
  }

  /** Prepares to find the masks of frames that come one by one. */
  public static Finder finder(Path folder) {
    requireFolder(folder);
    List<Path> masks = ImageFolderReader.images(folder);
    NavigableMap<Integer, Path> byNumber = new TreeMap<>();
    for (Path mask : masks) {
      Integer number = number(FileNames.of(mask));
      if (number != null) {
        byNumber.put(number, mask);
      }
    }
    return new Finder(masks, region(folder, byNumber));
  }

  private static void requireFolder(Path folder) {
    String problem = Files.exists(folder) ? "is not a folder of masks" : "does not exist";
    InputException.throwIf(!Files.isDirectory(folder), folder, problem);
  }

  private static List<Path> byNumber(
      Path folder, NavigableMap<Integer, Path> counting, List<Integer> frames) {
    List<Path> files = new ArrayList<>();
    frames.forEach(frame -> files.add(counting.get(frame)));
    if (files.stream().allMatch(Objects::isNull)) {
      String known =
          counting.isEmpty()
              ? "; names need numbers"
              : ", but for " + counting.firstKey() + " to " + counting.lastKey();
      int last = frames.get(frames.size() - 1);
      throw InputException.of(
          folder, "has no mask for frames " + frames.get(0) + " to " + last + known);
    }
    return files;
  }

  private static List<Path> inOrder(Path folder, List<Path> masks, int count) {
    String rule =
        String.format(
            "holds %s masks for %s frames; give one for each, or the same numbers in the"
                + " names of both",
            masks.size(), count);
    InputException.throwIf(masks.size() != count, folder, rule);
    return masks;
  }

  /** Leaves out what the file beside the masks says does not count. */
  private static NavigableMap<Integer, Path> region(
      Path folder, NavigableMap<Integer, Path> masks) {
    Path parent = folder.toAbsolutePath().getParent();
    for (Path place : parent == null ? List.of(folder) : List.of(folder, parent)) {
      Path file = place.resolve(REGION);
      if (Files.isRegularFile(file)) {
        Matcher numbers = TWO_NUMBERS.matcher(text(file));
        InputException.throwIf(
            !numbers.matches(), file, "must hold two numbers, the first and the last frame");
        int first = Integer.parseInt(numbers.group(1));
        int last = Integer.parseInt(numbers.group(2));
        return last < first ? new TreeMap<>() : masks.subMap(first, true, last, true);
      }
    }
    return masks;
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw InputException.unreadable(file, e);
    }
  }

  private static Integer number(String name) {
    Matcher matcher = LAST_NUMBER.matcher(FileNames.bare(name));
    return matcher.find() ? Integer.valueOf(matcher.group(1)) : null;
  }

  public int judged() {
    return (int) files.stream().filter(Objects::nonNull).count();
  }

  /** Reads the codes of a frame's pixels; all are unknown if it has no mask. */
  public byte[] codes(int frame) {
    return codes(files.get(frame), shape);
  }

  private static byte[] codes(Path file, PictureShape shape) {
    byte[] codes = new byte[shape.pixels()];
    if (file == null) {
      Arrays.fill(codes, MaskScore.UNKNOWN);
      return codes;
    }
    Pixels mask = PictureFile.read(file, ReadOptions.DEFAULT);
    PictureSize size = PictureSize.of(mask.shape());
    PictureSize other = PictureSize.of(shape);
    InputException.throwIf(
        !size.equals(other), file, "size", size, "must be " + other + " as the frames are");
    double level = mask.shape().white() / 255;
    for (int k = 0; k < codes.length; k++) {
      codes[k] = (byte) Math.round(mask.samples()[k] / level);
    }
    return codes;
  }

  @Override
  public int rows() {
    return files.size();
  }

  @Override
  public int columns() {
    return shape.pixels();
  }

  @Override
  public double get(int row, int column) {
    return MaskScore.truth(codes(row)[column]);
  }

  @Override
  public void copyRow(int row, double[] out) {
    byte[] codes = codes(row);
    for (int k = 0; k < codes.length; k++) {
      out[k] = MaskScore.truth(codes[k]);
    }
  }

  @Override
  public String toString() {
    return folder.toString();
  }

  /**
   * Finds the mask of a frame by the number in its name, or by its place where it has none.
   *
   * @param counting those that count, by the numbers in their names
   */
  public record Finder(List<Path> inOrder, NavigableMap<Integer, Path> counting) {

    /** Reads the codes of a frame's pixels; all are unknown if it has no mask. */
    public byte[] codes(String name, long place, PictureShape shape) {
      Integer number = MaskTruth.number(name);
      if (number != null) {
        return MaskTruth.codes(counting.get(number), shape);
      }
      return MaskTruth.codes(place < inOrder.size() ? inOrder.get((int) place) : null, shape);
    }
  }
}
