/** The little linear algebra that the methods share. */
package org.mahnmf.lab.linear;
