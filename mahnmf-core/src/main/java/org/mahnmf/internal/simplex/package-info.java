/**
 * Exact least absolute deviations of one sample: a walk over vertices, and the small dense problems
 * that it solves on its way.
 */
package org.mahnmf.internal.simplex;
