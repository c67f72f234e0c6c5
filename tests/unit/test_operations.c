/* test_operations.c - the operations that a header names are those of the text below it, counted line by line. */
#include "gen/source/source.h"

#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "plans.h"
#include "sources.h"

#include "gen/domain/domain.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RULES = 200, FUNCTIONS_MOST = 200, NAME_MOST = 64 };

/* A function of a shape, with the operations in its body. */
typedef struct function {
    char name[NAME_MOST];
    int operations;
} function;

typedef struct functions {
    function list[FUNCTIONS_MOST];
    int count;
} functions;

static bool holds(const char *line, const char *end, const char *text)
{
    return memmem(line, (size_t)(end - line), text, strlen(text)) != NULL;
}

/* The words that a line of instructions reads, but for x, y and z, which are between them: three at most. */
static void check_instructions(const char *line, const char *end)
{
    char read[3][NAME_MOST] = { "" };
    int count = 0;
    for (const char *at = line; at < end && *at != '\\'; ++at) {
        char word[NAME_MOST] = "";
        if (strncmp(at, ", ", 2) != 0 || sscanf(at + 2, "%63[a-z0-9%]", word) != 1) {
            continue;
        }
        bool is_told = (strchr("xyz", word[0]) != NULL && word[1] == '\0') || strncmp(word, "0x", 2) == 0;
        for (int i = 0; i < count; ++i) {
            is_told = is_told || strcmp(read[i], word) == 0;
        }
        assert_true(is_told || count < 3);
        if (!is_told) {
            strcpy(read[count++], word);
        }
    }
}

/* Whether a line of a function's body is an operation: instructions, a word defined, or a formula returned. */
static bool is_operation(const char *line, const char *end)
{
    if (holds(line, end, ".b32 ") && !holds(line, end, ".reg ")) {
        check_instructions(line, end);
        return true;
    }
    bool is_plain = !holds(line, end, " & ") && !holds(line, end, " | ") && !holds(line, end, " ^ ");
    bool joins = !is_plain || holds(line, end, "~");
    return joins && (holds(line, end, "    const nbb_words ") || holds(line, end, "    return "));
}

/* Whether a line begins the function of a shape, whose name then stands at *name. */
static bool begins_shape(const char *line, const char *type, const char **name)
{
    static const char *const prefixes[] = { "nbb_next_", "nbb_sum", "nbb_majority", "nbb_once", "nbb_part" };
    const char *at = memmem(line, strcspn(line, "\n"), type, strlen(type));
    bool begins = false;
    *name = at != NULL ? at + strlen(type) : line;
    for (size_t i = 0; i < sizeof prefixes / sizeof prefixes[0]; ++i) {
        begins = begins || strncmp(*name, prefixes[i], strlen(prefixes[i])) == 0;
    }
    return begins && strncmp(line, "static ", 7) == 0;
}

static const char *next_line(const char *line)
{
    line += strcspn(line, "\n");
    return *line != '\0' ? line + 1 : line;
}

/* Reads the functions of the text: "... u32 nbb_next_4(" to "}". */
static void read_functions(const char *text, const char *type, functions *found)
{
    const char *name;
    found->count = 0;
    for (const char *line = text; *line != '\0'; line = next_line(line)) {
        if (begins_shape(line, type, &name)) {
            function *made = &found->list[found->count++];
            assert_true(found->count < FUNCTIONS_MOST);
            made->operations = 0;
            assert_int_equal(sscanf(name, "%63[a-z0-9_]", made->name), 1);
            for (line = next_line(line); *line != '}'; line = next_line(line)) {
                made->operations += is_operation(line, line + strcspn(line, "\n"));
            }
        }
    }
}

/* The operations of a kernel's calls. */
static int count_calls(const char *body, const functions *found)
{
    int operations = 0;
    for (const char *line = body; *line != '}'; line = next_line(line)) {
        const char *end = line + strcspn(line, "\n");
        for (int i = 0; i < found->count; ++i) {
            char call[NAME_MOST + 2];
            snprintf(call, sizeof call, " %s(", found->list[i].name);
            const char *at = memmem(line, (size_t)(end - line), call, strlen(call));
            operations += at != NULL ? found->list[i].operations : 0;
        }
    }
    return operations;
}

/* What the header says: "... by 100 operations", in a comment that may be broken at any blank. */
static int told_operations(const char *text)
{
    const char *costs = strstr(text, "// Costs: ");
    const char *at = costs != NULL ? strstr(costs, "operations") : NULL;
    assert_non_null(at);
    do {
        --at;
    } while (strchr(" /\n", *at) != NULL);
    while (isdigit((unsigned char)at[-1])) {
        --at;
    }
    return atoi(at);
}

/* Puts the names of functions that stand on a line of their own, for they were too long, behind their types. */
static void join_heads(char *text)
{
    for (char *line = text; *line != '\0'; line += strcspn(line, "\n"), line += *line != '\0') {
        char *end = line + strcspn(line, "\n");
        if (strncmp(line, "static ", 7) == 0 && *end != '\0' && end[1] == ' ' && strchr(",{;", end[-1]) == NULL) {
            *end = ' ';
            size_t blanks = strspn(end, " ");
            memmove(end + 1, end + blanks, strlen(end + blanks) + 1);
        }
    }
}

static void check_plan(const nbb_plan *plan)
{
    static functions found;
    bool cuda = plan->target == NBB_TARGET_CUDA;
    int told;
    nbb_text source = print_plan(plan, false), kernel = NBB_TEXT_EMPTY;
    join_heads(source.data);
    told = told_operations(source.data);
    nbb_text_add(&kernel, " %s_%s(", plan->name, plan->resident ? "rounds" : "step");
    read_functions(source.data, cuda ? " u32 " : " nbb_words ", &found);
    const char *body = strstr(source.data, kernel.data);
    assert_non_null(body);
    int counted = count_calls(strchr(body, '\n') + 1, &found);
    if (counted != told) {
        fail_msg("%s: the header tells of %d operations, below are %d", plan->name, told, counted);
    }
    nbb_text_free(&source);
    nbb_text_free(&kernel);
}

/* Rules drawn at random, on each fractal, target, way to launch and number of steps in turn. */
static void test_header(void **state)
{
    (void)state;
    static const char *const names[] = { "sierpinski", "carpet", "vicsek", "hfractal", "full", "chandelier", "line" };
    static const int levels[] = { 8, 5, 6, 5, 5, 6, 6 };
    for (uint64_t i = 0; i < RULES; ++i) {
        int which = (int)(i % 7);
        nbb_fractal fractal = load_fractal(names[which]);
        uint64_t drawn = nbb_mix(i);
        nbb_request request = { .r = levels[which], .map = NBB_MAP_LANES, .workload = NBB_WORKLOAD_CA };
        request.target = i / 7 % 2 == 0 ? NBB_TARGET_CUDA : NBB_TARGET_HOST;
        request.program = life_of((nbb_rule){ drawn & 0x1ff, drawn >> 9 & 0x1ff });
        request.steps_a_launch = 1 + (int)(i / 14 % 2);
        request.tile = fractal.levels[0]->s.at[0] < 3 ? 4 : 3;
        request.tile = which == 5 ? 3 : request.tile;
        request.resident = request.target == NBB_TARGET_CUDA && i % 3 != 0 ? NBB_RESIDENT_NO : NBB_RESIDENT_AUTO;
        nbb_plan plan = choose(&fractal, request);
        check_plan(&plan);
        nbb_plan_free(&plan);
        nbb_fractal_free(&fractal);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_header) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
