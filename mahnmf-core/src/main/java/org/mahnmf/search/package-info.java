/**
 * What hidden entries decide: the weight of the ridge ({@link org.mahnmf.search.RidgePath}), and
 * what a person is told about it. A search states problems and runs solvers on them; it knows
 * nothing of settings, files and records.
 */
package org.mahnmf.search;
