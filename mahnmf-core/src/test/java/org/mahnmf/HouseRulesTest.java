package org.mahnmf;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
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

  private static final int MOST_EXPORTED = 95;

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
        .resideInAPackage("org.mahnmf.internal.kernel..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("java.util.stream..")
        .check(main);
  }

  /** The order of the packages is the matter of {@link LayersTest}; this looks at the bytes. */
  @Test
  void packagesHaveNoCycles() {
    slices().matching("org.mahnmf.(**)").should().beFreeOfCycles().check(main);
  }

  @Test
  void solversDoNotKnowWhereTheDataLive() {
    noClasses()
        .that()
        .resideInAnyPackage("org.mahnmf.internal.admm..", "org.mahnmf.internal.descent..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.mahnmf.internal.store..")
        .check(main);
  }

  @Test
  void kernelsHaveNoForEachLoops() throws IOException {
    assertTrue(FOR_EACH.matcher("for (double value : values)").find());
    assertTrue(FOR_EACH.matcher("for (final Map.Entry<String, int[]> e : map)").find());
    assertTrue(!FOR_EACH.matcher("for (int i = a ? b : c; i < n; i++)").find());
    List<String> found = new ArrayList<>();
    int files = 0;
    try (Stream<Path> paths = Files.walk(Path.of("src/main/java/org/mahnmf/internal/kernel"))) {
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

  /** A class path reads the services files, a module path the declaration: they must agree. */
  @Test
  void servicesAreDeclaredTwiceAlike() throws IOException {
    String module = Files.readString(Path.of("src/main/java/module-info.java"));
    for (String service : List.of("org.mahnmf.solver.Solver", "org.mahnmf.solver.Start")) {
      Matcher declared =
          Pattern.compile("provides " + Pattern.quote(service) + " with([^;]*);").matcher(module);
      assertTrue(declared.find());
      Path listed = Path.of("src/main/resources/META-INF/services", service);
      assertEquals(
          Files.readAllLines(listed), List.of(declared.group(1).strip().split(",\\s*")), service);
    }
  }

  @Test
  void theApiIsSmall() throws IOException {
    String module = Files.readString(Path.of("src/main/java/module-info.java"));
    List<String> api = new ArrayList<>();
    for (JavaClass type : main) {
      boolean isTop = type.getEnclosingClass().isEmpty();
      boolean isExported = module.contains("exports " + type.getPackageName() + ";");
      if (isTop && isExported && type.getModifiers().contains(JavaModifier.PUBLIC)) {
        api.add(type.getSimpleName());
      }
    }
    assertTrue(api.size() <= MOST_EXPORTED && api.contains("MahNmf"), api.size() + ": " + api);
  }
}
