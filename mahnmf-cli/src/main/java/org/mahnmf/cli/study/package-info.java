/** Commands for experiments, benchmarks, samples and facts. */
package org.mahnmf.cli.study;
