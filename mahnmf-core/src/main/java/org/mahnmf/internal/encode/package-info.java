/**
 * Codes of samples for a fixed basis, with a certified bound: one by one without a ridge, in blocks
 * with one, and by reweighting for films.
 */
package org.mahnmf.internal.encode;
