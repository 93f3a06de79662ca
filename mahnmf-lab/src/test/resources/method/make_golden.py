#!/usr/bin/env python3
"""Writes table.csv, wide.csv, start-basis.csv, start-codes.csv and golden.properties. Made with scikit-learn 1.2.1.

Run it in this folder: python3 make_golden.py
"""
import numpy as np
from sklearn.decomposition import NMF, non_negative_factorization

random = np.random.default_rng(11)
rank = 4
table = np.round(random.gamma(1, 1, (40, rank)) @ random.gamma(1, 1, (rank, 30)) + .3 * random.random((40, 30)), 6)
basis = np.round(.1 + random.random((rank, 30)), 6)
codes = np.round(.1 + random.random((40, rank)), 6)
wide = np.round(random.gamma(1, 1, (60, 10)) @ random.gamma(1, 1, (10, 50)) + random.random((60, 50)), 6)
np.savetxt("wide.csv", wide, fmt="%.6f", delimiter=",")
np.savetxt("table.csv", table, fmt="%.6f", delimiter=",")
np.savetxt("start-basis.csv", basis, fmt="%.6f", delimiter=",")
np.savetxt("start-codes.csv", codes, fmt="%.6f", delimiter=",")

with open("golden.properties", "w") as out:
    # EucNMF: mean of the squared error over ten random starts of coordinate descent.
    # Twenty thousand sweeps: where the rank is too high it still falls after the usual two hundred (4.867 against 3.376).
    for name, data, r in (("table", table, 4), ("table", table, 10), ("wide", wide, 10)):
        errors = []
        for seed in range(10):
            model = NMF(r, init="random", solver="cd", random_state=seed, tol=1e-9, max_iter=20000)
            w = model.fit_transform(data)
            errors.append(((data - w @ model.components_) ** 2).sum())
        out.write(f"euclidean.{name}.{r}={float(np.mean(errors))!r}\n")
    # KLNMF: objective after steps of the multiplicative rule from one start.
    for steps in (1, 2, 10, 100, 400):
        w, h, _ = non_negative_factorization(
            table, codes.copy(), basis.copy(), n_components=rank, init="custom", solver="mu",
            beta_loss="kullback-leibler", tol=0, max_iter=steps)
        y = w @ h
        out.write(f"kl.{steps}={float((table * np.log(table / y) - table + y).sum())!r}\n")
    # PCA: squared error and the absolute entries of the third component.
    centred = table - table.mean(0)
    u, s, v = np.linalg.svd(centred, full_matrices=False)
    out.write(f"pca.5={float((s[5:] ** 2).sum())!r}\n")
    out.write("pca.third=" + " ".join(repr(float(x)) for x in v[2] * np.sign(v[2][np.abs(v[2]).argmax()])) + "\n")
