#!/usr/bin/env bash
# against.sh - an older program and this one on a GPU, interleaved in one run: milliseconds a step of the works of the other scripts here
# (figures, programs, draws, bits, strips, storages, persistent, simplex, maps, wide, small), medians of three runs each, their ratio, and whether
# both come to one digest. The last lines count rows, those more than 3 % slower, and digests that differ; exit 1 where one does.
# About six minutes with 16 processors.
#
#     NBBGEN=build/release/nbbgen OLD=../older/build/release/nbbgen tests/device/against.sh [WORDS]
#
# With words, such as "triangle", the works alone that have them.
. "${BASH_SOURCE[0]%/*}/provenance.bash"
. "${BASH_SOURCE[0]%/*}/digests.bash"
: "${OLD:?the older program}"
export OLD
oracle=${BASH_SOURCE[0]%/*}/../oracle/programs

# GROUP|OPTION...: the works.
works() {
    local name r n way program
    for name in "sierpinski 12" "sierpinski 16" "sierpinski 20" "sierpinski 24" "vicsek 14" "carpet 11" "hfractal 11" "candy 9" "bottles 11" "xfractal 14"; do
        read -r name r <<<"$name"
        echo "figures|$name --r $r --map lanes --rule $(rule_of "$name") --steps 200"
    done
    echo "figures|sierpinski --r 16 --map lanes -w rd --steps 200"
    echo "figures|sierpinski --r 16 --map lanes -w sw --steps 200"
    for name in "sierpinski 20:ising" "carpet 10:ising" "vicsek 13:ising" "sierpinski 20:$oracle/wireworld.lua" "carpet 10:$oracle/forest.lua" "sierpinski 18:heat" \
        "carpet 9:heat" "carpet 9:grayscott" "sierpinski 20:potts" "sierpinski 20:epidemic" "sierpinski 20:majority_noise" "carpet 9:wave" \
        "carpet 9:fitzhugh_nagumo" "carpet 9:walk" "sierpinski 20:$oracle/sandpile.lua" "sierpinski 17:wave"; do
        echo "programs|${name%% *} --r $(cut -d ' ' -f 2 <<<"${name%%:*}") --program ${name#*:} --steps 60"
    done
    for name in "hfractal 10:ising" "candy 7:ising" "menger 6:ising" "carpet 10:ising_glauber" "carpet 10:majority_noise" "carpet 10:contact_process" \
        "sierpinski 20:contact_process" "sierpinski 20:spin_glass" "carpet 10:directed_percolation" "sierpinski 20:directed_percolation" \
        "sierpinski 20:forest_fire"; do
        echo "draws|${name%% *} --r $(cut -d ' ' -f 2 <<<"${name%%:*}") --program ${name#*:} --steps 60"
    done
    for n in 1024 16384 131072; do echo "bits|triangle --n $n --steps 400 --storage bits"; done
    for n in 256 1600; do echo "bits|tetrahedron --n $n --steps 200 --storage bits"; done
    for program in ising life wireworld forest_fire potts; do
        echo "bits|triangle --n 32768 --program $program --steps 40 --storage bits"
        echo "bits|tetrahedron --n 1024 --program $program --steps 40 --storage bits"
    done
    for way in packed embedded; do
        echo "strips|triangle --n 32768 --program rmw --steps 100 --storage $way"
        echo "strips|triangle --n 32768 --program $oracle/heat32.lua --steps 60 --storage $way"
        echo "strips|tetrahedron --n 1024 --program $oracle/heat32.lua --set D=0.1 --steps 30 --storage $way"
        echo "strips|triangle --n 32768 --steps 200 --storage $way"
        echo "strips|tetrahedron --n 1024 --steps 60 --storage $way"
    done
    for program in wave grayscott; do echo "strips|triangle --n 16384 --program $program --steps 60 --storage packed"; done
    for n in 2 3; do echo "strips|triangle --n 32768 -w edm --dimensions $n --steps 100 --storage packed"; done
    for n in 256 2048; do
        for way in "" "--program ising" "--program $oracle/heat32.lua"; do echo "storages|triangle --n $n $way --steps 200"; done
        echo "storages|tetrahedron --n $((n / 8)) --steps 200"
    done
    for name in "ising sierpinski 10" "ising sierpinski 14" "ising carpet 6" "ising vicsek 8" "forest_fire carpet 6" "epidemic carpet 5" "potts sierpinski 12"; do
        read -r program name r <<<"$name"
        # the older program may know --persistent by its former name alone
        for way in no auto; do echo "persistent|$name --r $r --program $program --map lanes --resident $way --steps 1000"; done
    done
    for way in bb enum "lambda --storage packed"; do
        echo "simplex|triangle --n 65536 -w sw --map $way --steps 50"
        echo "simplex|tetrahedron --n 1024 -w sw --map $way --steps 50"
    done
    for way in bb "lambda --tc" compact "lambda --eval unrolled" "lambda --eval shuffle" "lambda --hash arith --intra lut"; do
        for program in sw rd ca; do echo "maps|sierpinski --r 15 -w $program --map $way --steps 100"; done
    done
    for name in "sierpinski --r 20" "carpet --r 10" "vicsek --r 12" "candy --r 7" "menger --r 6" "tetrix --r 14" "examples/relative.lua --r 20"; do
        echo "maps|$name --map compact --steps 100"
    done
    for way in --tc=1 --tc=4 "--eval unrolled" "--intra lut" "--tile 64" "--program wireworld"; do
        echo "maps|sierpinski --r 16 --map compact $way --steps 100"
    done
    for n in 1 2 4; do echo "wide|sierpinski --r 18 --program $oracle/heat32.lua --map lanes --steps 120 --steps-per-launch $n"; done
    for name in "sierpinski 14" "vicsek 10" "carpet 8" "hfractal 8" "candy 7" "chandelier 12"; do
        read -r name r <<<"$name"
        echo "small|$name --r $r --map lanes --rule $(rule_of "$name") --steps 2000"
    done
    for r in 6 8 10 12 13 14 15 16; do echo "small|examples/relative.lua --r $r --map lanes --steps 2000"; done
}

# digest_by PROGRAM WORK: of the work's state, which also compiles and keeps its kernels; or the reason why it cannot be had.
digest_by() {
    # shellcheck disable=SC2086  # words
    "$1" run ${2#*|} --device cuda --quiet --digest 2>&1 | sed -n 's/^digest.*-> //p;s/^nbbgen: //p' | head -n 1
}
# both WORK: its line in the file of digests.
both() { echo "$1|$(digest_by "$OLD" "$1")|$(digest_by "$NBBGEN" "$1")"; }
export -f digest_by both

# time_by PROGRAM WORK: the median of a step.
time_by() {
    # shellcheck disable=SC2086  # words
    "$1" run ${2#*|} --device cuda --quiet --json 2>/dev/null | sed -n 's/.*"median": \([0-9.e+-]*\).*/\1/p'
}

provenance "$@"
"$OLD" --version
begin=$SECONDS
works | grep -F -e "${1-}" | xargs -d '\n' -P "$(nproc)" -I '{}' bash -c 'both "$1"' bash '{}' >"$work/both"
echo "compiled in $((SECONDS - begin)) s"
echo "group|work|old ms|new ms|new / old|digests"
works | grep -F -e "${1-}" | while read -r line; do
    times=
    for _ in 1 2 3; do times+="$(time_by "$OLD" "$line") $(time_by "$NBBGEN" "$line") "; done
    digests=$(grep -F -e "$line|" "$work/both" | head -n 1 | cut -d '|' -f 3-)
    awk -v line="$line" -v digests="$digests" '{
        if (NF != 6) { print line "|||not timed|" digests; exit }
        old = middle($1, $3, $5); new = middle($2, $4, $6)
        split(digests, d, "|")
        printf "%s|%.5g|%.5g|%.3f|%s\n", line, old, new, new / old, d[1] == d[2] ? "equal" : digests
    }
    function middle(a, b, c) { return a < b ? (b < c ? b : a < c ? c : a) : (a < c ? a : b < c ? c : b) }' <<<"$times"
done | sed "s|$oracle/||" | tee "$work/rows"
awk -F '|' '{ ++rows; slower += $5 > 1.03; differ += $6 != "equal" }
    END { printf "%d rows, %d more than 3 %% slower, %d digests that differ\n", rows, slower, differ; exit differ > 0 }' "$work/rows"
