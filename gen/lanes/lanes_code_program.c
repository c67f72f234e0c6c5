/* lanes_code_program.c - says in values what a launch of a program computes: cell by cell, plane by plane. */
#include "gen/lanes/lanes_code.h"

#include <stdlib.h>

/* While a launch's code is made. */
typedef struct building {
    const nbb_fractal *fractal;
    int t;
    const nbb_closure *closure;
    nbb_lowering *lowering;
    nbb_code code;
    nbb_lanes_code *made; /* its values are those of `code` until it is covered */
} building;

/* [neighbour][neighbour of it]: which exist. */
typedef nbb_value far_words[NBB_NEIGHBOURS_LIST_MAX][NBB_NEIGHBOURS_LIST_MAX];

static nbb_value *planes_of(const building *build, int step, int cell)
{
    return &build->made->states[(step * build->closure->count + cell) * build->made->planes];
}

/* The lanes for which there is a tile in a direction, or none for -1. */
static nbb_value exists_in(building *build, int direction)
{
    return direction == build->closure->directions->centre ? NBB_ONES
           : direction < 0                                 ? NBB_ZERO
                                                           : nbb_code_word(&build->code, NBB_GIVEN, direction);
}

/* The lanes in which a cell may change. Of cells that draw nothing, bits that are no lanes may change too. */
static nbb_value acts_in(building *build, int cell)
{
    const nbb_closure_cell *of = &build->closure->cells[cell];
    bool draws = build->lowering->program->update.requests > 0;
    bool told = build->closure->colours > 1;
    nbb_value there = exists_in(build, of->direction);
    nbb_value lanes = told || draws ? nbb_code_word(&build->code, NBB_GIVEN,
                                                    told ? NBB_GIVEN_TURN + of->residue : NBB_GIVEN_LANES)
                                    : NBB_ONES;
    return nbb_code_logic(&build->code, NBB_TABLE_AND, there, lanes, NBB_ZERO);
}

/* Which neighbours of a cell exist. */
static void find_far(building *build, int cell, nbb_value *exist)
{
    const nbb_neighbours *list = &build->lowering->program->neighbours;
    for (int i = 0; i < list->count; ++i) {
        int tile = nbb_closure_tile_at(build->fractal, build->t, &build->closure->cells[cell], list->offsets[i]);
        exist[i] = exists_in(build, tile);
    }
}

static void fill_neighbours(building *build, int step, int cell, far_words far, nbb_cell_context *context)
{
    const nbb_closure_cell *of = &build->closure->cells[cell];
    for (int i = 0; i < of->neighbour_count; ++i) {
        nbb_cell_neighbour *beside = &context->neighbours[of->numbers[i]];
        beside->exists = exists_in(build, build->closure->cells[of->neighbours[i]].direction);
        beside->planes = planes_of(build, step - 1, of->neighbours[i]);
        if (build->lowering->asks_far_degree) {
            find_far(build, of->neighbours[i], far[i]);
            beside->neighbours = far[i];
        }
    }
}

/* The cell with number 0 is at position 0 of its tile. */
static nbb_value first_in(building *build, int cell)
{
    const nbb_closure_cell *of = &build->closure->cells[cell];
    bool may_be = of->position == 0 && of->direction == build->closure->directions->centre;
    return may_be ? nbb_code_word(&build->code, NBB_GIVEN, NBB_GIVEN_FIRST) : NBB_ZERO;
}

/* A cell's planes after the step: as before where it has no turn, and 0 where there is no such tile. */
static nbb_status add_cell(building *build, int step, int cell)
{
    const nbb_closure_cell *of = &build->closure->cells[cell];
    const nbb_value *before = planes_of(build, step - 1, cell);
    nbb_value there = exists_in(build, of->direction), next[NBB_PLANES_MAX];
    far_words far;
    nbb_cell_context context = { .planes = before, .acts = acts_in(build, cell), .cell = cell, .step = step - 1 };
    context.once = build->lowering->draws_once && build->closure->colours > 1 && !build->closure->colours_known;
    context.first = build->lowering->asks_first ? first_in(build, cell) : NBB_ZERO;
    fill_neighbours(build, step, cell, far, &context);
    NBB_TRY(nbb_lowering_cell(build->lowering, &build->code, &context, next));
    for (int plane = 0; plane < build->made->planes; ++plane) {
        nbb_value changed = build->closure->colours > 1 ? nbb_code_logic(&build->code, NBB_TABLE_SELECT, context.acts,
                                                                         next[plane], before[plane])
                                : next[plane];
        planes_of(build, step, cell)[plane] = nbb_code_logic(&build->code, NBB_TABLE_AND, changed, there, NBB_ZERO);
    }
    return NBB_OK;
}

/* The words that masks may move to come after all of them (code_cover.h). */
static void begin(building *build)
{
    const nbb_closure *closure = build->closure;
    nbb_code_begin(&build->code);
    for (int direction = 0; direction < closure->directions->count; ++direction) {
        nbb_code_word(&build->code, NBB_GIVEN, direction);
    }
    for (int i = 0; i < closure->count * build->made->planes; ++i) {
        int direction = closure->cells[i / build->made->planes].direction;
        build->made->states[i] = nbb_code_word(&build->code, NBB_LOADED, i);
        if (direction != closure->directions->centre) {
            nbb_code_bound(&build->code, build->made->states[i], exists_in(build, direction));
        }
    }
}

static nbb_status build_steps(building *build)
{
    begin(build);
    for (int step = 1; step <= build->closure->steps; ++step) {
        for (int cell = 0; cell < build->closure->count; ++cell) {
            if (build->closure->cells[cell].needed >> step & 1) {
                NBB_TRY(add_cell(build, step, cell));
            }
        }
    }
    return nbb_lanes_code_finish(build->closure, &build->code, build->made);
}

nbb_status nbb_lanes_code_build_program(const nbb_fractal *fractal, int t, const nbb_closure *closure,
                                        nbb_lowering *lowering, nbb_lanes_code *code)
{
    NBB_TRY(nbb_lanes_code_begin(closure, lowering->program->planes, code));
    building build = { .fractal = fractal, .t = t, .closure = closure, .lowering = lowering, .made = code };
    nbb_status status = build_steps(&build);
    nbb_code_free(&build.code);
    return status;
}
