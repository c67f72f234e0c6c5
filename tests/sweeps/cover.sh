#!/usr/bin/env bash
# cover.sh - looks for branches of the templates that no case of tests/cover/cases.txt takes for a target, among the cases of the
# matrix (few), every program with each of a list of ways on the first domains, and several on the others; fails where one of
# these takes any.
#
#     cover.sh --add         adds the fewest that take all these to cases.txt
#     cover.sh --anew        chooses all of cases.txt anew
#
# Where suites/cover.sh says that a branch is taken by none, and no candidate takes it either, add a way or a program here.
set -euo pipefail
: "${NBBGEN:?}" "${NBB_COVER:?}" "${NBB_MATRIX:?}" "${NBB_SOURCE_DIR:?}"
export NBBGEN_LIBCUDA=/nowhere/libcuda.so
cd "$NBB_SOURCE_DIR"
cases=tests/cover/cases.txt
[[ ${1:-} != --anew ]] || : >"$cases"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if [[ ${1:-} == --fewer ]]; then
    "$NBB_COVER" choose /dev/null <"$cases" >"$work/fewer"
    grep -Fxf "$work/fewer" "$cases" >"$work/cases"
    cp "$work/cases" "$cases"
    exec bash tests/suites/cover.sh
fi

fractals=("sierpinski --r 5" "carpet --r 3" "vicsek --r 4" "chandelier --r 3" "cantor --r 8" "candy --r 2"
          "tests/fractals/seven.lua --r 4" "sierpinski --r 0" "carpet --r 1" "carpet --r 3 --init-seed 5" "examples/relative.lua --r 5"
          "examples/relative.lua --r 1" "examples/relative.lua --r 0")
simplices=("triangle --n 75" "tetrahedron --n 20" "triangle --n 130" "tetrahedron --n 40")
of_fractals=("bb" "lambda" "lambda --tc=1" "lambda --tc=4 --tile 4" "lambda --intra unroll" "lambda --tile 9" "compact"
             "compact --tc=4" "compact --halo direct" "compact --tile 3" "lanes" "lanes --steps-per-launch 3"
             "lanes --steps-per-launch 2 --lanes 3" "lanes --buffers 1 --steps-per-launch 1" "lanes --persistent grid"
             "lanes --persistent cluster" "lanes --steps-per-launch 1 --persistent grid" "lanes --permuted memory"
             "lanes --permuted memory --buffers 1" "lanes --permuted registers --persistent no" "lanes --tile 9 --lanes 8"
             "lanes --tile 4 --lanes 9" "lanes --tile 3 --lanes 5" "lanes --tile 1")
of_simplices=("bb" "bb --chunk 4" "enum" "enum --chunk 8" "enum --storage packed --tile 8" "lambda" "lambda --storage packed"
              "lambda --storage bits" "lambda --storage bits --steps-per-launch 1" "lambda --storage embedded" "lambda --from below" "lambda --tile 4"
              "lambda --recursion branches" "lambda --tc=1" "lambda --tc=4" "lambda --tc=4 --from below")

sizes=("sierpinski --r 6" "sierpinski --r 24" "sierpinski --r 31" "carpet --r 13" "vicsek --r 18" "cantor --r 36"
       "triangle --n 300" "triangle --n 100000" "triangle --n 2000000" "tetrahedron --n 60" "tetrahedron --n 3000"
       "tetrahedron --n 40000")

# Of programs that differ in what cells hold, read and draw.
several=(programs/{life,majority_noise,rmw,potts}.lua tests/programs/{words,places,mixing,far_turns,stages,glass_values}.lua)

# cross PROGRAM FIRST FIRST_SIMPLEX FRACTALS SIMPLICES: the program with each way on so many domains of each kind, from these on.
cross() {
    local domain
    for domain in "${fractals[@]:$2:$4}"; do
        printf "$domain --program $1 --map %s --steps 3 --seed 7\n" "${of_fractals[@]}"
    done
    for domain in "${simplices[@]:$3:$5}"; do
        printf "$domain --program $1 --map %s --steps 3 --seed 7\n" "${of_simplices[@]}"
    done
}
list_programs() {
    local program
    for program in tests/oracle/programs/*.lua programs/*.lua tests/programs/*.lua B3/S23; do
        cross "$program" 0 0 2 2
    done | sed '/\/lists.lua/s/tetrahedron --n 20 \(.*\) --steps 3/tetrahedron --n 8 \1 --steps 2/'  # its lists are long
    for program in "${several[@]}"; do
        cross "$program" 2 2 "${#fractals[@]}" "${#simplices[@]}"
    done
}

# Kernels alone, which say how they are called; of sizes that nothing here executes as well.
list_kernels() {
    local domain program work
    for domain in "${sizes[@]}"; do
        for program in ising heat sandpile walk potts tests/programs/lists.lua; do
            printf "$domain --program $program --map %s --kernel-only\n" bb lambda compact enum lanes "lanes --persistent grid"
            printf "$domain --program $program --storage bits --kernel-only\n"
        done
        for work in ca sw rd edm; do
            printf "$domain --workload $work --map %s --kernel-only\n" bb lambda compact enum lanes "lanes --persistent grid" \
                "lambda --tc=4" "compact --tc=4" "compact --tc=1" "lambda --from below" "lambda --recursion branches" \
                "lambda --dimensions 400" "bb --dimensions 400" "lambda --tile 1" "enum --tile 4" "bb --chunk 4"
        done
    done
}

NBB_SOURCE_DIR=. "$NBB_MATRIX" few | sed 's,\(^\| \)\./,\1,g' >"$work/few"
{ cat "$work/few"; list_programs; list_kernels; } >"$work/cuda"
# What the host does not have is left out of the matrix' cases.
{ sed -E 's/ --(persistent|permuted|block|buffers|chunk)[ =][^ ]+//g' "$work/few"; list_programs; list_kernels; } >"$work/host"
{ sed 's/^/cuda /' "$work/cuda"; sed 's/^/host /' "$work/host"; } | "$NBB_COVER" choose "$cases" 2>"$work/refused" >"$work/chosen"

# figures LINE: "population0 population digest0 digest" by map bb, cell by cell compared with the brute force.
figures() {
    # shellcheck disable=SC2046 # options are words
    "$NBBGEN" run $(sed -E 's/^[a-z]+ (.*) --map .* (--steps)/\1 --map bb \2/' <<<"$1") --device cpu --verify --digest --json --quiet |
        tr -d ' \n' |
        sed -n 's/.*"population0":\([0-9]*\),"population":\([0-9]*\),.*"digest0":"\([^"]*\)","digest":"\([^"]*\)",.*/\1 \2 \3 \4/p'
}
while read -r line; do
    if [[ $line == *" | "* || $line == *--kernel-only ]]; then
        echo "$line"
    elif figures=$(figures "$line") && [[ -n $figures ]]; then
        echo "$line | $figures"
    fi  # or the program observes a cell that the fractal does not have
done <"$work/chosen" >"$work/more"
echo "$(grep -c '^refused' "$work/refused") candidates are refused, $(wc -l <"$work/more") take what no case takes"
if [[ -n ${1:-} ]]; then
    cat "$work/more" >>"$cases"
    bash tests/suites/cover.sh
else
    cat "$work/more"
    [[ ! -s $work/more ]]
fi
