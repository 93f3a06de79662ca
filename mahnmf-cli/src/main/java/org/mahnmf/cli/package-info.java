/**
 * The {@code mahnmf} program: picks the command, and turns what happens into one line and an exit
 * code.
 */
package org.mahnmf.cli;
