package org.mahnmf.cli;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.logging.LogManager;
import java.util.stream.Stream;
import org.mahnmf.base.Version;
import org.mahnmf.cli.job.Command;
import org.mahnmf.cli.job.Console;
import org.mahnmf.cli.job.FailedException;
import org.mahnmf.cli.job.Interruption;
import org.mahnmf.cli.job.OutputFolder;
import org.mahnmf.cli.option.Converters;
import org.mahnmf.cli.study.BenchCommand;
import org.mahnmf.cli.study.InfoCommand;
import org.mahnmf.cli.study.SampleCommand;
import org.mahnmf.cli.study.StudyCommand;
import org.mahnmf.cli.table.ClusterCommand;
import org.mahnmf.cli.table.DemoCommand;
import org.mahnmf.cli.table.FitCommand;
import org.mahnmf.cli.table.OutliersCommand;
import org.mahnmf.cli.table.RankCommand;
import org.mahnmf.cli.table.TransformCommand;
import org.mahnmf.cli.table.ViewCommand;
import org.mahnmf.cli.video.SegmentCommand;
import org.mahnmf.cli.video.SeparateCommand;
import org.mahnmf.cli.video.WatchCommand;
import org.mahnmf.data.file.InputException;
import org.mahnmf.data.file.MappedBytes;
import picocli.CommandLine;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;

/** The {@code mahnmf} program. */
@CommandLine.Command(
    name = "mahnmf",
    header = {
      "Robust non-negative matrix factorisation: parts of a table, without its outliers.",
      ""
    },
    sortOptions = false,
    sortSynopsis = false,
    description = "",
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "",
      "Examples:",
      "  mahnmf demo",
      "  mahnmf fit faces.csv --rank 16 --out faces",
      "  mahnmf help fit",
      "",
      "Exit codes: 0 done, 1 failed, 2 bad usage or input, 130 interrupted."
    })
public final class Main {

  private static final String HELP = "help";

  /** Reading all options of a command takes picocli some time, so only the named one is read. */
  private static final Map<String, Class<?>> BY_NAME = new LinkedHashMap<>();

  static {
    BY_NAME.put("demo", DemoCommand.class);
    BY_NAME.put("fit", FitCommand.class);
    BY_NAME.put("rank", RankCommand.class);
    BY_NAME.put("outliers", OutliersCommand.class);
    BY_NAME.put("separate", SeparateCommand.class);
    BY_NAME.put("watch", WatchCommand.class);
    BY_NAME.put("transform", TransformCommand.class);
    BY_NAME.put("cluster", ClusterCommand.class);
    BY_NAME.put("segment", SegmentCommand.class);
    BY_NAME.put("view", ViewCommand.class);
    BY_NAME.put("sample", SampleCommand.class);
    BY_NAME.put("study", StudyCommand.class);
    BY_NAME.put("info", InfoCommand.class);
    BY_NAME.put("bench", BenchCommand.class);
    BY_NAME.put(HELP, HelpCommand.class);
  }

  @Option(names = "--debug", hidden = true, scope = ScopeType.INHERIT)
  private boolean debug;

  private static final int LONGEST_LINE = 2000;

  Main() {}

  /** Runs the program and ends the JVM. */
  public static void main(String[] args) {
    if (System.getProperty("java.util.logging.config.file") == null) {
      System.setProperty("java.util.logging.config.class", QuietLogging.class.getName());
    }
    // Asking the JVM would not do: newer ones have a console without a terminal.
    boolean terminal = Boolean.getBoolean("mahnmf.terminal");
    Interruption interruption = new Interruption(System.err, terminal, Main::endAtOnce);
    interruption.install();
    Console console = new Console(System.out, System.err, terminal, interruption, List.of(args));
    System.exit(run(console));
  }

  /**
   * Lets libraries log warnings, but nothing less, to standard error, unless the user has settings
   * of his own. The JVM makes an object of this class when a library first logs; a fit of a table
   * never comes to that.
   */
  public static final class QuietLogging {

    /** Reads the settings; never fails. */
    public QuietLogging() throws IOException {
      String settings = "handlers=java.util.logging.ConsoleHandler\n.level=WARNING\n";
      byte[] bytes = settings.getBytes(StandardCharsets.ISO_8859_1);
      LogManager.getLogManager().readConfiguration(new ByteArrayInputStream(bytes));
    }
  }

  private static void endAtOnce(int code) {
    OutputFolder.closeAll(() -> Runtime.getRuntime().halt(code));
  }

  /** Runs the program without a terminal and without signals. */
  public static int run(String[] args, PrintStream out, PrintStream err) {
    return run(Console.plain(out, err, List.of(args)));
  }

  public static int run(Console console) {
    Main main = new Main();
    int code;
    try {
      code = main.execute(console);
    } catch (IOException | RuntimeException | Error e) {
      code = main.fail(console, e);
    }
    console.out().flush();
    console.err().flush();
    return code;
  }

  private CommandLine commandLine(Console console) {
    CommandLine commandLine = new CommandLine(this);
    // An option without a field, because nobody would read it.
    OptionSpec.Builder version =
        OptionSpec.builder("-V", "--version").versionHelp(true).description("Show the version.");
    commandLine
        .getCommandSpec()
        .version("mahnmf " + Version.TEXT)
        .addOption(help())
        .addOption(version.build());
    addCommands(commandLine, console.arguments());
    // These reach the commands that are there by now.
    Converters.register(commandLine);
    commandLine.setOut(new PrintWriter(console.out(), true, Charset.defaultCharset()));
    commandLine.setErr(new PrintWriter(console.err(), true, Charset.defaultCharset()));
    commandLine.setCaseInsensitiveEnumValuesAllowed(true);
    commandLine.setAllowOptionsAsOptionParameters(false);
    return commandLine;
  }

  /**
   * Adds what a command line needs: commands that are named in full, and the names and headers of
   * all others where they may be listed.
   */
  private static void addCommands(CommandLine program, List<String> arguments) {
    boolean listed = arguments.contains(HELP) || arguments.stream().noneMatch(BY_NAME::containsKey);
    BY_NAME.forEach(
        (name, type) -> {
          if (arguments.contains(name)) {
            program.addSubcommand(name, complete(type));
          } else if (listed) {
            program.addSubcommand(name, header(type));
          }
        });
  }

  private static CommandLine complete(Class<?> type) {
    CommandLine command = new CommandLine(type);
    if (Command.class.isAssignableFrom(type)) {
      command.getCommandSpec().addOption(help());
      layOut(command.getCommandSpec().usageMessage());
    }
    return command;
  }

  /** Keeps options as they are declared, and puts empty lines between the parts of a help. */
  private static void layOut(UsageMessageSpec help) {
    String[] about = help.description();
    help.sortOptions(false)
        .sortSynopsis(false)
        .header(help.header()[0], "")
        .description(lines("", about, about.length > 0 ? "" : null))
        .footer(lines("", help.footer(), null));
  }

  private static String[] lines(String first, String[] some, String last) {
    return Stream.of(Stream.of(first), Stream.of(some), Stream.ofNullable(last))
        .flatMap(each -> each)
        .toArray(String[]::new);
  }

  private static CommandSpec header(Class<?> type) {
    CommandSpec spec = CommandSpec.create();
    spec.usageMessage().header(type.getAnnotation(CommandLine.Command.class).header());
    return spec;
  }

  /** Without a field, because nobody would read it. */
  private static OptionSpec help() {
    return OptionSpec.builder("-h", "--help")
        .usageHelp(true)
        .description("Show this help.")
        .build();
  }

  private int execute(Console console) throws IOException {
    CommandLine commandLine = commandLine(console);
    if (console.arguments().isEmpty()) {
      commandLine.usage(console.err());
      return Command.USAGE;
    }
    ParseResult result = commandLine.parseArgs(console.arguments().toArray(String[]::new));
    Integer helped = CommandLine.executeHelpRequest(result);
    if (helped != null) {
      return helped;
    }
    List<CommandLine> chain = result.asCommandLineList();
    CommandLine last = chain.get(chain.size() - 1);
    requireOnce(last);
    if (last.getCommand() instanceof Command command) {
      return command.execute(console);
    }
    throw new ParameterException(last, "Missing command");
  }

  /** Refuses what is said twice; picocli does so itself, but not in a group of options. */
  private static void requireOnce(CommandLine command) {
    for (OptionSpec option : command.getParseResult().matchedOptions()) {
      if (!option.isMultiValue() && option.stringValues().size() > 1) {
        throw new ParameterException(
            command, "option '" + option.longestName() + "' should be specified only once");
      }
    }
  }

  /** Tells what is wrong in one line; a user's mistake comes as an InputException in the end. */
  private int fail(Console console, Throwable e) {
    RuntimeException told = told(e);
    console.err().println("mahnmf: " + shortened(told.getMessage()));
    if (debug || "1".equals(System.getenv("MAHNMF_DEBUG"))) {
      e.printStackTrace(console.err());
    }
    return told instanceof InputException ? Command.USAGE : Command.FAILED;
  }

  private static RuntimeException told(Throwable e) {
    if (e instanceof ParameterException wrong) {
      return new InputException(WrongUsage.line(wrong));
    }
    if (e instanceof InputException || e instanceof FailedException) {
      return (RuntimeException) e;
    }
    // Whether the input was too large for the memory, in whatever thread that was seen.
    if (Stream.iterate(e, Objects::nonNull, Throwable::getCause)
        .anyMatch(OutOfMemoryError.class::isInstance)) {
      return new InputException(
          "not enough memory: the JVM may use %s MB; allow more with MAHNMF_JAVA_OPTS=-Xmx8g or use"
                  .formatted(Runtime.getRuntime().maxMemory() >> 20)
              + " a smaller input");
    }
    if (MappedBytes.isLost(e)) { // the JVM may tell it later than it happened
      return MappedBytes.lost("an input", e);
    }
    String message = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    return new IllegalStateException(
        "failed: " + e.getClass().getSimpleName() + ": " + message + " (--debug shows where)", e);
  }

  /** What a user quotes may be of any length; the end of a line often has the advice. */
  private static String shortened(String line) {
    int half = LONGEST_LINE / 2;
    return line.length() <= LONGEST_LINE
        ? line
        : line.substring(0, half) + " … " + line.substring(line.length() - half);
  }
}
