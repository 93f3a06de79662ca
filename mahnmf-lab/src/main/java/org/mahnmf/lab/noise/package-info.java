/** The five ways in which the paper spoils pictures (Section 5.2). */
package org.mahnmf.lab.noise;
