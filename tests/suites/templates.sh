#!/usr/bin/env bash
# labels: slow
# templates.sh - scripts do in the program what they do in their files, templates are Lua there, and a change, an addition or a removal
# gets into it, in a small stand-in checkout with the real CMakeLists.txt, by make, and with NBB_LONG=1 (the sweep) by ninja.
set -euo pipefail

scratch=$(mktemp -d "${TMPDIR:-/tmp}/templates.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
failures=0

# The stand-in program writes what its scripts return or put into files of their names in a folder that it is given.
make_checkout() {
    local checkout=$1
    mkdir -p "$checkout"/{gen/base,gen/source,runtime,cli/package,library,python,templates/cuda/deep}
    touch "$checkout"/{cli/package/install,python/python}.cmake  # nothing is installed
    echo 'add_library(nbb_library ALIAS nbb)' >"$checkout/library/library.cmake"
    cat >"$checkout/gen/base/embed.cmake" <<'TEXT'
function(nbb_embed_text files output)
    file(WRITE ${PROJECT_BINARY_DIR}/${output} "extern int unused;\n")
endfunction()
function(nbb_embed_page kind path)
    cmake_path(GET path STEM name)
    nbb_embed_text("" ${name}_pages.c)
endfunction()
TEXT
    echo "extern int unused;" >"$checkout/cli/command.c"
    cp "$NBB_SOURCE_DIR"/CMake{Lists.txt,Presets.json} "$checkout"
    cp "$NBB_SOURCE_DIR"/gen/base/{*.h,{ending,file,lua_same,status,text}.c,commit.cmake} "$checkout/gen/base"
    cp "$NBB_SOURCE_DIR"/gen/source/{embed.{c,lua},te{mplate,xt}.lua,template.h} "$checkout/gen/source"
    cat >"$checkout/cli/main.c" <<'TEXT'
#include "gen/source/template.h"
#include <lauxlib.h>
#include <lualib.h>
#include <stdio.h>
#include <string.h>

int main(int count, char **arguments)
{
    static const char sets[] = "name, many, text = 'f()', true, '' function put(...) text = text .. table.concat{...} .. '\\n' end";
    const nbb_embedded_file *file = nbb_embedded_templates;
    lua_State *state = luaL_newstate();
    luaL_openlibs(state);
    for (; count == 2 && file->path != NULL; file++) {
        char name[4096];
        const char *slash = strrchr(file->path, '/'), *chunk = (const char *)file->script.chunk;
        snprintf(name, sizeof name, "%s/%s", arguments[1], slash + 1);
        puts(file->path);
        if (luaL_dostring(state, sets) || luaL_loadbufferx(state, chunk, file->script.length, NULL, "b")) {
            return 1;
        }
        FILE *copy = fopen(name, "wb");
        if (lua_pcall(state, 0, 1, 0) || copy == NULL) {
            return 1;
        }
        lua_getglobal(state, "text");
        fputs(luaL_optstring(state, -2, lua_tostring(state, -1)), copy);
        fclose(copy);
        lua_settop(state, 0);
    }
    lua_close(state);
    return file->path != NULL;
}
TEXT
    returns "$checkout" plain.lua $'#include "x"\n\n\tif (a ? b : "\\n") %d // ??/ ??='
    returns "$checkout" deep/odd.lua $'\001\0377\303\251\177 no line end'
    : >"$checkout/templates/cuda/empty.lua"
    : >"$checkout/empty.lua"
    printf 'int ${name} =>\n$ if many then | x "?" y\n' >"$checkout/templates/cuda/text.in"
    printf 'int f() {\nx "?" y\n}\n' >"$checkout/text.in"
}

# returns CHECKOUT PATH TEXT: a script that returns the text, which also lies beside the templates.
returns() {
    printf 'return [==[\n%s]==]' "$3" >"$1/templates/cuda/$2"
    printf '%s' "$3" >"$1/${2##*/}"
}

# compare CHECKOUT PATH...: after a build the program holds just these files, which return what they should, and text.in puts its text.
compare() {
    local checkout=$1 path
    shift
    rm -rf "$scratch/out"
    mkdir "$scratch/out"
    cmake --build "$checkout/build" >"$scratch/log" 2>&1 || cat "$scratch/log"
    if ! diff <(printf '%s\n' "$@" cuda/text.in) <("$checkout/build/nbbgen" "$scratch/out"); then
        echo "$checkout: wrong list of templates (wanted < , found >)"
        failures=$((failures + 1))
    fi
    for path in "$@" text.in; do
        cmp "$checkout/${path##*/}" "$scratch/out/${path##*/}" || failures=$((failures + 1))
    done
}

follow_changes() {
    local checkout=$scratch/$1
    make_checkout "$checkout"
    cmake -S "$checkout" --preset dev -B "$checkout/build" -G "$1" -D BUILD_TESTING=OFF >"$scratch/log" 2>&1 ||
        cat "$scratch/log"
    compare "$checkout" cuda/deep/odd.lua cuda/empty.lua cuda/plain.lua
    sleep 0.01
    returns "$checkout" plain.lua changed
    echo changed | tee "$checkout/text.in" >"$checkout/templates/cuda/text.in"
    compare "$checkout" cuda/deep/odd.lua cuda/empty.lua cuda/plain.lua
    returns "$checkout" new.lua added
    touch -d 2001-01-01 "$checkout/templates/cuda/new.lua"  # as mv and cp -p bring it
    compare "$checkout" cuda/deep/odd.lua cuda/empty.lua cuda/new.lua cuda/plain.lua
    rm "$checkout/templates/cuda/deep/odd.lua"
    compare "$checkout" cuda/empty.lua cuda/new.lua cuda/plain.lua
    sed -i 's/^function lua_of/local &/' "$checkout/gen/source/template.lua"
    ! cmake --build "$checkout/build" >"$scratch/log" 2>&1 || failures=$((failures + 1))
    ! "$checkout/build/nbb_embed" "$scratch/made.c" templates "$checkout/templates" cuda/text.in 2>/dev/null && [[ ! -e $scratch/made.c ]] ||
        { echo "half a file is left"; failures=$((failures + 1)); }  # make would delete it, ninja keeps it
    grep -q '^embed: .*attempt to call a nil value' "$scratch/log" || { cat "$scratch/log"; failures=$((failures + 1)); }
}

follow_changes "Unix Makefiles"
[[ -z ${NBB_LONG:-} ]] || ! command -v ninja >/dev/null || follow_changes Ninja
echo "$failures failures"
[[ $failures -eq 0 ]]
