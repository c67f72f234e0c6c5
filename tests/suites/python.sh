#!/usr/bin/env bash
# python.sh - the package of what was built: what it holds, its command, its tests, the examples of its docstrings, its types, and
# the script that draws the carpet. tests/run makes the virtual environment that it begins from.
# labels: slow
# shellcheck source=tests/suites/common.bash
source "${BASH_SOURCE[0]%/*}/common.bash"
: "${NBB_PYTHON:?a Python with pip, pytest, numpy, matplotlib, scikit-build-core and, with NBB_LONG=1, mypy}" "${NBB_BUILD_DIR:?}"
export PYTHONDONTWRITEBYTECODE=1 MPLBACKEND=Agg PIP_DISABLE_PIP_VERSION_CHECK=1
unset NBBGEN_PROGRAMS

# does COMMAND...: it ends with 0; its output is in $out.
does() {
    command="$*" code=0
    out=$("$@" 2>&1) || code=$?
    same "exit code and output" "$code $([[ $code -eq 0 ]] || tail -n 60 <<<"$out")" "0 "
}

# In a folder of its own, so that the environment stays as it is; as in a wheel, whose libraries are sweeps/wheel.sh's.
is_installed() {
    does "$NBB_PYTHON" -m pip install --quiet --no-index --no-deps --no-build-isolation --config-settings wheel.cmake=false \
        --target "$PWD/site" "$NBB_SOURCE_DIR"
    does cmake --install "$NBB_BUILD_DIR" --component python --prefix "$PWD/site/nbbgen"
    export PYTHONPATH=$PWD/site
    does find site/nbbgen -type f -printf '%P\n'
    like "what the package holds" "$(sort <<<"$out" | paste -sd ' ')" \
        "__init__.py *_options.py *bin/nbbgen libnbbgen.so.1* py.typed share/nbbgen/docs/*\
share/nbbgen/fractals/*share/nbbgen/programs/*share/nbbgen/templates/*"
    does "$NBB_PYTHON" -c "import nbbgen; print(nbbgen.__file__, nbbgen.__version__, *__import__('os').listdir('site'))"
    local version
    version=$("$NBBGEN" --version | awk '{ print $2 }')
    like "what is imported" "$out" "$PWD/site/nbbgen/__init__.py $version *nbbgen-$version.dist-info*"
}

# The command is the program, with its exit code and what comes with it.
has_a_command() {
    does site/bin/nbbgen --version
    same "version and commit" "$out" "$("$NBBGEN" --version)"
    does site/bin/nbbgen run carpet --r 3 --program ising --steps 5 --digest --device cpu --quiet
    command="site/bin/nbbgen run carpet" code=0
    err=$(site/bin/nbbgen run carpet --device cpu 2>&1) || code=$?
    same "exit code" "$code" 2
    like "message" "$err" "*--r is missing*"
    does site/bin/nbbgen help maps
}

is_tested() {
    does "$NBB_PYTHON" -m pytest -q -p no:cacheprovider "$NBB_SOURCE_DIR/tests/python" -k "$(long echo test_ or) not cumulants"
    does "$NBB_PYTHON" -m pytest -q -p no:cacheprovider --doctest-modules site/nbbgen
    export MYPYPATH=$PWD/site
    long does "$NBB_PYTHON" -m mypy --strict --cache-dir /dev/null site/nbbgen "$NBB_SOURCE_DIR/tests/python/typed.py"
}

# What is reported of a program alone, of a text and of both, which the command line cannot ask for, fits the schemas too.
tells_by_the_schemas() {
    does "$NBB_PYTHON" -c '
import json, nbbgen
mine = nbbgen.Fractal(layout=["##", "#."])
reports = {"info": [nbbgen.info(program=name) for name in [*nbbgen.programs(), "B3/S23"]] + [nbbgen.info(mine, program="heat", r=3)],
        "check": [nbbgen.check(program="B3/S23"), nbbgen.check(mine, program="heat"), nbbgen.check("triangle", program="heat")]}
for name, values in reports.items():
    for i, value in enumerate(values):
        json.dump(value, open(f"{name}.{i}.json", "w"))'
    local name file given
    for name in info check; do
        given=()
        for file in "$name".*.json; do
            given+=(-i "$file")
        done
        does jsonschema "${given[@]}" "$NBB_SOURCE_DIR/docs/schemas/$name.json"
    done
}

# The page's example, with few steps: what it prints is the program's.
page_runs() {
    local wanted
    sed -n '/^    import nbbgen$/,/^$/ s/^    //p' "$NBB_SOURCE_DIR/docs/python.md" | sed 's/range(100)/range(3)/' >page.py
    does "$NBB_PYTHON" page.py
    "$NBBGEN" run carpet --r 6 --program ising --set T=1.5 --steps 30 --every 10 --series page.csv --device cpu --quiet >/dev/null
    wanted=$(awk -F, 'NR == 2 { for (i = 1; i <= NF; ++i) if ($i == "m") m = i } NR > 3 { print $1, $m }' page.csv)
    same "what the page prints" "$out" "$wanted"
}

# By one process, which takes matplotlib once; the last one as in a notebook, cell by cell, by a kernel that has words of its own behind -f.
examples_draw() {
    does "$NBB_PYTHON" -c '
import pathlib, re, runpy, sys
folder = pathlib.Path(sys.argv[1])
sys.path.insert(0, str(folder))
def draw(name, words):
    sys.argv = [name, *words.split(), "--device", "cpu"]
    runpy.run_path(str(folder / name), run_name="__main__")
draw("finite_size.py", "--levels 1 2 --temperatures 0.9 1.05 1.2 1.35 --seeds 8 --steps 500 -o collapse.png")
draw("picture.py", "sierpinski --r 9 --program heat --set D=0.1 --zooms 1 --steps 20 -o heat.png")
draw("picture.py", "menger --r 2 --program ising --colours cividis --steps 20 -o menger.png")
sys.argv = ["kernel.py", "-f", "kernel.json", "--r", "2", "--steps", "10", "--device", "cpu", "-o", "drawn.png"]
names = {"__name__": "__main__"}
for cell in re.split("\n(?=# %%)", (folder / "carpet_magnetisation.py").read_text()):
    exec(cell, names)
print(names["run"].shape)' "$NBB_SOURCE_DIR/examples"
    like "a crossing, and a run of a notebook" "$out" "*levels 1 and 2 cross at T = 1.* +- 0.*, 1/nu = *"$'\n'"(9, 9)"
    local file
    for file in collapse heat menger drawn; do
        same "a picture" "$(head -c 8 $file.png | od -An -tx1)" " 89 50 4e 47 0d 0a 1a 0a"
    done
}

is_installed
has_a_command
is_tested
tells_by_the_schemas
page_runs
examples_draw
finish
