/** Groups samples, and says how well two groupings agree. */
package org.mahnmf.lab.cluster;
