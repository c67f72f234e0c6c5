/* options.c - the build's own tool: writes the keyword arguments of the Python package from the table of options.

   options FILE.py */
#include "gen/base/file.h"
#include "gen/base/say.h"
#include "library/option_row.h"

#include <string.h>

static const char
    head[] = "\"\"\"The keyword arguments of functions, made from nbbgen's table of options.\"\"\"\n"
             "from __future__ import annotations\n\n"
             "from typing import TYPE_CHECKING, Literal, SupportsFloat, SupportsIndex, TypedDict, Union\n\n"
             "if TYPE_CHECKING:\n"
             "    from ._given import Init, Listed, Parameters, Path, Program, Words\n";

/* A function takes the rows of its command that the library takes, too. */
static const struct {
    const char *name, *of;
    nbb_command command;
    int also, without;  /* one of these, and none of those */
    const char *except; /* one that has a function of its own; or NULL */
} calls[] = {
    { "RunOptions", "Run", NBB_COMMAND_RUN, NBB_OPTION_LIBRARY, NBB_OPTION_WHOLE, "steps" },
    { "WholeOptions", "run", NBB_COMMAND_RUN, NBB_OPTION_TAKEN, 0, NULL },
    { "BenchOptions", "bench", NBB_COMMAND_BENCH, ~0, 0, NULL },
    { "EmitOptions", "emit and kernels", NBB_COMMAND_EMIT, NBB_OPTION_LIBRARY, 0, NULL },
    { "InfoOptions", "info", NBB_COMMAND_INFO, NBB_OPTION_LIBRARY, 0, NULL },
    { "SizeOptions", "Fractal.png", NBB_COMMAND_RENDER, NBB_OPTION_LIBRARY, 0, NULL },
};
enum { CALLS = sizeof calls / sizeof calls[0] };

static bool is_keyword(const char *name)
{
    static const char *const keywords[] = { "and",      "as",       "assert", "async", "await",  "break",  "class",
                                            "continue", "def",      "del",    "elif",  "else",   "except", "finally",
                                            "for",      "from",     "global", "if",    "import", "in",     "is",
                                            "lambda",   "nonlocal", "not",    "or",    "pass",   "raise",  "return",
                                            "try",      "while",    "with",   "yield" };
    size_t i = 0, count = sizeof keywords / sizeof keywords[0];
    while (i < count && strcmp(keywords[i], name) != 0) {
        ++i;
    }
    return i < count;
}

static void add_choices(const nbb_spellings *choices, nbb_text *text)
{
    nbb_text_add(text, "Literal[");
    for (int i = 0; i < choices->count; ++i) {
        nbb_text_add(text, "%s\"%s\"", i > 0 ? ", " : "", choices->names[i]);
    }
    nbb_text_add(text, "]");
}

/* The type of values that are not choices. */
static const char *type_of(const nbb_option_row *row)
{
    bool is_path = row->argument != NULL
                   && (strstr(row->argument, "FILE") != NULL || strstr(row->argument, "DIR") != NULL);
    switch (row->kind) {
    case FLAG:
    case IMAGE:
        return "bool";
    case INTEGER:
    case UNSIGNED:
    case VARIANT: /* or True: the best one */
        return "SupportsIndex";
    case REAL:
        return "SupportsFloat";
    case TEXTS:
    case SET:
        return strcmp(row->name, "set") == 0 ? "Parameters" : strcmp(row->name, "init") == 0 ? "Init" : "Words";
    default:
        return is_path ? "Path" : "str";
    }
}

static void add_type(const nbb_option_row *row, bool is_bench, nbb_text *text)
{
    if (is_bench && (row->commands & NBB_OPTION_LISTED) != 0) {
        nbb_text_add(text, "Listed[%s]", row->kind == CHOICE ? "str" : type_of(row));
    } else if (row->kind == CHOICE) {
        add_choices(row->choices, text);
    } else if (!is_bench && strcmp(row->name, "program") == 0) {
        nbb_text_add(text, "Union[Path, Program]");
    } else {
        nbb_text_add(text, "%s", type_of(row));
    }
}

/* "steps_per_launch: SupportsIndex", and what it does. */
static void add_row(const nbb_option_row *row, bool is_bench, nbb_text *text)
{
    nbb_text_add(text, "\n    ");
    for (const char *at = row->name; *at != '\0'; ++at) {
        nbb_text_add(text, "%c", *at == '-' ? '_' : *at);
    }
    nbb_text_add(text, "%s: ", is_keyword(row->name) ? "_" : "");
    add_type(row, is_bench, text);
    nbb_text_add(text, "\n    \"\"\"");
    for (const char *at = row->help; *at != '\0'; ++at) {
        nbb_text_add(text, "%s%c", *at == '\\' || *at == '"' ? "\\" : "", *at);
    }
    nbb_text_add(text, "\"\"\"\n");
}

static void add_call(int number, nbb_text *text)
{
    nbb_text_add(text, "\n\nclass %s(TypedDict, total=False):\n    \"\"\"Of %s.\"\"\"\n", calls[number].name,
                 calls[number].of);
    for (int i = 0; i < nbb_option_row_count; ++i) {
        const nbb_option_row *row = &nbb_option_rows[i];
        bool is_excepted = calls[number].except != NULL && strcmp(row->name, calls[number].except) == 0;
        if ((row->commands >> calls[number].command & 1) != 0 && (row->commands & calls[number].also) != 0
            && (row->commands & calls[number].without) == 0 && !is_excepted) {
            add_row(row, calls[number].command == NBB_COMMAND_BENCH, text);
        }
    }
}

int main(int argc, char **argv)
{
    NBB_LOCAL_TEXT text = NBB_TEXT_EMPTY;
    nbb_text_add(&text, "%s", head);
    for (int i = 0; i < CALLS; ++i) {
        add_call(i, &text);
    }
    nbb_status status = argc == 2 ? nbb_text_status(&text, "keyword arguments")
                                  : nbb_fail(NBB_ERROR_USAGE, "options FILE.py");
    status = status == NBB_OK ? nbb_file_put(argv[1], &text) : status;
    if (status != NBB_OK) {
        nbb_say("%s", nbb_message());
    }
    nbb_message_free();
    return (int)status;
}
