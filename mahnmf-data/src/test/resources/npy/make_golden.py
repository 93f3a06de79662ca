"""Makes the golden NPY files beside this script: python3 make_golden.py (numpy 2.4.6 made those kept here).

Each good file g_*.npy holds the 2x3 array 0 1 2 / 3 4 5 (b1: 0 1 1 / 1 1 1) unless its name says otherwise.
Files bad_*.npy must be refused.
"""
import numpy as np
from numpy.lib import format as npy

a = np.arange(6).reshape(2, 3)
for kind in ["f4", "f8", "u1", "i1", "u2", "i2", "u4", "i4", "u8", "i8", "b1"]:
    for order, name in [("<", "le"), (">", "be")]:
        for c, layout in [(True, "c"), (False, "f")]:
            if kind[1] == "1" and order == ">":
                continue
            x = a.astype(order + kind)
            np.save(f"g_{kind}_{name}_{layout}.npy", x if c else np.asfortranarray(x))


def save(name, x, version=None):
    with open(name, "wb") as f:
        npy.write_array(f, x, version=version, allow_pickle=True)


f8 = a.astype("<f8")
save("g_version2.npy", f8, (2, 0))
save("g_version3.npy", f8, (3, 0))
save("g_1d.npy", np.array([1.5, 2.5, 3.5]))
save("g_1x1.npy", np.array([[7.25]]))
save("g_special.npy", np.array([[np.nan, 0.1, 1e-308], [5e-324, 1.7976931348623157e308, -0.0]]))
save("g_large_integers.npy", np.array([[2**64 - 1, 2**63, 2**53 + 1]], dtype="<u8"))
save("g_negative_i8.npy", np.array([[1, -2]], dtype="<i8"))
save("bad_0d.npy", np.array(3.0))
save("bad_3d.npy", np.zeros((1, 2, 3)))  # as a matrix; as a table it is a clip
save("bad_3d_fortran.npy", np.asfortranarray(np.zeros((2, 2, 3))))
save("bad_5d.npy", np.zeros((1, 1, 1, 1, 2)))
save("bad_empty.npy", np.zeros((0, 3)))
save("bad_object.npy", np.array([[None]], dtype=object))
save("bad_complex.npy", np.array([[1j]]))
save("bad_unicode.npy", np.array([["ab"]]))
save("bad_half.npy", np.array([[1]], dtype="<f2"))
save("bad_structured.npy", np.zeros(2, dtype=[("x", "<f4"), ("y", "<i2")]))
save("bad_time.npy", np.array([["2020-01-01"]], dtype="<M8[D]"))
