/** One small class for each loss, set and penalty of a variant. */
package org.mahnmf.term;
