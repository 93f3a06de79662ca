package org.mahnmf.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.util.List;
import org.mahnmf.base.Version;
import org.mahnmf.cli.job.Command;
import org.mahnmf.cli.job.Console;
import org.mahnmf.cli.job.ExitCode;
import org.mahnmf.cli.job.Interruption;
import org.mahnmf.cli.job.OutputFolder;
import org.mahnmf.cli.option.Converters;
import org.mahnmf.data.file.InputException;
import picocli.CommandLine;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.OptionSpec;
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
    versionProvider = Main.VersionText.class,
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

  @Option(names = "--debug", hidden = true, scope = ScopeType.INHERIT)
  private boolean debug;

  /** The text of {@code --version}. */
  static final class VersionText implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {"mahnmf " + Version.TEXT};
    }
  }

  Main() {}

  /** Runs the program and ends the JVM. */
  public static void main(String[] args) {
    QuietLogging.install();
    // Asking the JVM would not do: newer ones have a console without a terminal.
    boolean terminal = Boolean.getBoolean("mahnmf.terminal");
    Interruption interruption = new Interruption(System.err, terminal, Main::endAtOnce);
    interruption.install();
    Console console = new Console(System.out, System.err, terminal, interruption, List.of(args));
    System.exit(run(console));
  }

  private static void endAtOnce(int code) {
    OutputFolder.closeAll(() -> Runtime.getRuntime().halt(code));
  }

  /**
   * Runs the program without a terminal and without signals.
   *
   * @param out for data
   * @param err for talk
   */
  public static int run(String[] args, PrintStream out, PrintStream err) {
    Interruption never = new Interruption(err, false, code -> {});
    return run(new Console(out, err, false, never, List.of(args)));
  }

  public static int run(Console console) {
    Main main = new Main();
    int code;
    try {
      code = main.execute(console);
    } catch (ParameterException e) {
      code =
          main.fail(
              console, ExitCode.USAGE, new InputException(WrongUsage.line(e)).getMessage(), e);
    } catch (InputException e) {
      code = main.fail(console, ExitCode.USAGE, e.getMessage(), e);
    } catch (IOException | RuntimeException | Error e) {
      code =
          isMemory(e)
              ? main.fail(console, ExitCode.USAGE, notEnoughMemory(), e)
              : main.fail(console, ExitCode.FAILED, unexpected(e), e);
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
    commandLine.getCommandSpec().addOption(Commands.help()).addOption(version.build());
    Commands.add(commandLine, console.arguments());
    // These reach the commands that are there by now.
    Converters.register(commandLine);
    commandLine.setOut(new PrintWriter(console.out(), true, Charset.defaultCharset()));
    commandLine.setErr(new PrintWriter(console.err(), true, Charset.defaultCharset()));
    commandLine.setCaseInsensitiveEnumValuesAllowed(true);
    commandLine.setAllowOptionsAsOptionParameters(false);
    return commandLine;
  }

  private int execute(Console console) throws IOException {
    CommandLine commandLine = commandLine(console);
    if (console.arguments().isEmpty()) {
      commandLine.usage(console.err());
      return ExitCode.USAGE;
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

  private int fail(Console console, int code, String line, Throwable cause) {
    console.err().println("mahnmf: " + line);
    if (debug || "1".equals(System.getenv("MAHNMF_DEBUG"))) {
      cause.printStackTrace(console.err());
    }
    return code;
  }

  /** Whether the input was too large for the memory, in whatever thread that was seen. */
  private static boolean isMemory(Throwable e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof OutOfMemoryError) {
        return true;
      }
    }
    return false;
  }

  private static String notEnoughMemory() {
    return "not enough memory: the JVM may use "
        + (Runtime.getRuntime().maxMemory() >> 20)
        + " MB; allow more with MAHNMF_JAVA_OPTS=-Xmx8g or use a smaller input";
  }

  private static String unexpected(Throwable e) {
    String message = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    return "failed: " + e.getClass().getSimpleName() + ": " + message + " (--debug shows where)";
  }
}
