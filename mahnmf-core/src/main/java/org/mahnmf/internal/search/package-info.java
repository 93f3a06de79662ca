/**
 * What hidden entries decide: the weight of the ridge ({@link
 * org.mahnmf.internal.search.RidgePath}), and the default solver that stands on it. A search states
 * problems and runs solvers on them; it knows nothing of settings, files and records.
 */
package org.mahnmf.internal.search;
