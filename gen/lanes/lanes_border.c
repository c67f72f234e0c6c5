/* lanes_border.c - gathers the positions of a border. */
#include "gen/lanes/lanes_border.h"

void nbb_border_add(const nbb_closure *closure, nbb_border *border)
{
    for (int i = closure->own; i < closure->count; ++i) {
        const nbb_closure_cell *cell = &closure->cells[i];
        if ((cell->needed & 1) != 0 && !border->holds[cell->position]) {
            border->holds[cell->position] = true;
            border->count += 1;
        }
    }
}

uint64_t nbb_border_bytes(const nbb_border *border, const nbb_lanes *lanes)
{
    return lanes->words / lanes->positions * (uint64_t)border->count * sizeof(uint32_t);
}
