/** Who is in a picture: classes of samples by their codes (Section 5.2). */
package org.mahnmf.lab.recognize;
