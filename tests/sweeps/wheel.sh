#!/usr/bin/env bash
# wheel.sh - the wheel of python/wheel.sh in bare trees of Debian 12 and 13, which have Python alone: without a compiler it says
# what to install, kernels for a GPU are compiled by PyPI's NVRTC, and with gcc a run gives the digest of the program here.
#   tests/sweeps/wheel.sh [RELEASE...]    # bookworm trixie; needs root, mmdebstrap, 3 GB below TMPDIR, apt's mirror and PyPI
set -euo pipefail
: "${NBBGEN:?}" "${NBB_SOURCE_DIR:?}" "${NBB_BUILD_DIR:?}"
# shellcheck source=nbbgen
source "$NBB_SOURCE_DIR/nbbgen"
work=$(mktemp -d)
trap 'rm -rf --one-file-system "$work"' EXIT
require "$work/log" mmdebstrap "" mmdebstrap
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Label: Debian' | sort -u | head -n 1)
wheel=$("$NBB_SOURCE_DIR/python/wheel.sh" "$work/wheels" "$NBB_BUILD_DIR")
python=${NBB_PYTHON:-$NBB_SOURCE_DIR/build/wheel/python/bin/python}

# Tree $1/root of release $2: Python, and wheels of what the package depends on.
make_tree() {
    local platform platforms=(manylinux_2_36_x86_64 manylinux_2_28_x86_64 manylinux_2_27_x86_64 manylinux2014_x86_64 manylinux2010_x86_64)
    mmdebstrap --quiet --variant=apt --include=python3-venv "$2" "$1" "$mirror"
    cp -L /etc/resolv.conf "$1/etc"
    cp -r "$work/wheels" "$1"
    "$python" -m pip download --quiet --dest "$1/wheels" --only-binary=:all: "${platforms[@]/#/--platform=}" \
        --python-version "$(chroot "$1" python3 -c 'import sys; print(*sys.version_info[:2], sep=".")')" "$wheel[cuda]"
}

# In mounts of its own, which go with it, /proc tells the program where it lies. Nothing of this environment goes in.
# inside TREE WORD...: by a script from standard input.
inside() {
    # shellcheck disable=SC2016  # the shell inside expands it
    unshare --mount bash -c 'mount --rbind /proc "$1/proc" && mount --rbind /dev "$1/dev" &&
        env -i HOME=/root PATH=/venv/bin:/usr/sbin:/usr/bin:/sbin:/bin chroot "$1" bash -euo pipefail -s - "${@:2}"' - "$@"
}

try_tree() {
    local digest
    digest=$("$NBBGEN" run carpet --r 4 --program ising --steps 5 --device cpu --digest | grep ^digest)
    inside "$1" "${wheel##*/}" "$("$NBBGEN" --version)" "$digest" <<'INSIDE'
wrong() { echo "wrong: $*" && exit 1; }
[[ -z $(ldconfig -p | grep -E 'liblua|libjansson|libmicrohttpd|libgomp') ]] || wrong "the tree has libraries of its own"
! command -v cc >/dev/null || wrong "the tree has a compiler"
python3 -m venv /venv
pip install --quiet --no-index --find-links /wheels "/wheels/$1[cuda]"
cd /tmp
[[ $(nbbgen --version) == "$2" ]] || wrong "$(nbbgen --version), not $2"
nbbgen list | grep carpet >/dev/null
nbbgen help maps | grep Maps >/dev/null
nbbgen render carpet --r 3 -o carpet.png
code=0
said=$(nbbgen run carpet --r 4 --program ising --steps 5 --device cpu 2>&1) || code=$?
[[ $code == 4 && $said == *"needs a C compiler"*gcc* ]] || wrong "code $code: $said"
{ nbbgen doctor || true; } 2>&1 | grep 'nvrtc.*/venv/.*/nvidia/cu13/lib/libnvrtc' || wrong "doctor finds no NVRTC of PyPI"
nbbgen emit carpet --r 6 --rule B3/S23 --cubin --arch sm_90 -o life.cubin
nbbgen emit carpet --r 6 --tc --cubin --arch sm_90 -o tensor.cubin
python3 -c 'import nbbgen; nbbgen.Fractal("carpet").png("cells", r=3); nbbgen.emit("carpet", r=6, rule="B3/S23", cubin=True, arch="sm_90")'
apt-get update -qq && apt-get install -qq --no-install-recommends gcc libc6-dev >/dev/null 2>&1
[[ $(nbbgen run carpet --r 4 --program ising --steps 5 --device cpu --digest | grep ^digest) == "$3" ]] || wrong "another digest than $3"
python3 - <<'PYTHON'
import nbbgen, urllib.request
run = nbbgen.Run("carpet", r=4, program="ising", device="cpu")
run.step(5)
view = run.view()
assert b"<canvas" in urllib.request.urlopen(view.address).read()
view.close()
PYTHON
INSIDE
}

"$python" -m pip install --quiet --target "$work/source" "$NBB_SOURCE_DIR"  # as in a checkout: pip builds all by itself
[[ $(PYTHONPATH=$work/source "$work/source/bin/nbbgen" --version) == "$("$NBBGEN" --version)" ]]

releases=("$@")
[[ $# -gt 0 ]] || releases=(bookworm trixie)
for release in "${releases[@]}"; do
    make_tree "$work/$release" "$release"
    try_tree "$work/$release"
    rm -rf --one-file-system "${work:?}/$release"
done
echo "the wheel installs and runs in bare trees of ${releases[*]}"
