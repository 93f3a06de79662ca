/** Learning from several views of the same things (Section 5.5 of the paper). */
package org.mahnmf.lab.views;
