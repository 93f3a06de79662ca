/** Tables, states and saved runs on the storage that Spark reads. */
package org.mahnmf.spark.file;
