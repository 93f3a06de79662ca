/**
 * A local page to start fits, watch them and compare them. It listens to this machine alone, and to
 * those who know the token in its address.
 */
package org.mahnmf.report.view;
