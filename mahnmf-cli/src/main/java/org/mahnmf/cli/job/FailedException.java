package org.mahnmf.cli.job;

import org.mahnmf.data.file.InputException;

/**
 * What went wrong though nobody made a mistake, such as a disk that is full after the work. The
 * message is one line for people, as that of an {@link InputException}; the exit code is 1.
 */
public final class FailedException extends RuntimeException {

  private static final long serialVersionUID = 1;

  /**
   * Creates the exception.
   *
   * @param message line breaks and control characters in it are escaped
   */
  public FailedException(String message, Throwable cause) {
    super(new InputException(message).getMessage(), cause);
  }
}
