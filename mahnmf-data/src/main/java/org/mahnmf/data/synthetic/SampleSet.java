package org.mahnmf.data.synthetic;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.Deflater;
import org.mahnmf.base.Workers;
import org.mahnmf.data.Table;
import org.mahnmf.data.Tables;
import org.mahnmf.data.array.MatlabFile;
import org.mahnmf.data.file.AtomicFile;
import org.mahnmf.data.image.FrameFolder;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Matrix;
import org.mahnmf.matrix.PictureShape;
import us.hebi.matlab.mat.format.Mat5;

/** Sets of made-up data with a known answer, so that everything can be tried without a download. */
public enum SampleSet {
  VIDEO("a street clip: frames, true masks in the codes of CDnet, and an animation") {
    @Override
    void fill(Path folder, long seed) throws IOException {
      SyntheticClip clip = SyntheticClip.create(160, 120, 120, seed);
      PictureShape shape = new PictureShape(clip.width(), clip.height(), 1, 255);
      DenseMatrix masks = new DenseMatrix(clip.frames(), shape.pixels());
      for (int k = 0; k < clip.frames(); k++) {
        byte[] codes = clip.codes(k);
        for (int j = 0; j < codes.length; j++) {
          masks.set(k, j, codes[j] & 0xff);
        }
      }
      frames(folder.resolve("input"), names(clip.frames(), "in%06d"), clip.pixels(), shape);
      frames(folder.resolve("groundtruth"), names(clip.frames(), "gt%06d"), masks, shape);
      AtomicFile.writeText(folder.resolve("temporalROI.txt"), "1 " + clip.frames() + "\n");
      picture(folder.resolve("street.apng"), clip.pixels(), shape);
    }
  },

  FACES("faces of 12 people, 20 pictures each: a folder, labels, and both in one MAT file") {
    @Override
    void fill(Path folder, long seed) throws IOException {
      SyntheticFaces faces = SyntheticFaces.create(12, 20, seed);
      int count = faces.pictures().rows();
      int side = SyntheticFaces.SIDE;
      List<String> names = IntStream.range(0, count).mapToObj(faces::name).toList();
      frames(folder.resolve("faces"), names, faces.pictures(), SyntheticFaces.shape());
      String labels =
          IntStream.range(0, count)
              .mapToObj(k -> faces.person(k) + "\n")
              .collect(Collectors.joining());
      AtomicFile.writeText(folder.resolve("labels.txt"), labels);
      // As the well-known face sets are kept: pictures with their pixels column by column, people.
      us.hebi.matlab.mat.types.Matrix features = Mat5.newMatrix(count, side * side);
      us.hebi.matlab.mat.types.Matrix people = Mat5.newMatrix(count, 1);
      for (int k = 0; k < count; k++) {
        people.setDouble(k, 0, faces.person(k));
        for (int j = 0; j < side * side; j++) {
          features.setDouble(k, j % side * side + j / side, faces.pictures().get(k, j));
        }
      }
      Files.createDirectories(folder.resolve("faces_32x32"));
      MatlabFile.write(
          folder.resolve("faces_32x32/Synthetic_32x32.mat"),
          Mat5.newMatFile().addArray("fea", features).addArray("gnd", people),
          Deflater.BEST_SPEED);
    }
  },

  TABLE("power readings of 16 rooms with glitches and gaps, and what they should have been") {
    @Override
    void fill(Path folder, long seed) throws IOException {
      SyntheticSensors sensors = SyntheticSensors.create(seed);
      List<String> rooms = SyntheticSensors.rooms();
      List<String> hours = SyntheticSensors.hours();
      Tables.write(folder.resolve("readings.csv"), new Table(sensors.seen(), rooms, hours));
      Tables.write(folder.resolve("clean.csv"), new Table(sensors.clean(), rooms, hours));
      StringBuilder truth = new StringBuilder("hour,room,kind,shown,right\n");
      for (SyntheticSensors.Event event : sensors.events()) {
        double shown = sensors.seen().get(event.row(), event.column());
        String reading = Double.isNaN(shown) ? "NA" : Double.toString(shown);
        String right = Double.toString(sensors.clean().get(event.row(), event.column()));
        String hour = hours.get(event.row());
        String room = rooms.get(event.column());
        truth.append(String.join(",", hour, room, event.kind(), reading, right)).append('\n');
      }
      AtomicFile.writeText(folder.resolve("truth.csv"), truth.toString());
    }
  },

  SCENE("a landscape of five textured regions, and which pixel belongs to which") {
    @Override
    void fill(Path folder, long seed) throws IOException {
      SyntheticLandscape scene = SyntheticLandscape.create(160, 120, seed);
      picture(folder.resolve("scene.png"), scene.picture(), scene.shape());
      byte[] regions = scene.regions();
      PictureShape grey = new PictureShape(scene.shape().width(), scene.shape().height(), 1, 255);
      DenseMatrix labels = new DenseMatrix(1, regions.length);
      DenseMatrix shades = new DenseMatrix(1, regions.length);
      for (int k = 0; k < regions.length; k++) {
        labels.set(0, k, regions[k]);
        shades.set(0, k, 255.0 * (regions[k] - 1) / (SyntheticLandscape.REGIONS - 1));
      }
      picture(folder.resolve("segments.png"), labels, grey);
      picture(folder.resolve("segments-to-look-at.png"), shades, grey);
    }
  };

  private final String description;

  SampleSet(String description) {
    this.description = description;
  }

  public String description() {
    return description;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Makes the set. The same seed makes the same files. */
  public void write(Path folder, long seed) throws IOException {
    Files.createDirectories(folder);
    fill(folder, seed);
  }

  abstract void fill(Path folder, long seed) throws IOException;

  private static List<String> names(int count, String form) {
    return IntStream.rangeClosed(1, count)
        .mapToObj(k -> String.format(Locale.ROOT, form, k))
        .toList();
  }

  private static void frames(Path folder, List<String> names, Matrix rows, PictureShape shape)
      throws IOException {
    try (Workers workers = new Workers(Workers.defaultThreads())) {
      FrameFolder.write(folder, names, rows, shape, workers, () -> {});
    }
  }

  private static void picture(Path file, Matrix rows, PictureShape shape) throws IOException {
    Tables.write(file, new Table(rows, List.of(), List.of(), Optional.of(shape)));
  }
}
