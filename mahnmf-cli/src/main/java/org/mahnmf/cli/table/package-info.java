/** Commands that answer a question about a table. */
package org.mahnmf.cli.table;
