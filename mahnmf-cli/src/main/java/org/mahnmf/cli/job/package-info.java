/** What commands share while they work: folders and locks, memory, progress, messages, results. */
package org.mahnmf.cli.job;
