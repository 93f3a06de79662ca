/** Tables as arrays of numbers: NPY, NPZ, MAT, HDF5, raw frames of numbers. */
package org.mahnmf.data.array;
