#!/usr/bin/env python3
"""Writes weights.csv, a graph with four planted parts of which a few nodes are in doubt, labels.csv, what scikit-learn's
spectral clustering makes of it, and values.csv, the five largest eigenvalues of D^(-1/2) S D^(-1/2) by SciPy. Made with
scikit-learn 1.2.1.

Run it in this folder: python3 make_golden.py
"""
import numpy as np
from scipy.linalg import eigh
from sklearn.cluster import spectral_clustering
from sklearn.metrics import adjusted_rand_score

random = np.random.default_rng(3)
truth = np.repeat(np.arange(4), [10, 15, 20, 25])
inside = truth[:, None] == truth[None, :]
weights = np.where(inside, random.poisson(1.6, inside.shape), random.poisson(0.75, inside.shape))
weights = np.triu(weights, 1)
weights = weights + weights.T
labels = spectral_clustering(weights.astype(float), n_clusters=4, random_state=0, n_init=50, eigen_tol=1e-12)
degrees = weights.sum(axis=1)
values = eigh(weights / np.sqrt(np.outer(degrees, degrees)), eigvals_only=True)[::-1][:5]
print("agreement with the planted parts", adjusted_rand_score(truth, labels))
np.savetxt("weights.csv", weights, fmt="%d", delimiter=",")
np.savetxt("labels.csv", labels[None, :], fmt="%d", delimiter=",")
np.savetxt("values.csv", values[None, :], fmt="%.15g", delimiter=",")
