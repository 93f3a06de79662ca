/**
 * What is minimised: the loss, the terms on both factors, the data behind passes ({@link
 * org.mahnmf.problem.Store}). Interfaces and values; no algorithm, no storage.
 */
package org.mahnmf.problem;
