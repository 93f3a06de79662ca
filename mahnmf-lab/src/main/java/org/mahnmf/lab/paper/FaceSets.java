package org.mahnmf.lab.paper;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Sets of faces as a study finds them.
 *
 * @param found in the order asked for
 * @param files of the sets found, below the data folder
 * @param skipped names of the sets that are missing
 */
record FaceSets(List<Faces> found, List<String> files, List<String> skipped) {

  /** Forty people, ten pictures each. */
  static final Faces.Known ORL = new Faces.Known("ORL", "faces_32x32/ORL_32x32.mat");

  /** What {@code mahnmf sample faces} makes. */
  static final Faces.Known GENERATED =
      new Faces.Known("Generated", "faces_32x32/Synthetic_32x32.mat");

  /**
   * Reads the sets that are there. The generated one is taken too if it is there, and not missed if
   * it is not.
   *
   * @param data folder with the layout of the data catalogue
   * @param wanted real sets
   */
  static FaceSets read(Path data, List<Faces.Known> wanted) {
    FaceSets sets = new FaceSets(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    wanted.forEach(known -> sets.add(known, data));
    sets.add(GENERATED, data);
    sets.skipped.remove(GENERATED.name());
    return sets;
  }

  private void add(Faces.Known known, Path data) {
    Optional<Faces> faces = known.read(data);
    if (faces.isPresent()) {
      found.add(faces.get());
      files.add(known.file());
    } else {
      skipped.add(known.name());
    }
  }
}
