/* lanes_code_program.c - the next state of a cell by a program, in values: plane by plane. */
#include "gen/lanes/lanes_building.h"

/* [neighbour][neighbour of it]: which exist. */
typedef nbb_value far_words[NBB_NEIGHBOURS_LIST_MAX][NBB_NEIGHBOURS_LIST_MAX];

/* The lanes in which a cell may change. Of cells that draw nothing, bits that are no lanes may change too. */
static nbb_value acts_in(nbb_building *build, int cell)
{
    const nbb_closure_cell *of = &build->closure->cells[cell];
    bool draws = build->law->lowering->program->update.requests > 0;
    bool told = build->closure->colours > 1;
    nbb_value there = nbb_building_exists(build, of->direction);
    nbb_value lanes = told || draws ? nbb_code_word(&build->code, NBB_GIVEN,
                                                    told ? NBB_GIVEN_TURN + of->residue : NBB_GIVEN_LANES)
                                    : NBB_ONES;
    return nbb_code_logic(&build->code, NBB_TABLE_AND, there, lanes, NBB_ZERO);
}

/* Which neighbours of a cell exist. */
static void find_far(nbb_building *build, int cell, nbb_value *exist)
{
    const nbb_neighbours *list = &build->law->lowering->program->neighbours;
    for (int i = 0; i < list->count; ++i) {
        int tile = nbb_closure_tile_at(build->fractal, build->t, &build->closure->cells[cell], list->offsets[i]);
        exist[i] = nbb_building_exists(build, tile);
    }
}

static void fill_neighbours(nbb_building *build, int step, int cell, far_words far, nbb_cell_context *context)
{
    const nbb_closure_cell *of = &build->closure->cells[cell];
    for (int i = 0; i < of->neighbour_count; ++i) {
        nbb_cell_neighbour *beside = &context->neighbours[of->numbers[i]];
        beside->exists = nbb_building_exists(build, build->closure->cells[of->neighbours[i]].direction);
        beside->planes = nbb_building_planes(build, step - 1, of->neighbours[i]);
        if (build->law->lowering->asks_far_degree) {
            find_far(build, of->neighbours[i], far[i]);
            beside->neighbours = far[i];
        }
    }
}

/* The cell with number 0 is at position 0 of its tile. */
static nbb_value first_in(nbb_building *build, int cell)
{
    const nbb_closure_cell *of = &build->closure->cells[cell];
    bool may_be = of->position == 0 && of->direction == build->closure->directions->centre;
    return may_be ? nbb_code_word(&build->code, NBB_GIVEN, NBB_GIVEN_FIRST) : NBB_ZERO;
}

nbb_status nbb_building_carry_out(nbb_building *build, int step, int cell, nbb_value next[NBB_PLANES_MAX])
{
    nbb_lowering *lowering = build->law->lowering;
    const nbb_value *before = nbb_building_planes(build, step - 1, cell);
    bool turns = build->closure->colours > 1;
    far_words far;
    nbb_cell_context context = { .planes = before, .acts = acts_in(build, cell), .cell = cell, .step = step - 1 };
    context.once = lowering->draws_once && turns && !build->closure->colours_known;
    context.first = lowering->asks_first ? first_in(build, cell) : NBB_ZERO;
    fill_neighbours(build, step, cell, far, &context);
    NBB_TRY(nbb_lowering_cell(lowering, &build->code, &context, next));
    for (int plane = 0; plane < build->made->planes && turns; ++plane) {
        next[plane] = nbb_code_logic(&build->code, NBB_TABLE_SELECT, context.acts, next[plane], before[plane]);
    }
    return NBB_OK;
}
