package org.mahnmf;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.Function;

/** What {@code META-INF/services} lists, by name. */
final class Services {

  private Services() {}

  static <T> List<T> all(Class<T> type) {
    List<T> all = new ArrayList<>();
    ServiceLoader.load(type, Services.class.getClassLoader()).forEach(all::add);
    return all;
  }

  static <T> T named(String kind, String name, List<T> all, Function<T, String> nameOf) {
    return all.stream()
        .filter(one -> nameOf.apply(one).equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "%s is '%s' but must be one of %s"
                        .formatted(
                            kind, name, String.join(", ", all.stream().map(nameOf).toList()))));
  }
}
