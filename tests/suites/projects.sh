#!/usr/bin/env bash
# projects.sh - the examples that take emitted kernels into programs of one's own: CMake builds them against an installation.
# The processor's runs; those of a GPU run with stubs (tests/stubs), which tell what they launch. And a project whose fractal,
# program and templates are its own.
# shellcheck source=tests/suites/common.bash
source "${BASH_SOURCE[0]%/*}/common.bash"
: "${NBB_BUILD_DIR:?}"
examples=$NBB_SOURCE_DIR/examples
stubs=$NBB_SOURCE_DIR/tests/stubs
cuda=${CUDA_HOME:-/usr/local/cuda}

# does COMMAND...: it ends with 0; its output is in $out.
does() {
    command="$*" code=0
    out=$("$@" 2>"$scratch/err") || code=$?
    same "exit code and message" "$code $([[ $code -eq 0 ]] || cat "$scratch/err")" "0 "
}

# "NAME BLOCKS THREADS" of kernel $1 of the last JSON, and its number of parameters as far as $2 says.
launch_of() {
    local i
    for ((i = 0; i < $(json_keys kernels); ++i)); do
        [[ $(json "kernels.$i.kernel") != "$1" ]] ||
            echo "$(json "kernels.$i.name") $(json "kernels.$i.launches.0.blocks") $(json "kernels.$i.launches.0.threads")${2:-}"
    done
}

# launches_of STEPS INIT-TAIL STEP-TAIL CENSUS-TAIL: what a run of the last JSON's kernels launches.
launches_of() {
    local step
    step=$(launch_of step "$3")
    launch_of init "$2"
    yes "$step" | head -n "$1"
    [[ -z $4 ]] || launch_of census "${4% }"
}

in_cmake() {
    local digest launched
    cc -shared -fPIC "-I$cuda/include" "$stubs/record_driver.c" -o libcuda.so.1 -Wl,-soname,libcuda.so.1
    does cmake --install "$NBB_BUILD_DIR" --prefix "$PWD/prefix"
    does cmake -S "$examples/project" -B build "-DCMAKE_PREFIX_PATH=$PWD/prefix" "-DCUDA_DRIVER=$PWD/libcuda.so.1" \
        "-DCUDA_INCLUDE=$cuda/include" "-DCMAKE_C_FLAGS=-Wall -Wextra -Werror"
    does cmake --build build
    runs run carpet --r 6 --rule B3/S23 --steps 12 --digest --json --device cpu
    digest="$(json population) cells live, digest $(json digest)"
    does build/on_processor
    same "what it prints" "$out" "$digest"
    does build/on_gpu
    launched=$out
    runs emit sierpinski --r 12 --map compact --json
    same "what it launches" "$(head -n -1 <<<"$launched")" "$(launches_of 12 "" "" " ")"
}

# Kernels of files of one's own, named from the source folder, are made again when one of these changes, and only then.
of_own_files() {
    local generator file made
    mkdir "own project" "own project/templates" "own project/templates/shared"
    cp "$NBB_SOURCE_DIR/programs/ising.lua" "own project/my spins.lua"
    cp "$NBB_SOURCE_DIR/fractals/vicsek.lua" "own project/mine.lua"
    cp "$NBB_SOURCE_DIR/templates/shared/cells.in" "own project/templates/shared"
    cat >"own project/CMakeLists.txt" <<'TEXT'
cmake_minimum_required(VERSION 3.21)
project(own LANGUAGES C)
find_package(nbbgen REQUIRED)
nbbgen_add_kernels(spins mine.lua --r 3 --program "my spins.lua" --templates templates --map compact --target host)
file(WRITE ${CMAKE_BINARY_DIR}/main.c "#include \"spins.c\"\nint main(void) { return 0; }\n")
add_executable(main ${CMAKE_BINARY_DIR}/main.c)
target_link_libraries(main PRIVATE spins m)
TEXT
    for generator in Ninja ${NBB_LONG:+"Unix Makefiles"}; do
        does cmake -G "$generator" -S "own project" -B "own $generator" "-DCMAKE_PREFIX_PATH=$PWD/prefix"
        does cmake --build "own $generator"
        for file in "my spins.lua" mine.lua templates/shared/cells.in; do
            made=$(stat -c %y "own $generator/spins/spins.c")
            does cmake --build "own $generator"
            same "kernels that need not be made again" "$(stat -c %y "own $generator/spins/spins.c")" "$made"
            sleep 1  # make tells times by the second, if the file system does
            touch "own project/$file"
            does cmake --build "own $generator"
            unlike "kernels of another $file" "$(stat -c %y "own $generator/spins/spins.c")" "$made"
        done
    done
    fails 2 "usage error: --depfile x.d needs --output FILE, *" emit vicsek --r 3 --depfile x.d
}

in_python() {
    local script
    export PYTHONPATH=$stubs PYTHONDONTWRITEBYTECODE=1
    does python3 "$examples/cupy_kernels.py" "$NBBGEN"
    script=$out
    runs emit sierpinski --r 12 --map compact --json
    same "what CuPy launches" "$(head -n -1 <<<"$script")" "$(launches_of 12 " 2" " 2" " 2")"
    same "its last line" "$(tail -n 1 <<<"$script")" "0 cells live, digest 0x0000000000000000"
    does python3 "$examples/pycuda_kernels.py" "$NBBGEN"
    script=$out
    runs emit carpet --r 5 --program heat --map compact --json
    same "what PyCUDA launches" "$(head -n -1 <<<"$script")" \
        "$(launches_of 50 " 2 $(json arguments.bytes)" " 5 $(json arguments.bytes)" "")"
}

in_cmake
of_own_files
in_python
finish
