/**
 * Files as bytes: whole or not at all, mapped, metered, checked; JSON; refusals that name file,
 * place, value and rule. Knows nothing of tables.
 */
package org.mahnmf.data.file;
