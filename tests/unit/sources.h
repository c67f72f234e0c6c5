/* sources.h - plans printed, for the unit tests of their text. */
#ifndef NBB_TEST_SOURCES_H
#define NBB_TEST_SOURCES_H

#include "tests/works.h"
#include "runtime/run/verify.h"
#include "fractals.h"

#define SOURCE_COMMAND "nbbgen emit vicsek --of --a --test"

/* The text of a plan; freed by the caller. */
static inline nbb_text print_plan(const nbb_plan *plan, bool standalone)
{
    nbb_text source = NBB_TEXT_EMPTY;
    NBB_LOCAL_ARENA arena = { 0 };
    nbb_samples samples = { .windows = 0 };
    nbb_source_request request = {
        .plan = plan, .command = SOURCE_COMMAND, .standalone = standalone, .steps = 3, .seed = 1, .samples = &samples
    };
    if ((standalone && nbb_samples_find(&arena, plan, 1, 3, &samples) != NBB_OK)
        || nbb_source_print(&request, &source) != NBB_OK) {
        fail_msg("%s: %s", plan->name, nbb_message());
    }
    return source;
}

/* The kernels of a request on a fractal by name. */
static inline nbb_text print_by_rule(const char *name, const char *rule, nbb_request request)
{
    LOCAL_FRACTAL fractal = load_fractal(name);
    LOCAL_PLAN plan;
    request.fractal = &fractal;
    nbb_rule parsed;
    assert_int_equal(nbb_rule_parse(rule, 2, &parsed), NBB_OK);
    request.program = request.program != NULL ? request.program : program_of(request.workload, parsed, 2, 0.5);
    if (choose_plan(&request, &plan) != NBB_OK) {
        fail_msg("%s: %s", name, nbb_message());
    }
    return print_plan(&plan, false);
}

static inline nbb_text print_kernels(const char *name, nbb_request request)
{
    return print_by_rule(name, "B2/S23", request);
}

/* The expected lines stand in the text, where their first line stands; compared from there for a good message. */
static inline void check_captured(nbb_text *source, const char *expected)
{
    size_t first = strcspn(expected, "\n") + 1, length = strlen(expected);
    char *at = memmem(source->data, source->length, expected, first);
    if (at == NULL) {
        fail_msg("no line \"%.*s\"", (int)first - 1, expected);
    }
    if (strlen(at) > length) {
        at[length] = '\0';
    }
    assert_string_equal(at, expected);
}

static inline void check_section(const char *name, nbb_request request, const char *expected)
{
    NBB_LOCAL_TEXT source = print_kernels(name, request);
    check_captured(&source, expected);
}

#endif
