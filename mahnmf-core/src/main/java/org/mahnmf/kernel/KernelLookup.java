package org.mahnmf.kernel;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Iterator;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/**
 * Chooses the kernels once: the vector kernels if the incubator module is there and a provider is
 * found, else plain Java. {@code -Dmahnmf.kernels=scalar} forces plain Java.
 */
public final class KernelLookup {

  private static final Logger LOG = System.getLogger("org.mahnmf.kernel");
  private static final Kernels CHOSEN = choose();

  private KernelLookup() {}

  /** Returns the kernels of this run. */
  public static Kernels kernels() {
    return CHOSEN;
  }

  private static Kernels choose() {
    Kernels found = new ScalarKernels();
    boolean scalarWanted = "scalar".equals(System.getProperty("mahnmf.kernels"));
    boolean vectorModule = ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent();
    if (!scalarWanted && vectorModule) {
      // JDK 17 throws ServiceConfigurationError and JDK 25 LinkageError when a provider does not
      // link; both mean "not here".
      try {
        Iterator<Kernels> providers = ServiceLoader.load(Kernels.class).iterator();
        if (providers.hasNext()) {
          found = providers.next();
        }
      } catch (ServiceConfigurationError | LinkageError e) {
        LOG.log(Level.DEBUG, "vector kernels do not load", e);
      }
    }
    LOG.log(Level.DEBUG, "kernels: {0}", found.name());
    return found;
  }
}
