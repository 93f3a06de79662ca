package org.mahnmf.kernel;

class ScalarKernelsTest extends KernelContract {

  @Override
  protected Kernels kernels() {
    return new ScalarKernels();
  }
}
