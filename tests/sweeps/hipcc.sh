#!/usr/bin/env bash
# hipcc.sh - hipcc compiles what is emitted for HIP: the cases of tests/cover/cases.txt that HIP takes, each for gfx90a and
# gfx942. Debian's hipcc has a clang older than gfx942: then clang 19 (clang-19, lld-19) compiles the kernels for that, with the device
# library of gfx940, its first name. Without hipcc the script says so and fails.
set -euo pipefail
: "${NBBGEN:?}" "${NBB_SOURCE_DIR:?}"
export work
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$NBB_SOURCE_DIR"
if ! command -v hipcc >/dev/null; then
    echo "hipcc is not installed (Debian's package: hipcc): nothing was compiled"
    exit 1
fi

# compile ARCHITECTURE FILE OPTION...
compile() {
    if [[ $1 == gfx942 && -d $work/library ]]; then
        clang++-19 -x hip --rocm-path=/usr --rocm-device-lib-path="$work/library" --offload-device-only --no-gpu-bundle-output \
            --offload-arch="$1" "${@:3}" -c "$2" -o "$2.o"
    else
        hipcc --offload-arch="$1" "${@:3}" -c "$2" -o "$2.o"
    fi
}

# judge ARCHITECTURE OPTIONS: compiles one text.
judge() {
    local file
    file=$(mktemp "$work/XXXXXX.hip")
    # shellcheck disable=SC2086 # the options are words
    if "$NBBGEN" emit $2 --target hip -o "$file" 2>"$file.err" &&
        compile "$1" "$file" -O1 -Wall -Werror -Wno-unused-function 2>"$file.err"; then
        echo passed
    else
        echo "failed for $1: nbbgen emit $2 --target hip" >&2
        head -n 20 "$file.err" >&2
    fi
    rm -f "$file"*
}
export -f compile judge

printf '#include <hip/hip_runtime.h>\n__global__ void nothing() {}\n' >"$work/first.hip"
if ! compile gfx942 "$work/first.hip" 2>/dev/null; then
    mkdir "$work/library"
    ln -s "$(dirname "$(find /usr/lib /opt -name oclc_isa_version_940.bc -print -quit)")"/*.bc "$work/library"
    ln -s oclc_isa_version_940.bc "$work/library/oclc_isa_version_942.bc"
    compile gfx942 "$work/first.hip"
fi
sed -nE '/--tc|--persistent [^n]|--permuted memory/d; s/^cuda ([^|]*).*/\1/p' tests/cover/cases.txt >"$work/options"
for architecture in gfx90a gfx942; do
    sed "s/^/$architecture /" "$work/options"
done >"$work/cases"
# shellcheck disable=SC2016  # the inner shell's
xargs -d '\n' -P "$(nproc)" -I '{}' bash -c 'judge "${1%% *}" "${1#* }"' bash '{}' <"$work/cases" >"$work/results"
passed=$(wc -l <"$work/results")
failed=$(($(wc -l <"$work/cases") - passed))
echo "$passed passed, $failed failed"
[[ $failed -eq 0 && $passed -gt 0 ]]
