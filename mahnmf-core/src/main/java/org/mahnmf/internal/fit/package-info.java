/**
 * The course of a fit: {@link org.mahnmf.internal.fit.Preparation}, {@link
 * org.mahnmf.internal.fit.Search}, {@link org.mahnmf.internal.fit.Finish}, called by {@link
 * org.mahnmf.internal.fit.Fit}. It reads a {@link org.mahnmf.internal.fit.Plan} and knows nothing
 * of the API's settings and records.
 */
package org.mahnmf.internal.fit;
