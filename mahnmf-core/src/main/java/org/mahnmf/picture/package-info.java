/**
 * Tables whose samples are pictures: how a row is laid out, what stands out of the background, and
 * how well that meets the truth.
 */
package org.mahnmf.picture;
