/** Dense tables as tiles in memory, as bytes or on disk, and the passes over them. */
package org.mahnmf.internal.store;
