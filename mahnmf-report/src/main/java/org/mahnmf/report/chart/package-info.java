/** Line charts, heat maps, pictures and the player of clips, as SVG and PNG inside a page. */
package org.mahnmf.report.chart;
