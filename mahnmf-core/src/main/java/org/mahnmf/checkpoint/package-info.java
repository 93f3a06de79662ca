/**
 * Saving a run while it works, and resuming after it was killed. It exchanges numbers, arrays and
 * matrices; what they mean is known to the classes that are saved.
 */
package org.mahnmf.checkpoint;
