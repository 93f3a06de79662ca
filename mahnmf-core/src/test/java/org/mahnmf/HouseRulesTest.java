package org.mahnmf;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.Location;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The rules of the house that a compiler does not know. */
class HouseRulesTest {

  private static final Pattern FOR_EACH =
      Pattern.compile("\\bfor\\s*\\(\\s*(final\\s+)?[\\w.<>\\[\\], ?]+\\s+\\w+\\s*:");

  private static JavaClasses main;

  @BeforeAll
  static void readMainClasses() throws URISyntaxException {
    // The place of the classes under test, whatever the build's folder is called.
    main =
        new ClassFileImporter()
            .importLocations(
                List.of(
                    Location.of(
                        MahNmf.class.getProtectionDomain().getCodeSource().getLocation().toURI())));
    assertTrue(main.contain(MahNmf.class));
    assertTrue(!main.contain(HouseRulesTest.class));
  }

  @Test
  void coreDependsOnTheJdkAndItselfOnly() {
    classes()
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage("java..", "javax..", "org.mahnmf..")
        .check(main);
  }

  @Test
  void nothingPrints() {
    noClasses().should().accessField(System.class, "out").check(main);
    noClasses().should().accessField(System.class, "err").check(main);
    noClasses().should().callMethod(Throwable.class, "printStackTrace").check(main);
    noClasses().should().callMethod(System.class, "exit", int.class).check(main);
  }

  /** Whose last digit is that of the JVM; StrictMath gives the same bytes everywhere. */
  @Test
  void nothingDependsOnTheMathematicsOfTheJvm() {
    for (String name : List.of("log", "log10", "log1p", "exp", "expm1", "sin", "cos", "tan")) {
      noClasses().should().callMethod(Math.class, name, double.class).check(main);
    }
    for (String name : List.of("pow", "hypot", "atan2")) {
      noClasses().should().callMethod(Math.class, name, double.class, double.class).check(main);
    }
  }

  @Test
  void kernelsUseNoStreams() {
    noClasses()
        .that()
        .resideInAPackage("org.mahnmf.kernel..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("java.util.stream..")
        .check(main);
  }

  @Test
  void matricesAndKernelsDoNotKnowSolvers() {
    noClasses()
        .that()
        .resideInAnyPackage("org.mahnmf.matrix..", "org.mahnmf.kernel..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.mahnmf.solver..")
        .check(main);
    noClasses()
        .that()
        .resideInAPackage("org.mahnmf.matrix..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.mahnmf.kernel..", "org.mahnmf.store..", "org.mahnmf.problem..")
        .check(main);
  }

  @Test
  void solversDoNotKnowWhereTheDataLive() {
    noClasses()
        .that()
        .resideInAPackage("org.mahnmf.solver..")
        .should()
        .dependOnClassesThat()
        .haveSimpleName("DenseStore")
        .check(main);
  }

  @Test
  void kernelsHaveNoForEachLoops() throws IOException {
    assertTrue(FOR_EACH.matcher("for (double value : values)").find());
    assertTrue(FOR_EACH.matcher("for (final Map.Entry<String, int[]> e : map)").find());
    assertTrue(!FOR_EACH.matcher("for (int i = a ? b : c; i < n; i++)").find());
    List<String> found = new ArrayList<>();
    int files = 0;
    try (Stream<Path> paths = Files.walk(Path.of("src/main/java/org/mahnmf/kernel"))) {
      for (Path path : paths.filter(file -> file.toString().endsWith(".java")).toList()) {
        files++;
        Matcher matcher = FOR_EACH.matcher(Files.readString(path));
        while (matcher.find()) {
          found.add(path.getFileName() + ": " + matcher.group());
        }
      }
    }
    assertTrue(files >= 3, "the kernels are not where this test looks");
    assertEquals(List.of(), found);
  }
}
