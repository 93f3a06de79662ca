/** Cuts a picture into a few segments by symmetric MahNMF of an affinity (Section 5.3.2). */
package org.mahnmf.lab.segment;
