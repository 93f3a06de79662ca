/** The methods that the paper compares, behind one interface. */
package org.mahnmf.lab.method;
