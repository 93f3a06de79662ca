/**
 * Tables whose rows are pictures: image files, folders of frames, PNG and its animated form, masks.
 */
package org.mahnmf.data.image;
