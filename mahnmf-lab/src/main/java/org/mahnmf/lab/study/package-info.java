/** Recorded, repeatable experiments: the paper's Section 5. */
package org.mahnmf.lab.study;
