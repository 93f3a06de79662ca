/**
 * What codes are worth to others: classes of samples by nearest neighbours (Section 5.2) and by a
 * linear SVM on several views (Section 5.5).
 */
package org.mahnmf.lab.judge;
