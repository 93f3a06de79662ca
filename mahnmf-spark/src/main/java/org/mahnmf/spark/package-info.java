/**
 * MahNMF on Apache Spark: estimator, model and engine for tables that one machine does not hold.
 */
package org.mahnmf.spark;
