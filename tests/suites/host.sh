#!/usr/bin/env bash
# labels: quick slow sanitized
# host.sh - the cases of tests/cover/cases.txt for the host, which take every branch of its templates: each is emitted as a
# program of its own, which checks itself, and every sixth is run and compared cell by cell; the figures are those that the
# case says. Kernels alone are compiled. With NBB_QUICK=1, for the sanitizers, every tenth is run, and no more.
set -euo pipefail
: "${NBBGEN:?}" "${NBB_SOURCE_DIR:?}"
export CC=$NBB_SOURCE_DIR/tests/tools/cc_light NBBGEN_LIBCUDA=/nowhere/libcuda.so OMP_NUM_THREADS=1
# shellcheck source=tests/suites/cases.bash
source "$NBB_SOURCE_DIR/tests/suites/cases.bash"
keep_verdicts cc tests/suites/host.sh "$CC"

# emitted FILE OPTIONS WANTED: what the emitted program reports, built as its first lines say but for -O; kernels alone are compiled.
emitted() {
    local verdict only=($([[ $2 =~ (words|operations)[.]lua\ --map\ lanes ]] || echo -Wconversion))  # words on lanes say where they are, as u32
    [[ $2 != *--kernel-only* ]] || only+=(-c)
    # shellcheck disable=SC2086 # the options are words
    "$NBBGEN" emit $2 --target host -o "$1.c" && verdict=$(verdict_of "$1.c" "$3") || return
    [[ ! -e $verdict ]] || { echo "$3" && return; }
    "$CC" -std=c11 -Wall -Wextra -Wpedantic -Wno-unknown-pragmas -Werror "${only[@]}" "$1.c" -o "$1" -lm || return
    [[ $2 == *--kernel-only* ]] || "$1" | figures_of | tee "$1.figures"
    [[ $2 != *--kernel-only* && $(<"$1.figures") != "$3" ]] || : >"$verdict"
}

# ran OPTIONS: the same of a run, compared cell by cell.
ran() {
    # shellcheck disable=SC2086 # the options are words
    "$NBBGEN" run $1 --device cpu --verify --digest --json --quiet | figures_of
}

# run_case NUMBER CASE: "options | figures", or "options" of kernels alone.
run_case() {
    local file options=${2% | *} wanted="" got
    file=$(mktemp "$work/case.XXXXXX")
    [[ $2 != *" | "* ]] || wanted=${2#* | }
    got=$wanted
    { [[ -z $wanted || $(($1 % 6)) -ne 0 && -z ${NBB_QUICK:-} ]] || got=$(ran "$options") || got+=" with exit code $?"
      [[ $got != "$wanted" || -n ${NBB_QUICK:-} ]] || got=$(emitted "$file" "$options" "$wanted") ||
          got+=" with exit code $?, emitted"; } 2>"$file.err"
    if [[ $got == "$wanted" ]]; then
        echo passed
    else
        { echo "failed: $options: expected $wanted, got $got"; cat "$file.err"; } >&2
        echo failed
    fi
    rm -f "$file" "$file".*
}
export -f emitted ran run_case

sed -n 's/^host //p' tests/cover/cases.txt >"$work/cases"
[[ -z ${NBB_QUICK:-} ]] || sed -i -n '1~10p' "$work/cases"
sed = "$work/cases" >"$work/numbered"
xargs -d '\n' -P "$(env -u OMP_NUM_THREADS nproc)" -n 2 bash -c 'set -o pipefail; run_case "$@"' bash <"$work/numbered" >"$work/results"
say_totals "$work/cases"
