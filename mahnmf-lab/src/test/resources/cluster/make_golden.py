#!/usr/bin/env python3
"""Writes scores.csv: groupings and what scikit-learn and SciPy say of them. Made with scikit-learn 1.2.1.

Run it in this folder: python3 make_golden.py
"""
import numpy as np
from scipy.optimize import linear_sum_assignment
from sklearn.metrics import (adjusted_rand_score, normalized_mutual_info_score, rand_score)
from sklearn.metrics.cluster import contingency_matrix


def accuracy(truth, found):
    table = contingency_matrix(truth, found)
    rows, columns = linear_sum_assignment(table, maximize=True)
    return table[rows, columns].sum() / len(truth)


def covering(truth, found):
    total = 0.0
    for group in np.unique(truth):
        mine = truth == group
        total += mine.sum() * max(
            (mine & (found == other)).sum() / (mine | (found == other)).sum() for other in np.unique(found))
    return total / len(truth)


random = np.random.default_rng(5)
with open("scores.csv", "w") as out:
    out.write("truth;found;accuracy;mutualInformation;adjustedRand;rand;covering\n")
    for case in range(24):
        size = int(random.integers(5, 80))
        groups = int(random.integers(1, 9))
        truth = random.integers(0, groups, size)
        found = np.where(random.random(size) < .7, (truth * 3 + 1) % 11, random.integers(0, groups + 2, size))
        scores = [accuracy(truth, found), normalized_mutual_info_score(truth, found, average_method="max"),
                  adjusted_rand_score(truth, found), rand_score(truth, found), covering(truth, found)]
        out.write(" ".join(map(str, truth)) + ";" + " ".join(map(str, found)) + ";"
                  + ";".join(repr(float(score)) for score in scores) + "\n")
