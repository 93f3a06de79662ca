/** Starting points: random, HALS, NNDSVD, still pictures, given ones. */
package org.mahnmf.internal.start;
