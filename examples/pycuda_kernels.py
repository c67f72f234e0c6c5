#!/usr/bin/env python3
"""pycuda_kernels.py - heat on the carpet from PyCUDA: a program's kernels, whose parameters are one structure."""
import json
import struct
import subprocess
import sys

import numpy
import pycuda.autoinit
import pycuda.driver as cuda

NBBGEN = sys.argv[1] if len(sys.argv) > 1 else "nbbgen"
ARCHITECTURE = "sm_%d%d" % pycuda.autoinit.device.compute_capability()
STEPS = 50

emitted = subprocess.run([NBBGEN, "emit", "carpet", "--r", "5", "--program", "heat", "--map", "compact", "--cubin", "--arch",
                          ARCHITECTURE, "--json", "--output", "heat.cubin"], check=True, stdout=subprocess.PIPE)
facts = json.loads(emitted.stdout)
module = cuda.module_from_file("heat.cubin")
kernels = {kernel["kernel"]: kernel for kernel in facts["kernels"]}

# The structure's bytes with the parameters' values; one of them is changed.
arguments = bytearray.fromhex(facts["arguments"]["values"])
rate = next(row for row in facts["arguments"]["rows"] if row["name"] == "D")
struct.pack_into("<f", arguments, rate["offset"], 0.1)
arguments = numpy.void(bytes(arguments))


def launch(name, *parameters):
    """Starts a kernel that takes a single launch."""
    (shape,) = kernels[name]["launches"]
    module.get_function(kernels[name]["name"])(*parameters, grid=(shape["blocks"], 1), block=(shape["threads"], 1, 1))


state, other = (cuda.mem_alloc(facts["state_bytes"]) for _ in range(2))
for buffer in state, other:
    cuda.memset_d8(buffer, 0, facts["state_bytes"])
launch("init", state, arguments)
for step in range(STEPS):
    launch("step", state, other, numpy.uint32(step), numpy.uint32(0), arguments)
    state, other = other, state
host = numpy.empty(facts["state_bytes"] // 4, numpy.float32)
cuda.memcpy_dtoh(host, state)
print(f"the heat of all cells after {STEPS} steps is {host.sum(dtype=float):.6f}, of the warmest {host.max():.6f}")
