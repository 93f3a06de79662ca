/** Commands for films and pictures. */
package org.mahnmf.cli.video;
