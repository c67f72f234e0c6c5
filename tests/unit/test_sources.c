/* test_sources.c - what holds for every plan's text: its names and kernels. */
#include "gen/source/source.h"
#include "tests/works.h"
#include "unit.h"
#include "fractals.h"
#include "sources.h"

#include "gen/source/template.h"

/* Blanks the comments: names are counted in code alone. */
static void strip_comments(char *text)
{
    for (char *comment = strstr(text, "//"); comment != NULL; comment = strstr(comment, "//")) {
        memset(comment, ' ', strcspn(comment, "\n"));
    }
}

typedef struct word {
    const char *at;
    size_t length;
} word;

static int compare_words(const void *left, const void *right)
{
    const word *a = left, *b = right;
    int order = strncmp(a->at, b->at, a->length < b->length ? a->length : b->length);
    return order != 0 ? order : (a->length > b->length) - (a->length < b->length);
}

/* The words of the text, sorted; the caller frees them. */
static word *list_words(const char *text, size_t *count)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    word *words = calloc(strlen(text) / 2 + 1, sizeof *words);
    assert_non_null(words);
    *count = 0;
    for (const char *at = text + strcspn(text, letters); *at != '\0'; at += strcspn(at, letters)) {
        words[*count] = (word){ at, strspn(at, letters) };
        at += words[(*count)++].length;
    }
    qsort(words, *count, sizeof *words, compare_words);
    return words;
}

/* Every macro and every name that begins with nbb_, but for the kernels' and what the C library asks for, is defined
   and used: it stands twice. */
static void check_names(const nbb_plan *plan, char *text)
{
    size_t count;
    strip_comments(text);
    word *words = list_words(text, &count);
    for (size_t i = 0; i < count; ++i) {
        const char *at = words[i].at;
        bool macro = at - text >= 8 && strncmp(at - 8, "#define ", 8) == 0;
        bool own = strncmp(at, "nbb_", 4) == 0 && strncmp(at, plan->name, strlen(plan->name)) != 0;
        bool alone = (i == 0 || compare_words(&words[i - 1], &words[i]) != 0)
                     && (i + 1 == count || compare_words(&words[i], &words[i + 1]) != 0);
        bool asked = words[i].length > 0 && strncmp(at, "_POSIX_C_SOURCE", words[i].length) == 0;
        if ((macro || own) && alone && !asked) {
            fail_msg("%s: %.*s stands there once", plan->name, (int)words[i].length, at);
        }
    }
    free(words);
}

/* The kernels' names carry the plan's, and no other kernel is there. */
static void check_kernels(const nbb_plan *plan, const char *text)
{
    for (int entry = 0; entry < NBB_ENTRY_COUNT; ++entry) {
        NBB_LOCAL_TEXT head = nbb_text_of(" %s_%s(", plan->name, nbb_entry_suffixes[entry]);
        assert_int_equal(strstr(text, head.data) != NULL, nbb_plan_has(plan, (nbb_entry)entry));
    }
}

static void check_columns(const char *text)
{
    for (const char *end; (end = strchr(text, '\n')) != NULL; text = end + 1) {
        assert_true(end - text <= 118);
    }
}

/* What the text of any plan has: the command, the kernels, a main only when it stands alone. */
static void check_source(const nbb_plan *plan, bool standalone)
{
    NBB_LOCAL_TEXT source = print_plan(plan, standalone);
    assert_int_equal(source.length, strlen(source.data));
    assert_int_equal(strstr(source.data, "\nint main(") != NULL, standalone);
    const char *line = strstr(source.data, "\n//   ") + 1;
    assert_int_equal(strncmp(line + 5, SOURCE_COMMAND, strlen(SOURCE_COMMAND)), 0);
    assert_int_equal(line[5 + strlen(SOURCE_COMMAND)], '\n');
    check_columns(source.data);
    check_kernels(plan, source.data);
    check_names(plan, source.data);
}

/* Every possible map, workload and tc, fractals alternately for a target and in one of four sizes: in one tile and in
   many, with main and without, lanes in place or not. */
static void check_sources(const nbb_fractal *fractal)
{
    static const struct {
        int r;
        int64_t tile;
    } sizes[] = { { 0, 1 }, { 2, 0 }, { 4, 0 }, { 5, 1 } };
    static int calls;
    int printed = 0;
    ++calls;
    for (int i = 0; i < 4 * 3 * 5; ++i) {
        int size = (i + i / 4 + calls / 2) % 4;
        nbb_request request = { .fractal = fractal,
                                .r = sizes[size].r,
                                .map = (nbb_map)(1 + i % 4),
                                .workload = (nbb_workload)(i / 4 % 3),
                                .target = (nbb_target)(calls % 2),
                                .tc = i / 12 };
        request.tile = request.map == NBB_MAP_BB ? 0 : sizes[size].tile;
        if (request.map == NBB_MAP_LANES && request.workload == NBB_WORKLOAD_CA) {
            request.buffers = 1 + (size / 2 + (int)request.target) % 2;
        }
        nbb_plan plan;
        if (choose_plan(&request, &plan) == NBB_OK) {
            check_source(&plan, size % 2 == 1);
            nbb_plan_free(&plan);
            ++printed;
        }
    }
    /* bb, lanes: 3 workloads; lambda: 3, and with 4 products; compact: 3, and ca with 2. */
    assert_int_equal(printed, 26);
}

TEST(test_every_fractal)
{
    for_each_fractal(false, check_sources);
    nbb_message_free();
}
