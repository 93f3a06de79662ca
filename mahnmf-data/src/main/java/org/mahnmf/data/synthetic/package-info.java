/** Sample sets that the program makes itself: tables, faces, clips with a known truth. */
package org.mahnmf.data.synthetic;
