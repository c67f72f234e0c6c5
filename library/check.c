/* check.c - a definition gone through: its map and the inverse agree. */
#include "library/describe.h"

#include "gen/base/json.h"
#include "gen/domain/simplex.h"

#include <inttypes.h>

enum {
    CELLS = 1 << 16, /* gone through at most */
    TILES = 64       /* a side, up to which covers are */
};

/* Numbers every cell and finds it back: the map of cells and its inverse agree. */
static nbb_status check_inverse(const nbb_domain *domain, const char *path)
{
    for (int64_t i = 0; i < nbb_domain_cells(domain); ++i) {
        nbb_vector cell = nbb_domain_cell(domain, i);
        if (nbb_domain_index(domain, cell) != i) {
            return nbb_fail(NBB_ERROR_DEFINITION,
                            "%s: cell %" PRId64 " of size %" PRId64 " stands at (%" PRId64 ", %" PRId64
                            "), where cell %" PRId64 " is",
                            path, i, domain->size, cell.at[0], cell.at[1], nbb_domain_index(domain, cell));
        }
    }
    return NBB_OK;
}

static nbb_status check_fractal(const nbb_fractal *fractal, json_t *object)
{
    int level = 0;
    while (level < nbb_fractal_largest_level(fractal) && nbb_fractal_cells(fractal, 0, level + 1) <= CELLS) {
        ++level;
    }
    nbb_json_set(object, "checked",
                 json_pack("{s:i, s:I}", "level", level, "cells", (json_int_t)nbb_fractal_cells(fractal, 0, level)));
    return check_inverse(&(nbb_domain){ .fractal = fractal, .size = level }, fractal->path);
}

/* Every tile of a cover has a number, and every number of the simplex's tiles one tile. */
static nbb_status check_cover(const nbb_simplex *simplex, int64_t side, nbb_from from)
{
    nbb_cover cover;
    int64_t inside = 0;
    nbb_cover_build(simplex->m, side, from, &cover);
    for (int64_t number = 0; number < cover.tiles; ++number) {
        nbb_vector place = nbb_cover_place(&cover, number);
        if (nbb_simplex_member(simplex->m, side, place)) {
            ++inside;
            if (nbb_cover_number(&cover, place) != number) {
                return nbb_fail(
                    NBB_ERROR_DEFINITION,
                    "%s: of %" PRId64 " tiles a side, from %s, tile %" PRId64 " stands where %" PRId64 " is",
                    simplex->path, side, nbb_from_names.names[from], number, nbb_cover_number(&cover, place));
            }
        }
    }
    return inside == nbb_simplex_cells(simplex->m, side)
               ? NBB_OK
               : nbb_fail(NBB_ERROR_DEFINITION, "%s: of %" PRId64 " tiles a side, from %s, %" PRId64 " are met",
                          simplex->path, side, nbb_from_names.names[from], inside);
}

static nbb_status check_simplex(const nbb_simplex *simplex, json_t *object)
{
    int64_t n = 1;
    while (nbb_simplex_cells(simplex->m, n + 1) <= CELLS) {
        ++n;
    }
    NBB_TRY(check_inverse(&(nbb_domain){ .simplex = simplex, .size = n }, simplex->path));
    for (int64_t side = 1; side <= TILES; ++side) {
        NBB_TRY(check_cover(simplex, side, NBB_FROM_ABOVE));
        NBB_TRY(check_cover(simplex, side, NBB_FROM_BELOW));
    }
    nbb_json_set(object, "checked", json_pack("{s:i}", "tiles", TILES));
    return NBB_OK;
}

nbb_status nbb_check_definition(const nbb_definition *definition, json_t *object)
{
    return definition->kind == NBB_KIND_SIMPLEX ? check_simplex(&definition->simplex, object)
                                                : check_fractal(&definition->fractal, object);
}
