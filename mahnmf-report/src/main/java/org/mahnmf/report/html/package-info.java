/**
 * Elements that escape what they are given, pages that need no network, numbers as people read
 * them.
 */
package org.mahnmf.report.html;
