#!/usr/bin/env bash
# debian.sh - another Debian: in a tree of its packages alone, gcc builds without a warning, with the tests, and those that
# need no CUDA toolkit pass; clang builds without a warning, and what it built runs and is right.
#   tests/sweeps/debian.sh [RELEASE]    # trixie; needs root, mmdebstrap, 3 GB below TMPDIR and apt's mirror
set -euo pipefail
: "${NBB_SOURCE_DIR:=$(readlink -f -- "${BASH_SOURCE[0]%/*}/../..")}"
release=${1:-trixie}
# shellcheck source=nbbgen
source "$NBB_SOURCE_DIR/nbbgen"
work=$(mktemp -d)
root=$work/root
trap 'rm -rf --one-file-system "$work"' EXIT

require "$work/log" mmdebstrap "" mmdebstrap
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Label: Debian' | sort -u | head -n 1)
mmdebstrap --quiet --variant=apt --include="$(IFS=,; echo "${packages[*]}"),libcmocka-dev,libopenmpi-dev,openmpi-bin,\
ninja-build,clang,libomp-dev,gnuplot-nox,python3,man-db,file,procps" "$release" "$root" "$mirror"
mkdir "$root/nbbgen"
tar -C "$NBB_SOURCE_DIR" --exclude=./build --exclude=./.git -c . | tar -C "$root/nbbgen" -x

# In mounts of its own, which go with it, /proc tells the program where it lies.
# Nothing of this shell's environment goes in: there is no TMPDIR of it, and no compiler.
# shellcheck disable=SC2016  # the shell inside expands it
unshare --mount bash -c 'mount --rbind /proc "$1/proc" && mount --rbind /dev "$1/dev" &&
    env -i HOME=/root "PATH=$PATH" chroot "$1" bash -euo pipefail -s' - "$root" <<'INSIDE'
cd /nbbgen
gcc --version | head -n 1
cmake --preset dev -G Ninja >/dev/null
cmake --build build/dev >log 2>&1 || { tail -n 40 log; exit 1; }
ctest --test-dir build/dev --output-on-failure --parallel "$(nproc)" -L unit -E '^test_(nvrtc|units|arrays)$'
ctest --test-dir build/dev --output-on-failure \
    -R 'matrix_(vicsek|triangle)|suites/(runs|programs|checkpoints|verify_programs|signals|json)\.sh'
clang --version | head -n 1
bash tests/sweeps/clang.sh
INSIDE
