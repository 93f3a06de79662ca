package org.mahnmf.base;

/** The version of this library. */
public final class Version {

  /** As in the jar's manifest; "development" when run from classes. */
  public static final String TEXT = text();

  private Version() {}

  private static String text() {
    String version = Version.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }
}
