package org.mahnmf.simd;

import org.mahnmf.FloatFitTest;

/** The same fits with vectors. */
class VectorFloatFitTest extends FloatFitTest {}
