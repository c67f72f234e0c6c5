/* test_sandbox.c - what a script can see, and what stops it. */
#include "gen/base/sandbox.h"
#include "gen/base/base.h"

#include <lauxlib.h>
#include "unit.h"

static const nbb_sandbox_limits limits = { .instructions = 1000000, .milliseconds = 1000, .bytes = 1 << 20 };

/* Body: runs the script in the context; what it returns becomes the global `result`. */
static int run_body(lua_State *state)
{
    const char *text = lua_touserdata(state, 1);
    nbb_sandbox_load(state, text, strlen(text), "=script");
    lua_call(state, 0, 1);
    lua_setglobal(state, "result");
    return 0;
}

static nbb_status run(nbb_sandbox *sandbox, const char *text)
{
    NBB_LOCAL_TEXT copy = nbb_text_of("%s", text);
    return nbb_sandbox_call(sandbox, NBB_ERROR_DEVICE, run_body, copy.data);
}

static int open_limited(void **state)
{
    nbb_sandbox *sandbox = NULL;
    assert_int_equal(nbb_sandbox_open(&sandbox, limits), NBB_OK);
    *state = sandbox;
    return 0;
}

static int close_sandbox(void **state)
{
    nbb_sandbox_close(*state);
    return 0;
}

static void reject(nbb_sandbox *sandbox, const char *text, const char *expected)
{
    assert_int_equal(run(sandbox, text), NBB_ERROR_DEVICE);
    assert_string_equal(nbb_message(), expected);
}

static void accept(nbb_sandbox *sandbox, const char *text)
{
    assert_ok(run(sandbox, text));
}

/* What a script can reach, tables followed by their entries: anything more is a hole until it was thought about. */
TEST_BETWEEN(test_environment, open_limited, close_sandbox)
{
    static const char list[] =
        "local found = 0 "
        "for name, value in pairs(_ENV) do "
        "  found = found + 1 "
        "  if type(value) == 'table' then for _ in pairs(value) do found = found + 1 end end "
        "end "
        "assert(found == 9 + 3 + 25 + 8 + 3, found) "
        "local known = { assert, error, ipairs, next, pairs, select, tonumber, tostring, type, math, string, table } "
        "assert(#known == 12)";
    accept(*state, list);
}

/* Keys in order, whatever Lua hashes them to; a value may be taken away on the way. */
TEST_BETWEEN(test_walks_have_an_order, open_limited, close_sandbox)
{
    accept(*state,
           "local t, words = { b = 1, aa = 1, [true] = 1, [2.5] = 1, [false] = 1, [-3] = 1, a = 1, 1, 1 }, '' "
           "for key in pairs(t) do words = words .. tostring(key) .. ' ' end "
           "assert(words == '-3 1 2 2.5 a aa b false true ', words) "
           "local key, walked = next(t), '' "
           "while key ~= nil do walked = walked .. tostring(key) .. ' ' key = next(t, key) end "
           "assert(walked == words, walked) "
           "local left = '' "
           "for key, value in pairs(t) do t.aa = nil left = left .. tostring(key) .. value end "
           "assert(left == '-3111212.51a1b1false1true1', left) "
           "assert(next({}) == nil and next({ 7 }) == 1 and next({ 7 }, 1) == nil)");
    accept(*state, "local t, n = {}, 0 for i = 1, 2000 do t['k' .. i] = i end "
                   "for _ in pairs(t) do n = n + 1 end assert(n == 2000)");
    reject(*state, "for key in pairs({ [{}] = 1 }) do end",
           "script:1: a key of the table is a table: only numbers, strings and booleans have an order");
    reject(*state, "return pairs(1)", "script:1: bad argument #1 to 'pairs' (table expected, got number)");
}

/* Addresses differ from run to run. */
TEST_BETWEEN(test_words_are_no_addresses, open_limited, close_sandbox)
{
    accept(*state, "assert(tostring(1.5) == '1.5' and tostring(nil) == 'nil' and tostring(true) == 'true')");
    accept(*state, "assert(string.format('%5.1f%%p %s', 2.25, 'x') == '  2.2%p x')");
    reject(*state, "return tostring({})",
           "script:1: bad argument #1 to 'tostring' (a table has no words that are the same every time)");
    reject(*state, "return ('%s'):format(print == nil, tostring)", "script:1: undefined name 'print'");
    reject(*state, "return string.format('%s %s', 1, tostring)",
           "script:1: bad argument #3 to 'format' (a function has no words that are the same every time)");
    reject(*state, "return string.format('%-9p', {})",
           "script:1: bad argument #1 to 'format' (%p differs from run to run)");
    reject(*state, "return string.format('\\0%5p', 'x')",
           "script:1: bad argument #1 to 'format' (%p differs from run to run)");
    accept(*state, "assert(string.format('%%p\\0%%', 'x') == '%p\\0%')");
    reject(*state, "return string.format('%d', 'x')",
           "script:1: bad argument #2 to 'format' (number expected, got string)");
    reject(*state, "return _ENV[{}]", "script:1: undefined name 'table'");
}

/* Lua's own length of a table with holes is the last of them that it had memory for. */
TEST_BETWEEN(test_lengths_go_by_values, open_limited, close_sandbox)
{
    accept(*state, "local t, u = {}, { 1, nil, 3 } t[1] = 1 t[3] = 3 "
                   "assert(#t == #u and #u == 1 and table.concat(u, ' ') == '1' and not select(2, table.unpack(u)))");
    accept(*state, "local t = { 'a', 'bc', 'def' } "
                   "assert(#t == 3 and -#t == -3 and 2^#t == 8 and #t .. #'#a' == '32' and #[=[]#]]=] == 3) "
                   "-- # [[ \n assert(#t[#t] == 3) --[[ # \n ]] assert(#'\\'#' == 2 and not (#{} > 0))");
    accept(*state, "local t = {} for i = 0, 62 do t[1 << i] = 1 end assert(#t == 1 << 62) "
                   "t[math.maxinteger] = 1 assert(#t == math.maxinteger)");
    reject(*state, "local t\nreturn #t", "script:2: attempt to get length of a nil value");
    reject(*state, "return false ^ 2", "script:1: attempt to perform arithmetic on a boolean value");
    reject(*state, "return type #'a'", "script:1: <eof> expected near 'true'");
}

TEST_BETWEEN(test_undefined_names, open_limited, close_sandbox)
{
    reject(*state, "local a = 1\nreturn a + widht", "script:2: undefined name 'widht'");
    reject(*state, "width = 1 for i = 1, 400 do _ENV['x' .. i * i] = i end return widht",
           "script:1: undefined name 'widht': did you mean 'width'?");
    static const char *const absent[] = { "io",           "os",     "debug",        "require",
                                          "load",         "dofile", "setmetatable", "rawset",
                                          "getmetatable", "pcall",  "coroutine",    "collectgarbage",
                                          "_G",           "print" };
    for (size_t i = 0; i < sizeof absent / sizeof absent[0]; i++) {
        NBB_LOCAL_TEXT text = nbb_text_of("return %s", absent[i]);
        NBB_LOCAL_TEXT message = nbb_text_of("script:1: undefined name '%s'", absent[i]);
        reject(*state, text.data, message.data);
    }
}

TEST_BETWEEN(test_errors_become_messages, open_limited, close_sandbox)
{
    reject(*state, "error('no')", "script:1: no");
    reject(*state, "error('no', 0)", "no");
    reject(*state, "error()", "the script raised an error that is a nil, not a message");
    reject(*state, "error({})", "the script raised an error that is a table, not a message");
    reject(*state, "return +", "script:1: unexpected symbol near '+'");
    reject(*state, "\033Lua", "attempt to load a binary chunk (mode is 't')");
    accept(*state, "return 1");
}

/* The line of the last failure: where the script stopped, or what it returned from before its caller failed. */
TEST_BETWEEN(test_lines_of_failures, open_limited, close_sandbox)
{
    reject(*state, "local a = 1\nerror('no', 0)", "no");
    assert_int_equal(nbb_sandbox_line(*state), 2);
    reject(*state, "local function f()\n\nerror({})\nend\nf()",
           "the script raised an error that is a table, not a message");
    assert_int_equal(nbb_sandbox_line(*state), 3);
    reject(*state, "\033Lua", "attempt to load a binary chunk (mode is 't')");
    assert_int_equal(nbb_sandbox_line(*state), 0);
    accept(*state, "local a = 1\nif a == 1 then\nreturn a\nend\nreturn 2");
    assert_int_equal(nbb_sandbox_line(*state), 3);
    reject(*state, "local t = {}\nlocal function f() return 1 end\nfor i = 1, 1e9 do\nt[i] = f()\nend",
           "the script needs more than the 1048576 bytes of memory it may use");
    assert_int_equal(nbb_sandbox_line(*state), 4);
}

TEST_BETWEEN(test_counts_instructions_of_each_call, open_limited, close_sandbox)
{
    reject(*state, "while true do end", "script:1: stopped after 1000000 instructions: is there an endless loop?");
    for (int i = 0; i < 5; i++) {
        accept(*state, "for i = 1, 300000 do end");
    }
}

TEST(test_stops_in_time)
{
    nbb_sandbox *sandbox = NULL;
    assert_int_equal(nbb_sandbox_open(&sandbox, (nbb_sandbox_limits){ .milliseconds = 50 }), NBB_OK);
    reject(sandbox, "while true do end", "script:1: stopped after 50 milliseconds");
    accept(sandbox, "return 1");
    nbb_sandbox_close(sandbox);
}

TEST_BETWEEN(test_stops_at_the_memory_limit, open_limited, close_sandbox)
{
    static const char message[] = "the script needs more than the 1048576 bytes of memory it may use";
    accept(*state, "local t = {} for i = 1, 20000 do t = { i } end return t");
    reject(*state, "local s = 'x' while true do s = s .. s end", message);
    reject(*state, "return {}, {}, {}", message);
}

TEST(test_opens_without_limits_and_within_little)
{
    nbb_sandbox *sandbox = NULL;
    assert_int_equal(nbb_sandbox_open(&sandbox, (nbb_sandbox_limits){ 0 }), NBB_OK);
    accept(sandbox, "local s = 'x' for i = 1, 24 do s = s .. s end for i = 1, 3000000 do end return #s");
    nbb_sandbox_close(sandbox);
    for (size_t bytes = 1; bytes < 24000; bytes += 97) {
        sandbox = NULL;
        nbb_status status = nbb_sandbox_open(&sandbox, (nbb_sandbox_limits){ .bytes = bytes });
        assert_int_equal(status == NBB_OK, sandbox != NULL);
        nbb_sandbox_close(sandbox);
    }
}
