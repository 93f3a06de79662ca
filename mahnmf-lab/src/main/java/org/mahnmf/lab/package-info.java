/** The experiments of the paper's Section 5: what several of its packages share. */
package org.mahnmf.lab;
