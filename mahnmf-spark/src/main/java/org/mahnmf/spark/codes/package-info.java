/** Codes of samples for a fixed basis, partition by partition. */
package org.mahnmf.spark.codes;
