/**
 * Tables from files and back: {@link org.mahnmf.data.Tables} asks the readers by content, what is
 * read is checked here. One package below for each family of formats.
 */
package org.mahnmf.data;
