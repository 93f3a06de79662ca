/**
 * Tables whose samples are pictures: what stands out of the background, and how well that meets the
 * truth.
 */
package org.mahnmf.picture;
