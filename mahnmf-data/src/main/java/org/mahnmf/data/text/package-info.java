/** Tables, labels and graphs as text: CSV and Matrix Market. */
package org.mahnmf.data.text;
