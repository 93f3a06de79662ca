package org.mahnmf.lab.method;

/**
 * Eigenvalues and eigenvectors of a small symmetric matrix, the largest first: Householder's
 * reduction to tridiagonal form, then QL steps with implicit shifts, O(n³).
 *
 * <p>Reference: Bowdler, Martin, Reinsch, Wilkinson, "The QR and QL algorithms for symmetric
 * matrices", Handbook for Automatic Computation II, 1971 (tred2 and tql2).
 */
public final class SymmetricEigen {

  private static final int MOST_STEPS = 60;

  private final int n;
  private final double[] values;
  private final double[] off;

  /** Columns are eigenvectors at the end. */
  private final double[][] v;

  /**
   * Decomposes a copy of a matrix.
   *
   * @param matrix square and symmetric; <em>not modified</em>
   */
  public SymmetricEigen(double[][] matrix) {
    n = matrix.length;
    values = new double[n];
    off = new double[n];
    v = new double[n][];
    for (int i = 0; i < n; i++) {
      v[i] = matrix[i].clone();
    }
    if (n > 0) {
      tridiagonalize();
      diagonalize();
    }
  }

  /**
   * Returns the k-th largest eigenvalue.
   *
   * @param k from 0 on
   */
  public double value(int k) {
    return values[n - 1 - k];
  }

  /**
   * Returns the eigenvector of unit length of the k-th largest eigenvalue.
   *
   * @param k from 0 on
   */
  public double[] vector(int k) {
    double[] vector = new double[n];
    for (int i = 0; i < n; i++) {
      vector[i] = v[i][n - 1 - k];
    }
    return vector;
  }

  private void tridiagonalize() {
    System.arraycopy(v[n - 1], 0, values, 0, n);
    for (int i = n - 1; i > 0; i--) {
      double scale = 0;
      double h = 0;
      for (int k = 0; k < i; k++) {
        scale += Math.abs(values[k]);
      }
      if (scale > 0) {
        for (int k = 0; k < i; k++) {
          values[k] /= scale;
          h += values[k] * values[k];
        }
        double f = values[i - 1];
        double g = f > 0 ? -Math.sqrt(h) : Math.sqrt(h);
        off[i] = scale * g;
        h -= f * g;
        values[i - 1] = f - g;
        reflect(i, h);
      } else {
        off[i] = values[i - 1];
        for (int j = 0; j < i; j++) {
          values[j] = v[i - 1][j];
          v[i][j] = 0;
          v[j][i] = 0;
        }
      }
      values[i] = h;
    }
    accumulate();
  }

  /** Applies the similarity transformation of one reflector. */
  private void reflect(int i, double h) {
    for (int j = 0; j < i; j++) {
      off[j] = 0;
    }
    for (int j = 0; j < i; j++) {
      double f = values[j];
      v[j][i] = f;
      double g = off[j] + v[j][j] * f;
      for (int k = j + 1; k < i; k++) {
        g += v[k][j] * values[k];
        off[k] += v[k][j] * f;
      }
      off[j] = g;
    }
    double f = 0;
    for (int j = 0; j < i; j++) {
      off[j] /= h;
      f += off[j] * values[j];
    }
    double hh = f / (h + h);
    for (int j = 0; j < i; j++) {
      off[j] -= hh * values[j];
    }
    for (int j = 0; j < i; j++) {
      double a = values[j];
      double b = off[j];
      for (int k = j; k < i; k++) {
        v[k][j] -= a * off[k] + b * values[k];
      }
      values[j] = v[i - 1][j];
      v[i][j] = 0;
    }
  }

  /** Multiplies the reflectors out. */
  private void accumulate() {
    for (int i = 0; i < n - 1; i++) {
      v[n - 1][i] = v[i][i];
      v[i][i] = 1;
      double h = values[i + 1];
      if (h > 0) {
        for (int k = 0; k <= i; k++) {
          values[k] = v[k][i + 1] / h;
        }
        for (int j = 0; j <= i; j++) {
          double g = 0;
          for (int k = 0; k <= i; k++) {
            g += v[k][i + 1] * v[k][j];
          }
          for (int k = 0; k <= i; k++) {
            v[k][j] -= g * values[k];
          }
        }
      }
      for (int k = 0; k <= i; k++) {
        v[k][i + 1] = 0;
      }
    }
    for (int j = 0; j < n; j++) {
      values[j] = v[n - 1][j];
      v[n - 1][j] = 0;
    }
    v[n - 1][n - 1] = 1;
    off[0] = 0;
  }

  private void diagonalize() {
    System.arraycopy(off, 1, off, 0, n - 1);
    off[n - 1] = 0;
    double shift = 0;
    double size = 0;
    for (int l = 0; l < n; l++) {
      size = Math.max(size, Math.abs(values[l]) + Math.abs(off[l]));
      int m = l;
      while (m < n - 1 && Math.abs(off[m]) > Math.ulp(1.0) * size) {
        m++;
      }
      for (int step = 0; m > l && step < MOST_STEPS; step++) {
        double g = values[l];
        double p = (values[l + 1] - g) / (2 * off[l]);
        double r = p < 0 ? -StrictMath.hypot(p, 1) : StrictMath.hypot(p, 1);
        values[l] = off[l] / (p + r);
        values[l + 1] = off[l] * (p + r);
        double h = g - values[l];
        for (int i = l + 2; i < n; i++) {
          values[i] -= h;
        }
        shift += h;
        chase(l, m);
        if (Math.abs(off[l]) <= Math.ulp(1.0) * size) {
          break;
        }
      }
      values[l] += shift;
      off[l] = 0;
    }
    sort();
  }

  /** One implicit QL step on rows l to m. */
  private void chase(int l, int m) {
    double next = values[l + 1];
    double second = off[l + 1];
    double p = values[m];
    double c = 1;
    double c2 = 1;
    double c3 = 1;
    double s = 0;
    double s2 = 0;
    for (int i = m - 1; i >= l; i--) {
      c3 = c2;
      c2 = c;
      s2 = s;
      double g = c * off[i];
      double h = c * p;
      double r = StrictMath.hypot(p, off[i]);
      off[i + 1] = s * r;
      s = off[i] / r;
      c = p / r;
      p = c * values[i] - s * g;
      values[i + 1] = h + s * (c * g + s * values[i]);
      for (int k = 0; k < n; k++) {
        double turned = v[k][i + 1];
        v[k][i + 1] = s * v[k][i] + c * turned;
        v[k][i] = c * v[k][i] - s * turned;
      }
    }
    p = -s * s2 * c3 * second * off[l] / next;
    off[l] = s * p;
    values[l] = c * p;
  }

  private void sort() {
    for (int i = 0; i < n - 1; i++) {
      int least = i;
      for (int j = i + 1; j < n; j++) {
        least = values[j] < values[least] ? j : least;
      }
      double value = values[i];
      values[i] = values[least];
      values[least] = value;
      for (int j = 0; j < n && least != i; j++) {
        double entry = v[j][i];
        v[j][i] = v[j][least];
        v[j][least] = entry;
      }
    }
  }
}
