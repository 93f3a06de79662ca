package org.mahnmf.lab.paper;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.mahnmf.lab.noise.Noise;
import org.mahnmf.lab.noise.Noises;

/** The six cases of the face studies: clean pictures and five noises. */
final class NoiseCases {

  private NoiseCases() {}

  /** Returns no noise and then each noise. */
  static List<Optional<Noise>> all() {
    List<Optional<Noise>> cases = new ArrayList<>(List.of(Optional.empty()));
    Noises.all().forEach(noise -> cases.add(Optional.of(noise)));
    return cases;
  }

  /** Returns what tables call a case. */
  static String name(Optional<Noise> noise) {
    return noise.map(Noise::name).orElse("None");
  }
}
