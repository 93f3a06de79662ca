/** What {@code mahnmf bench} measures: passes against a GEMM peak, growth, peers, the guard. */
package org.mahnmf.bench;
