/**
 * What a user types: settings ({@link org.mahnmf.MahNmf}), result ({@link
 * org.mahnmf.Factorization}), model ({@link org.mahnmf.Model}), searches, and how a fit is run.
 */
package org.mahnmf;
