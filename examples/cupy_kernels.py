#!/usr/bin/env python3
"""cupy_kernels.py - an automaton on the gasket from CuPy: kernels of `nbbgen emit --cubin`, called as its JSON says."""
import json
import subprocess
import sys

import cupy
import numpy

NBBGEN = sys.argv[1] if len(sys.argv) > 1 else "nbbgen"
ARCHITECTURE = "sm_" + cupy.cuda.Device().compute_capability
STEPS = 12

emitted = subprocess.run([NBBGEN, "emit", "sierpinski", "--r", "12", "--map", "compact", "--cubin", "--arch", ARCHITECTURE,
                          "--json", "--output", "gasket.cubin"], check=True, stdout=subprocess.PIPE)
facts = json.loads(emitted.stdout)
module = cupy.RawModule(path="gasket.cubin")
kernels = {kernel["kernel"]: kernel for kernel in facts["kernels"]}


def launch(name, *parameters):
    """Starts a kernel that takes a single launch."""
    (shape,) = kernels[name]["launches"]
    module.get_function(kernels[name]["name"])((shape["blocks"],), (shape["threads"],), parameters)


state, other = (cupy.zeros(facts["state_bytes"], cupy.uint8) for _ in range(2))
counts = cupy.zeros(2, cupy.uint64)
# The structure that init is given, of the seed and the density; an array of one element is passed by value.
arguments = numpy.frombuffer(bytes.fromhex(facts["arguments"]["values"]), f"V{facts['arguments']['bytes']}")
launch("init", state, arguments)
for _ in range(0, STEPS, kernels["step"]["steps"]):
    launch("step", state, other)
    state, other = other, state
launch("census", state, counts)
population, digest = counts.tolist()
print(f"{population} cells live, digest 0x{digest:016x}")
