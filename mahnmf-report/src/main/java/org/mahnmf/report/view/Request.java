package org.mahnmf.report.view;

import java.nio.file.Path;
import java.util.Optional;

/**
 * What a person asks the page to run.
 *
 * @param input what to factor; empty for the clip that the program makes itself
 * @param name of the input as the page shows it
 */
public record Request(Optional<Path> input, String name, int rank, String solver, long seed) {}
