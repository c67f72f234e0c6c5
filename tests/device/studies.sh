#!/usr/bin/env bash
# studies.sh - the runs behind docs/studies.md, a study each: rows of text with lists, below "# " where they come from and what they took.
#
#     NBBGEN=build/release/nbbgen tests/device/studies.sh STUDY [small] >docs/studies/study_STUDY.csv
#
# STUDY is gasket, carpet, carpet12, cube32, relaxation, percolation or glass: one to four minutes each on an H100. `small` is on the
# processor, of sizes whose results are known. `examples/studies.py STUDY --data FILE` compares and draws.
. "${BASH_SOURCE[0]%/*}/provenance.bash"
root=$(readlink -f -- "${BASH_SOURCE[0]%/*}/../..")
device=${2:+cpu} headed=

# run OPTION...: beside its rows, what it took and what came of exchanges, as remarks.
run() {
    local begin=$EPOCHREALTIME
    echo "# nbbgen run ${*//"$work/"/}" | cut -c 1-500
    "$NBBGEN" run "$@" --own-noise --device "${device:-cuda}" --quiet >"$work/report"
    [[ ! -e $work/rows.csv ]] || sed -i '/^#/d' "$work/rows.csv"
    sed -n 's/^\(map\|device\|exchange\|time\) /# &/p' "$work/report"
    awk -v begin="$begin" -v end="$EPOCHREALTIME" 'BEGIN { printf "# %.1f s in all\n", end - begin }'
}

# variant PROGRAM ENTRIES: one of nbbgen's with other observables and what follows, as $work/PROGRAM.lua.
variant() {
    sed '/^  observe /,$d' "$root/programs/$1.lua" >"$work/$1.lua"
    echo "$2 }" >>"$work/$1.lua"
}

header() { [[ $headed ]] || echo "$1"; headed=1; }

# columns NAMES LABELS COLUMNS: these columns of the last run, behind labels with these names.
columns() {
    header "$1,$3"
    awk -F, -v OFS=, -v labels="$2" -v wanted="$3" '
        NR == 1 { for (i = 1; i <= NF; ++i) at[$i] = i; n = split(wanted, column, ","); next }
        { line = labels; for (i = 1; i <= n; ++i) line = line OFS sprintf("%.9g", $at[column[i]]); print line }' "$work/rows.csv"
}

# joined: rows that have their first four columns in common become one, whose other columns are lists.
joined() {
    awk -F, -v OFS=, '
        /^#/ || !columns { print; if (!/^#/) columns = NF; next }
        { key = $1 OFS $2 OFS $3 OFS $4; if (!(key in seen)) { seen[key]; keys[++rows] = key } }
        { for (i = 5; i <= NF; ++i) list[key, i] = list[key, i] (list[key, i] == "" ? "" : " ") $i }
        END { for (k = 1; k <= rows; ++k) { line = keys[k]; for (i = 5; i <= columns; ++i) line = line OFS list[keys[k], i]; print line } }'
}

# decay LABELS: of the last run's series of a parameter, seed, step and an observable: means over seeds; by what power of the steps
# they fell in a decade, four rows; how much this power grew since the decade before. Errors are by the jackknife.
decay() {
    awk -F, -v OFS=, -v labels="$1" '
        function mean(i, without) { return without ? (total[i] - x[i, without]) / (n - 1) : total[i] / n }
        function power(i, without,    now, before) {
            now = mean(i, without)
            before = i > 4 ? mean(i - 4, without) : 0
            return now > 0 && before > 0 ? log(before / now) / log(steps[i] / steps[i - 4]) : 0
        }
        function bend(i, without) { return i > 8 ? power(i, without) - power(i - 4, without) : 0 }
        function value(what, i, without) {
            return what == 1 ? mean(i, without) : what == 2 ? power(i, without) : bend(i, without)
        }
        function error(what, i,    k, d, sum) {
            for (k = 1; k <= n; ++k) { d = value(what, i, k) - value(what, i); sum += d * d }
            return sqrt(sum * (n - 1) / n)
        }
        function report(    i, what, line) {
            for (i = 1; i <= times; ++i) {
                line = labels OFS current OFS n OFS steps[i]
                for (what = 1; what <= 3; ++what) line = line sprintf(",%.6g,%.2g", value(what, i), error(what, i))
                print line
            }
            split("", total); times = 0
        }
        $3 + 0 == 0 { next }  # lines in front of the rows, too
        $1 != current { if (current != "") report(); current = $1 }
        !times || $3 != steps[times] { steps[++times] = $3; n = 0 }
        { x[times, ++n] = $4; total[times] += $4 }
        END { report() }' <(sort -t, -g -k1,1 -k3,3 -k2,2 "$work/rows.csv")
}

# betas FROM STEP TO: temperatures, by their inverses.
betas() { awk -v from="$1" -v step="$2" -v to="$3" 'BEGIN { for (b = from; b < to - step / 2; b += step) printf "%.12g,", 1 / b; print 1 / to }'; }

# ladder PARTS...: temperatures of couplings 0.2 to 2, each tenth in so many parts.
ladder() {
    awk -v parts="$*" 'BEGIN {
        tenths = split(parts, part, " ")
        for (i = 1; i <= tenths; ++i) for (k = 0; k < part[i]; ++k) printf "%.12g,", 1 / (0.1 + 0.1 * i + 0.1 * k / part[i])
        print 0.5
    }'
}

# spins NEIGHBOURS R STEPS WAY DENSITY TEMPERATURES OPTION...
spins() {
    run sierpinski --r "$2" --program "$work/ising.lua" --neighbours "$1" --set density="$5" --sweep T="$6" --seed 1..16 --steps "$3" \
        --average $(($3 / 4)) --csv "$work/rows.csv" "${@:7}"
    columns neighbours,way,r "$1,$4,$2" seeds,T,energy.mean,energy.error
}

# By exchange, with parts of about 1.2 standard deviations of the energy; by single runs, from order and from disorder.
gasket() {
    local list fine
    variant ising 'observe = { e = "-J * pairs(here.s == there.s ? 1 : -1)" }, average = { energy = "mean(e)" },
        exchange = { parameter = "T", energy = "e" }'
    for list in moore triangular; do
        if [[ $device ]]; then
            spins $list 4 2000 exchange 0.5 "$(betas 0.2 0.2 2)" --every 2 --exchange 1
            spins $list 4 2000 single 0.5 "$(betas 0.2 0.2 2)" --every 2
            continue
        fi
        fine=$(ladder 1 1 1 1 8 7 5 3 2 1 1 1 1 1 1 1 1 1)
        [[ $list == moore ]] || fine=$(ladder 1 1 1 1 1 1 6 5 4 3 2 1 1 1 1 1 1 1)
        spins $list 8 2000000 exchange 1 "$fine" --every 20 --exchange 4
        spins $list 8 400000 ordered 1 "$(betas 0.2 0.1 2)" --every 20
        spins $list 8 400000 single 0.5 "$(betas 0.2 0.1 2)" --every 20
    done
}

# moments FRACTAL R SEEDS STEPS TEMPERATURES PROGRAM OPTION...: of the magnetisation, by seed, from order; the first quarter left out.
moments() {
    variant "$6" 'observe = { m = "sum(2 * s - 1)", e = "-J * pairs(here.s == there.s ? 1 : -1)" },
        average = { m1 = "mean(abs(m))", m2 = "mean(m^2)", m4 = "mean(m^4)" }, exchange = { parameter = "T", energy = "e" }'
    run "$1" --r "$2" --program "$work/$6.lua" --set density=1 --sweep T="$5" --seed "1..$3" --steps "$4" --average $(($4 / 4)) \
        --every $(($4 / 1000)) "${@:7}" --json
    header fractal,r,steps,seed,T,m1,m2,m4
    python3 -c 'import json, sys
for copy in json.load(open(sys.argv[1]))["copies"]:
    values = copy["seed"], copy["values"]["T"], *[copy["averages"][name]["mean"] for name in ("m1", "m2", "m4")]
    print(sys.argv[2], *[f"{value:.7g}" for value in values], sep=",")' "$work/report" "$1,$2,$4"
}

# By exchange order comes and goes at higher temperatures; single runs of the larger levels keep it. Still larger ones take too long.
carpet() {
    [[ ! $device ]] || { for r in 1 2; do moments carpet $r 16 3000 1.15..1.55/9 ising_glauber --exchange 2; done; return; }
    moments carpet 3 16 400000 1.43..1.62/64 ising --exchange 5
    moments carpet 4 16 2000000 1.43..1.62/64 ising --exchange 5
    moments carpet 5 16 3000000 1.43..1.62/64 ising --exchange 5
}
# cumulants FRACTAL R STEPS TEMPERATURES: of levels for which single runs do, with errors by seeds; the first fifth left out.
cumulants() {
    variant ising 'observe = { m = "sum(2 * s - 1)" },
        average = { U = "1 - mean(m^4) / (3 * mean(m^2)^2)", m1 = "mean(abs(m))" }'
    run "$1" --r "$2" --program "$work/ising.lua" --set density=1 --sweep T="$4" --seed 1..16 --steps "$3" --average $(($3 / 5)) \
        --every $(($3 / 2000)) --csv "$work/rows.csv"
    columns fractal,r,steps "$1,$2,$3" seeds,T,U.mean,U.error,m1.mean
}
carpet12() {
    cumulants carpet12 3 800000 1.25..1.40/64
    cumulants carpet12 4 800000 1.25..1.40/64
}
cube32() {
    cumulants cube32 2 200000 2.56..2.74/64
    cumulants cube32 3 200000 2.56..2.74/64
}

# falls FRACTAL R SEEDS STEPS SWEEP OPTION...: an observable from order on, four rows a decade.
falls() {
    run "$1" --r "$2" --seed "1..$3" --steps "$4" --sweep "$5" "${@:6}" --every log:4 --series "$work/rows.csv"
    header "fractal,r,${5%=*},seeds,step,mean,error,power,power.error,bend,bend.error"
    name=${1##*/}
    decay "${name%.lua},$2"
}

# The magnetisation of levels that are too large for an equilibrium.
relaxation() {
    variant ising 'observe = { m = "real(sum(2 * s - 1)) / cells" }'
    falls carpet 7 8 17783 T=1.46..1.50/21 --program "$work/ising.lua" --set density=1
    falls carpet 8 2 17783 T=1.46..1.50/21 --program "$work/ising.lua" --set density=1
}

# Directed percolation; `small` is that of bonds in the plane of one axis and time, which is known.
percolation() {
    local r
    if [[ $device ]]; then
        echo 'return fractal { layout = { "##" } }' >"$work/line.lua"
        sed 's/ + s)/)/' "$root/programs/directed_percolation.lua" >"$work/line_percolation.lua"
        falls "$work/line.lua" 10 16 1000 p=0.640..0.650/5 --program "$work/line_percolation.lua"
        return
    fi
    for r in 3 4 5 6 7; do falls carpet $r 64 10000 p=0.2615..0.2645/16 --program directed_percolation; done
    falls carpet 8 16 10000 p=0.2615..0.2645/16 --program directed_percolation
    falls carpet 9 2 31623 p=0.2628..0.2637/10 --program directed_percolation
}

# replicas R P SEEDS STEPS TEMPERATURES: pairs of replicas of each disorder.
replicas() {
    run carpet --r "$1" --program "$root/examples/replicas.lua" --set p="$2" --sweep T="$5" --seed "1..$3" --steps "$4" \
        --average $(($4 / 5)) --every 20 --exchange 2 --csv "$work/rows.csv"
    columns r,p,steps "$1,$2,$4" seeds,T,energy.mean,energy.error,q2.mean,q2.error,g.mean,g.error
}

# With p = 0.9 the energy is known where exp(2 / T) = p / (1 - p) [Nishimori 1981]. A quarter of the steps shows whether they are enough.
glass() {
    local known=0.910239226627,1.02,1.15,1.3,1.5,1.75,2.1,2.6 r steps
    [[ ! $device ]] || { replicas 2 0.9 32 1000 $known; return; }
    for r in 2 3 4; do replicas $r 0.9 64 20000 $known; done
    for steps in 75000 300000; do
        replicas 2 0.5 64 $((steps / 4)) "$(betas 0.6 0.06 3)"
        replicas 3 0.5 64 $steps "$(betas 0.6 0.05 3)"
        replicas 4 0.5 32 $steps "$(betas 0.8 0.025 2.2)"
    done
}

provenance "$@" | sed 's/^/# /'
case $1 in
    gasket | carpet | carpet12 | cube32 | relaxation | percolation | glass) "$1" | joined ;;
    *) echo "$1: no study; there are gasket, carpet, carpet12, cube32, relaxation, percolation, glass" >&2 && exit 2 ;;
esac
