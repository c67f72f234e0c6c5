/* lanes_code.c - says in values what a launch computes, and has them covered. */
#include "gen/lanes/lanes_building.h"

#include "gen/code/code_cover.h"

#include <stdlib.h>
#include <string.h>

static size_t states_of(const nbb_closure *closure, const nbb_lanes_code *made)
{
    return ((size_t)closure->steps + 1) * (size_t)closure->count * (size_t)made->planes;
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

static nbb_status finish(const nbb_closure *closure, const nbb_code *made, nbb_lanes_code *code)
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

static nbb_status begin(const nbb_closure *closure, int planes, nbb_lanes_code *code)
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

/* The loaded words. Words that masks may move to come before all that is computed (code_cover.h). */
static void add_loaded(nbb_building *build)
{
    const nbb_closure *closure = build->closure;
    nbb_code_begin(&build->code);
    for (int direction = 0; direction < closure->directions->count; ++direction) {
        nbb_code_word(&build->code, NBB_GIVEN, direction);
    }
    for (int i = 0; i < closure->count * build->made->planes; ++i) {
        const nbb_closure_cell *cell = &closure->cells[i / build->made->planes];
        if ((cell->needed & 1) == 0) {
            continue;
        }
        build->made->states[i] = nbb_code_word(&build->code, NBB_LOADED, i);
        if (cell->direction != closure->directions->centre) {
            nbb_code_bound(&build->code, build->made->states[i], nbb_building_exists(build, cell->direction));
        }
    }
}

/* A cell's planes after the step, 0 where there is no such tile. */
static nbb_status add_cell(nbb_building *build, const nbb_counting *counting, int step, int cell)
{
    nbb_value next[NBB_PLANES_MAX];
    if (build->law->counts) {
        next[0] = nbb_counting_next(build, counting, step, cell);
    } else {
        NBB_TRY(nbb_building_carry_out(build, step, cell, next));
    }
    nbb_value there = nbb_building_exists(build, build->closure->cells[cell].direction);
    for (int plane = 0; plane < build->made->planes; ++plane) {
        nbb_value masked = nbb_code_logic(&build->code, NBB_TABLE_AND, next[plane], there, NBB_ZERO);
        nbb_building_planes(build, step, cell)[plane] = masked;
    }
    return NBB_OK;
}

static nbb_status add_step(nbb_building *build, nbb_counting *counting, int step)
{
    if (build->law->counts) {
        NBB_TRY(nbb_counting_step(build, counting, step));
    }
    if (step == 1) {
        build->made->shared_sums = counting->shared.triple_count;
    }
    for (int cell = 0; cell < build->closure->count; ++cell) {
        if (build->closure->cells[cell].needed >> step & 1) {
            NBB_TRY(add_cell(build, counting, step, cell));
        }
    }
    return NBB_OK;
}

static nbb_status build_steps(nbb_building *build)
{
    nbb_counting counting;
    nbb_status status = NBB_OK;
    add_loaded(build);
    nbb_counting_begin(build->law->rule, &counting);
    for (int step = 1; step <= build->closure->steps && status == NBB_OK; ++step) {
        status = add_step(build, &counting, step);
        nbb_counting_end(&counting);
    }
    return status == NBB_OK ? finish(build->closure, &build->code, build->made) : status;
}

nbb_status nbb_lanes_code_build(const nbb_fractal *fractal, int t, const nbb_closure *closure,
                                const nbb_lanes_law *law, nbb_lanes_code *code)
{
    NBB_TRY(begin(closure, law->planes, code));
    nbb_building build = { .fractal = fractal, .t = t, .closure = closure, .law = law, .made = code };
    nbb_status status = build_steps(&build);
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
