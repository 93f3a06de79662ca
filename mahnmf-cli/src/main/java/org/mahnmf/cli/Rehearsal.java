package org.mahnmf.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.mahnmf.data.array.NpyWriter;
import org.mahnmf.matrix.DenseMatrix;

/**
 * What most users do first, in one run of the JVM: it notes the classes that this takes and keeps
 * them for the launcher, so that the program starts faster.
 */
final class Rehearsal {

  private Rehearsal() {}

  /** Does it, with files in an empty folder, the argument, and ends the JVM. */
  public static void main(String[] args) throws IOException {
    Path folder = Path.of(args[0]);
    String out = folder.resolve("out").toString();
    Path small = Files.writeString(folder.resolve("t.csv"), "a,b,c\n1,2,3\n2,4,6\n3,5,9\n1,0,2\n");
    run("--help");
    run("help", "fit");
    run("fit", small.toString()); // a mistake
    run("info");
    run("fit", small.toString(), "--rank", "2", "--out", out);
    Path array = folder.resolve("t.npy");
    SplittableRandom random = new SplittableRandom(1);
    DenseMatrix table = new DenseMatrix(60, 40);
    Arrays.setAll(table.array(), k -> random.nextDouble());
    NpyWriter.write(array, table);
    Main.main(
        new String[] {"fit", array.toString(), "--rank", "5", "--solver", "admm", "--out", out});
  }

  private static void run(String... words) {
    Main.run(words, System.out, System.err);
  }
}
