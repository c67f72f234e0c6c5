# provenance.bash - sourced by the scripts whose output is kept: where it comes from, and the frame that they share: the program
# is $NBBGEN, $work a folder that goes with the script.
set -euo pipefail
: "${NBBGEN:?the program}"
export NBBGEN
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
PATH=$PATH:/usr/local/cuda/bin

# own_caches: nothing is cached but what the script itself does; NVRTC and the driver have caches too.
own_caches() { export XDG_CACHE_HOME=$work CUDA_CACHE_PATH=$work; }

# provenance "$@": the card with driver and clock, and the processor; the time; the program's commit and that of the scripts
# (NBB_COMMIT, where they were copied without their checkout); the command, with the script's arguments.
provenance() {
    local commit=${NBB_COMMIT-}
    nvidia-smi --query-gpu=name,driver_version,clocks.sm --format=csv,noheader 2>/dev/null || echo "no card"
    printf 'host: %s, %s processors\n' "$(sed -n 's/^model name[^:]*: *//p;T;q' /proc/cpuinfo)" "$(nproc)"
    date -u +%FT%TZ
    [[ -n $commit ]] || commit=$(git -C "${BASH_SOURCE[0]%/*}" describe --always --dirty 2>/dev/null) || commit=unknown
    echo "$("$NBBGEN" --version), scripts of commit $commit"
    printf 'command:'
    printf ' %q' "NBBGEN=${NBBGEN#"$PWD/"}" "${0#"$PWD/"}" "$@"
    echo
}
