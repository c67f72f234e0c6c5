#!/usr/bin/env bash
# storages.sh - works on simplices by each storage on a GPU, milliseconds a step, and the plan's own choice: what that rests on. A line
# ends with the choice's time over the shortest. Exit 1 where storages have two digests. Takes about two minutes.
#
#     NBBGEN=build/release/nbbgen tests/device/storages.sh [WORDS]
#
# With words, such as "tetrahedron", the works alone that have them.
. "${BASH_SOURCE[0]%/*}/provenance.bash"
. "${BASH_SOURCE[0]%/*}/simplices.bash"

# The works, and the sides of each.
works() {
    local n
    for n in 256 2048 16384; do
        echo "triangle --n $n --steps 800"
        echo "triangle --n $n --program ising --steps 80"
        echo "triangle --n $n --program wireworld --steps 80"
        echo "triangle --n $n --program tests/oracle/programs/heat32.lua --steps 160"
        echo "triangle --n $n --program grayscott --steps 80"
    done
    echo "triangle --n 512 --program ising --steps 80"
    echo "triangle --n 1024 --program ising --steps 80"
    for n in 32 64 128 256 512 1024; do
        echo "tetrahedron --n $n --steps 400"
        echo "tetrahedron --n $n --program ising --steps 40"
        echo "tetrahedron --n $n --program wireworld --steps 80"
        echo "tetrahedron --n $n --program tests/oracle/programs/heat32.lua --set D=0.1 --steps 80"
    done
    echo "tetrahedron --n 256 --tile 16 --steps 80"
    echo "tetrahedron --n 512 --program grayscott --set Du=0.1 --steps 40"
    echo "triangle --n 16384 --program tests/oracle/programs/heat32.lua --tile 64 --steps 80"
    echo "triangle --n 16384 --program tests/oracle/programs/heat64.lua --steps 80"
    for n in 2048 16384; do
        echo "triangle --n $n --program rmw --steps 80"
        echo "triangle --n $n -w sw --steps 80"
        echo "triangle --n $n -w rd --steps 80"
        echo "triangle --n $n -w edm --steps 80"
    done
    for workload in sw rd "program --program rmw"; do
        echo "tetrahedron --n 512 -w $workload --steps 80"
    done
}

# compile WORK: its kernels into the cache, where they are found when time counts.
compile() {
    local storage
    for storage in packed embedded bits; do
        # shellcheck disable=SC2086  # words
        "$NBBGEN" run $1 --storage "$storage" --steps 1 --device cuda --quiet >"$XDG_CACHE_HOME/compiled.$BASHPID" 2>&1 || true
    done
}
export -f compile

# compare_storages OPTION...: one line.
compare_storages() {
    local storage times="" chosen file=$XDG_CACHE_HOME/run
    for storage in packed embedded bits; do
        "$NBBGEN" run "$@" --storage "$storage" --device cuda --quiet --json --digest >"$file" 2>"$XDG_CACHE_HOME/said" || continue
        times+=" $storage $(sed -n 's/^ *"median": \([0-9.e+-]*\).*/\1/p' "$file")"
        echo "$*: $(sed -n 's/^ *"digest": //p' "$file")" >>"$XDG_CACHE_HOME/digests"
    done
    "$NBBGEN" run "$@" --steps 1 --device cuda --quiet --json >"$file"
    chosen=$(sed -n 's/^ *"storage": "\(.*\)",/\1/p' "$file")
    awk -v work="$*" -v chosen="$chosen" '{
        for (i = 1; i < NF; i += 2) {
            times = times sprintf("  %s %.5f", $i, $(i + 1))
            least = !least || $(i + 1) < least ? $(i + 1) : least
            own = $i == chosen ? $(i + 1) : own
        }
        if (!own)
            exit 1
        printf "%-84s%s  plan: %s, %.2f\n", work, times, chosen, own / least
    }' <<<"$times"
}

provenance "$@"
works | grep -F -e "${1-}" | xargs -d '\n' -P "$(nproc)" -I '{}' bash -c 'compile "$1"' bash '{}'
works | grep -F -e "${1-}" | while read -r work; do
    # shellcheck disable=SC2086  # words
    compare_storages $work
done
all_agree
