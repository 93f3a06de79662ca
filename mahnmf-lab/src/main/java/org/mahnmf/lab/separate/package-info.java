/** Ways to take a table apart into a low-rank and a sparse part (Section 5.4 of the paper). */
package org.mahnmf.lab.separate;
