package org.mahnmf.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.mahnmf.MahNmf;
import org.mahnmf.data.array.NpyWriter;
import org.mahnmf.data.synthetic.SyntheticClip;
import org.mahnmf.internal.admm.Admm;
import org.mahnmf.lab.separate.ManhattanSeparator;
import org.mahnmf.lab.separate.Rpca;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.Observations;

/** Whole fits, as processes and in this JVM, beside other people's methods. */
final class Peers {

  private static final List<String> HEAD = List.of("what", "seconds", "fastest", "runs");

  /** No new round after so many seconds. */
  private static final double MOST = 75;

  private static final String SCIKIT =
      "import sys, numpy; from sklearn.decomposition import NMF; NMF(int(sys.argv[2]),"
          + " init='random', random_state=0, max_iter=1000).fit_transform(numpy.load(sys.argv[1]))";

  private final Path folder;
  private final boolean quick;
  private final Consumer<String> progress;

  /** From the launcher; null if the program was started otherwise. */
  private final String launcher = System.getProperty("mahnmf.launcher");

  private final String python =
      System.getenv().getOrDefault("MAHNMF_PYTHON", "python3"); // has scikit-learn, with luck

  /** Prepares; the folder takes tables and results and is left behind full. */
  Peers(Path folder, boolean quick, Consumer<String> progress) {
    this.folder = folder;
    this.quick = quick;
    this.progress = progress;
  }

  void writeTo(Markdown page) throws IOException {
    page.heading(2, "Whole fits, beside others");
    page.text(
        "Seconds on the clock, medians; all lines of a table were measured in turn. A process"
            + " counts from its start to its end, with reading and writing of files, with the"
            + " start of its JVM or with Python's imports; it has all threads of the machine."
            + " “Here” is a call in the JVM that ran everything, warm.");
    if (launcher == null) {
      page.text("The program was not started by its launcher, so its processes are missing.");
    }
    table(page);
    clip(page);
  }

  private void table(Markdown page) throws IOException {
    int m = quick ? 300 : 1000;
    int n = quick ? 200 : 500;
    int rank = quick ? 10 : 50;
    DenseMatrix table = Passes.uniform(n, m, 5);
    Path file = folder.resolve("uniform.npy");
    NpyWriter.write(file, table);
    Contest contest = new Contest(MOST, progress);
    String version = output(python, "-c", "import sklearn; print(sklearn.__version__)");
    if (!version.isEmpty()) {
      contest.cold(
          "scikit-learn " + version + ", `NMF(" + rank + ")`, process",
          () -> run(List.of(python, "-c", SCIKIT, file.toString(), String.valueOf(rank))));
    }
    program(contest, "fit", file, rank, "--solver", "admm");
    program(contest, "fit", file, rank);
    MahNmf settings = MahNmf.ofRank(rank);
    Observations observations = Observations.of(table);
    contest.warm("MahNMF, `admm`, here", () -> settings.with(new Admm()).fit(observations));
    contest.warm("MahNMF, default, here", () -> settings.fit(observations));
    page.heading(3, "A table of " + m + " × " + n + ", uniform numbers, r = " + rank);
    page.text(
        "scikit-learn is called as `NMF("
            + rank
            + ", init='random', random_state=0, max_iter=1000)`. It minimises squared errors, an"
            + " easier problem."
            + (version.isEmpty() ? " **It was not there** (`MAHNMF_PYTHON` names a Python)." : ""));
    page.table(HEAD, contest.run());
  }

  private void clip(Markdown page) throws IOException {
    int frames = quick ? 30 : 120;
    DenseMatrix clip = SyntheticClip.create(160, 120, frames, 1).pixels();
    Path file = folder.resolve("clip.npy");
    NpyWriter.write(file, clip);
    Contest contest = new Contest(MOST, progress);
    program(contest, "separate", file, 2);
    contest.warm(
        "MahNMF as `separate` runs it, one thread, here",
        () -> new ManhattanSeparator(2).separate(clip, 1));
    contest.warm("RPCA, one thread, here", () -> Rpca.partial().separate(clip, 1));
    page.heading(3, "A clip of 160 × 120, " + frames + " frames, r = 2");
    page.text(
        "RPCA is robust principal component analysis by the inexact method of multipliers with"
            + " partial decompositions, as the studies of this project run it.");
    page.table(HEAD, contest.run());
  }

  private void program(Contest contest, String command, Path file, int rank, String... options) {
    if (launcher == null) {
      return;
    }
    List<String> words = new ArrayList<>(List.of(launcher, command, file.toString()));
    words.addAll(List.of("--rank", String.valueOf(rank), "--quiet"));
    words.addAll(List.of("--out", folder.resolve("out").toString()));
    words.addAll(List.of(options));
    String name = "`mahnmf " + command + " --rank " + rank;
    contest.cold((name + " " + String.join(" ", options)).strip() + "`, process", () -> run(words));
  }

  private static void run(List<String> command) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD);
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    int code = await(builder.start());
    if (code != 0) {
      throw new IOException(String.join(" ", command) + " ended with code " + code);
    }
  }

  /** Returns what a command prints, or nothing if it fails or does not exist. */
  private static String output(String... command) {
    try {
      Process process =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
      String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return await(process) == 0 ? text.strip() : "";
    } catch (IOException e) {
      return ""; // no such program
    }
  }

  private static int await(Process process) throws IOException {
    try {
      return process.waitFor();
    } catch (InterruptedException e) {
      process.destroy();
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }
}
