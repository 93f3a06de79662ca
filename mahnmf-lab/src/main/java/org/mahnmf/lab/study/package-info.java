/** The frame of recorded, repeatable experiments: trials, their log, tables and plots. */
package org.mahnmf.lab.study;
