/* embed.c - writes the templates as one C file, so that the program carries them (embedded.h): a template as the Lua
   that templates/template.lua makes of it, for that takes longer than all else of a small expansion.

   embed OUTPUT FOLDER PATH...: PATHs below FOLDER, in the order of the table. */
#include <lauxlib.h>
#include <lualib.h>
#include <stdbool.h>
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

/* A literal for each line; '?' is escaped against trigraphs. */
static void put_literal(FILE *output, const char *text, size_t length)
{
    fputs("      \"", output);
    for (size_t i = 0; i < length; ++i) {
        bool is_end = text[i] == '\n';
        fputs(is_end ? "\\n\"\n      " : strchr("\"\\?\r", text[i]) != NULL ? "\\" : "", output);
        fputc(is_end ? '"' : text[i] == '\r' ? 'r' : text[i], output);
    }
    fputs("\",\n", output);
}

int main(int count, char **arguments)
{
    lua_State *state = luaL_newstate();
    FILE *output = count > 2 && state != NULL ? fopen(arguments[1], "w") : NULL;
    if (output == NULL) {
        fail("OUTPUT FOLDER PATH... are wanted, and OUTPUT can be written", "");
    }
    output_path = arguments[1];
    luaL_openlibs(state);
    check(state, luaL_dofile(state, lua_pushfstring(state, "%s/text.lua", arguments[2])));
    check(state, luaL_dofile(state, lua_pushfstring(state, "%s/template.lua", arguments[2])));
    fputs("/* Written by gen/source/embed.c from templates/: do not edit. */\n#include \"gen/source/embedded.h\"\n\n"
          "const nbb_embedded_file nbb_embedded_templates[] = {\n",
          output);
    for (int i = 3; i < count; ++i) {
        const char *suffix = strrchr(arguments[i], '.');
        size_t length = 0;
        lua_settop(state, 0);
        lua_getglobal(state, "lua_of");
        push_bytes(state, lua_pushfstring(state, "%s/%s", arguments[2], arguments[i]));
        lua_remove(state, 2);
        if (suffix != NULL && strcmp(suffix, ".in") == 0) {
            lua_pushfstring(state, "=templates/%s", arguments[i]);
            check(state, lua_pcall(state, 2, 1, 0));
        }
        const char *text = lua_tolstring(state, -1, &length);
        fprintf(output, "    { \"%s\",\n", arguments[i]);
        put_literal(output, text, length);
        fprintf(output, "      %zu },\n", length);
    }
    fprintf(output, "    { NULL, NULL, 0 }\n};\n\nconst size_t nbb_embedded_template_count = %d;\n", count - 3);
    lua_close(state);
    if (ferror(output) | fclose(output)) {
        fail(output_path, ": cannot be written");
    }
    return 0;
}
