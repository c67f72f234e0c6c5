/* random_lists.c - the neighbour lists of a program that is being drawn. */
#include "random_draft.h"

#include "gen/domain/domain.h"

/* An item of a list of offsets. */
static void put_place(nbb_vector offset, int axes, nbb_text *to)
{
    nbb_text_add(to, "{ ");
    draft_put_offset(offset, axes, to);
    nbb_text_add(to, " }, ");
}

static void draw_own_list(random_draft *d)
{
    nbb_vector offsets[LIST_MOST];
    int wanted = 1 + draw_below(d, LIST_MOST), count = 0, far = draw_one_in(d, 4) ? 5 : 2;
    for (int tries = 0; count < wanted && tries < 50; ++tries) {
        nbb_vector offset = { { draw_below(d, 2 * far + 1) - far, draw_below(d, 2 * far + 1) - far,
                                d->run.axes > 2 ? draw_below(d, 3) - 1 : 0 } };
        offsets[count] = offset;
        count += nbb_neighbours_listed(offsets, count + 1, d->run.axes, d->room, &d->offsets) == NBB_OK;
    }
    if (nbb_neighbours_listed(offsets, count, d->run.axes, d->room, &d->offsets) != NBB_OK) {
        abort(); /* 50 tries find one */
    }
}

static void draw_near_and_far(random_draft *d)
{
    static const char *const lists[] = { "vonneumann", "vonneumann", "moore", "triangular", NULL };
    d->list = lists[draw_below(d, 5)];
    if (d->list != NULL && nbb_neighbours_named(d->list, d->run.axes, d->room, &d->offsets) != NBB_OK) {
        d->list = NULL; /* triangular in space */
    }
    if (d->list == NULL) {
        draw_own_list(d);
    }
    /* of so few colours that near's beside them make no more than there may be; two are long */
    static const char *const plane[] = { "box(2)", "disc(3)", "box(3)", "disc(4)" };
    static const char *const space[] = { "diamond(2)", "disc(2)", "box(2)", "disc(3)" };
    int shape = draw_below(d, 4);
    d->far = !draw_one_in(d, 3) ? NULL : d->run.axes == 2 ? plane[shape] : space[shape];
}

/* Instead, of a fifth of the programs, most of a window anywhere beside the cell or around it, of 56 offsets at most.
   Another generator chooses. */
static void draw_window(random_draft *d, uint64_t seed)
{
    random_draft other = { .state = nbb_mix(seed ^ UINT64_C(0x77696e646f77)) };
    int from[3] = { 0 }, sides[3] = { 1, 1, 1 };
    if (!draw_one_in(&other, 5)) {
        return;
    }
    for (int axis = 0; axis < d->run.axes; ++axis) {
        from[axis] = d->run.axes == 2 ? draw_below(&other, 14) - 9 : draw_below(&other, 7) - 4;
        sides[axis] = 1 + draw_below(&other, d->run.axes == 2 ? 8 : 4);
    }
    nbb_text_add(&d->window, "{ ");
    for (int i = 0; i < sides[0] * sides[1] * sides[2]; ++i) {
        int x = from[0] + i % sides[0], y = from[1] + i / sides[0] % sides[1], z = from[2] + i / sides[0] / sides[1];
        bool is_cell = x == 0 && y == 0 && z == 0;
        if (i == 0 || (i < 56 && !is_cell && !draw_one_in(&other, 6))) {
            put_place((nbb_vector){ { x - is_cell, y, z } }, d->run.axes, &d->window); /* no list of the cell alone */
        }
    }
    nbb_text_add(&d->window, "}");
    d->far = nbb_text_string(&d->window);
}

void draft_draw_neighbours(random_draft *d, uint64_t seed)
{
    draw_near_and_far(d);
    draw_window(d, seed);
}

static void put_near(const random_draft *d, nbb_text *to)
{
    if (d->list != NULL) {
        nbb_text_add(to, "\"%s\"", d->list);
        return;
    }
    nbb_text_add(to, "{ ");
    for (int i = 0; i < d->offsets.count; ++i) {
        put_place(d->offsets.offsets[i], d->run.axes, to);
    }
    nbb_text_add(to, "}");
}

void draft_put_neighbours(const random_draft *d, nbb_text *to)
{
    nbb_text_add(to, "  neighbours = ");
    if (d->far != NULL) {
        nbb_text_add(to, "{ far = %s, near = ", d->far);
    }
    put_near(d, to);
    nbb_text_add(to, d->far != NULL ? " },\n" : ",\n");
}
