#!/usr/bin/env bash
# simplex_tensor.sh - lambda of simplices as a product of bytes (--tc) against lambda by shifts and sums: instructions of the
# kernels that nvcc makes, which needs no GPU, and times of the same, which does. Times take a minute.
#
#     NBBGEN=build/release/nbbgen NVDISASM=nvdisasm tests/device/simplex_tensor.sh instructions
#     NBBGEN=build/release/nbbgen tests/device/simplex_tensor.sh times
#
# Instructions: of the whole kernel on sm_90, without what only fills it up. Times: milliseconds a pass or step, medians,
# interleaved, the second figure of each pair with --tc; beside them in simplex.txt: the authors' maps.
. "${BASH_SOURCE[0]%/*}/provenance.bash"
export XDG_CACHE_HOME=$work

cases=("triangle --n 32768" "triangle --n 30000" "tetrahedron --n 1024" "tetrahedron --n 1000")

# instructions KERNEL ARGUMENT...: how many the kernel has, its registers and the bytes that it spills.
instructions() {
    local kernel=$1
    shift
    "$NBBGEN" emit "$@" --target cuda --kernel-only -o "$work/k.cu" >"$work/said"
    nvcc -arch=sm_90 -cubin -Xptxas -v -o "$work/k.cubin" "$work/k.cu" 2>"$work/ptxas"
    "${NVDISASM:-nvdisasm}" "$work/k.cubin" >"$work/sass"
    awk -v kernel="_$kernel," '/\.section/ { inside = index($0, ".text.") && index($0, kernel) }
                               inside && /^ +\/\*[0-9a-f]+\*\/ / && !/ NOP ?;/ { ++count } END { printf "%d", count }' "$work/sass"
    sed -n "/Compiling entry.*_$kernel'/,/Used/p" "$work/ptxas" \
        | sed -nE 's/.*, ([0-9]+) bytes spill stores.*/ \1/p; s/.*Used ([0-9]+) registers.*/ \1/p' | tr -d '\n'
}

median() {
    "$NBBGEN" run "$@" --device cuda --quiet --steps 100 2>/dev/null | sed -n 's/^time  *\([0-9.e+-]*\) ms.*/\1/p'
}

declare -A kernel=([sw]=write [rd]=sum [ca]=step [edm]=distances)
provenance "$@"
for work_of in sw rd ca edm; do
    for case in "${cases[@]}"; do
        [[ "$work_of $case" != "edm tetrahedron"* ]] || continue
        tile=64
        [[ $case != tetrahedron* ]] || tile=16
        for storage in embedded packed; do
            label="$work_of ${case/--n/n =} $storage"
            arguments="$case -w $work_of --map lambda --tile $tile --storage $storage"
            if [[ $1 == instructions ]]; then
                # shellcheck disable=SC2086
                printf '%-40s instructions, spilled, registers: %s; --tc: %s\n' "$label" "$(instructions "${kernel[$work_of]}" $arguments)" \
                    "$(instructions "${kernel[$work_of]}" $arguments --tc)"
            else
                # shellcheck disable=SC2086
                printf '%-40s ms %s %s, again %s %s\n' "$label" "$(median $arguments)" "$(median $arguments --tc)" "$(median $arguments)" \
                    "$(median $arguments --tc)"
            fi
        done
    done
done
