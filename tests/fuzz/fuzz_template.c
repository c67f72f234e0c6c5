/* fuzz_template.c - a template of one's own is expanded, or fails by its line. */
#include "tests/fuzz/fuzz.h"

#include "gen/source/template.h"

#include <lauxlib.h>
#include <sys/stat.h>

/* Templates have no limits, for their output is code that is run: the target brings its own. */
enum { LIMIT_INSTRUCTIONS = 20000, LIMIT_KILOBYTES = 16384 };

static int instructions;

static void watch(lua_State *state, lua_Debug *debug)
{
    (void)debug;
    if (++instructions > LIMIT_INSTRUCTIONS || lua_gc(state, LUA_GCCOUNT) > LIMIT_KILOBYTES) {
        luaL_error(state, "the target's limit");
    }
}

static int define_values(lua_State *state)
{
    lua_pushinteger(state, 81);
    lua_setglobal(state, "number");
    lua_pushliteral(state, "vicsek");
    lua_setglobal(state, "name");
    lua_sethook(state, watch, LUA_MASKCOUNT, 1);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    NBB_LOCAL_TEXT output = NBB_TEXT_EMPTY, path = NBB_TEXT_EMPTY, content = NBB_TEXT_EMPTY;
    nbb_template *engine = NULL;
    nbb_text_add(&path, "%s/x.in", fuzz_folder());
    nbb_text_put(&content, length > 0 ? (const char *)bytes : "", length);
    FUZZ_REQUIRE(nbb_file_put(nbb_text_string(&path), &content) == NBB_OK);
    FUZZ_REQUIRE(nbb_template_open(&engine, fuzz_folder(), "cuda") == NBB_OK);
    FUZZ_REQUIRE(nbb_template_define(engine, define_values, NULL) == NBB_OK);
    instructions = 0;
    nbb_status status = nbb_template_expand(engine, "x.in", NULL, &output);
    FUZZ_REQUIRE(status == NBB_OK || (status == NBB_ERROR_RUN && nbb_message()[0] != '\0'));
    nbb_template_close(&engine);
    return 0;
}
