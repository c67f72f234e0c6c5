#!/usr/bin/env bash
# programs.sh - cell programs on a GPU: the oracle's cases on four maps, then times, what series cost, and counters.
#
#     NBBGEN=build/release/nbbgen tests/device/programs.sh
#
# Cells a second (of a program with sublattices: updates) by the median launch, then counters of the same works, by the same program
# and at the clocks that these runs had. Run from the checkout's top; it takes some 80 seconds with 16 processors. Needs python3 and
# ncu, and fails where ncu may not read the counters.
. "${BASH_SOURCE[0]%/*}/provenance.bash"
. "${BASH_SOURCE[0]%/*}/counters.bash"
own_caches
oracle=tests/oracle/programs

# "DIGEST OPTIONS" of each case; all their fractals come with nbbgen.
cases() {
    python3 - <<'PYTHON'
import json, os
NAMES = {("#.", "##"): "sierpinski", ("###", "#.#", "###"): "carpet", (".#.", "###", ".#."): "vicsek"}
for case in json.load(open("tests/oracle/programs.json")):
    sets = " ".join(f"--set {name}={value}" for name, value in case["param"].items())
    print(case["digest"], NAMES[tuple(case["levels"][0]["rows"])], "--r", case["r"], "--program",
          f"tests/oracle/programs/{case['program']}.lua", "--neighbours", case["neighbours"], sets, "--seed", case["seed"],
          "--steps", case["steps"])
for number, case in enumerate(json.load(open("tests/oracle/programs-more.json"))):
    file = f"{os.environ['XDG_CACHE_HOME']}/oracle{number}.lua"
    open(file, "w").write(case["text"])
    print(case["digest"], case["domain"], "--program", file, "--seed", case["seed"], "--steps", case["steps"])
PYTHON
}

# check_one DIGEST OPTION...: "equal", or what was found.
check_one() {
    local report
    report=$("$NBBGEN" run "${@:2}" --device cuda --digest --quiet 2>&1) || true
    grep -q -- "-> $1" <<<"$report" && echo equal || echo "wanted $1: ${*:2}: $(tail -n 1 <<<"$report")"
}
export -f check_one

provenance "$@"
for map in bb lambda compact lanes; do
    cases | sed "s/\$/ --map $map/; /--n /s/lanes/enum/"
done | xargs -P 14 -I '{}' bash -c 'check_one {}' | sort | uniq -c >"$XDG_CACHE_HOME/oracle"
cat "$XDG_CACHE_HOME/oracle"
[[ $(wc -l <"$XDG_CACHE_HOME/oracle") -eq 1 ]] && grep -q ' equal$' "$XDG_CACHE_HOME/oracle" || exit 1

# Two thresholds and nothing else, so that random bits are all the work.
cat >"$XDG_CACHE_HOME/bits.lua" <<'LUA'
return program {
  state = { s = "u1" }, neighbours = "vonneumann", param = { p = 0.36788, q = 0.13534 },
  init = { s = "chance(0.5)" }, update = "s = chance(s == 1 ? p : q);", observe = { m = "sum(s)" },
}
LUA
works=(
    "sierpinski --r 20 --program ising --steps 60" "carpet --r 10 --program ising --steps 60"
    "vicsek --r 13 --program ising --steps 60" "sierpinski --r 20 --program $XDG_CACHE_HOME/bits.lua --steps 60"
    "sierpinski --r 20 --program $oracle/wireworld.lua --steps 240" "carpet --r 10 --program $oracle/forest.lua --steps 60"
    "sierpinski --r 18 --program heat --steps 240" "carpet --r 9 --program heat --steps 240"
    "carpet --r 9 --program grayscott --steps 240" "sierpinski --r 20 --program potts --steps 30"
    "sierpinski --r 20 --program epidemic --steps 30" "sierpinski --r 20 --program majority_noise --steps 60"
    "carpet --r 9 --program wave --steps 120" "carpet --r 9 --program fitzhugh_nagumo --steps 120"
    "sierpinski --r 20 --program $oracle/sandpile.lua --steps 60" "triangle --n 16384 --program ising --steps 20"
    "triangle --n 16384 --program heat --steps 20"
)
# A state that L2 holds beside one that it does not, with the same tiles: equal rates say that steps that draw do not wait for memory.
for work in "17 --program ising --tile 8" "20 --program ising --tile 8" "16 --program forest_fire --tile 4" \
    "20 --program forest_fire --tile 4" "16 --program epidemic --tile 4" "20 --program epidemic --tile 4"; do
    works+=("sierpinski --r $work --map lanes --persistent no --steps 60")
done

# Larger than Life: Bosco's shares of a box, by the number of its cells.
echo 'return fractal { layout = { "##", "##" } }' >"$XDG_CACHE_HOME/square.lua"
for radius in 1 2 3 5 10 15; do
    box=$(((2 * radius + 1) * (2 * radius + 1)))
    cat >"$XDG_CACHE_HOME/box$radius.lua" <<LUA
return program {
  state = { s = "u1" }, neighbours = box($radius), init = { s = "chance(0.45)" }, observe = { alive = "sum(s)" },
  update = "int k = count(s == 1) + s; s = k >= $((34 * box / 121)) && k <= (s ? $((58 * box / 121)) : $((45 * box / 121)));",
}
LUA
    for fractal in "$XDG_CACHE_HOME/square.lua --r 15" "carpet --r 10"; do
        works+=("$fractal --program $XDG_CACHE_HOME/box$radius.lua --steps 60")
    done
done

# figures_of OPTION...: "STEP-MS RATE", or why there are none.
figures_of() {
    "$NBBGEN" run "$@" --device cuda --json --quiet >"$XDG_CACHE_HOME/report" 2>"$XDG_CACHE_HOME/why" ||
        { tail -n 1 "$XDG_CACHE_HOME/why"; return; }
    python3 - "$XDG_CACHE_HOME/report" <<'PYTHON'
import json, sys
run = json.load(open(sys.argv[1]))
print(f"{run['ms_per_step']['median']:10.4f} {run['cells_per_second']:10.3e}  {run['map']}")
PYTHON
}

printf '%s\n' "${works[@]}" | xargs -P 14 -I '{}' bash -c '"$NBBGEN" run {} --device cuda --quiet' >"$XDG_CACHE_HOME/out" 2>&1 || true
printf '\n%-64s %10s %10s  %s\n' "cached, one after the other" "ms a step" "cells/s" map
for work in "${works[@]}"; do
    # shellcheck disable=SC2086 # words
    printf '%-64s %s\n' "${work//$XDG_CACHE_HOME\//}" "$(figures_of $work)"
done

# What a row of three observables every ten steps costs: the whole of 2000 steps with and without, three times.
cat >"$XDG_CACHE_HOME/three.lua" <<'LUA'
return program {
  state = { s = "u1" }, neighbours = "vonneumann", order = "sublattices", param = { T = 2.0 }, init = { s = "chance(0.5)" },
  update = "int field = 2 * count(s == here.s) - degree; if (chance(exp(-2 * field / T))) s = !s;",
  observe = { m = "sum(2 * s - 1)", up = "sum(s)", e = "-1 * pairs(here.s == there.s ? 1 : -1)" },
}
LUA
printf '\nseconds of 400 sweeps of Ising, gasket r = 19: without, with a row of three observables every 10 steps\n'
series="sierpinski --r 19 --program $XDG_CACHE_HOME/three.lua --steps 400 --device cuda --quiet"
for _ in 1 2 3 4; do
    for rows in "" "--every 10 --series $XDG_CACHE_HOME/series.csv"; do
        begin=$(date +%s%N)
        # shellcheck disable=SC2086 # words
        "$NBBGEN" run $series $rows >"$XDG_CACHE_HOME/out"
        printf '%8.3f' "$((($(date +%s%N) - begin) / 1000))e-6"
    done
    echo
done

printf '\ncounters:'
# shellcheck disable=SC2086,SC2154 # words; counters.bash has them
printf ' %s;' ${counters//,/ }
for work in "${works[@]:0:9}"; do
    printf '\n%s: the third launch:' "${work//$XDG_CACHE_HOME\//}"
    # shellcheck disable=SC2086 # words
    counters_of "$NBBGEN" run $work --device cuda --quiet >"$XDG_CACHE_HOME/out" || { cat "$XDG_CACHE_HOME/out"; exit 1; }
    awk '{ printf " %s%s;", $NF, (NF > 2 ? " " $2 : "") }' "$XDG_CACHE_HOME/out"
done
echo
