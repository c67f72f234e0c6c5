#!/usr/bin/env bash
# python.sh - the Python package on a GPU: CuPy, and PyTorch where it is, see the state without a copy; what they write is run on.
#
#     BUILD=build/release tests/device/python.sh
: "${BUILD:?the build folder}"
NBBGEN=$BUILD/nbbgen
. "${BASH_SOURCE[0]%/*}/provenance.bash"
provenance "$@"
PYTHONPATH=$BUILD/python PYTHONDONTWRITEBYTECODE=1 python3 - <<'TEXT'
import subprocess
import json
import os

import cupy
import numpy

import nbbgen

failures = 0


def check(what, holds):
    global failures
    print(f"{what}: {'yes' if holds else 'NO'}")
    failures += not holds


for options in ({}, {"program": "ising", "set": {"T": 1.5}}, {"program": "heat"}):
    name = options.get("program", "ca")
    run = nbbgen.Run("carpet", r=6, map="lambda", device="cuda", **options)
    run.step(10)
    seen = cupy.asarray(run.device_array())
    check(f"{name}: CuPy sees the box", numpy.array_equal(cupy.asnumpy(seen), run.array()))
    check(f"{name}: at the state's address", seen.data.ptr == run.device_array().__cuda_array_interface__["data"][0])
    seen *= 0
    check(f"{name}: what CuPy writes is the state", not run.array().any())

run = nbbgen.Run("carpet", r=7, program="ising", set={"T": 1.5}, device="cuda")
run.step(25)
wanted = json.loads(subprocess.run([os.environ["NBBGEN"], "run", "carpet", "--r", "7", "--program", "ising", "--set", "T=1.5", "--steps",
                                    "25", "--digest", "--json", "--device", "cuda", "--quiet"], capture_output=True, check=True).stdout)
check(f"map {run.layout['map']}: the program's digest", f"0x{run.digest():016x}" == wanted["digest"])
words = cupy.asarray(run.device_array())
check(f"map {run.layout['map']}: CuPy sees {words.size} words", words.dtype == numpy.uint32 and words.nbytes == run.layout["bytes"])
state = numpy.random.default_rng(1).integers(0, 2, run.shape) * run.mask()
run.set(state)
check("what is set is read", numpy.array_equal(run.array(), state))
for see in (cupy.asarray, cupy.from_dlpack):
    boxed = nbbgen.Run("carpet", r=6, map="lambda", device="cuda")
    boxed.step(5)
    kept, seen = boxed.array(), see(boxed.device_array())
    boxed.close()
    others = [nbbgen.Run("carpet", r=6, map="lambda", density=0, device="cuda") for _ in range(4)]
    check(f"{see.__name__}: the array outlives its run", numpy.array_equal(cupy.asnumpy(seen), kept))
    del seen, others
context = cupy.arange(3).sum()  # CuPy's own work goes on in the context that it had
check("CuPy's context is its own", int(context) == 3)
try:
    import torch
    boxed = nbbgen.Run("carpet", r=5, map="lambda", device="cuda")
    tensor = torch.from_dlpack(boxed.device_array())
    check("PyTorch sees the box", numpy.array_equal(tensor.cpu().numpy(), boxed.array()))
    check("PyTorch's is the same memory", tensor.data_ptr() == boxed.device_array().__cuda_array_interface__["data"][0])
except ImportError:
    print("PyTorch: not here")
print(f"{failures} failures")
raise SystemExit(failures != 0)
TEXT
