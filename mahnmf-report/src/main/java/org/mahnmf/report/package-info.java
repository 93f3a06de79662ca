/**
 * Reports: HTML pages that need no network, SVG charts and pictures, all made by code.
 *
 * <p>{@link org.mahnmf.report.FitReport} shows a fit of any table, {@link
 * org.mahnmf.report.ClipReport} what a fit makes of a clip. Pages are built from {@link
 * org.mahnmf.report.html.HtmlElement}s, which escape what they are given.
 */
package org.mahnmf.report;
