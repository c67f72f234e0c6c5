/* lanes_code.c - says in values what a launch computes, and has them covered. */
#include "gen/lanes/lanes_code.h"

#include "gen/code/code_build.h"
#include "gen/code/code_cover.h"

#include <stdlib.h>
#include <string.h>

/* While a launch's code is made. */
typedef struct building {
    const nbb_closure *closure;
    nbb_rule rule;
    nbb_function functions[NBB_NEIGHBOURS_MAX + 1]; /* the rule, for cells with so many neighbours */
    bool folds[NBB_NEIGHBOURS_MAX + 1];
    nbb_value *sums, *carries; /* of the step's triples */
    nbb_code code;
    nbb_lanes_code *made; /* its values are those of `code` until it is covered */
} building;

static size_t states_of(const nbb_closure *closure, const nbb_lanes_code *made)
{
    return ((size_t)closure->steps + 1) * (size_t)closure->count * (size_t)made->planes;
}

/* The word of an input (lanes_sums.h) of a step's sums. */
static nbb_value input_word(const building *build, int step, int input)
{
    int count = build->closure->count;
    return input < count ? build->made->states[(step - 1) * count + input] : build->sums[input - count];
}

static void add_triples(building *build, const nbb_step_sums *sums, int step)
{
    for (int i = 0; i < sums->triple_count; ++i) {
        nbb_value from[NBB_CODE_FROM];
        for (int j = 0; j < NBB_CODE_FROM; ++j) {
            from[j] = input_word(build, step, sums->triples[i][j]);
        }
        build->sums[i] = nbb_code_logic_of(&build->code, NBB_TABLE_SUM, from);
        build->carries[i] = nbb_code_logic_of(&build->code, NBB_TABLE_MAJORITY, from);
        nbb_code_label(&build->code, build->sums[i], "sum");
        nbb_code_label(&build->code, build->carries[i], "carry");
    }
}

/* A cell's word after the step: its neighbours are counted, and the rule applied. */
static nbb_value next_word(building *build, const nbb_cell_sum *sum, int step, int cell)
{
    nbb_value ones[NBB_DIRECTIONS_MAX], twos[NBB_DIRECTIONS_MAX], words[NBB_FUNCTION_WORDS];
    int neighbours = build->closure->cells[cell].neighbour_count;
    for (int i = 0; i < sum->one_count; ++i) {
        ones[i] = input_word(build, step, sum->ones[i]);
    }
    for (int i = 0; i < sum->two_count; ++i) {
        twos[i] = build->carries[sum->twos[i]];
    }
    if (build->folds[neighbours]) {
        nbb_code_count_folded(&build->code, ones, sum->one_count, twos, sum->two_count, words);
    } else {
        nbb_code_count(&build->code, ones, sum->one_count, twos, sum->two_count, words);
    }
    words[NBB_COUNT_BITS] = input_word(build, step, cell);
    words[NBB_COUNT_BITS + 1] = NBB_ZERO;
    return nbb_code_function(&build->code, build->functions[neighbours], words);
}

static void add_cell(building *build, const nbb_cell_sum *sum, int step, int cell)
{
    int direction = build->closure->cells[cell].direction;
    nbb_value next = next_word(build, sum, step, cell);
    nbb_value exists = cell < build->closure->own ? NBB_ONES : nbb_code_word(&build->code, NBB_GIVEN, direction);
    nbb_value masked = nbb_code_logic(&build->code, NBB_TABLE_AND, next, exists, NBB_ZERO);
    build->made->states[step * build->closure->count + cell] = masked;
}

static void add_step(building *build, const nbb_step_sums *sums, int step)
{
    add_triples(build, sums, step);
    for (int cell = 0; cell < build->closure->count; ++cell) {
        if (build->closure->cells[cell].needed >> step & 1) {
            add_cell(build, &sums->cells[cell], step, cell);
        }
    }
}

/* The loaded words, and the rule's functions. */
static void begin(building *build)
{
    const nbb_closure *closure = build->closure;
    nbb_code_begin(&build->code);
    for (int direction = 0; direction < closure->directions->count; ++direction) {
        nbb_code_word(&build->code, NBB_GIVEN, direction); /* before all that masks may move to (code_cover.h) */
    }
    for (int cell = 0; cell < closure->count; ++cell) {
        if (closure->cells[cell].needed & 1) {
            build->made->states[cell] = nbb_code_word(&build->code, NBB_LOADED, cell);
        }
    }
    for (int most = 0; most <= NBB_NEIGHBOURS_MAX; ++most) {
        build->folds[most] = nbb_rule_folds(build->rule, most);
        int told = build->folds[most] && most > 3 ? 3 : most;
        build->functions[most] = (nbb_function){ nbb_rule_points(build->rule, told, 1),
                                                 nbb_rule_points(build->rule, told, 0) };
    }
}

/* Marks the words that are stored, and those of cells, which are values of their own. */
static void mark_wanted(const nbb_lanes_code *made, const nbb_closure *closure, uint8_t *wanted)
{
    for (size_t i = (size_t)closure->count * (size_t)made->planes; i < states_of(closure, made); ++i) {
        if (made->states[i] != NBB_NO_VALUE) {
            wanted[made->states[i]] |= NBB_KEPT;
        }
    }
    const nbb_value *last = nbb_lanes_code_last(made, closure);
    for (int i = 0; i < closure->own * made->planes; ++i) {
        wanted[last[i]] |= NBB_WANTED;
    }
}

/* Replaces the code by what covers it. */
static nbb_status cover(const nbb_closure *closure, const nbb_code *code, nbb_lanes_code *made, uint8_t *wanted,
                        nbb_value *to)
{
    mark_wanted(made, closure, wanted);
    NBB_TRY(nbb_code_cover(code, wanted, &made->code, to));
    for (size_t i = 0; i < states_of(closure, made); ++i) {
        made->states[i] = made->states[i] != NBB_NO_VALUE ? to[made->states[i]] : NBB_NO_VALUE;
    }
    return NBB_OK;
}

/* The bits of the covered values, and how many operations they take. */
static nbb_status count_operations(const nbb_closure *closure, nbb_lanes_code *made)
{
    int *uses = malloc((size_t)made->code.count * sizeof *uses);
    made->wanted = calloc((size_t)made->code.count, sizeof *made->wanted);
    if (uses == NULL || made->wanted == NULL) {
        free(uses);
        return nbb_fail_memory((size_t)made->code.count * sizeof *uses, "the code of a launch");
    }
    mark_wanted(made, closure, made->wanted);
    nbb_code_uses(&made->code, made->wanted, uses);
    made->operations = nbb_code_operations(&made->code, uses);
    free(uses);
    return NBB_OK;
}

nbb_status nbb_lanes_code_finish(const nbb_closure *closure, const nbb_code *made, nbb_lanes_code *code)
{
    NBB_TRY(nbb_code_status(made));
    size_t count = (size_t)made->count;
    uint8_t *wanted = calloc(count, sizeof *wanted);
    nbb_value *to = malloc(count * sizeof *to);
    nbb_status status = wanted != NULL && to != NULL ? cover(closure, made, code, wanted, to)
                                                     : nbb_fail_memory(count * sizeof *to, "the code of a launch");
    free(wanted);
    free(to);
    return status == NBB_OK ? count_operations(closure, code) : status;
}

nbb_status nbb_lanes_code_begin(const nbb_closure *closure, int planes, nbb_lanes_code *code)
{
    *code = (nbb_lanes_code){ .planes = planes };
    size_t bytes = states_of(closure, code) * sizeof *code->states;
    code->states = malloc(bytes);
    if (code->states == NULL) {
        return nbb_fail_memory(bytes, "the code of a launch");
    }
    memset(code->states, 0xff, bytes); /* NBB_NO_VALUE */
    return NBB_OK;
}

static nbb_status build_steps(building *build, const nbb_step_sums *sums)
{
    begin(build);
    for (int step = 1; step <= build->closure->steps; ++step) {
        add_step(build, &sums[step - 1], step);
    }
    return nbb_lanes_code_finish(build->closure, &build->code, build->made);
}

nbb_status nbb_lanes_code_build(const nbb_closure *closure, nbb_rule rule, const nbb_step_sums *sums,
                                nbb_lanes_code *code)
{
    size_t triples = 1;
    for (int step = 0; step < closure->steps; ++step) {
        triples += (size_t)sums[step].triple_count;
    }
    NBB_TRY(nbb_lanes_code_begin(closure, 1, code));
    building build = { .closure = closure, .rule = rule, .made = code };
    build.sums = malloc(triples * sizeof(nbb_value));
    build.carries = malloc(triples * sizeof(nbb_value));
    bool has_room = build.sums != NULL && build.carries != NULL;
    nbb_status status = has_room ? build_steps(&build, sums)
                                 : nbb_fail_memory(2 * triples * sizeof(nbb_value), "the code of a launch");
    free(build.sums);
    free(build.carries);
    nbb_code_free(&build.code);
    return status;
}

const nbb_value *nbb_lanes_code_last(const nbb_lanes_code *code, const nbb_closure *closure)
{
    return &code->states[closure->steps * closure->count * code->planes];
}

nbb_value nbb_lanes_code_state(const nbb_lanes_code *code, const nbb_closure *closure, int step, int cell, int plane)
{
    return code->states[(step * closure->count + cell) * code->planes + plane];
}

void nbb_lanes_code_free(nbb_lanes_code *code)
{
    nbb_code_free(&code->code);
    free(code->states);
    free(code->wanted);
    *code = (nbb_lanes_code){ 0 };
}
