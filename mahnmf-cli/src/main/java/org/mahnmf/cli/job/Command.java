package org.mahnmf.cli.job;

import java.io.IOException;

/** One command of the program; picocli fills its fields before it is executed. */
public interface Command {

  /**
   * Does the work: data goes to the console's {@code out}, talk to its {@code err}.
   *
   * @return the exit code, one of {@link ExitCode}
   * @throws org.mahnmf.data.file.InputException for a user's mistake, in one line
   */
  int execute(Console console) throws IOException;
}
