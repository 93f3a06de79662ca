/** MahNMF on Apache Spark: tables that one machine does not hold. */
package org.mahnmf.spark;
