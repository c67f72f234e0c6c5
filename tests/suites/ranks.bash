# ranks.bash - what suites and sweeps of several ranks share: runs under mpirun, held against one process.
# shellcheck shell=bash disable=SC2034,SC2154  # what is set here is used there, and the reverse
export OMP_NUM_THREADS=1
export OMPI_MCA_btl_base_warn_component_unused=0 OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1

# ranks COUNT ARGUMENT...: as nbbgen, by so many ranks.
ranks() {
    code=0
    command="mpirun -n $1 nbbgen ${*:2}"
    timeout 120 mpirun --oversubscribe -n "$1" "$NBBGEN" "${@:2}" >"$scratch/out" 2>"$scratch/err" </dev/null || code=$?
    out=$(<"$scratch/out")
    err=$(<"$scratch/err")
}

# What a state is, by the last report: its last one, and with the first one. Ranks add reals in another order: ten digits
# of what is observed are compared.
last() { echo "$(json population) $(json digest) $(json sum)" "$(for name in observe averages; do json $name; done | tr -d '\n ' | sed -E 's/([0-9]\.[0-9]{9})[0-9]+/\1/g')"; }
state() { echo "$(json population0) $(json digest0) $(last)"; }

# agree "COUNT..." ARGUMENT...: ranks come to what one process does, and rank 0 alone reports.
agree() {
    local count wanted
    runs run "${@:2}" --device cpu --digest --json --quiet
    wanted=$(state)
    for count in $1; do
        ranks "$count" run "${@:2}" --device cpu --digest --json --quiet
        same "exit code" "$code $err" "0 "
        same "state" "$(state)" "$wanted"
        [[ $count -eq 1 ]] || same "ranks" "$(json ranks)" "$count"
    done
}

# emulated SUBJECT SIZE MAP RANKS BUFFERS [STORAGE]: the CUDA kernels of all ranks, each in a state of its own.
emulated() {
    command="shards $*"
    local options=(--r "$2" --buffers "$5") rule=B2/S23 wanted
    [[ $3 == lanes ]] || options=(--r "$2")
    [[ $3 != lambda ]] || options=(--n "$2")
    [[ $1 != tetrahedron ]] || rule=B2/S2,3
    runs run "$1" "${options[@]}" --map "$3" --rule $rule --device cpu --digest --json --quiet
    wanted="$(json population) $(json digest)"
    rm -f shards
    "${NBB_SHARDS:?}" "$NBB_SOURCE_DIR/fractals/$1.lua" "$2" "$3" "$4" 10 "${@:5}" >shards.cu 2>"$scratch/err" &&
        "$NBB_SOURCE_DIR/tests/emulator/nvcc-emu" shards.cu -o shards >>"$scratch/err" 2>&1
    same "messages" "$(<"$scratch/err")" ""
    same "state" "$(./shards 2>&1)" "$wanted"
}
