/** Flags and what they parse to, shared by commands. */
package org.mahnmf.cli.option;
