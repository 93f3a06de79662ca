/** Saving a run while it works, and going on after it was killed. */
package org.mahnmf.checkpoint;
