#!/usr/bin/env bash
# signals.sh - a signal ends every phase within a second, and nothing half-written is left; limits of files and of time
# too.
# labels: slow
# shellcheck source=tests/suites/common.bash
source "${BASH_SOURCE[0]%/*}/common.bash"
# timeout(1) sends SIGCONT behind each signal; where it comes late, it wakes threads that LeakSanitizer has stopped at the
# end, which then waits for ever. Other suites look for leaks.
export ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0
export TMPDIR=$scratch/tmp OMP_NUM_THREADS=1  # more threads only take more of the other tests
mkdir "$TMPDIR"

# interrupted SIGNAL CODE SECONDS ARGUMENT...: the signal after that time ends the command, long before its work or
# timeout's 20 s would, with that exit code.
interrupted() {
    local begin
    code=0
    command="nbbgen ${*:4}, SIG$1 after $3 s"
    begin=$(now_ms)
    timeout --preserve-status -k 20 -s "$1" "$3" "$NBBGEN" "${@:4}" >"$scratch/out" 2>"$scratch/err" || code=$?
    at_most "milliseconds" $(($(now_ms) - begin)) $(($3 * 1000 + 3000 * patience))
    same "exit code" "$code" "$2"
    if [[ " $* " == *" --json "* ]]; then
        same "error" "$(json error.code) $(json error.message)" "$2 interrupted"
    else
        same "output" "$(<"$scratch/out")" ""
    fi
    same "message" "$(<"$scratch/err")" "nbbgen: run-time error: interrupted"
    same "files left" "$(ls)$(ls "$TMPDIR")" ""
}

phases_of_a_run_end() {
    interrupted INT 130 1 run vicsek --r 9 --steps 1000000 --quiet --png x.png --npy x.npy
    interrupted TERM 143 1 run vicsek --r 3 --steps 2147483647 --quiet --json --png x.png
    long interrupted HUP 129 1 run vicsek --r 10 -w rd --steps 100000 --quiet --map compact
    interrupted INT 130 2 run vicsek --r 9 --steps 1 --quiet --npy x.npy
    long interrupted INT 130 2 run sierpinski --r 15 --rule B2/S23 --map lanes --memory 1200K --steps 100000000 --quiet --npy x.npy
    mkfifo "$scratch/pipe"  # nobody reads it
    interrupted TERM 143 1 render carpet --r 4 -o "$scratch/pipe"
    # a launch that takes longer than a second: nobody asks
    interrupted TERM 143 2 run carpet --r 8 --map bb --steps 100 --quiet --no-cache --npy x.npy
}

# A compiler that doesn't come back, and neither ends by SIGTERM nor closes its outputs, nor does its own child.
compilers_end() {
    local signal
    cat >"$scratch/slow_cc" <<SH
#!/bin/sh
[ "\$1" != --version ] || exec cc "\$@"
trap '' TERM INT
touch "\$TMPDIR/half.s"
(sleep 4; touch $scratch/alive) &
sleep 4
touch $scratch/alive
SH
    chmod +x "$scratch/slow_cc"
    for signal in INT:130 TERM:143 HUP:129 XCPU:152; do
        CC=$scratch/slow_cc interrupted "${signal%:*}" "${signal#*:}" 1 run vicsek --r 3 --quiet --no-cache --device cpu
    done
    CC=$scratch/slow_cc interrupted TERM 143 2 bench vicsek --r 3 --map lanes --quiet --no-rates --no-cache --device cpu
    sleep 3
    same "compilers that went on" "$(ls "$scratch/alive" 2>/dev/null)" ""
}

# A step may take longer than a second: where the run has checkpoints, it is waited for, and the state after it saved. A
# second signal ends that too.
long_steps_are_saved() {
    local begin run
    cat >"$scratch/late_cc" <<'SH'
#!/bin/bash
[[ $1 != --version ]] || exec cc "$@"
long="extern unsigned sleep(unsigned); sleep($STEP_SECONDS);"
sed -i "/_step(const/{n;s/{/{ $long/}" "${*: -4:1}"
cc "$@" || exit
! grep -q "sleep(" "${*: -4:1}" || touch "$COMPILED"
SH
    chmod +x "$scratch/late_cc"
    export COMPILED=$scratch/compiled
    command="a run with checkpoints and long steps"
    begin_long_steps 4
    kill -TERM "$run"
    code=0
    wait "$run" || code=$?
    same "exit code" "$code" 143
    like "message" "$(<"$scratch/err")" "*interrupted after step [1-9]*: go on by --resume saved"
    like "files left" "$(ls -A saved)" "step-00000000000[1-9]"
    rm -rf saved
    command="a run with checkpoints, long steps and two signals"
    begin_long_steps 20
    begin=$(now_ms)
    kill -TERM "$run"
    sleep 0.5
    kill -TERM "$run"
    code=0
    wait "$run" || code=$?
    at_most "milliseconds" $(($(now_ms) - begin)) 10000
    same "exit code" "$code" 143
    rm -rf saved
}

# begin_long_steps SECONDS: begins $run, whose steps take so long, and returns two seconds after its kernels are compiled.
begin_long_steps() {
    rm -f "$COMPILED"
    STEP_SECONDS=$1 CC=$scratch/late_cc "$NBBGEN" run sierpinski --r 3 --map lambda --device cpu --no-cache --steps 90 \
        --checkpoint saved --quiet >"$scratch/out" 2>"$scratch/err" &
    run=$!
    while [[ ! -e $COMPILED ]] && kill -0 "$run"; do sleep 0.1; done
    sleep 2
}

limits_are_errors() {
    command="a file past its limit"
    (ulimit -f 256; "$NBBGEN" run vicsek --r 6 --quiet --npy x.npy >"$scratch/out" 2>"$scratch/err"; echo $? >"$scratch/code")
    same "exit code and output" "$(<"$scratch/code") $(<"$scratch/out")" "1 "
    like "message" "$(<"$scratch/err")" "nbbgen: *x.npy: cannot be written: File too large"
    same "files left" "$(ls)$(ls "$TMPDIR")" ""
    command="a run past its time"
    (ulimit -S -t 1; "$NBBGEN" run vicsek --r 9 --steps 1000000 --quiet --npy x.npy >"$scratch/out" 2>"$scratch/err"; echo $? >"$scratch/code")
    same "exit code and output" "$(<"$scratch/code") $(<"$scratch/out")" "152 "
    same "files left" "$(ls)$(ls "$TMPDIR")" ""
}

# An ignored signal stays ignored: nohup, and what a shell runs in the background.
ignored_signals_are_let_pass() {
    command="a run without SIGHUP"
    # not by timeout, which would give the signal its default again
    (trap '' HUP; exec "$NBBGEN" run vicsek --r 8 --steps 12000 --quiet --json) >"$scratch/out" &
    sleep 0.3
    kill -HUP $!
    local code=0
    wait $! || code=$?
    same "exit code and steps" "$code $(json steps)" "0 12000"
}

phases_of_a_run_end
compilers_end
long_steps_are_saved
limits_are_errors
ignored_signals_are_let_pass
finish
