package org.mahnmf.lab.paper;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.mahnmf.data.FrameRange;
import org.mahnmf.data.ReadOptions;
import org.mahnmf.data.Source;
import org.mahnmf.data.Table;
import org.mahnmf.data.Tables;
import org.mahnmf.data.image.MaskTruth;
import org.mahnmf.lab.study.Study;
import org.mahnmf.matrix.PictureShape;

/**
 * A clip of the data catalogue.
 *
 * @param name that tables show
 * @param place file or folder of the frames below the data folder
 * @param truth folder of the true masks, if there are some
 */
record Scene(String name, String place, Optional<String> truth) {

  /** The clips of Section 5.4.1, and one with true masks. */
  static final List<Scene> ALL =
      List.of(
          new Scene(
              "Highway", "cdnet2014/highway/input", Optional.of("cdnet2014/highway/groundtruth")),
          new Scene("Hall", "i2r/hall", Optional.empty()),
          new Scene("Lobby", "i2r/lobby", Optional.empty()),
          new Scene("Bootstrap", "i2r/bootstrap", Optional.empty()),
          new Scene(
              "Shopping Mall", "i2r/shoppingmall/ShoppingMall_256x320x50.mat", Optional.empty()));

  /** Tells whether the frames are there. */
  boolean isIn(Path data) {
    return Files.exists(data.resolve(place));
  }

  /** Returns the files of frames and masks, below the data folder. */
  List<String> files(Study.Setting setting) {
    return Stream.concat(Stream.of(place), truth.stream())
        .flatMap(
            one ->
                Files.isDirectory(setting.data().resolve(one))
                    ? setting.list(one).stream()
                    : Stream.of(one))
        .toList();
  }

  /** Reads so many frames, from the first on. */
  Frames read(Path data, int most) {
    Table table =
        Tables.read(
            Source.of(data.resolve(place)),
            ReadOptions.DEFAULT.withFrames(new FrameRange(0, most, 1)).withThreads(1));
    PictureShape shape = table.picture().orElseThrow();
    int count = table.values().rows();
    return new Frames(
        table,
        shape,
        truth.map(folder -> MaskTruth.open(data.resolve(folder), table.rowNames(), count, shape)));
  }

  /** A clip in memory: a frame in each row, their shape, and the true masks if there are some. */
  record Frames(Table table, PictureShape shape, Optional<MaskTruth> truth) {}
}
