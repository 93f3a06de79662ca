package org.mahnmf.cli.video;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.mahnmf.cli.job.FitFiles;
import org.mahnmf.cli.job.OutputFolder;
import org.mahnmf.data.array.NpyWriter;
import org.mahnmf.data.image.FrameFolder;
import org.mahnmf.data.image.MaskTruth;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.PictureShape;
import org.mahnmf.online.OnlineStep;
import org.mahnmf.picture.MaskScore;

/** Writes what is found in a stream, frame by frame, and compares it with the truth. */
final class WatchFiles {

  /** What can be written for each frame. */
  enum Part {
    MASK,
    BACKGROUND,
    FOREGROUND;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final OutputFolder folder;
  private final Set<Part> parts;
  private final Optional<MaskTruth.Finder> truth;
  private Optional<MaskScore> score = Optional.empty();

  WatchFiles(OutputFolder folder, Set<Part> parts, Optional<MaskTruth.Finder> truth) {
    this.folder = folder;
    this.parts = parts;
    this.truth = truth;
  }

  /**
   * Writes a frame and counts it.
   *
   * @param name of the frame, or empty
   * @param difference from the background; <em>not modified</em>
   * @param mask which pixels stand out; <em>not modified</em>
   */
  void add(String name, OnlineStep step, PictureShape shape, double[] difference, boolean[] mask)
      throws IOException {
    if (truth.isPresent()) {
      if (score.isEmpty()) {
        score = Optional.of(new MaskScore(shape.white()));
      }
      byte[] codes = truth.get().codes(name, step.number() - 1, shape);
      score.get().add(mask, step.size(difference), codes);
    }
    for (Part part : parts) {
      Files.createDirectories(folder.file(part.toString()));
      boolean isMask = part == Part.MASK;
      FrameFolder.write(
          folder.file(part.toString()),
          name,
          step.number(),
          isMask ? numbers(mask) : picture(part, step, shape, mask),
          isMask ? new PictureShape(shape.width(), shape.height(), 1, 1) : shape);
    }
  }

  private static double[] numbers(boolean[] mask) {
    double[] numbers = new double[mask.length];
    for (int k = 0; k < mask.length; k++) {
      numbers[k] = mask[k] ? 1 : 0;
    }
    return numbers;
  }

  /** The background, or the frame where something stands out and half of white elsewhere. */
  private static double[] picture(Part part, OnlineStep step, PictureShape shape, boolean[] mask) {
    if (part == Part.BACKGROUND) {
      return step.background();
    }
    float[] frame = step.sample();
    double[] picture = new double[frame.length];
    for (int j = 0; j < frame.length; j++) {
      picture[j] = mask[j / shape.channels()] ? frame[j] : shape.white() / 2;
    }
    return picture;
  }

  /** Writes the parts as they are in the end. */
  void writeBasis(DenseMatrix basis) throws IOException {
    NpyWriter.write(folder.file(FitFiles.BASIS), basis);
  }

  /** Writes the last file. */
  String writeRecord(Map<String, Object> record) throws IOException {
    return FitFiles.record(folder, record);
  }

  /** Returns how well the masks meet the truth, if it is known. */
  Optional<MaskScore> score() {
    return score;
  }

  /** Returns the names of files and folders. */
  List<String> names() {
    List<String> names = new ArrayList<>();
    parts.forEach(part -> names.add(part + "/"));
    names.add(FitFiles.BASIS);
    names.add(FitFiles.RECORD);
    return names;
  }
}
