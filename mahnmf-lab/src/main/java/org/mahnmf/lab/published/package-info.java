/**
 * The paper's methods exactly as printed, so that the paper can be repeated and its faults shown.
 * No corrections here: those are in core, under the same names.
 */
package org.mahnmf.lab.published;
