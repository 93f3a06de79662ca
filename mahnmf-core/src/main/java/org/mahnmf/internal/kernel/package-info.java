/**
 * The hot loops, plain Java that the JIT compiler turns into vectors: products, what happens to a
 * residual, small algebra, weighted medians. They know arrays, not problems.
 */
package org.mahnmf.internal.kernel;
