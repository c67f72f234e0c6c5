#!/usr/bin/env bash
# labels: slow
# templates.sh - files come out of the program as they went in, and templates as Lua, and a change, an addition or a removal gets into
# it, in a small stand-in checkout with the real CMakeLists.txt, by make, and with NBB_LONG=1 (the sweep) by ninja.
set -euo pipefail

scratch=$(mktemp -d "${TMPDIR:-/tmp}/templates.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
failures=0

# The stand-in program writes its templates into a folder that it is given.
make_checkout() {
    local checkout=$1
    mkdir -p "$checkout"/{gen/base,gen/source,runtime,cli/package,library,python,templates/cuda/deep}
    touch "$checkout"/{cli/package/install,python/python}.cmake  # nothing is installed
    echo 'add_library(nbb_library ALIAS nbb)' >"$checkout/library/library.cmake"
    cat >"$checkout/gen/base/embed.cmake" <<'TEXT'
function(nbb_embed_text files output)
    file(WRITE ${PROJECT_BINARY_DIR}/${output} "extern int unused;\n")
endfunction()
function(nbb_embed_page folder name)
    nbb_embed_text("" ${name}_pages.c)
endfunction()
TEXT
    echo "extern int unused;" >"$checkout/cli/command.c"
    cp "$NBB_SOURCE_DIR"/CMake{Lists.txt,Presets.json} "$checkout"
    cp "$NBB_SOURCE_DIR"/gen/base/{*.h,{ending,file,status,text}.c,commit.cmake} "$checkout/gen/base"
    cp "$NBB_SOURCE_DIR"/gen/source/embed{.c,ded.h} "$checkout/gen/source"
    cp "$NBB_SOURCE_DIR"/templates/te{mplate,xt}.lua "$checkout/templates"
    cat >"$checkout/cli/main.c" <<'TEXT'
#include "gen/source/embedded.h"
#include <stdio.h>
#include <string.h>

int main(int count, char **arguments)
{
    const nbb_embedded_file *file = nbb_embedded_templates;
    for (; count == 2 && file->path != NULL; file++) {
        char name[4096];
        const char *slash = strrchr(file->path, '/');
        snprintf(name, sizeof name, "%s/%s", arguments[1], slash != NULL ? slash + 1 : file->path);
        FILE *copy = fopen(name, "wb");
        if (copy == NULL || strlen(file->text) != file->length || fputs(file->text, copy) < 0 || fclose(copy) != 0) {
            return 1;
        }
        puts(file->path);
    }
    return (size_t)(file - nbb_embedded_templates) != nbb_embedded_template_count;
}
TEXT
    printf '#include "x"\n\n\tif (a ? b : "\\n") %%d // ??/ ??=\n' >"$checkout/templates/cuda/plain.lua"
    printf '\001\0377\r\303\251\177 no line end' >"$checkout/templates/cuda/deep/odd.lua"
    : >"$checkout/templates/cuda/empty.lua"
    printf 'int ${name} =>\n$ if many then | x "?" y\n' >"$checkout/templates/cuda/text.in"
    printf 'put("int ", (name), " {")\n if many then put "x \\"?\\" y" end put "}"\n' >"$checkout/text.lua"
}

# compare CHECKOUT PATH...: after a build the program holds just these files, byte by byte, and text.in as text.lua.
compare() {
    local checkout=$1 path
    shift
    rm -rf "$scratch/out"
    mkdir "$scratch/out"
    cmake --build "$checkout/build" >"$scratch/log" 2>&1 || cat "$scratch/log"
    if ! diff <(printf '%s\n' "$@" cuda/text.in template.lua text.lua) <("$checkout/build/nbbgen" "$scratch/out"); then
        echo "$checkout: wrong list of templates (wanted < , found >)"
        failures=$((failures + 1))
    fi
    for path in "$@" template.lua text.lua; do
        cmp "$checkout/templates/$path" "$scratch/out/${path##*/}" || failures=$((failures + 1))
    done
    cmp "$checkout/text.lua" "$scratch/out/text.in" || failures=$((failures + 1))
}

follow_changes() {
    local checkout=$scratch/$1
    make_checkout "$checkout"
    cmake -S "$checkout" --preset dev -B "$checkout/build" -G "$1" -D BUILD_TESTING=OFF >"$scratch/log" 2>&1 ||
        cat "$scratch/log"
    compare "$checkout" cuda/deep/odd.lua cuda/empty.lua cuda/plain.lua
    sleep 0.01
    echo changed >"$checkout/templates/cuda/plain.lua"
    echo changed >"$checkout/templates/cuda/text.in"
    echo 'put "changed"' >"$checkout/text.lua"
    compare "$checkout" cuda/deep/odd.lua cuda/empty.lua cuda/plain.lua
    echo added >"$checkout/templates/cuda/new.lua"
    touch -d 2001-01-01 "$checkout/templates/cuda/new.lua"  # as mv and cp -p bring it
    compare "$checkout" cuda/deep/odd.lua cuda/empty.lua cuda/new.lua cuda/plain.lua
    rm "$checkout/templates/cuda/deep/odd.lua"
    compare "$checkout" cuda/empty.lua cuda/new.lua cuda/plain.lua
    sed -i 's/^function lua_of/local &/' "$checkout/templates/template.lua"
    ! cmake --build "$checkout/build" >"$scratch/log" 2>&1 || failures=$((failures + 1))
    ! "$checkout/build/nbb_embed" "$scratch/made.c" "$checkout/templates" cuda/text.in 2>/dev/null && [[ ! -e $scratch/made.c ]] ||
        { echo "half a file is left"; failures=$((failures + 1)); }  # make would delete it, ninja keeps it
    grep -q '^embed: attempt to call a nil value' "$scratch/log" || { cat "$scratch/log"; failures=$((failures + 1)); }
}

follow_changes "Unix Makefiles"
[[ -z ${NBB_LONG:-} ]] || ! command -v ninja >/dev/null || follow_changes Ninja
echo "$failures failures"
[[ $failures -eq 0 ]]
