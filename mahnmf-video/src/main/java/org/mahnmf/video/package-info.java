/** Reads and writes video files through FFmpeg; {@code mahnmf-data} finds it at run time. */
package org.mahnmf.video;
