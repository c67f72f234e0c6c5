#!/usr/bin/env bash
# programs.sh - the command line of cell programs: --program and what is given for one.
# shellcheck source=tests/suites/common.bash
source "${BASH_SOURCE[0]%/*}/common.bash"

cat >ising.lua <<'LUA'
return program {
  state      = { s = "u1" },
  neighbours = "vonneumann",
  order      = "sublattices",
  param      = { T = 2.0, J = 1.0, density = 0.5 },
  init       = { s = "chance(density)" },
  update     = [[
    int field = 2 * count(s == here.s) - degree;
    if (chance(exp(-2 * J * field / T))) s = !s;
  ]],
  observe    = { m = "sum(2 * s - 1)", e = "-J * pairs(here.s == there.s ? 1 : -1)" },
  average    = { "abs(m)", "m^2" },
}
LUA
cat >heat.lua <<'LUA'
return program {
  state = { u = "f32" },
  neighbours = "vonneumann",
  param = { D = 0.2 },
  require = { "D * maxdegree <= 1" },
  init = { u = "first ? 1 : 0" },
  update = "u += D * sum(u - here.u);",
  observe = { mass = "sum(u)" },
}
LUA

check_refusals() {
    fails 2 "usage error: --workload sw and --program ising.lua: a program is a workload of its own; *" \
        run vicsek --r 2 --program ising.lua --workload sw
    fails 2 "usage error: --workload ca and --program ising.lua: *" run vicsek --r 2 --program ising.lua -w ca
    fails 2 "usage error: --workload program: which one? --program NAME or --program FILE.lua is missing" \
        run vicsek --r 2 --workload program
    fails 2 "usage error: --rule has no effect on workload program: *" run vicsek --r 2 --program ising.lua --rule B3/S23
    fails 2 "usage error: --density has no effect on workload program: *give --set density=P*" \
        run vicsek --r 2 --program ising.lua --density 0.3
    fails 2 "usage error: --points has no effect on workload program: *" \
        run vicsek --r 2 --program ising.lua --points points.npy
    for option in set=T=1 neighbours=moore; do
        fails 2 "usage error: --${option%%=*} has no effect on workload ca: it is an option of programs: *" \
            run vicsek --r 2 "--${option%%=*}" "${option#*=}"
    done
    fails 2 "usage error: --set TT=1: ising has no parameter 'TT': did you mean 'T'? *" \
        run vicsek --r 2 --program ising.lua --set TT=1
    fails 2 "usage error: --set T=hot: 'hot' is no finite number" run vicsek --r 2 --program ising.lua --set T=hot
    fails 2 "usage error: no neighbour list is called 'vonneuman'; did you mean 'vonneumann'?*" \
        run vicsek --r 2 --program ising.lua --neighbours vonneuman
    fails 3 "definition error: nonesuch: *" run vicsek --r 2 --program nonesuch
}

# What a program requires is checked with the values and neighbours it has.
check_requirements() {
    fails 2 "usage error: heat.lua:5: require*: the program requires D \* maxdegree <= 1, which does not hold with D = 0.5, *" \
        run vicsek --r 2 --program heat.lua --set D=0.5
    fails 2 "usage error: heat.lua:5: require*maxdegree = 8*" run vicsek --r 2 --program heat.lua --neighbours moore
}

check_refusals
check_requirements
finish
