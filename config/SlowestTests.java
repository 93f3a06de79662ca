import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Prints the ten slowest tests of a build so far, of all its modules. The build calls it after each
 * module, since nobody knows which one ends last:
 *
 * <pre>
 * java config/SlowestTests.java ROOT MODULE TARGET START
 * </pre>
 */
final class SlowestTests {

  private static final int MOST = 10;
  private static final Pattern TEST =
      Pattern.compile("<testcase name=\"([^\"]*)\" classname=\"([^\"]*)\" time=\"([^\"]*)\"");

  private record Timed(String name, double seconds) {}

  private SlowestTests() {}

  public static void main(String[] args) throws IOException {
    Path reports = Path.of(args[2], "surefire-reports");
    Instant start = Instant.parse(args[3]);
    if (testsOf(Path.of(args[1]).resolve(reports), start).isEmpty()) {
      return; // nothing new
    }
    List<Timed> all = new ArrayList<>();
    try (DirectoryStream<Path> modules = Files.newDirectoryStream(Path.of(args[0]), "mahnmf-*")) {
      for (Path module : modules) {
        all.addAll(testsOf(module.resolve(reports), start));
      }
    }
    System.out.println(all.size() + " tests so far, the slowest:");
    all.stream()
        .sorted(Comparator.comparingDouble(Timed::seconds).reversed())
        .limit(MOST)
        .forEach(test -> System.out.printf("%6.1f s  %s%n", test.seconds, test.name));
  }

  /** The tests of a module that ran since the build began. */
  private static List<Timed> testsOf(Path folder, Instant start) throws IOException {
    List<Timed> tests = new ArrayList<>();
    if (!Files.isDirectory(folder)) {
      return tests;
    }
    try (DirectoryStream<Path> reports = Files.newDirectoryStream(folder, "TEST-*.xml")) {
      for (Path report : reports) {
        if (Files.getLastModifiedTime(report).toInstant().isBefore(start)) {
          continue;
        }
        Matcher test = TEST.matcher(Files.readString(report));
        while (test.find()) {
          double seconds = Double.parseDouble(test.group(3).replace(",", ""));
          tests.add(new Timed(test.group(2) + "." + test.group(1), seconds));
        }
      }
    }
    return tests;
  }
}
