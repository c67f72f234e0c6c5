#!/usr/bin/env bash
# simplex_programs.sh - programs on simplices, and automata of bytes, by emitted CUDA, which the emulator executes: by strips,
# where some slabs touch the border and others do not, and cell by cell in place. Digests are those of map bb on the
# host, which --verify asks for; every fourth case, and with NBB_LONG=1 (the sweep) all. Then programs on storage bits, on the host, as C, in the
# emulator, with NBB_EVERY_SIDE on sides to 512 and 128.
# labels: slow
# shellcheck source=tests/suites/common.bash
source "${BASH_SOURCE[0]%/*}/common.bash"

cat >warm.lua <<'E2'
return program { state = { u = "f32" }, neighbours = "vonneumann", init = { u = "uniform()" }, update = "u += 0.2 * sum(u - here.u);" }
E2
cat >far.lua <<'E2'
return program { state = { p = "f64", c = "u5" }, neighbours = "moore", init = { p = "uniform()", c = "uniform(32)" },
  update = "p = 0.5 * p + sum(p / degree) / 16 + (first ? 1 : 0); c = c + count(c > here.c) + x - 2 * y + step + degree;" }
E2
cat >drawn.lua <<'E2'
return program { state = { s = "i32", v = "f32" }, neighbours = "triangular", init = { s = "uniform(9)", v = "uniform()" },
  update = "s = s + (chance(0.3) ? s[1, 1] : s[-1, 0]) + exists[0, 1]; v = max(v) * uniform();" }
E2
cat >turns.lua <<'E2'
return program { state = { s = "u2" }, neighbours = "moore", order = "sublattices", init = { s = "uniform(4)" },
  update = "if (chance(0.3)) s = uniform(4); else s = (first || step % 3 == 1) ? s + count(s > 1) : s;" }
E2

sed 's/0\.2 \* sum(u - here.u)/0.1 * sum(u - here.u) + 0.001 * max(degree)/' warm.lua >cool.lua
cat >near.lua <<'E2'
return program { state = { c = "u5" }, neighbours = "moore", init = { c = "uniform(32)" },
  update = "c = c + count(c > here.c) + x - 2 * y + 3 * z + step + degree + (first ? 1 : 0);" }
E2
cat >flat.lua <<'E2'
return program { state = { u = "f32" }, neighbours = { { -1, 0, 0 }, { 1, 0, 1 } }, init = { u = "uniform()" }, update = "u = 0.5 * u + sum(u) / 4;" }
E2

cat >rule.lua <<'E2'
return program { state = { s = "u1" }, neighbours = "moore", init = { s = "(x + 2 * y) % 5 < 2" },
  update = "int alive = count(s == 1); s = alive == 2 || (s == 1 && alive == 3);",
  observe = { live = "sum(s)", bonds = "pairs(here.s == there.s ? 1 : -2)", corner = "sum(first ? s + 1 : 0)" } }
E2

# agrees SUBJECT OPTIONS: text that is emitted so comes to the host's digest.
agrees() {
    local wanted
    # shellcheck disable=SC2086  # words
    runs run $1 --steps 6 --seed 5 --map bb --verify --digest --json --quiet --device cpu
    wanted="$(json digest) true"
    unlike "$1: first digest" "$(json digest0)" "$(json digest)"
    same "$1 by the host" "$(json digest) $(json verified)" "$wanted"
    # shellcheck disable=SC2086
    runs emit $1 --steps 6 --seed 5 $2 --target cuda -o x.cu
    emulated x.cu || return
    same "$1 $2" "$(json digest) true" "$wanted"
}

# program_digest SIMPLEX OPTION...: of a program after two steps.
program_digest() {
    nbbgen run "$@" --steps 2 --digest --json --quiet --device cpu
    [[ $code -eq 0 ]] && echo "$(json digest) $(json observe)" || echo "exit code $code of $*"
}

# Programs on storage bits: several planes, colours, chances at each turn and once a step, the degree of neighbours, the first cell; and as C
# and CUDA, where a triangle of 2000 has slabs inside and at the edge for turns, and for steps, in one launch.
program_bits_agree() {
    local row choice few sides="961" far=$NBB_SOURCE_DIR/tests/oracle/programs/sandpile.lua odd=$NBB_SOURCE_DIR/tests/programs/parities.lua
    local rows=("triangle --n 70 --program ising" "triangle --n 33 --program potts" "triangle --n 65 --program ising --neighbours moore"
                "triangle --n 100 --program $far" "tetrahedron --n 40 --program ising" "tetrahedron --n 33 --program wireworld"
                "triangle --n 101 --program $odd" "triangle --n 100 --program turns.lua" "triangle --n 1000 --program rule.lua" "tetrahedron --n 70 --program rule.lua")
    [[ -z ${NBB_EVERY_SIDE:-} ]] || sides="$(seq 512) 959 960 961 992 1921"
    mapfile -t few < <(some 2 "${rows[@]}")
    for row in "${few[@]}"; do
        # shellcheck disable=SC2086  # the row is words
        same "digest of $row" "$(program_digest $row --storage bits)" "$(program_digest $row --storage packed --verify)"
    done
    for n in $sides; do
        choice=$([[ $((n % 2)) -eq 0 ]] && echo "--map enum" || echo "--from above")
        # shellcheck disable=SC2086  # the choice is words
        same "digest of $n" "$(program_digest triangle --n "$n" --program ising --storage bits $choice)" \
            "$(program_digest triangle --n "$n" --program ising --storage packed)"
    done
    for n in ${NBB_EVERY_SIDE:+$(seq 128)}; do
        same "digest of $n" "$(program_digest tetrahedron --n "$n" --program ising --storage bits)" \
            "$(program_digest tetrahedron --n "$n" --program ising --storage packed)"
    done
    for row in ${NBB_LONG:+"${rows[1]}"} "${rows[4]}"; do
        # shellcheck disable=SC2086  # the row is words
        runs emit $row --steps 2 --storage bits --target cuda -o bits.cu
        emulated bits.cu || continue
        # shellcheck disable=SC2086
        like "emulated" "$out" "*\"digest\": \"$(program_digest $row --storage packed | cut -d' ' -f1)\",*"
    done
    for row in ${NBB_LONG:+"${rows[8]}"} "${rows[9]}"; do  # a rule's kernels, and totals in words
        # shellcheck disable=SC2086  # the row is words
        runs emit $row --steps 2 --storage bits --target cuda -o bits.cu
        emulated bits.cu -O1 || continue
        # shellcheck disable=SC2086
        same "$row, emulated" "$(json digest) $(json observe)" "$(program_digest $row --storage packed)"
    done
    for row in ${NBB_LONG:+"turns.lua --steps 2" "wireworld --steps 9"}; do
        # shellcheck disable=SC2086  # the row is words
        runs emit triangle --n 2000 --program $row --storage bits --target cuda -o bits.cu
        # shellcheck disable=SC2086
        NBB_AS_USERS="" runs run triangle --n 2000 --program $row --storage packed --digest --json --quiet --device cpu
        choice=$(json digest)
        emulated bits.cu -O1 || continue
        same "$row, several in one launch" "$(json digest)" "$choice"
    done
    runs emit triangle --n 70 --program ising --steps 2 --storage bits --target host -o bits.c
    "${CC:-cc}" -std=c11 -O1 -Wall -Wextra -Wpedantic -Wno-unknown-pragmas -Werror bits.c -o bits -lm
    same "the least and the largest field of a cell" \
        "$(grep -oE 'input0 <?= -?[0-9]+' bits.c | grep -oE -- '-?[0-9]+$' | sort -n | sed -n '1p;$p' | paste -sd ' ')" "-4 8"
    like "as C" "$(./bits)" "*\"digest\": \"$(program_digest triangle --n 70 --program ising | cut -d' ' -f1)\",*"
    runs run triangle --n 200 --program potts --steps 2 --device cpu --checkpoint saved --storage bits --quiet
    runs run triangle --n 200 --program potts --steps 4 --device cpu --resume saved --storage packed --quiet --json --digest
    row=$(json digest)
    runs run triangle --n 200 --program potts --steps 4 --device cpu --storage bits --quiet --json --digest
    same "resumed" "$row" "$(json digest)"
    echo 'return program { state = { s = "u1" }, neighbours = box(3), init = { s = "x % 2" }, update = "s = count(s && dx > 0) > 20;" }' >box.lua
    fails 2 "usage error: box.lua:1: update:1*: bits of words cannot compute this: over large lists, counts of bits alone*" emit tetrahedron --n 9 --program box.lua --storage bits
    rm -rf bits bits.c bits.cu saved
}

# Counts over large lists run down columns: of one tile, of several, with what a block asks for and may declare.
columns_agree() {
    local row wanted programs=$NBB_SOURCE_DIR/tests/programs
    for row in "triangle 300 $programs/columns.lua" "${NBB_LONG:+triangle 2000 $programs/columns.lua}" "triangle 1000 larger_than_life" \
               "${NBB_LONG:+triangle 1000 $programs/radius.lua}" "tetrahedron 70 $programs/space.lua" "${NBB_LONG:+tetrahedron 131 $programs/space.lua}"; do
        [[ -n $row ]] || continue
        read -ra row <<<"$row"
        runs run "${row[0]}" --n "${row[1]}" --program "${row[2]}" --map bb --steps 3 --digest --json --quiet --device cpu
        wanted="$(json digest) $(json observe)"
        runs run "${row[0]}" --n "${row[1]}" --program "${row[2]}" --steps 3 --digest --json --quiet --device cpu
        same "${row[*]}" "$(json storage) $(json digest) $(json observe)" "bits $wanted"
        runs emit "${row[0]}" --n "${row[1]}" --program "${row[2]}" --storage bits --steps 3 --target cuda -o columns.cu
        emulated columns.cu -O1 || continue
        same "${row[*]}, emulated" "$(json digest) $(json observe) $(json verified)" "$wanted true"
    done
}

# Blocks of a tetrahedron's strips that ask for no cell, as all that they load are some: these sides are the first that have any.
blocks_inside_agree() {
    local row wanted
    for row in "--n 208 --program cool.lua --steps 2" "--n 268 --rule B5,6,7,8/S4,5,6,7,8,10 --density 0.3 --steps 4"; do
        # shellcheck disable=SC2086  # the row is words
        runs run tetrahedron $row --storage packed --digest --json --quiet --device cpu
        wanted=$(json digest)
        # shellcheck disable=SC2086
        runs emit tetrahedron $row --storage packed --target cuda -o x.cu
        emulated x.cu -O1 || continue
        same "$row" "$(json digest)" "$wanted"
    done
}

cases=("triangle --n 340 --program warm.lua|--map lambda --storage packed"
       "tetrahedron --n 21 --program rmw|--map lambda --storage packed"
       "triangle --n 351 --program drawn.lua|--map enum --storage packed"
       "triangle --n 101 --program rmw|--map lambda --storage embedded --from above"
       "triangle --n 333 --program far.lua|--map lambda --storage embedded"
       "triangle --n 61 --program warm.lua|--map lambda --from above"
       "triangle --n 340 --program warm.lua|--map enum --storage embedded"
       "triangle --n 70 --program warm.lua|--tile 16"
       "triangle --n 357 --rule B3/S23|--storage packed"
       "triangle --n 130 --program far.lua|--map lambda --storage packed"
       "triangle --n 342 --rule B0/S12|--map enum --storage embedded"
       "tetrahedron --n 9 --program far.lua --neighbours moore|--map enum"
       "tetrahedron --n 62 --rule B5/S4,5|--map enum --storage embedded"
       "tetrahedron --n 70 --program cool.lua|--storage packed"
       "tetrahedron --n 60 --program near.lua|--storage packed --from above"
       "tetrahedron --n 64 --program grayscott --set Du=0.1|--storage embedded"
       "tetrahedron --n 61 --program life|--storage packed"
       "tetrahedron --n 20 --program flat.lua|--map enum")
mapfile -t cases < <(some 4 "${cases[@]}")
for each in "${cases[@]}"; do
    agrees "${each%|*}" "${each#*|}"
done
program_bits_agree
columns_agree
long blocks_inside_agree
finish
