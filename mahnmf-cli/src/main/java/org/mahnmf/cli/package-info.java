/** The {@code mahnmf} program: one class for each command. */
package org.mahnmf.cli;
