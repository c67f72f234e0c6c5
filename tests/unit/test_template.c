/* test_template.c - the rules of templates, sections, overriding files, errors that name their place; long lines. */
#include "gen/source/template.h"
#include "unit.h"
#include "support.h"

#include <lauxlib.h>

static int define_values(lua_State *state)
{
    lua_pushinteger(state, INT64_MIN);
    lua_setglobal(state, "least");
    lua_pushinteger(state, 81);
    lua_setglobal(state, "eighty_one");
    lua_pushliteral(state, "vicsek");
    lua_setglobal(state, "name");
    lua_newtable(state);
    lua_setglobal(state, "record");
    return 0;
}

/* Expands the folder's file, or the program's, with the values above. */
static nbb_status expand(const char *path, nbb_text *output)
{
    NBB_LOCAL_TEXT folder = support_path("");
    NBB_AT_END(nbb_template_close) nbb_template *engine = NULL;
    assert_int_equal(nbb_template_open(&engine, nbb_text_string(&folder), "cuda"), NBB_OK);
    assert_int_equal(nbb_template_define(engine, define_values, NULL), NBB_OK);
    return nbb_template_expand(engine, path, NULL, output);
}

static void check_text(const char *path, const char *expected)
{
    NBB_LOCAL_TEXT output = NBB_TEXT_EMPTY;
    assert_ok(expand(path, &output));
    assert_string_equal(nbb_text_string(&output), expected);
}

/* A template of just this text. */
static void check(const char *template, const char *expected)
{
    support_write("cuda/x.in", template, 0600);
    check_text("cuda/x.in", expected);
}

/* The message begins with the folder's file `place` ("cuda/x.in:3: ") and goes on as given; "" is no file's place. */
static void check_failed(const char *path, const char *place, const char *message)
{
    NBB_LOCAL_TEXT output = NBB_TEXT_EMPTY, expected = *place != '\0' ? support_path(place) : NBB_TEXT_EMPTY;
    nbb_text_add(&expected, "%s", message);
    assert_int_equal(expand(path, &output), NBB_ERROR_RUN);
    assert_string_equal(nbb_message(), nbb_text_string(&expected));
}

static void check_failure(const char *template, const char *place, const char *message)
{
    support_write("cuda/x.in", template, 0600);
    check_failed("cuda/x.in", place, message);
}

TEST_BETWEEN(test_rules, support_enter, support_leave)
{
    check("", "");
    check("one line", "one line\n");
    check("\n\n$ -- nothing\n", "\n\n");
    check("a\n$ for i = 1, 3 do\n  b ${i}\n$ end\nc\n", "a\n  b 1\n  b 2\n  b 3\nc\n");
    check("$ for i = 1, 2 do =>\n$   if i < 2 then =>\n$     if i then | a\n$   else\nc\n$ put \"d\"\n", "a\nc\nd\n");
    check("$ local function f(a)\n<${a}>\n$ end\n$ string.gsub(\"(\", \".\", function(a) =>\n$   f(a)\n", "<(>\n");
    check("a\n  $ if eighty_one > 80 then\n  large\n  $ end\n  ${name}\n", "a\n  large\n  vicsek\n");
    check("$ for i = 1, 2 do | ${i}\n$ | a\n$ if not name then | b\n$ else | c\n$ | d\n", "1\na\n2\na\nc\nd\n");
    check("$ for i = 1, 3 do\n  $ if i == 1 then | a\n  $ elseif i == 2 then | b\n  $ else | c${i}\n$ end\n",
          "  a\n  b\n  c3\n");
    const char *returns = "vicsek f(int x)\n{\n    return 2 * x;\n}\n\n  a (b) => c\n";
    check("${name} f(int x) => ${1 + 1} * x\n  a (b) => c\n", returns);
    check("${name} f(int x) =>\n    ${1 + 1} * x\n", "vicsek f(int x)\n{\n    return 2 * x;\n}\n");
    check("void f(int x) =>\n    g(x, ${1 + 1});\na\n", "void f(int x)\n{\n    g(x, 2);\n}\n\na\n");
    check("void f(int x) =>\n    if (x) =>\n        for (;;) =>\n            g(x);  // a\n",
          "void f(int x)\n{\n    if (x) {\n        for (;;) {\n            g(x);  // a\n        }\n    }\n}\n");
    check("$ local before = \"    \"\n${before}for (;;) =>\n${before}    g();\n",
          "    for (;;) {\n        g();\n    }\n");
    check("void f(int x) =>\n    $ for i = 1, 2 do | g(${i});\na\n",
          "void f(int x)\n{\n    g(1);\n    g(2);\n}\n\na\n");
    check("$ local function b()\n        g();\n$ end\n    if (x) =>\n        $ b()\n    a\n",
          "    if (x) {\n        g();\n    }\n    a\n");
    check("typedef struct t =>\n    int x;\na\n", "typedef struct t {\n    int x;\n} t;\n\na\n");
    check("$ if not name then\na\nb\n$ else | c\n$ if name then | d\ne\n", "c\nd\ne\n");
    const char *plain = "  it $ costs $5, 100%d \\n \"quoted\" \\\\ 'c' --[[ ]] \t.\n";
    check(plain, plain);
    check("${name}${eighty_one}:${name}\n", "vicsek81:vicsek\n");
    check("a { } ${ ({ [1] = { \"in\" } })[1][1] } {\n", "a { } in {\n");
    check("a\\b ${name} \"c\\\n", "a\\b vicsek \"c\\\n");
}

TEST_BETWEEN(test_blocks, support_enter, support_leave)
{
    check("f(x) =>\n    if (x) =>  // why\n        a;\n\n        b;\n    c;\nd\n",
          "f(x)\n{\n    if (x) {  // why\n        a;\n\n        b;\n    }\n    c;\n}\n\nd\n");
    check("f(int x,\n  int y) =>\n    a;\n    b;\n#define C\nd\n",
          "f(int x,\n  int y)\n{\n    a;\n    b;\n}\n\n#define C\nd\n");
    check("    if (x) =>\n        a;\n    else if (y) =>\n        b;\n        c;\n    else =>\n        d;\n",
          "    if (x) {\n        a;\n    } else if (y) {\n        b;\n        c;\n    } else {\n        d;\n    }\n");
    check("typedef struct t =>\n    int x;\n$ if name then |     int y;\na\n",
          "typedef struct t {\n    int x;\n    int y;\n} t;\n\na\n");
    /* What a block has last is the end of a condition, or what stands before one of others. */
    check("  if (x) =>\n    a;\n  $ if name then\n    b;\n  $ end\n  c;\n",
          "  if (x) {\n    a;\n    b;\n  }\n  c;\n");
    check("  if (x) =>\n    a;\n$ if not name then\n  b;\n$ else\n  c;\n$ end\n", "  if (x) {\n    a;\n  }\n  c;\n");
    check("$ if name then\n  if (x) =>\n    a;\n$ else\n    b;\n$ end\n    c;\n",
          "  if (x) {\n    a;\n  }\n    c;\n");
    check("  for (;;) =>\n$ for i = 1, 2 do\n    a${i};\n$ end\n  b;\n",
          "  for (;;) {\n    a1;\n    a2;\n  }\n  b;\n");
    check("  if (x) =>\n    $ put \"    a -- b\"  -- then c\n  d;\n", "  if (x) {\n    a -- b\n  }\n  d;\n");
    /* What a Lua function prints is none of it. */
    check("f() =>\n    a;\n$ local function g(indent) =>\n    b;\n${indent}if (x) =>\n${indent}    c;\n${indent}d;\n"
          "$ g \"  \"\n",
          "f()\n{\n    a;\n}\n\n    b;\n  if (x) {\n      c;\n  }\n  d;\n");
    /* Conditions and loops that are of what stands behind them. */
    check("$ if not name then =>\n// g\nint g(x) =>\n    a;\n$ for i = 1, 2 do =>\nf${i}(int x,\n"
          "   int y) =>\n    a;\n    $ if name then | b;\nd\n",
          "f1(int x,\n   int y)\n{\n    a;\n    b;\n}\n\nf2(int x,\n   int y)\n{\n    a;\n    b;\n}\n\nd\n");
    check("  if (x) =>\n    $ if name then =>\n    // a\n    if (y) =>\n      b;\n  $ if not name then =>\n  c;\n",
          "  if (x) {\n    // a\n    if (y) {\n      b;\n    }\n  }\n");
    check("$ for i = 1, 3 do if i > 1 then =>\n// a ${i}\n$ put(\"b\")\nc\n", "// a 2\nb\n// a 3\nb\nc\n");
    check("$ for i = 1, 3 do if i ~= 2 then | a${i}\n$ for i = 1, 2 do if i == 1 then | b\n$ else | c\n$ end\n",
          "a1\na3\nb\nc\n");
    check("$ if name then | f(x) =>\n$ |     a;\n$ |     b;\n$ if not name then | if (x) =>\n    a;\nc\n",
          "f(x)\n{\n    a;\n    b;\n}\n\nc\n");
    check("    a ${\"b\\n  c\"} =>\n        d;\n", "    a b\n      c {\n        d;\n    }\n");
}

/* The failure of a value that cannot be printed. */
static void check_value(const char *template, const char *place, int number, const char *type)
{
    NBB_LOCAL_TEXT message = nbb_text_of("${} number %d on this line is %s; a string or an integer is wanted", number,
                                         type);
    check_failure(template, place, nbb_text_string(&message));
}

TEST_BETWEEN(test_values, support_enter, support_leave)
{
    check("${least} ${-1} ${6 // 2} ${2 ^ 10} ${\"0\" .. 1}", "-9223372036854775808 -1 3 1024 01\n");
    check("[${\"\"}]", "[]\n");
    check("${string.format(\"0x%08x\", 255)}", "0x000000ff\n");
    check_value("a\n${1} ${record.absent}\n", "cuda/x.in:2: ", 2, "nil");
    check_value("${nil}\n", "cuda/x.in:1: ", 1, "nil");
    check_value("${record}\n", "cuda/x.in:1: ", 1, "table");
    check_value("${1 == 1}\n", "cuda/x.in:1: ", 1, "boolean");
    check_value("${5 / 2}\n", "cuda/x.in:1: ", 1, "number");
}

TEST_BETWEEN(test_errors, support_enter, support_leave)
{
    check_failure("a\nb\n${nam}\n", "cuda/x.in:3: ", "undefined name 'nam': did you mean 'name'?");
    check_failure("a\n$ -- b\n$ if nam then\n$ end\n", "cuda/x.in:3: ", "undefined name 'nam': did you mean 'name'?");
    check_failure("$ error \"k = 4 is not generated\"\n", "cuda/x.in:1: ", "k = 4 is not generated");
    check_failure("a\n$ for i = 1 do\n$ end\n", "cuda/x.in:2: ", "',' expected near 'do'");
    check_failure("a\n$ if true then\nb\n", "cuda/x.in:4: ", "'end' expected (to close 'if' at line 2) near <eof>");
    check_failure("a\n$ told = 1\n",
                  "cuda/x.in:2: ", "'told' is not local: a section takes arguments and returns a value");
    check_failure("a\n$ if name then | ${name\n", "cuda/x.in:2: ", "${ is not closed on its line");
    check_failure("a(b) => ${name\n", "cuda/x.in:1: ", "${ is not closed on its line");
    check_failure("if (a) =>\nb\n", "cuda/x.in:1: ", "what is further in is wanted behind =>");
    check_failure("a\nif (a) =>\n", "cuda/x.in:2: ", "what is further in is wanted behind =>");
    check_failure("if (a) =>\n    b\n$ if name then\n    c\nd\n$ end\n",
                  "cuda/x.in:1: ", "what is further in is wanted behind =>");
    check_failure("a\n$ if name then =>\n// b\n$ do\nc\n$ end\n",
                  "cuda/x.in:2: ", "a line of text or a call is wanted behind =>");
    check_failure("$ if name then\n$ | a\n", "cuda/x.in:2: ", "a condition or loop with a text is wanted before");
    check_failure("$ tostring(1) =>\na\n", "cuda/x.in:1: ", "a condition, a loop or a function is wanted before =>");
    check_failure("$ if name then =>\na\n$   tostring(1)\n",
                  "cuda/x.in:1: ", "text and then $ further in behind =>: Lua first, or an end");
    check_failure("$ if name then | a\n$ | int f() =>\n    b\n",
                  "cuda/x.in:2: ", "the block of a head => on a line with $ | is wanted on such lines");
    check_failure("a ${}\n", "cuda/x.in:1: ", "unexpected symbol near ')'");
    check_failure("a\nb ${name c\n}\n", "cuda/x.in:2: ", "${ is not closed on its line");
    check_failure("a ${ { }\n", "cuda/x.in:1: ", "${ is not closed on its line");
    check_failed("cuda/absent.in", "", "templates/cuda/absent.in: no such template");
}

/* A section stands in place; the target's file goes before the shared one; a slash makes it a path. */
TEST_BETWEEN(test_sections, support_enter, support_leave)
{
    support_write("cuda/inner.in", "cuda ${name}\n", 0600);
    support_write("shared/inner.in", "shared ${eighty_one}\n", 0600);
    support_write("shared/other.in", "$ section \"inner\"\nother\n", 0600);
    check("a\n$ section \"inner\"\nb\n", "a\ncuda vicsek\nb\n");
    check("a\n$ section \"shared/inner\"\nb\n", "a\nshared 81\nb\n");
    check("$ section \"other\"\n$ section \"other\"\n", "cuda vicsek\nother\ncuda vicsek\nother\n");
    check_failure("a\n$ section \"absent\"\n",
                  "cuda/x.in:2: ", "section \"absent\": no such template for target cuda");
    check_failure("$ section \"host/absent\"\n",
                  "cuda/x.in:1: ", "section \"host/absent\": no such template for target cuda");
    support_write("shared/told.in", "$ local a, b = ...\n${a} ${b or \"no\"} ${select(\"#\", ...)}\n", 0600);
    check("$ section(\"told\", 1, name)\n$ section(\"told\", 2)\n", "1 vicsek 2\n2 no 1\n");
    support_write("shared/asked.in", "$ local a = ...\nasked\n$ return { twice = 2 * a }\n", 0600);
    check("$ local value = section(\"asked\", 4)\n${value.twice}\n", "asked\n8\n");
    support_write("shared/wrong.in", "a\n\n${nam}\n", 0600);
    check_failure("$ section \"wrong\"\n", "shared/wrong.in:3: ", "undefined name 'nam': did you mean 'name'?");
    check_failure("$ section \"x\"\n", "cuda/x.in:1: ", "section \"x\": more than 16 sections deep");
}

/* A precondition that does not hold ends the expansion at its own line, before any text below it. */
TEST_BETWEEN(test_preconditions, support_enter, support_leave)
{
    check("$ needs(eighty_one > 80, \"more\")\na\n", "a\n");
    check("$ needs(name, \"a name\")\na\n", "a\n");
    support_write("shared/inner.in", "$ -- Inner.\n$ needs(eighty_one < 9, \"one digit\")\ninner\n", 0600);
    check_failure("a\n$ section \"inner\"\n", "shared/inner.in:2: ", "this section needs one digit");
    check_failure("$ needs(record.absent, \"it\")\n", "cuda/x.in:1: ", "this section needs it");
    check_failure("$ needs(false)\n", "cuda/x.in:1: ", "bad argument #2 to 'needs' (string expected, got no value)");
}

/* The folder's file wins over the program's, which stand in for what the folder has not. */
TEST_BETWEEN(test_override, support_enter, support_leave)
{
    NBB_LOCAL_TEXT output = NBB_TEXT_EMPTY;
    assert_int_equal(nbb_template_open(&(nbb_template *){ NULL }, "/nowhere", "cuda"), NBB_ERROR_USAGE);
    assert_string_equal(nbb_message(), "--templates /nowhere: there is no such folder");
    support_write("shared/mask.in", "not the program's\n", 0600);
    check_text("shared/mask.in", "not the program's\n");
    check("$ section \"mask\"\n", "not the program's\n");
    assert_int_equal(expand("shared/state.in", &output), NBB_ERROR_RUN);
    assert_non_null(strstr(nbb_message(), "templates/shared/state.in:"));
}

/* prelude.lua and its like: definitions for the templates, from the folder too. */
TEST_BETWEEN(test_run, support_enter, support_leave)
{
    NBB_LOCAL_TEXT folder = support_path(""), output = NBB_TEXT_EMPTY, expected = support_path("wrong.lua:2: ");
    nbb_template *engine = NULL;
    support_write("own.lua", "function twice(text) return text .. text end\nfour = 4\n", 0600);
    support_write("wrong.lua", "\nerror \"no\"\n", 0600);
    support_write("cuda/x.in", "${twice(\"ab\")} ${four}\n", 0600);
    assert_int_equal(nbb_template_open(&engine, nbb_text_string(&folder), "cuda"), NBB_OK);
    assert_int_equal(nbb_template_run(engine, "own.lua"), NBB_OK);
    assert_int_equal(nbb_template_expand(engine, "cuda/x.in", NULL, &output), NBB_OK);
    assert_string_equal(nbb_text_string(&output), "abab 4\n");
    assert_int_equal(nbb_template_run(engine, "wrong.lua"), NBB_ERROR_RUN);
    nbb_text_add(&expected, "no");
    assert_string_equal(nbb_message(), nbb_text_string(&expected));
    assert_int_equal(nbb_template_run(engine, "absent.lua"), NBB_ERROR_RUN);
    assert_string_equal(nbb_message(), "templates/absent.lua: no such file");
    nbb_template_close(&engine);
}

#define A30 "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
#define B40 "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"
#define C50 "cccccccccccccccccccccccccccccccccccccccccccccccccc"

static const struct {
    const char *what, *text, *folded;
} cases[] = {
    { "short lines and a last one without a newline", "int a;\n\n  b", "int a;\n\n  b\n" },
    { "empty lines", "int a;\n\n\n\nint b;\n\n", "int a;\n\nint b;\n\n" },
    { "arguments", "    f(" A30 ", " B40 ", " C50 ", d);\n", "    f(" A30 ", " B40 ",\n        " C50 ", d);\n" },
    { "the outermost parentheses", "x = g(" A30 ", " B40 ") + h(" A30 ", e, " A30 ");\n",
      "x = g(" A30 ", " B40 ")\n    + h(" A30 ", e, " A30 ");\n" },
    { "a line that opens a block", "if (" B40 " && " C50 " && " A30 ") {\n",
      "if (" B40 " && " C50 "\n        && " A30 ") {\n" },
    { "an assignment", "    const int " B40 " = g(" C50 ", " A30 ");\n",
      "    const int " B40 " = g(" C50 ",\n        " A30 ");\n" },
    { "a literal, whose blanks are kept", "puts(\"" C50 " " B40 "  " A30 " tail\");\n",
      "puts(\"" C50 " " B40 "  \"\n    \"" A30 " tail\");\n" },
    { "no comma of a literal counts", "f(\"" C50 ", (" A30 "\", " C50 ");\n",
      "f(\"" C50 ", (" A30 "\",\n    " C50 ");\n" },
    { "an escaped quote ends no literal", "f(\"\\\"" C50 ", (" A30 "\", " C50 ");\n",
      "f(\"\\\"" C50 ", (" A30 "\",\n    " C50 ");\n" },
    { "a directive", "#define NAME f(" C50 ", " A30 ", " B40 ")\n",
      "#define NAME f(" C50 ", " A30 ", \\\n    " B40 ")\n" },
    { "a directive, whose lines end in a backslash", "#define NAME f(" C50 ", " B40 ", abcdefgh, " A30 ")\n",
      "#define NAME f(" C50 ", " B40 ", \\\n    abcdefgh, " A30 ")\n" },
    { "a character of two bytes at the line's end", "// " C50 C50 "abcdefghijklmn\303\251tail\n",
      "// " C50 C50 "abcdefghijklmn\n// \303\251tail\n" },
    { "a comment behind code", "    int " C50 ";  // " C50 " twice\n", "    // " C50 " twice\n    int " C50 ";\n" },
    { "a paragraph", "// " C50 " " C50 " and not longer\n// line. Then some.\n// End\n",
      "// " C50 " " C50 " and not\n// longer line. Then some.\n// End\n" },
    { "a sentence's end", "// " C50 " " C50 " and not longer.\n// Next.\n",
      "// " C50 " " C50 " and not\n// longer.\n// Next.\n" },
    { "a command", "//   nbbgen emit " C50 " --png " B40 " --steps 3\n",
      "//   nbbgen emit " C50 " --png " B40 "\n//       --steps 3\n" },
    { "a function behind its bounds", "void bounds(BLOCK, 5) " A30 "(const u8 *" B40 ", u8 *restrict tail)\n",
      "void bounds(BLOCK, 5)\n    " A30 "(const u8 *" B40 ", u8 *restrict tail)\n" },
    { "calls in calls, of which none has a comma in reach", "    f(" A30 "(" B40 "(" C50 "(x), y), z), w);\n",
      "    f(" A30 "(" B40 "(\n        " C50 "(x), y), z), w);\n" },
    { "behind what closes", "}\n};\n} a = {\n} b;\n\nint c;\n", "}\n\n};\n\n} a = {\n} b;\n\nint c;\n" },
    { "a word that fits no line", "    " C50 C50 C50 "\n", "    " C50 C50 C50 "\n" },
};

TEST_BETWEEN(test_lines, support_enter, support_leave)
{
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        print_message("%s\n", cases[i].what);
        check(cases[i].text, cases[i].folded);
    }
}
