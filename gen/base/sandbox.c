/* sandbox.c - the one Lua boundary. */
#include "gen/base/sandbox.h"

#include <time.h>

enum {
    WATCH_INSTRUCTIONS = 100, /* between two looks at the limits */
    READ_BYTES = 256          /* of source text between two looks at the clock */
};

struct nbb_sandbox {
    lua_State *state;
    lua_State *thread; /* what calls run in: it keeps its stack after an error */
    nbb_sandbox_limits limits;
    size_t bytes; /* held by the state now */
    bool out_of_memory;
    size_t refused;        /* bytes that the machine had not when it was asked last */
    uint64_t instructions; /* of the current call */
    double begun, spent; /* when the current call began, in nbb_milliseconds, and the thread's processor time then */
    int line;            /* of the last return, then of the error; 0: none yet */
};

/* A library's opening function and what the environment keeps of it; without a name: straight into the globals. */
typedef struct library {
    const char *name;
    lua_CFunction open;
    const char *kept;
} library;

static const library libraries[] = {
    { NULL, luaopen_base, "assert error ipairs next pairs select tonumber tostring type" },
    { LUA_MATHLIBNAME, luaopen_math,
      "abs acos asin atan ceil cos deg exp floor fmod huge log max maxinteger min mininteger modf pi rad sin sqrt "
      "tan tointeger type ult" },
    { LUA_STRLIBNAME, luaopen_string, "byte char format len lower reverse sub upper" },
    { LUA_TABLIBNAME, luaopen_table, "concat pack unpack" },
};

static nbb_sandbox *sandbox_of(lua_State *state)
{
    return *(nbb_sandbox **)lua_getextraspace(state);
}

/* lua_Alloc with a budget. The first refusal is final: Lua collects garbage and asks again, and a script that lived
   from one such emergency to the next would spend its time there, out of sight of the hook. */
static void *allocate(void *context, void *block, size_t old_size, size_t new_size)
{
    nbb_sandbox *sandbox = context;
    size_t held = block != NULL ? old_size : 0; /* without a block old_size is the kind of object */
    if (new_size == 0) {
        free(block);
        sandbox->bytes -= held;
        return NULL;
    }
    if (new_size > held && sandbox->limits.bytes != 0) {
        size_t left = sandbox->bytes < sandbox->limits.bytes ? sandbox->limits.bytes - sandbox->bytes : 0;
        sandbox->out_of_memory |= new_size - held > left;
        NBB_RETURN_IF(sandbox->out_of_memory, NULL);
    }
    void *moved = realloc(block, new_size);
    sandbox->bytes += moved != NULL ? new_size - held : 0;
    sandbox->refused = moved != NULL ? sandbox->refused : new_size;
    return moved;
}

/* Raises a message, opened by the line of the running function: luaL_error would name its caller's. */
static void raise_here(lua_State *state, const char *format, ...)
{
    luaL_where(state, 0);
    NBB_WITH_ARGUMENTS(format, lua_pushvfstring(state, format, arguments));
    lua_concat(state, 2);
    lua_error(state);
}

/* Of the thread that asks. The kernel is asked, so that it takes longer than nbb_milliseconds. */
static double processor_milliseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

/* A script that waits for a processor that others have is not stopped. */
static int check_time(lua_State *state)
{
    const nbb_sandbox *sandbox = sandbox_of(state);
    double limit = sandbox->limits.milliseconds;
    if (limit > 0 && nbb_milliseconds() > sandbox->begun + limit
        && processor_milliseconds() > sandbox->spent + limit) {
        raise_here(state, "stopped after %d milliseconds", (int)sandbox->limits.milliseconds);
    }
    return 0;
}

/* The hook, called every WATCH_INSTRUCTIONS and before returns. Nothing in the environment can catch what it
   raises. */
static void watch(lua_State *state, lua_Debug *debug)
{
    nbb_sandbox *sandbox = sandbox_of(state);
    if (debug->event == LUA_HOOKRET) {
        /* Notes the line that a function of the script returns from. */
        lua_getinfo(state, "l", debug);
        sandbox->line = debug->currentline > 0 ? debug->currentline : sandbox->line;
        return;
    }
    sandbox->instructions += WATCH_INSTRUCTIONS;
    if (sandbox->limits.instructions != 0 && sandbox->instructions > sandbox->limits.instructions) {
        raise_here(state, "stopped after %I instructions: is there an endless loop?",
                   (LUAI_UACINT)sandbox->limits.instructions);
    }
    check_time(state);
}

/* __index of the globals: names the one that was probably meant. */
static int fail_undefined(lua_State *state)
{
    int count = 0;
    for (lua_pushnil(state); lua_next(state, 1) != 0; lua_pop(state, 1)) {
        ++count;
    }
    const char **names = lua_newuserdatauv(state, (size_t)count * sizeof *names, 0);
    count = 0;
    bool has_words = lua_isstring(state, 2); /* a string or a number */
    const char *name = has_words ? lua_tostring(state, 2) : luaL_typename(state, 2);
    for (lua_pushnil(state); lua_next(state, 1) != 0; lua_pop(state, 1)) {
        if (lua_type(state, -2) == LUA_TSTRING) {
            names[count++] = lua_tostring(state, -2);
        }
    }
    nbb_list_sort(&(nbb_list){ (char **)(uintptr_t)names, (size_t)count }); /* tables have no order of their own */
    int near = has_words ? nbb_near_miss(name, names, count) : -1;
    return near < 0 ? luaL_error(state, "undefined name '%s'", name)
                    : luaL_error(state, "undefined name '%s': did you mean '%s'?", name, names[near]);
}

static bool is_limited(const nbb_sandbox_limits *limits)
{
    return limits->instructions != 0 || limits->milliseconds != 0;
}

/* Copies entries of the table at the top into the table below it. */
static void keep(lua_State *state, const char *names)
{
    for (size_t length; (length = strcspn(names, " ")) > 0; names += length + (names[length] == ' ')) {
        const char *name = lua_pushlstring(state, names, length);
        lua_getfield(state, -2, name);
        lua_rawset(state, -4);
    }
}

/* Opens the library aside and adds what is kept of it to the environment at the top. */
static void add_library(lua_State *state, const library *added)
{
    if (added->name != NULL) {
        lua_newtable(state);
    }
    lua_pushcfunction(state, added->open);
    lua_pushstring(state, added->name != NULL ? added->name : "");
    lua_call(state, 1, 1);
    keep(state, added->kept);
    /* Of strings more where scripts are our own: a pattern may take any time, out of sight of the hook. */
    if (added->open == luaopen_string && !is_limited(&sandbox_of(state)->limits)) {
        keep(state, "find gmatch gsub match rep");
    }
    lua_pop(state, 1);
    if (added->name != NULL) {
        lua_setfield(state, -2, added->name);
    }
}

/* Body of nbb_sandbox_open: makes the thread of the calls to come, which the registry keeps; the environment becomes
   the globals, and what the libraries left behind goes. */
static int build_environment(lua_State *state)
{
    nbb_sandbox *sandbox = sandbox_of(state);
    sandbox->thread = lua_newthread(state);
    lua_rawsetp(state, LUA_REGISTRYINDEX, sandbox);
    lua_newtable(state);
    for (int i = 0; i < NBB_COUNT(libraries); i++) {
        add_library(state, &libraries[i]);
    }
    nbb_lua_same_install(state, check_time, is_limited(&sandbox->limits));
    /* The string library gave strings a metatable with all of it: methods come from the kept part instead, and
       arithmetic on strings goes. */
    lua_pushstring(state, "");
    lua_createtable(state, 0, 1);
    lua_getfield(state, -3, LUA_STRLIBNAME);
    lua_setfield(state, -2, "__index");
    lua_setmetatable(state, -2);
    lua_pop(state, 1);
    lua_createtable(state, 0, 1);
    lua_pushcfunction(state, fail_undefined);
    lua_setfield(state, -2, "__index");
    lua_setmetatable(state, -2);
    lua_rawseti(state, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
    return 0;
}

/* Records the error object at the top, raised with Lua's `code`, as the message; reads it without a
   conversion, which could raise. That the machine has no memory is no failure of the script's. */
static nbb_status fail_with_error_object(const nbb_sandbox *sandbox, lua_State *state, int code, nbb_status failure)
{
    NBB_FAIL_IF(
        sandbox->out_of_memory,
        nbb_fail(failure, "the script needs more than the %zu bytes of memory it may use", sandbox->limits.bytes));
    NBB_FAIL_IF(code == LUA_ERRMEM, nbb_fail_memory(sandbox->refused, "a script"));
    if (lua_type(state, -1) == LUA_TSTRING) {
        size_t length = 0;
        const char *message = lua_tolstring(state, -1, &length);
        NBB_LOCAL_TEXT shown = NBB_TEXT_EMPTY; /* a 0 in it ends nothing */
        nbb_text_show(&shown, message, length);
        nbb_fail(failure, "%s", nbb_text_string(&shown));
        return failure;
    }
    return nbb_fail(failure, "the script raised an error that is a %s, not a message", luaL_typename(state, -1));
}

int nbb_sandbox_line(const nbb_sandbox *sandbox)
{
    return sandbox->line;
}

nbb_status nbb_sandbox_call(nbb_sandbox *sandbox, nbb_status failure, lua_CFunction body, void *context)
{
    lua_State *thread = sandbox->thread;
    int results = 0;
    sandbox->line = 0;
    sandbox->instructions = 0;
    sandbox->begun = nbb_milliseconds();
    sandbox->spent = processor_milliseconds();
    lua_pushcfunction(thread, body); /* there is room: a thread begins with LUA_MINSTACK */
    lua_pushlightuserdata(thread, context);
    nbb_status status = NBB_OK;
    int code = lua_resume(thread, sandbox->state, 1, &results);
    if (code != LUA_OK) {
        /* The line of the innermost function of the script that the error stopped, if it stopped one: the stack of a
           thread that failed is still as it was. */
        lua_Debug function = { .currentline = 0 };
        for (int level = 0; function.currentline <= 0 && lua_getstack(thread, level, &function); ++level) {
            lua_getinfo(thread, "l", &function);
        }
        sandbox->line = function.currentline > 0 ? function.currentline : sandbox->line;
        status = fail_with_error_object(sandbox, thread, code, failure);
        lua_resetthread(thread);
    }
    lua_settop(thread, 0);
    return status;
}

nbb_status nbb_sandbox_open(nbb_sandbox **sandbox, nbb_sandbox_limits limits)
{
    nbb_sandbox *opened;
    NBB_TRY(NBB_MAKE(opened, 1, "a Lua sandbox"));
    opened->limits = limits;
    opened->state = lua_newstate(allocate, opened);
    NBB_TRY_OR(opened->state != NULL
                   ? NBB_OK
                   : nbb_fail(NBB_ERROR_RUN, "no memory for a Lua state (%zu bytes allowed)", limits.bytes),
               free(opened));
    *(nbb_sandbox **)lua_getextraspace(opened->state) = opened;
    lua_pushcfunction(opened->state, build_environment);
    int code = lua_pcall(opened->state, 0, 0, 0);
    NBB_TRY_OR(code == LUA_OK ? NBB_OK : fail_with_error_object(opened, opened->state, code, NBB_ERROR_RUN),
               nbb_sandbox_close(opened));
    if (is_limited(&limits)) {
        lua_sethook(opened->thread, watch, LUA_MASKCOUNT | LUA_MASKRET, WATCH_INSTRUCTIONS);
    }
    *sandbox = opened;
    return NBB_OK;
}

void nbb_sandbox_close(nbb_sandbox *sandbox)
{
    if (sandbox != NULL) {
        lua_close(sandbox->state);
        free(sandbox);
    }
}

/* What read_text still has to deliver. */
typedef struct rest {
    const char *text;
    size_t length;
} rest;

/* lua_Reader in small pieces: Lua's compiler runs no hook, and takes quadratic time over a long chain of `or`. */
static const char *read_text(lua_State *state, void *context, size_t *size)
{
    rest *rest_of_text = context;
    const char *piece = rest_of_text->text;
    check_time(state);
    *size = rest_of_text->length < READ_BYTES ? rest_of_text->length : READ_BYTES;
    rest_of_text->text += *size;
    rest_of_text->length -= *size;
    return piece;
}

void nbb_sandbox_load_page(lua_State *state, const nbb_page_script *script)
{
    if (luaL_loadbufferx(state, (const char *)script->chunk, script->length, NULL, "b") != LUA_OK) {
        lua_error(state);
    }
}

void nbb_sandbox_load(lua_State *state, const char *text, size_t length, const char *chunk_name)
{
    rest whole = { text, length };
    bool is_script = is_limited(&sandbox_of(state)->limits);
    whole.text = is_script ? nbb_lua_same_lengths(state, text, &whole.length) : text;
    if (lua_load(state, read_text, &whole, chunk_name, "t") != LUA_OK) {
        lua_error(state);
    }
    if (is_script) {
        lua_remove(state, -2);
    }
}
