/** Streams: a fit that learns sample by sample and forgets. */
package org.mahnmf.online;
