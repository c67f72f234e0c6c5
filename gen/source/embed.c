/* embed.c - writes Lua that the program carries as a C file, as lua_dump has it: to compile it takes longer than all
   else of a small expansion.

   embed OUTPUT templates FOLDER PATH...: a table (embedded.h) of the PATHs below FOLDER, in their order; of a
   template it has the Lua that templates/template.lua makes of it.
   embed OUTPUT page NAME FILE...: nbb_NAME_pages (gen/base/sandbox.h), the FILEs one behind another.
   embed OUTPUT limited NAME FILE...: the same of a page in a sandbox with limits, where lengths are the same every
   time. */
#include "gen/base/sandbox.h"

#include <lauxlib.h>
#include <lualib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *output_path;

/* Half a file would be newer than what it is made from. */
static void fail(const char *what, const char *why)
{
    fprintf(stderr, "embed: %s%s\n", what, why);
    if (output_path != NULL) {
        remove(output_path);
    }
    exit(1);
}

static void check(lua_State *state, int code)
{
    if (code != LUA_OK) {
        fail(lua_tostring(state, -1), "");
    }
}

/* Pushes the bytes of a file. */
static void push_bytes(lua_State *state, const char *path)
{
    FILE *file = fopen(path, "rb");
    luaL_Buffer bytes;
    size_t length = 0;
    luaL_buffinit(state, &bytes);
    do {
        length = file != NULL ? fread(luaL_prepbuffer(&bytes), 1, LUAL_BUFFERSIZE, file) : 0;
        luaL_addsize(&bytes, length);
    } while (length > 0);
    luaL_pushresult(&bytes);
    if (file == NULL || ferror(file) || fclose(file) != 0) {
        fail(path, ": cannot be read");
    }
}

/* lua_Writer: the bytes of a literal, which compilers read in a tenth of the time of numbers. */
static int put_bytes(NBB_UNUSED lua_State *state, const void *bytes, size_t length, void *output)
{
    for (size_t i = 0; i < length; ++i) {
        fprintf(output, "\\%03o", ((const unsigned char *)bytes)[i]);
    }
    return ferror(output);
}

/* Writes a text, compiled, as an array. */
static void put_chunk(lua_State *state, FILE *output, const char *array, const char *text, size_t length,
                      const char *name)
{
    check(state, luaL_loadbufferx(state, text, length, name, "t"));
    fprintf(output, "static const unsigned char %s[] = \"", array);
    lua_dump(state, put_bytes, output, 0);
    fputs("\";\n", output);
}

static void put_templates(lua_State *state, FILE *output, const char *folder, int count, char **paths)
{
    check(state, luaL_dofile(state, lua_pushfstring(state, "%s/text.lua", folder)));
    check(state, luaL_dofile(state, lua_pushfstring(state, "%s/template.lua", folder)));
    fputs("#include \"gen/source/embedded.h\"\n\n", output);
    for (int i = 0; i < count; ++i) {
        const char *suffix = strrchr(paths[i], '.');
        size_t length = 0;
        lua_settop(state, 0);
        const char *name = lua_pushfstring(state, "=templates/%s", paths[i]);
        lua_getglobal(state, "lua_of");
        push_bytes(state, lua_pushfstring(state, "%s/%s", folder, paths[i]));
        lua_remove(state, 3);
        if (suffix != NULL && strcmp(suffix, ".in") == 0) {
            lua_pushvalue(state, 1);
            check(state, lua_pcall(state, 2, 1, 0));
        }
        const char *text = lua_tolstring(state, -1, &length);
        put_chunk(state, output, lua_pushfstring(state, "chunk%d", i), text, length, name);
    }
    fputs("\nconst nbb_embedded_file nbb_embedded_templates[] = {\n", output);
    for (int i = 0; i < count; ++i) {
        fprintf(output, "    { \"%s\", { chunk%d, sizeof chunk%d - 1 } },\n", paths[i], i, i);
    }
    fprintf(output, "    { NULL, { NULL, 0 } }\n};\n\nconst size_t nbb_embedded_template_count = %d;\n", count);
}

static void put_page(lua_State *state, FILE *output, bool limited, const char *name, int count, char **paths)
{
    size_t length = 0;
    for (int i = 0; i < count; ++i) {
        push_bytes(state, paths[i]);
    }
    lua_concat(state, count);
    const char *text = lua_tolstring(state, -1, &length);
    text = limited ? nbb_lua_same_lengths(state, text, &length) : text;
    fputs("#include \"gen/base/sandbox.h\"\n\n", output);
    put_chunk(state, output, "chunk", text, length, lua_pushfstring(state, "=%s.lua", name));
    fprintf(output, "\nconst nbb_page_script nbb_%s_pages = { chunk, sizeof chunk - 1 };\n", name);
}

int main(int count, char **arguments)
{
    lua_State *state = luaL_newstate();
    FILE *output = count > 4 && state != NULL ? fopen(arguments[1], "w") : NULL;
    if (output == NULL) {
        fail("OUTPUT KIND NAME FILE... are wanted, and OUTPUT can be written", "");
    }
    output_path = arguments[1];
    luaL_openlibs(state);
    fputs("/* Written by gen/source/embed.c: do not edit. */\n", output);
    if (strcmp(arguments[2], "templates") == 0) {
        put_templates(state, output, arguments[3], count - 4, arguments + 4);
    } else {
        put_page(state, output, strcmp(arguments[2], "limited") == 0, arguments[3], count - 4, arguments + 4);
    }
    lua_close(state);
    if (ferror(output) | fclose(output)) {
        fail(output_path, ": cannot be written");
    }
    return 0;
}
