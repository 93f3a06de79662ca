package org.mahnmf.cli;

import java.io.IOException;

/** One command of the program; picocli fills its fields before it is executed. */
interface Command {

  /**
   * Does the work: data goes to the console's {@code out}, talk to its {@code err}.
   *
   * @param console where to talk
   * @return the exit code, one of {@link ExitCode}
   * @throws org.mahnmf.data.InputException for a user's mistake, in one line
   * @throws IOException if a result cannot be written
   */
  int execute(Console console) throws IOException;
}
