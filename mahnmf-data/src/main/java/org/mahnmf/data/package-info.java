/**
 * Reads tables from files, writes results so that no half-written file is left, makes test data.
 */
package org.mahnmf.data;
