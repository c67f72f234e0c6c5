/* test_units.c - a plan's translation units: each kernel of the whole text in one of them, with what it needs. */
#include "tests/works.h"
#include "gen/source/source.h"
#include "unit.h"
#include "fractals.h"
#include "runtime/device/nvrtc.h"
#include "sources.h"

/* The ways of map lanes to advance, each with other kernels. */
static const nbb_request ways[] = {
    { .permuted = NBB_PERMUTATION_REGISTERS, .buffers = 2 },
    { .permuted = NBB_PERMUTATION_MEMORY, .buffers = 2 },
    { .permuted = NBB_PERMUTATION_MEMORY, .buffers = 2, .steps_a_launch = 1 },
    { .permuted = NBB_PERMUTATION_MEMORY, .buffers = 1, .steps_a_launch = 2 },
    { .persistent = NBB_PERSISTENCE_GRID, .buffers = 2 },
    { .persistent = NBB_PERSISTENCE_CLUSTER, .buffers = 2 },
};
enum { WAYS = sizeof ways / sizeof ways[0] };

/* Plans way number `way`, or returns false where it cannot be had. */
static bool plan_way(const nbb_fractal *fractal, int way, int r, nbb_plan *plan)
{
    nbb_request request = ways[way];
    request.fractal = fractal;
    request.r = r;
    request.workload = NBB_WORKLOAD_CA;
    request.target = NBB_TARGET_CUDA;
    request.map = NBB_MAP_LANES;
    request.multiprocessors = 132;
    request.cluster_blocks = 8;
    request.program = life_of((nbb_rule){ 1 << 3, 3 << 2 });
    return choose_plan(&request, plan) == NBB_OK;
}

static nbb_units print_units(const nbb_plan *plan)
{
    nbb_units units;
    nbb_source_request request = { .plan = plan, .command = SOURCE_COMMAND, .steps = 3, .seed = 1 };
    if (nbb_source_print_units(&request, &units) != NBB_OK) {
        fail_msg("%s: %s", plan->name, nbb_message());
    }
    return units;
}

/* How often `words` stand in the text. */
static int count_words(const nbb_text *text, const nbb_text *words)
{
    int count = 0;
    for (const char *at = text->data; (at = strstr(at, words->data)) != NULL; at += words->length) {
        ++count;
    }
    return count;
}

/* All lines of the unit are lines of the whole, in the same order. */
static void check_lines(const nbb_plan *plan, const nbb_text *whole, const nbb_text *unit)
{
    const char *at = whole->data;
    for (const char *line = unit->data; *line != '\0';) {
        size_t length = strcspn(line, "\n") + 1;
        while (*at != '\0' && strncmp(at, line, length) != 0) {
            at += strcspn(at, "\n") + 1;
        }
        if (*at == '\0') {
            fail_msg("%s: not a line of the whole, or not there: %.*s", plan->name, (int)length - 1, line);
        }
        at += length;
        line += length;
    }
}

static void check_units(const nbb_plan *plan, int expected)
{
    LOCAL_UNITS units = print_units(plan);
    NBB_LOCAL_TEXT whole = print_plan(plan, false);
    assert_int_equal(units.count, expected);
    for (int i = 0; i < units.count; ++i) {
        check_lines(plan, &whole, &units.texts[i]);
    }
    for (int entry = 0; entry < NBB_ENTRY_COUNT; ++entry) {
        int count = 0;
        NBB_LOCAL_TEXT declared = nbb_text_of(" %s_%s(", plan->name, nbb_entry_suffixes[entry]);
        for (int i = 0; i < units.count; ++i) {
            count += count_words(&units.texts[i], &declared);
        }
        assert_int_equal(count, nbb_plan_has(plan, (nbb_entry)entry));
        assert_int_equal(count, count_words(&whole, &declared));
    }
}

/* Every third way: fractals alternate. */
static void check_fractal(const nbb_fractal *fractal)
{
    static int calls;
    int had = 0;
    for (int way = calls++ % 3; way < WAYS; way += 3) {
        for (int r = 1; r <= 5; r += 4) {
            nbb_plan plan;
            if (plan_way(fractal, way, r, &plan)) {
                check_units(&plan, 2);
                nbb_plan_free(&plan);
                ++had;
            }
        }
    }
    assert_true(had >= WAYS / 3);
}

TEST(test_lanes)
{
    for_each_fractal(false, check_fractal);
}

/* Each of the plan's units compiles by itself, by the real NVRTC. */
static void check_compiled(const nbb_plan *plan)
{
    LOCAL_UNITS units = print_units(plan);
    for (int i = 0; i < units.count; ++i) {
        nbb_nvrtc_request request = { nbb_text_string(&units.texts[i]), plan->name, "sm_90", NBB_IMAGE_CUBIN };
        NBB_LOCAL_TEXT image = NBB_TEXT_EMPTY;
        if (nbb_nvrtc_compile(&request, &image) != NBB_OK) {
            fail_msg("%s, unit %d: %s", plan->name, i, nbb_message());
        }
    }
}

static void need_nvrtc(void)
{
    NBB_LOCAL_TEXT path = NBB_TEXT_EMPTY;
    nbb_status status = nbb_nvrtc_location(&path);
    if (status != NBB_OK) {
        skip();
    }
}

TEST(test_compiled)
{
    need_nvrtc();
    LOCAL_FRACTAL fractal = load_fractal("sierpinski");
    for (int way = 0; way < WAYS; ++way) {
        nbb_plan plan;
        if (plan_way(&fractal, way, 4, &plan)) {
            check_compiled(&plan);
            nbb_plan_free(&plan);
        }
    }
}
