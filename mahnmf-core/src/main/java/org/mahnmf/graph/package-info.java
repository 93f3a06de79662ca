/** Graphs of neighbours and their Laplacians, for the manifold term. */
package org.mahnmf.graph;
