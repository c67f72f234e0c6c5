#!/usr/bin/env bash
# examples.sh - the examples that take emitted kernels into others' programs, on a GPU: what they print must be what a run
# gives. CuPy and PyCUDA are asked for where Python has them, which is reported.
#
#     cmake --install build/release --prefix P && PREFIX=P tests/device/examples.sh
#
# PyPI has PyCUDA as sources. For a GPU's machine without a network, a wheel is made elsewhere, by a Python of the same minor
# version and the toolkit's libcuda to link with, and brought along with what it needs:
#
#     pip wheel --wheel-dir W pycuda; then, there, pip install --no-index --target T W/*.whl and PYTHONPATH=T
: "${PREFIX:?the folder of an installation}"
NBBGEN=$PREFIX/bin/nbbgen
. "${BASH_SOURCE[0]%/*}/provenance.bash"
provenance "$@"
examples=$(cd "${BASH_SOURCE[0]%/*}/../../examples" && pwd)
prefix=$(cd "$PREFIX" && pwd)
failures=0

# same WHAT GOT WANTED
same() {
    [[ $2 == "$3" ]] && echo "$1: $2" && return
    echo "$1: $2, wanted $3"
    failures=$((failures + 1))
}

# must COMMAND...: its output where it fails.
must() {
    "$@" >"$work/log" 2>&1 && return
    echo "$* fails:"
    tail -n 20 "$work/log"
    exit 1
}

# has MODULE: Python can import it; reported where not.
has() {
    local why
    why=$(python3 -c "import $1" 2>&1) && return
    echo "$1: not here (${why##*$'\n'})"
    return 1
}

# The digest and the population that a run of 12 steps on this GPU ends with, in the words of the examples.
wanted=$("$NBBGEN" run sierpinski --r 12 --map compact --steps 12 --digest --json --device cuda --quiet |
    python3 -c 'import json, sys; run = json.load(sys.stdin); print(run["population"], "cells live, digest", run["digest"])')

must cmake -S "$examples/project" -B "$work/build" "-DCMAKE_PREFIX_PATH=$prefix"
must cmake --build "$work/build"
must cmake -S "$examples/library" -B "$work/library" "-DCMAKE_PREFIX_PATH=$prefix"
must cmake --build "$work/library"
cd "$work"
if [[ -x build/on_gpu ]]; then
    same "driver API, a fat binary" "$(build/on_gpu)" "$wanted"
else
    echo "driver API: no cuda.h or libcuda here"
fi
same "libnbbgen" "$(library/magnetisation cuda)" "$(library/magnetisation cpu)"
if has cupy; then
    same "CuPy, a cubin" "$(python3 "$examples/cupy_kernels.py" "$prefix/bin/nbbgen")" "$wanted"
fi
if has pycuda.driver; then
    "$prefix/bin/nbbgen" run carpet --r 5 --program heat --set D=0.1 --map compact --steps 50 --npy heat.npy --device cuda --quiet >"$work/log"
    same "PyCUDA, a cubin" "$(python3 "$examples/pycuda_kernels.py" "$prefix/bin/nbbgen")" "$(python3 -c '
import numpy
heat = numpy.load("heat.npy")
print(f"the heat of all cells after 50 steps is {heat.sum(dtype=float):.6f}, of the warmest {heat.max():.6f}")')"
fi
echo "$failures failures"
[[ $failures -eq 0 ]]
