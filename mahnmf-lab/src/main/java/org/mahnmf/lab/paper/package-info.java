/** The experiments of the paper's Section 5, one class each. */
package org.mahnmf.lab.paper;
