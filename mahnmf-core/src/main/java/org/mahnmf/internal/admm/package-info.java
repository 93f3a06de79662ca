/** The alternating direction method of multipliers, for one machine and for blocks on Spark. */
package org.mahnmf.internal.admm;
