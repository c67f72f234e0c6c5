#!/usr/bin/env bash
# compile.sh - NVRTC compiles the CUDA cases of tests/cover/cases.txt, which take every branch of the templates, for sm_90, and every
# sixteenth for one other architecture, as far as PTX, but every sixth text that has instructions of PTX other than logic to the end. Clusters of
# several blocks are of compute capability 9.0. nvcc compiles every 64th, of which it links the first, and every fourth of kernels alone.
# With NBB_COMPILED_CASES=FILE (sweeps/compile_all.sh), options of emit, those for every architecture, as users compile: else NVRTC optimises little.
# labels: slow
set -euo pipefail
: "${NBBGEN:?}" "${NBB_SOURCE_DIR:?}"
# shellcheck source=tests/suites/cases.bash
source "$NBB_SOURCE_DIR/tests/suites/cases.bash"
keep_verdicts nvcc tests/suites/compile.sh tests/tools/light_nvrtc.c  # of the same toolkit as NVRTC
if [[ -z ${NBB_COMPILED_CASES:-} && -n ${NBBGEN_NVRTC:-} ]]; then  # tests/run sets it
    cc -shared -fPIC tests/tools/light_nvrtc.c -Wl,--no-as-needed "$NBBGEN_NVRTC" -Wl,-rpath,"${NBBGEN_NVRTC%/*}" -o "$work/libnvrtc.so"
    export whole=$NBBGEN_NVRTC NBBGEN_NVRTC=$work/libnvrtc.so
fi
main=sm_90
others=(sm_75 sm_80 sm_120)

# Runs "nvrtc ARCH IMAGE OPTIONS", "nvcc OPTIONS" or, which links, "program OPTIONS"; says "passed nvrtc ARCH", "passed nvcc" or failed.
# The text that NVRTC is given is known by that of kernels alone.
compile() {
    local file how=$1 said=$1 verdict= image=
    file=$(mktemp "$work/kernel.XXXXXX") || exit 1
    shift
    [[ $how != nvrtc ]] || { said="nvrtc $1" image=$2 && shift 2; }
    [[ -z ${whole:-} || ! $* =~ alone.*grid|slanted ]] || export NBBGEN_NVRTC=$whole  # blocks so long that it takes a tenth
    if {
        "$NBBGEN" emit "$@" $([[ $how != nvrtc ]] || echo --kernel-only) -o "$file.cu" && verdict=$(verdict_of "$file.cu" "$said $how $image") &&
            { [[ -e $verdict ]] || case $how in
                nvrtc) [[ -n ${NBB_COMPILED_CASES:-} ]] || grep asm "$file.cu" | grep -qvE '"(and|or|xor|lop3|\{|prefetch)' || image=ptx  # half the time
                    "$NBBGEN" emit "$@" --$image --arch "${said#* }" -o "$file.$image" && [[ -s $file.$image ]] ;;
                *) nvcc -arch=sm_90 $([[ $how == program ]] || echo -cubin) -Xcompiler -Wall,-Wextra -Werror all-warnings \
                    "$file.cu" -o "$file" ;;
            esac; }
    } >"$file.log" 2>&1; then
        : >"$verdict"
        echo "passed $said"
    else
        { echo "failed: $said $*"; head -20 "$file.log"; } >&2
        echo failed
    fi
    rm -f "$file" "$file".*
}
export -f compile

# What compile is to be called with for lines of options; an image has no main, and no options of one.
list() {
    local line kernels architecture number=0 also
    while read -r line; do
        kernels=$(sed -E 's/ --(steps|seed|init-seed|density) [^ ]+//g; s/ --kernel-only//' <<<"$line")
        also=("${others[number / 16 % ${#others[@]}]}")
        [[ $((number % 16)) -eq 0 ]] || also=()
        [[ -z ${NBB_COMPILED_CASES:-} ]] || also=("${others[@]}")
        [[ $line != *cluster* ]] || also=(sm_120)
        for architecture in "$main" "${also[@]}"; do
            echo "nvrtc $architecture $([[ -n ${NBB_COMPILED_CASES:-} || $((number % 6)) -eq 0 ]] && echo cubin || echo ptx) $kernels"
        done
        case $line in
            *--kernel-only) [[ $((number % 4)) -ne 0 ]] || echo "nvcc $line" ;;
            *) [[ $((number % 64)) -ne 0 ]] || echo "$([[ $number -eq 0 ]] && echo program || echo nvcc) $line" ;;
        esac
        number=$((number + 1))
    done
}

# Says for how many files each architecture has compiled; fails where it was asked for another number, or for none.
report() {
    local architecture count asked code=0
    for architecture in "$main" "${others[@]}"; do
        count=$(grep -c "^passed nvrtc $architecture$" "$work/results" || true)
        asked=$(grep -c "^nvrtc $architecture " "$work/cases" || true)
        echo "NVRTC for $architecture: $count files"
        [[ $count -eq $asked && $count -gt 0 ]] || { echo "    expected $asked" && code=1; }
    done
    return $code
}

# Texts of ensembles are printed by runs alone: the fake driver refuses modules, and the cache has what NVRTC compiled before.
ensembles() {
    local map count
    for map in compact lanes; do
        NBBGEN_LIBCUDA=$NBB_FAKE_DRIVER NBB_FAKE_MEMORY=1000000000 XDG_CACHE_HOME=$work "$NBBGEN" run carpet --r 3 --program ising \
            --map "$map" --device cuda --sweep T=1,2 --steps 4 --quiet 2>>"$work/ensembles" || true
    done
    count=$(find "$work/nbbgen" -name '*.cuda' | wc -l)
    echo "NVRTC for ensembles: $count modules"
    [[ $count -eq 3 ]] || { echo "    expected 3" && cat "$work/ensembles" && return 1; } # lanes has two
}

sed 's/ | .*//' "${NBB_COMPILED_CASES:-tests/cover/cases.txt}" | sed -n "${NBB_COMPILED_CASES:+p;}s/^cuda //p" | list >"$work/cases"
# shellcheck disable=SC2016 # $1 is the inner shell's, and its words are split
xargs -d '\n' -n 1 -P "$(nproc)" bash -c 'compile $1' bash <"$work/cases" >"$work/results"
more=0
report || more=1
ensembles || more=$((more + 1))
say_totals "$work/cases" "$more"
