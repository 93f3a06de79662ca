package org.mahnmf.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The commands of the program. Reading all options of a command takes picocli some time, so only
 * those of the command that the user names are read.
 */
final class Commands {

  private static final String HELP = "help";

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

  private Commands() {}

  /**
   * Adds what a command line needs: commands that are named in full, and the names and headers of
   * all others where they may be listed.
   *
   * @param program gets the commands
   * @param arguments of the user
   */
  static void add(CommandLine program, List<String> arguments) {
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
    }
    return command;
  }

  private static CommandSpec header(Class<?> type) {
    CommandSpec spec = CommandSpec.create();
    spec.usageMessage().header(type.getAnnotation(CommandLine.Command.class).header());
    return spec;
  }

  /** Returns the option for help, without a field, because nobody would read it. */
  static OptionSpec help() {
    return OptionSpec.builder("-h", "--help")
        .usageHelp(true)
        .description("Show this help.")
        .build();
  }
}
