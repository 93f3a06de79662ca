package org.mahnmf.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What most users do first, in one run of the JVM: it notes the classes that this takes and keeps
 * them for the launcher, so that the program starts faster.
 *
 * <p>The fit is small on purpose. From JDK 25 on the JVM also keeps which methods were hot. With
 * fits that made the kernels hot, uniform 1000 x 500 at rank 50 by {@code admm} took 2.6 s in all
 * instead of 2.9; but a later run that began with rank 2 then had {@code Products.addTransposed}
 * compiled to 2.6 GFlop/s for good, where it has 37 otherwise.
 */
final class Rehearsal {

  private Rehearsal() {}

  /**
   * Does it and ends the JVM.
   *
   * @param args an empty folder for files
   */
  public static void main(String[] args) throws IOException {
    Path folder = Path.of(args[0]);
    Path table = Files.writeString(folder.resolve("t.csv"), "a,b,c\n1,2,3\n2,4,6\n3,5,9\n1,0,2\n");
    run("--help");
    run("help", "fit");
    run("fit", table.toString()); // a mistake
    run("info");
    Main.main(
        new String[] {
          "fit", table.toString(), "--rank", "2", "--out", folder.resolve("out").toString()
        });
  }

  private static void run(String... words) {
    Main.run(words, System.out, System.err);
  }
}
