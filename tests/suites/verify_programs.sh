#!/usr/bin/env bash
# verify_programs.sh - --verify of programs: what it takes for equal, and that it finds kernels that are wrong.
# labels: slow
# shellcheck source=tests/suites/common.bash
source "${BASH_SOURCE[0]%/*}/common.bash"

cat >shift.lua <<'LUA'
return program {
  state = { a = "u3", b = "f32" }, neighbours = { {1, 0}, {0, -2} },
  init = { a = "uniform(8)", b = "uniform()" },
  update = "a = a[1, 0] + sum(a); b = 0.5 * b + sum(b);",
}
LUA
cat >round.lua <<'LUA'
return program {
  state = { u = "f32", v = "f64" }, neighbours = "vonneumann",
  init = { u = "uniform()", v = "uniform()" },
  update = "u = tanh(u + 0.1 * sum(sin(u))); v = v / (1 + exp(-0.2 * sum(v - here.v)));",
}
LUA
cat >flips.lua <<'LUA'
return program {
  state = { s = "u1" }, neighbours = "vonneumann", order = "sublattices", param = { p = 0.3 },
  init = { s = "chance(0.5)" },
  update = "if (chance(p * count(s == here.s))) s = !s;",
}
LUA

# Small boxes are compared whole, large ones in windows; functions that targets round differently with a tolerance.
mapfile -t rows < <(some 4 ./{shift,round,flips}.lua" --map "{bb,lambda,compact})
for row in "${rows[@]}"; do
    # shellcheck disable=SC2086 # options are words
    runs run vicsek --r 4 --program $row --steps 6 --verify --device cpu
    like "$row" "$err" "*verified: 6561 places compared with brute force, the whole box*"
done
for where in ${NBB_LONG:+"carpet --r 3 --map bb"} "carpet --r 3 --map compact --tile 3" "triangle --n 40 --map lambda"; do
    # shellcheck disable=SC2086 # options are words
    runs run $where --program "$NBB_SOURCE_DIR/tests/programs/lists.lua" --steps 3 --verify --device cpu
    like "lists on $where" "$err" "*verified: * places compared with brute force, the whole box*"
done
# Stages in words: of bits on lanes and simplices, and a word for each value.
cat >passes.lua <<'LUA'
return program {
  state = { s = "u1", a = "u2" }, neighbours = "vonneumann", param = { p = 0.3 }, init = { s = "chance(0.4)", a = "uniform(4)" },
  update = { "int k = count(s == 1); if (chance(p * k)) s = !s; a = a + k;", "if (any(a == 3)) s = !s; a = a ^ uniform(3);" },
}
LUA
sed 's/"u2"/"i32"/' passes.lua >values.lua
# Blocks in blocks, which are indented by more columns than a form's width has digits for.
printf 'return program { state = { s = "u2" }, neighbours = "box(4)", init = { s = "uniform(4)" }, update = "%s s += count(s == 0);%s" }\n' \
    "$(printf 'if (s < 3) {%.0s' {1..60})" "$(printf '}%.0s' {1..60})" >deep.lua
echo 'return program { state = { s = "u1" }, neighbours = "box(4)", init = { s = "chance(0.5)" }, update = "s = count(s) > 9;", observe = { p = "pairs(here.s && there.s)" } }' >pairs.lua
for where in "carpet --r 3 --map lanes --program ./passes.lua" "triangle --n 40 --storage bits --program ./passes.lua" \
    "tetrahedron --n 12 --storage bits --program ./passes.lua" "vicsek --r 3 --map lanes --program ./values.lua" \
    "carpet --r 2 --map lanes --program ./deep.lua" "carpet --r 2 --map bb --program ./deep.lua" "sierpinski --r 5 --map lanes --program ./pairs.lua --series pairs.csv"; do
    # shellcheck disable=SC2086 # options are words
    runs run $where --steps 5 --verify --device cpu
    like "stages on $where" "$err" "*verified: * places compared with brute force, the whole box*"
done
fails 2 "usage error: --buffers 1 has no effect on program passes: stages go between two states" \
    run carpet --r 3 --device cpu --map lanes --program ./passes.lua --buffers 1
for options in ${NBB_LONG:+"--map lanes"} "--map lanes --tile 1" "--map compact"; do
    # shellcheck disable=SC2086 # options are words
    runs run carpet --r 3 --device cpu $options --program ./round.lua --neighbours "box(5)" --steps 3 --verify
    like "120 neighbours, $options" "$err" "*verified: * places compared with brute force, the whole box*"
done
fails 2 "usage error: --steps-per-launch has no effect on program round: with 120 neighbours, up to 5 cells away, a step goes cell by cell" \
    run carpet --r 3 --device cpu --map lanes --program ./round.lua --neighbours "box(5)" --steps-per-launch 2
fails 2 "usage error: carpet at r = 3 with map lanes needs * bytes *, --memory gives 1024; *; by parts: a state in parts on map lanes: the program reads 5 cells far, past the tiles beside, which have 3 a side: *" \
    run carpet --r 3 --device cpu --map lanes --tile 3 --program ./round.lua --neighbours "box(5)" --memory 1K
# Neighbour 8 of a field u is not called as a type is.
runs run tetrahedron --n 9 --program ./round.lua --neighbours moore --steps 2 --verify --device cpu
like "26 neighbours" "$err" "*verified: * places compared with brute force, the whole box*"
# A schedule is of reals, and an int of its parameter takes values past the first one.
echo 'return program { state = { s = "u3" }, neighbours = "moore", param = { p = -2, q = 0 }, schedule = { p = "p + 3 * step / 4", q = "step / 2" },
  init = { s = "uniform(8)" }, update = "s = count(s > 3) + int(p) + int(4 * q);", observe = { q = "q" } }' >changing.lua
runs run carpet --r 3 --program ./changing.lua --map lanes --steps 9 --verify --device cpu --json
same "q" "$(json verified) $(json observe.q)" "true 4.5"
echo 'return program { state = { s = "u1" }, neighbours = "vonneumann", param = { p = 0.5 }, schedule = { p = "0.5 + step * 0.2" },
  require = { "p <= 1" }, update = "s = chance(p);" }' >rising.lua
fails 2 "*the program requires p <= 1, which does not hold in step 3 with p = 1.1, maxdegree = 4
*" run carpet --r 2 --program ./rising.lua --steps 9 --device cpu
unlike "no value that --set gives would do" "$err" "*--set*"
nbbgen emit carpet --r 2 --program ./rising.lua --steps 9 --target host -o x.c
"${CC:-cc}" -O1 -fopenmp x.c -o x -lm
status=0 && ./x 2>err || status=$?
same "a standalone" "$status $(<err)" "2 the program requires p <= 1, which does not hold in step 3 with p = 1.1, maxdegree = 4"
# Values that draw: tiles of few cells, but of a level; and bits of few planes on smaller sides.
echo 'return program { state = { s = "f32" }, neighbours = "vonneumann", update = "s += 0.1 * sum(s) + uniform();" }' >drawn.lua
for row in "cube32 --r 2|4" "carpet --r 4|3"; do
    # shellcheck disable=SC2086  # the row is words
    runs emit ${row%|*} --program ./drawn.lua --map lanes --target host -o drawn.c
    like "a tile" "$(header_command drawn.c) " "*--tile ${row#*|} *"
done
runs run triangle --n 100 --program ising --steps 1 --device cpu --json
same "one plane" "$(json storage)" bits
runs run triangle --n 100 --program manna --steps 1 --device cpu --json
same "several planes" "$(json storage)" packed
runs run vicsek --r 8 --program ./flips.lua --map compact --steps 6 --verify --device cpu
like "windows" "$err" "*verified:*windows*"
fails 2 "usage error: --verify: after 100000 steps even one window of 64 cells a side takes*" \
    run vicsek --r 12 --program ./flips.lua --steps 100000 --verify --device cpu

# A normal distribution's moments; numbers of more than 24 bits.
cat >draws.lua <<'LUA'
return program {
  state = { u = "f64", v = "f64" }, init = { u = "normal()", v = "uniform53()" }, update = "u = normal(); v = uniform53();",
  observe = { mean = "sum(u) / cells", square = "sum(u * u) / cells", tail = "real(sum(abs(u) > 2)) / cells", uniform = "sum(v) / cells",
    fine = "real(sum(fmod(v * 16777216, 1) > 0)) / cells" },
}
LUA
for steps in 0 1; do
    runs run carpet --r 5 --program ./draws.lua --steps $steps --verify --json --quiet --device cpu
    for row in "mean -0.02 0.02" "square 0.97 1.03" "tail 0.042 0.049" "uniform 0.495 0.505" "fine 0.99 1"; do
        read -r name low high <<<"$row"
        awk -v is="$(json "observe.$name")" -v low="$low" -v high="$high" 'BEGIN { exit !(is >= low && is <= high) }'
        judge $? "$name" "$(json "observe.$name")" "$low to $high"
    done
done

# init's own seed: its state is the one of that seed, and a checkpoint knows it.
seeded=(run vicsek --r 4 --program ./flips.lua --device cpu --digest --json --quiet)
runs "${seeded[@]}" --seed 9 --steps 2
other=$(json digest0)
runs "${seeded[@]}" --seed 5 --init-seed 9 --steps 6 --verify --checkpoint saved --every 3
same "first state" "$(json digest0)" "$other"
wanted=$(json digest)
runs "${seeded[@]}" --resume saved --steps 6
same "resumed" "$(json digest) $(json init_seed)" "$wanted 9"
fails 2 "usage error: saved/*: init seed is 9 there, 8 here" \
    run vicsek --r 4 --program ./flips.lua --device cpu --quiet --resume saved --init-seed 8

# Kernels that look for a neighbour on the wrong side, and that draw the numbers of another step.
broken() {
    rm -rf wrong && cp -r "$NBB_SOURCE_DIR/templates" wrong
    sed -i "$2" "wrong/$1"
    ! diff -r wrong "$NBB_SOURCE_DIR/templates" >"$scratch/diff"
    judge $? "the change of $1" "none" "$2"
}
broken shared/program_kernels.in 's/cell\.\${axis} + (u32)d\${axis}/cell.${axis} - (u32)d${axis}/'
fails 5 "verification failed: *_shift_*: field [ab] of cell (*) is *, the brute force says *" \
    run vicsek --r 4 --program ./shift.lua --map bb --steps 2 --verify --device cpu --quiet --templates wrong
broken shared/philox.in 's/0xBB67AE85u/0xBB67AE87u/'
fails 5 "verification failed: *_flips_*: field s of cell (*) is *, the brute force says *" \
    run vicsek --r 4 --program ./flips.lua --map bb --steps 2 --verify --device cpu --quiet --templates wrong

# Bonds: in reports, files, given ones and checkpoints they are fields of the cell that they belong to.
cat >bonds.lua <<'LUA'
return program {
  state = { s = "u4" }, neighbours = "vonneumann", bonds = { J = "u2" }, init = { s = "uniform(16)", J = "uniform(4)" },
  update = "s = s + sum(J * s) + J[-1, 0];", observe = { pairs = "pairs(J)", own = "sum(J[1, 0] + J[0, 1])" },
}
LUA
bonded=(run vicsek --r 3 --program ./bonds.lua --device cpu --digest --json --quiet)
runs "${bonded[@]}" --steps 6 --verify --npy bonds.npy
same "each bond once" "$(json observe.pairs)" "$(json observe.own)"
wanted=$(json digest)
runs "${bonded[@]}" --steps 3 --checkpoint bonded
runs "${bonded[@]}" --resume bonded --steps 6
same "resumed" "$(json digest)" "$wanted"
fails 2 "usage error: bonds.s.npy: field J?1,0? at (13, 0) is not 0, and there is no cell or no neighbour" \
    run vicsek --r 3 --program ./bonds.lua --device cpu --init "J[1,0]=bonds.s.npy"
runs "${bonded[@]}" --steps 0 --init "J[0,1]=bonds.J[0,1].npy" --init "J[1,0]=bonds.J[1,0].npy" --init s=bonds.s.npy
same "given" "$(json digest0)" "$wanted"

# Integers of 8 and 16 bits wrap; they are written, given and kept as such.
cat >wraps.lua <<'LUA'
return program {
  state = { a = "i8", b = "i16", c = "u16" }, init = { a = "127", b = "-32768", c = "65535" },
  update = "a += 1 + 256; b -= 1; c += 2;", observe = { a = "sum(a) / cells", b = "sum(b) / cells", c = "sum(c) / cells" },
}
LUA
runs run carpet --r 2 --program ./wraps.lua --steps 1 --device cpu --json --quiet --verify
same "wrapped" "$(json observe.a) $(json observe.b) $(json observe.c)" "-128 32767 1"
runs emit triangle --n 20 --program ./wraps.lua --steps 1 --target cuda -o wraps.cu  # by vec4 of cells
emulated wraps.cu
same "wrapped on a triangle" "$(json observe.a) $(json observe.b) $(json observe.c) $(json verified)" "-128 32767 1 true"
narrow=(run vicsek --r 3 --program "$NBB_SOURCE_DIR/tests/programs/narrow.lua" --device cpu --digest --json --quiet)
for map in lanes compact; do
    runs "${narrow[@]}" --map $map --steps 6 --verify --npy narrow.npy
    wanted=$(json digest)
    runs "${narrow[@]}" --map $map --steps 3 --checkpoint narrow_$map
    runs "${narrow[@]}" --map $map --resume narrow_$map --steps 6
    same "resumed on $map" "$(json digest)" "$wanted"
    runs "${narrow[@]}" --map $map --steps 0 --init a=narrow.a.npy --init b=narrow.b.npy --init c=narrow.c.npy --init d=narrow.d.npy
    same "given on $map" "$(json digest0)" "$wanted"
done

# Globals are of the state before the step, by whatever map and number of ranks.
cat >powers.lua <<'LUA'
return program {
  state = { u = "f64", c = "i32" }, neighbours = "vonneumann", global = { C = "sum(c)", D = "1.0 / sum(c)", U = "sum(u) - 0.25", P = "pairs(here.u + there.u)" },
  init = { u = "0.5 + 1.0 / 1073741824", c = "1" }, update = "c = int(C); u = first ? U : P * (C * D);", observe = { c = "max(c)", u = "at(0, 0, u)", p = "at(1, 0, u)", C = "C" },
}
LUA
runs run carpet --r 1 --program ./powers.lua --steps 1 --device cpu --json --quiet --verify
same "sums before the step" "$(json observe.c) $(json observe.u) $(json observe.p) $(json observe.C)" "8 3.7500000074505806 8.0000000149011612 64.0"
runs run carpet --r 1 --program ./powers.lua --steps 3 --device cpu --json --quiet
same "powers" "$(json observe.c)" 512
# Where multiples of 2^-40 below 2^46 hold no global's sum, the run stops, and so does the text.
sum() { echo "return program { state = { p = \"f64\" }, neighbours = \"vonneumann\", global = { P = \"sum($1)\" }, init = { p = \"1.0 / cells\" }, update = \"p += P;\" }" >sum.lua; }
sum "p * p * cells"
runs run sierpinski --r 8 --program ./sum.lua --steps 1 --device cpu --verify
for row in "p * p" "p * 1e14" "p * 1e300 * 1e300" "pairs(p) * 1e-9"; do
    sum "$row"
    [[ $row != pairs* ]] || sed -i 's/sum(pairs(p) \* 1e-9)/pairs(here.p * 1e-9)/' sum.lua
    fails 2 "usage error: ./sum.lua:1: global.P:*: in step 0 this makes P nan, which is no finite number; a global's sums of reals *" \
        run sierpinski --r 8 --program ./sum.lua --steps 1 --device cpu
done
sum "p * p"
runs emit sierpinski --r 8 --program ./sum.lua --steps 1 --target host -o sum.c
cc -std=c11 -O1 -fopenmp sum.c -o sum -lm
like "the text" "$(./sum 2>&1)" "*finite globals*"
mean=(run vicsek --r 3 --program "$NBB_SOURCE_DIR/tests/programs/mean_field.lua" --steps 7 --device cpu --digest --json --quiet)
runs "${mean[@]}" --map bb --verify
wanted=$(json digest)
for map in lambda compact "lanes --tile 9"; do
    # shellcheck disable=SC2086 # options are words
    runs "${mean[@]}" --map $map
    same "mean field on $map" "$(json digest)" "$wanted"
done
fails 2 "usage error: --set C=2: 'C' is a global, to which each step gives its value" \
    run vicsek --r 3 --device cpu --program "$NBB_SOURCE_DIR/tests/programs/mean_field.lua" --set C=2

# Known answers: what is kept, and energies on a tree, -(N - 1) tanh(1 / T) of a spin glass and -(N - 1) I1(1 / T) / I0(1 / T) of xy.
# A ring of eight in a magnetic field is at home after a time of 2 by |sum over m of exp(4 i cos((2 pi m + 4 phi) / 8))|^2 / 64, and by
# phi = pi / 4 never at its far corner. A wave of shear falls in 20 steps by exp(-20 (tau - 1/2) / 3 (2 pi / wave)^2) = 0.897.
programs=$NBB_SOURCE_DIR/programs
sed 's/observe    = {/& far = "at(2, 2, re * re + im * im)",/' "$programs/hofstadter.lua" >ring.lua
sed 's/observe    = {/& here = "at(40, 47, jx)",/' "$programs/lattice_boltzmann.lua" >shear.lua
cat >known.txt <<'ROWS'
sierpinski --r 5 --program xy --set T=1 --steps 4000 --average 200|averages.e.mean -110 -106
carpet --r 1 --program ./ring.lua --set phi=0.3 --set dt=0.002 --steps 1000|observe.home 0.155416 0.155418
carpet --r 1 --program ./ring.lua --set phi=0.7853981633974483 --steps 100|observe.far 0 1e-20
triangle --n 160 --program ./shear.lua --steps 20|observe.here -0.044649 -0.044648
triangle --n 160 --program ./shear.lua --steps 40|observe.here -0.040075 -0.040030
triangle --n 160 --program ./shear.lua --steps 40|observe.mass 12879.9999999 12880.0000001
sierpinski --r 5 --program spin_glass --set T=1 --steps 400 --average 100|averages.e.mean -188 -181
carpet --r 3 --program hpp --steps 30 --seed 4|observe.mass 634 634
sierpinski --r 5 --program manna --steps 60 --seed 4|observe.grains 191 191
carpet --r 3 --program cahn_hilliard --steps 200 --set c0=0.25|observe.mass 128.166392272 128.166392273
carpet --r 3 --program schroedinger --steps 100|observe.norm 105 106
carpet --r 3 --program directed_percolation --set p=1 --steps 5|observe.rho 1 1
carpet --r 3 --program contact_process --set lambda=0 --steps 60|observe.rho 0 0
ROWS
while IFS='|' read -r words row; do
    read -r name low high <<<"$row"
    # shellcheck disable=SC2086 # options are words
    runs run $words --device cpu --json --quiet
    awk -v is="$(json "$name")" -v low="$low" -v high="$high" 'BEGIN { exit !(is != "" && is >= low && is <= high) }'
    judge $? "$words" "$name $(json "$name")" "$low to $high"
done <known.txt

# Life with large neighbourhoods, cell by cell.
for name in larger_than_life lenia; do
    large=(run triangle --n 40 --program $name --device cpu --quiet)
    runs "${large[@]}" --steps 0 --npy "$name.0.npy"
    runs "${large[@]}" --steps 2 --npy "$name.2.npy"
done
python3 - >differences 2>&1 <<'PYTHON'
import array, math

def cells(name, form):
    data = open(name, "rb").read()
    values = array.array(form, data[10 + int.from_bytes(data[8:10], "little"):])
    return {(x, y): values[y * 40 + x] for y in range(40) for x in range(40 - y)}

def around(near, x, y, radius):
    square = range(-radius, radius + 1)
    return [(near[x + dx, y + dy], dx, dy) for dy in square for dx in square if (dx or dy) and (x + dx, y + dy) in near]

def bosco(s, x, y):
    alive = s[x, y] + sum(value for value, _, _ in around(s, x, y, 5))
    return 34 <= alive <= (58 if s[x, y] else 45)

def lenia(a, x, y):
    disc = [(value, math.hypot(dx, dy) / 6) for value, dx, dy in around(a, x, y, 5) if dx * dx + dy * dy <= 25]
    ring = [(value, math.exp(4 - 1 / (d * (1 - d)))) for value, d in disc]
    u = sum(value * weight for value, weight in ring) / sum(weight for _, weight in ring)
    return min(1, max(0, a[x, y] + 0.1 * (2 * math.exp(-(u - 0.15) ** 2 / (2 * 0.02 ** 2)) - 1)))

for name, form, rule in ("larger_than_life", "B", bosco), ("lenia", "f", lenia):
    now, wanted = cells(name + ".0.npy", form), cells(name + ".2.npy", form)
    for _ in range(2):
        now = {at: rule(now, *at) for at in now}
    print(name, sum(abs(now[at] - wanted[at]) > 1e-4 for at in now), max(wanted.values()) > 0)
PYTHON
same "cells that differ" "$(paste -sd ' ' differences)" "larger_than_life 0 True lenia 0 True"

# A bond's offset: a carpet's ring has four bonds along x and four along y, which both of their cells count.
cat >offsets.lua <<'END'
return program {
  state = { a = "i32" }, bonds = { J = "i32" }, neighbours = "vonneumann", init = { J = "dx * dx + 10 * dy * dy" },
  update = "a = sum(J);", observe = { all = "sum(a)" },
}
END
runs run carpet --r 1 --program ./offsets.lua --steps 1 --device cpu --json --quiet
same "bonds along x, and along y tenfold" "$(json observe.all)" 88

finish
