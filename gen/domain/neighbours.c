/* neighbours.c - makes neighbour lists, and finds colours for them. */
#include "gen/domain/domain.h"

enum { VONNEUMANN, MOORE, TRIANGULAR, NAMES };
static const nbb_spellings names = NBB_SPELLINGS("vonneumann", "moore", "triangular");
static const int8_t listed[NAMES][6][NBB_AXES_MAX] = {
    [VONNEUMANN] = { { -1, 0, 0 }, { 1, 0, 0 }, { 0, -1, 0 }, { 0, 1, 0 }, { 0, 0, -1 }, { 0, 0, 1 } },
    [TRIANGULAR] = { { 1, 0, 0 }, { -1, 0, 0 }, { 0, 1, 0 }, { 0, -1, 0 }, { 1, 1, 0 }, { -1, -1, 0 } },
};

enum { BOX, DIAMOND, DISC, SHAPES };
static const char *const shapes[SHAPES] = { "box", "diamond", "disc" };

/* Adds the shape's offsets; how many there are, of which a list may have no room for the last ones. */
static int add_shape(nbb_neighbours *list, int shape, int64_t radius)
{
    int64_t depth = list->axes == 3 ? radius : 0;
    const nbb_vector origin = { { -radius, -radius, -depth } };
    const nbb_vector extent = { { 2 * radius + 1, 2 * radius + 1, 2 * depth + 1 } };
    int count = 0;
    for (int64_t i = 0; i < nbb_box_places(extent); ++i) {
        const nbb_vector offset = nbb_box_place(origin, extent, i);
        int64_t x = offset.at[0], y = offset.at[1], z = offset.at[2];
        bool is_inside = shape == DIAMOND ? llabs(x) + llabs(y) + llabs(z) <= radius
                                          : shape == BOX || x * x + y * y + z * z <= radius * radius;
        bool is = is_inside && (x != 0 || y != 0 || z != 0);
        if (is && count < NBB_NEIGHBOURS_LIST_MAX) {
            list->offsets[list->count++] = offset;
        }
        count += is;
    }
    return count;
}

/* The shape's number of "box(5)", and its radius; -1 where the name is of no shape. */
static int read_shape(const char *name, int *radius)
{
    char *end = NULL;
    const char *digits = name + strcspn(name, "(") + 1;
    int shape = NBB_FIND(i, SHAPES,
                         strncmp(name, shapes[i], strlen(shapes[i])) == 0 && name[strlen(shapes[i])] == '(');
    NBB_RETURN_IF(shape == SHAPES, -1);
    long number = strtol(digits, &end, 10);
    bool is_number = end != digits && strcmp(end, ")") == 0;
    *radius = is_number && number >= 1 && number <= NBB_NEIGHBOUR_REACH_MAX ? (int)number : 0;
    return shape;
}

nbb_status nbb_neighbours_named(const char *name, int axes, nbb_vector *room, nbb_neighbours *list)
{
    int radius, shape = read_shape(name, &radius), number = nbb_spelling_index(&names, name);
    *list = (nbb_neighbours){ .axes = axes, .offsets = room, .reach = 1 };
    NBB_LOCAL_TEXT near = NBB_TEXT_EMPTY;
    if (shape >= 0) {
        NBB_REFUSE_IF(radius == 0, "the neighbour list '%s': a radius of 1 to %d is expected, as in %s(5)", name,
                      NBB_NEIGHBOUR_REACH_MAX, shapes[shape]);
        list->reach = radius;
        snprintf(list->name, sizeof list->name, "%s(%d)", shapes[shape], radius);
        int count = add_shape(list, shape, radius);
        NBB_REFUSE_IF(count > NBB_NEIGHBOURS_LIST_MAX,
                      "the neighbour list %s has %d offsets on %d axes; at most %d are possible", list->name, count,
                      axes, NBB_NEIGHBOURS_LIST_MAX);
        return NBB_OK;
    }
    nbb_add_near(&near, name, names.names, names.count);
    NBB_REFUSE_IF(number < 0,
                  "no neighbour list is called '%s': vonneumann, moore, triangular, box(R), diamond(R), disc(R)"
                  " or a list of offsets is expected%s",
                  name, nbb_text_string(&near));
    NBB_REFUSE_IF(number == TRIANGULAR && axes != 2,
                  "the neighbour list triangular is for two axes, and this domain has %d: "
                  "vonneumann and moore are for any",
                  axes);
    snprintf(list->name, sizeof list->name, "%s", name);
    for (int i = 0; i < 6 && number != MOORE; ++i) {
        const int8_t *at = listed[number][i];
        list->offsets[list->count] = (nbb_vector){ { at[0], at[1], at[2] } };
        list->count += axes > 2 || at[2] == 0;
    }
    if (number == MOORE) {
        add_shape(list, BOX, 1);
    }
    return NBB_OK;
}

nbb_status nbb_neighbours_listed(const nbb_vector *offsets, int count, int axes, nbb_vector *room,
                                 nbb_neighbours *list)
{
    *list = (nbb_neighbours){ .axes = axes, .offsets = room };
    NBB_REFUSE_IF(count < 1 || count > NBB_NEIGHBOURS_LIST_MAX,
                  "a neighbour list of %d offsets: 1 to %d are expected", count, NBB_NEIGHBOURS_LIST_MAX);
    for (int i = 0; i < count; ++i) {
        const int64_t *at = offsets[i].at;
        int64_t reach = 0;
        NBB_FILL(axis, NBB_AXES_MAX, reach, llabs(at[axis]) > reach ? llabs(at[axis]) : reach);
        NBB_REFUSE_IF(reach == 0,
                      "neighbour %d of the list is the cell itself: an offset that is not 0 is"
                      " expected",
                      i + 1);
        NBB_REFUSE_IF(nbb_neighbours_at(list, offsets[i]) >= 0, "neighbour %d of the list is there twice", i + 1);
        NBB_REFUSE_IF(reach > NBB_NEIGHBOUR_REACH_MAX, "neighbour %d of the list is further than %d cells away",
                      i + 1, NBB_NEIGHBOUR_REACH_MAX);
        list->offsets[list->count++] = offsets[i];
        list->reach = reach > list->reach ? (int)reach : list->reach;
    }
    return NBB_OK;
}

bool nbb_neighbours_fit_words(const nbb_neighbours *list)
{
    return list->count <= NBB_NEIGHBOURS_WORDS_MAX && list->reach <= NBB_REACH_WORDS_MAX;
}

int nbb_neighbours_at(const nbb_neighbours *list, nbb_vector offset)
{
    int i = NBB_FIND(at, list->count, memcmp(list->offsets[at].at, offset.at, sizeof offset.at) == 0);
    return i < list->count ? i : -1;
}

bool nbb_neighbours_counts_pair(const nbb_neighbours *list, int number)
{
    const int64_t *at = list->offsets[number].at;
    int opposite = nbb_neighbours_at(list, (nbb_vector){ { -at[0], -at[1], -at[2] } });
    return opposite < 0 || number < opposite;
}

int nbb_colour_of(const nbb_colouring *colouring, nbb_vector cell)
{
    int64_t rest = NBB_SUM(axis, NBB_AXES_MAX, colouring->factors[axis] * cell.at[axis]) % colouring->q;
    return (int)(rest < 0 ? rest + colouring->q : rest);
}

nbb_colouring nbb_neighbours_colour(const nbb_neighbours *list)
{
    for (int q = 1; q <= NBB_COLOURS_MAX; ++q) {
        const nbb_vector extent = { { q, q, list->axes == 3 ? q : 1 } };
        for (int64_t i = 0; i < nbb_box_places(extent); ++i) { /* the last axis's factor is the fastest */
            const nbb_vector reversed = nbb_box_place((nbb_vector){ { 0 } }, extent, i);
            nbb_colouring colouring = { .q = q };
            NBB_FILL(axis, list->axes, colouring.factors[axis], (int)reversed.at[list->axes - 1 - axis]);
            NBB_RETURN_IF(NBB_ALL(n, list->count, nbb_colour_of(&colouring, list->offsets[n]) != 0), colouring);
        }
    }
    return (nbb_colouring){ .q = 0 };
}
