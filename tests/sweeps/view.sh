#!/usr/bin/env bash
# view.sh - the page of `nbbgen view` in headless Chromium: pan, zoom, play, sliders, drawing, pixels and digests as `run` has
# them, a phone's width, two pages, and the end. The screenshot of docs comes from here: view.sh FOLDER keeps it.
set -euo pipefail
: "${NBBGEN:?}" "${NBB_SOURCE_DIR:?}"
command -v chromium >/dev/null || { echo "chromium is not installed: apt-get install chromium" && exit 1; }
work=$(realpath "${1:-$(mktemp -d)}")
[[ -n ${1:-} ]] || trap 'rm -rf "$work"' EXIT
mkdir -p "$work/other"
cd "$NBB_SOURCE_DIR"
python3 tests/sweeps/view.py "$NBBGEN" "$work"
