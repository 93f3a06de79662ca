"""Makes the golden NPZ, MAT and HDF5 files beside this script: python3 make_golden.py
(numpy 1.24.2, SciPy 1.10.1, h5py 3.7.0 made those kept here; octave.mat and octave6.mat come from make_golden.m.)

Unless its name says otherwise an array is 3x4 with 4i + j at row i, column j, plus 0.5 if it holds fractions.
Clips have 3 frames of 2x5 (height x width) with 100t + 10y + x; colour adds 30 per channel to 10y + x of 2 frames.
Sparse matrices are 3x4 with 1.5 at (0, 1), 2 at (2, 0) as the sum of two entries, 3 at (2, 3), and a stored zero.
Files and members named bad_* must be refused.
"""
import gzip
import io
import struct
import zlib

import h5py
import numpy as np
import scipy.io
import scipy.sparse as sp

whole = np.arange(12).reshape(3, 4)
real = whole + 0.5
t, y, x = np.meshgrid(np.arange(3), np.arange(2), np.arange(5), indexing="ij")
clip = (100 * t + 10 * y + x).astype(np.uint8)  # frames, height, width
colour = np.stack([np.stack([(100 * k + 30 * c + 10 * y[0] + x[0]) for c in range(3)], -1) for k in range(2)])
colour = colour.astype(np.uint8)  # frames, height, width, 3

# --- NPZ
np.savez("one.npz", x=real)
np.save("clip.npy", clip)
np.savez("colour.npz", colour)
np.savez_compressed("several.npz", a=real, b=whole.T.astype(np.uint8), c=real.astype(np.float32))
rows, cols, data = [0, 2, 2, 2, 1], [1, 0, 0, 3, 2], [1.5, 0.5, 1.5, 3.0, 0.0]
coo = sp.coo_matrix((data, (rows, cols)), shape=(3, 4))
sp.save_npz("coo.npz", coo)
csr = sp.csr_matrix((np.array([1.5, 0.0, 0.5, 1.5, 3.0]), np.array([1, 2, 0, 0, 3]), np.array([0, 1, 2, 5])), shape=(3, 4))
sp.save_npz("csr.npz", csr, compressed=False)
sp.save_npz("csc.npz", coo.tocsc())
sp.save_npz("bad_bsr.npz", sp.bsr_matrix(np.eye(4)))
sp.save_npz("bad_negative.npz", sp.csr_matrix(-np.eye(3)))
np.savez("bad_object.npz", x=np.array([None, 1], dtype=object))

# --- compressed text and others
with open("table.csv.gz", "wb") as f, gzip.GzipFile(fileobj=f, mode="wb", mtime=0) as g:
    g.write(b"a,b,c,d\n" + b"".join(b",".join(b"%.1f" % v for v in r) + b"\n" for r in real))
npy = io.BytesIO()
np.save(npy, real)
with open("table.npy.gz", "wb") as f, gzip.GzipFile(fileobj=f, mode="wb", mtime=0) as g:
    g.write(npy.getvalue())

# --- Matrix Market
scipy.io.mmwrite("coordinate.mtx", coo.tocsr())
scipy.io.mmwrite("array.mtx", real)
scipy.io.mmwrite("symmetric.mtx", sp.coo_matrix(np.array([[1.0, 2, 0], [2, 0, 3], [0, 3, 4]])), symmetry="symmetric")
scipy.io.mmwrite("pattern.mtx", sp.coo_matrix(np.array([[0.0, 1], [1, 1]])), field="pattern", symmetry="general")

# --- MAT v5
cell = np.empty(2, dtype=object)
cell[0], cell[1] = real, whole.astype(np.uint8)
variables = {
    "real": real,
    "single": real.astype(np.float32),
    "bytes": whole.astype(np.uint8),
    "shorts": whole.astype(np.int16),
    "words": (whole + 65000).astype(np.uint16),
    "longs": whole.astype(np.int64),
    "logical": (whole % 2).astype(bool),
    "sparse": coo.tocsc(),
    "clip": clip.transpose(1, 2, 0),  # height, width, frames
    "colour": colour.transpose(1, 2, 3, 0),  # height, width, 3, frames
    "cell": cell,
    "text": "words",
    "bad_complex": real * 1j,
    "bad_negative": real - 3,
    "bad_empty": np.zeros((0, 3)),
    "bad_five": np.zeros((1, 2, 1, 2, 2)),
}
scipy.io.savemat("types.mat", variables, do_compression=True)
scipy.io.savemat("only.mat", {"x": real, "comment": "the only matrix"}, do_compression=False)


def bomb():
    """A compressed MAT element that declares two thousand million bytes and holds none."""
    n = 2_000_000_000
    name = b"x" + b"\0" * 7
    flags = struct.pack("<IIII", 6, 8, 9, 0)  # uint8
    dims = struct.pack("<IIii", 5, 8, n, 1)
    body = flags + dims + struct.pack("<II", 1, 1) + name + struct.pack("<II", 2, n)
    packed = zlib.compress(struct.pack("<II", 14, len(body) + n) + body)
    with open("only.mat", "rb") as f:
        header = f.read(128)
    return header + struct.pack("<II", 15, len(packed)) + packed


open("bad_bomb.mat", "wb").write(bomb())

# --- HDF5
with h5py.File("types.h5", "w") as f:
    f["real"] = real
    f["single"] = real.astype(np.float32)
    f["half"] = real.astype(np.float16)
    f["big"] = real.astype(">f8")
    f["bytes"] = whole.astype(np.uint8)
    f["signed"] = whole.astype(np.int8)
    f["flags"] = whole % 2 == 1
    f["bad_signed"] = (whole - 1).astype(np.int8)
    f["words"] = (whole + 65000).astype(np.uint16)
    f["unsigned"] = whole.astype(np.uint32)
    f["longs"] = whole.astype(np.int64)
    f["unsignedlongs"] = whole.astype(np.uint64)
    f["line"] = real[:, 1]
    f["text"] = "words"
    f.create_dataset("group/sub/packed", data=real, chunks=(2, 2), compression="gzip", shuffle=True)
    f["clip"] = clip
    f["colour"] = colour
    f["bad_negative"] = real - 3
    f["bad_empty"] = np.zeros((0, 3))
    f["bad_five"] = np.zeros((1, 2, 1, 2, 2))
    f.create_dataset("bad_bomb", shape=(40000, 40000), dtype="f8", chunks=(1000, 1000), compression="gzip")
    f["loop"] = h5py.SoftLink("/")
with h5py.File("only.h5", "w") as f:
    f["group/x"] = real
with h5py.File("bad_circle.h5", "w") as f:
    f.create_group("g")
    f["g/a"] = f["g/b"] = f["/"]  # hard links: 2^n ways down n levels

# As MATLAB writes -v7.3: a text in the first 512 bytes, and every array transposed.
with h5py.File("matlab73.mat", "w", userblock_size=512) as f:
    f["fea"] = real.T
    f["fea"].attrs["MATLAB_class"] = np.bytes_("double")
    f["clip"] = clip.transpose(0, 2, 1)  # frames, width, height
    f["clip"].attrs["MATLAB_class"] = np.bytes_("uint8")
    csc = coo.tocsc()
    g = f.create_group("sparse")
    g.attrs["MATLAB_class"] = np.bytes_("double")
    g.attrs["MATLAB_sparse"] = np.uint64(3)
    g["data"], g["ir"], g["jc"] = csc.data, csc.indices.astype(np.uint64), csc.indptr.astype(np.uint64)
with open("matlab73.mat", "r+b") as f:
    f.write(b"MATLAB 7.3 MAT-file, Platform: GLNXA64".ljust(124) + struct.pack("<HH", 0x0200, 0x4D49))
