package org.mahnmf.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.mahnmf.cli.job.Command;
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
import picocli.CommandLine;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

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
      layOut(command.getCommandSpec().usageMessage());
    }
    return command;
  }

  /** Keeps options as they are declared, and puts empty lines between the parts of a help. */
  private static void layOut(UsageMessageSpec help) {
    List<String> about = new ArrayList<>(List.of(""));
    if (help.description().length > 0) {
      about.addAll(List.of(help.description()));
      about.add("");
    }
    List<String> examples = new ArrayList<>(List.of(""));
    examples.addAll(List.of(help.footer()));
    help.sortOptions(false)
        .sortSynopsis(false)
        .header(help.header()[0], "")
        .description(about.toArray(String[]::new))
        .footer(examples.toArray(String[]::new));
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
