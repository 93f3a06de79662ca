/** A fit over blocks of samples: commands that travel, replies that add up. */
package org.mahnmf.spark.block;
