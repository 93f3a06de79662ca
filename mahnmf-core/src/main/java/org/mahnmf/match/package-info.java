/** Pairs the parts of one factorisation with those of another. */
package org.mahnmf.match;
