/* lanes_any.c - the words of a cell of any position. */
#include "gen/lanes/lanes_any.h"

static void begin_neighbour(const nbb_lowering *lowering, bool told, nbb_code *code, nbb_any_cell *cell, int number)
{
    nbb_cell_neighbour *beside = &cell->context.neighbours[number];
    beside->exists = told ? nbb_code_word(code, NBB_GIVEN, number) : NBB_ONES;
    beside->planes = cell->planes[number + 1];
    for (int i = 0; i < lowering->program->neighbours.count && lowering->asks_far_degree; ++i) {
        int far = NBB_GIVEN_FAR + NBB_NEIGHBOURS_LIST_MAX * number + i;
        cell->far[number][i] = told ? nbb_code_word(code, NBB_GIVEN, far) : NBB_ONES;
        beside->neighbours = cell->far[number];
    }
}

void nbb_any_cell_begin(const nbb_lowering *lowering, bool told, nbb_code *code, nbb_any_cell *cell)
{
    const nbb_program *program = lowering->program;
    cell->context = (nbb_cell_context){ .planes = cell->planes[0], .acts = NBB_ONES, .first = NBB_ZERO };
    for (int i = 0; i < program->neighbours.count; ++i) {
        begin_neighbour(lowering, told, code, cell, i);
    }
    for (int i = 0; i <= program->neighbours.count; ++i) {
        for (int plane = 0; plane < program->planes; ++plane) {
            cell->planes[i][plane] = nbb_code_word(code, NBB_LOADED, i * program->planes + plane);
        }
    }
}
