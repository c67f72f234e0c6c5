/* plan_simplex.h - the layouts of a simplex in bytes: cover, storage, the enumeration's precision. */
#pragma once

#include "gen/plan/plan_record.h"

/* Tiles a side up to which enumeration with a square root in single (double) precision is exact: one more, and the
   last number of the last row is taken for the first of the next. All its operations round monotonically, so that the
   ends of rows are where it can err first; test_simplex.c looks at them. */
#define NBB_ENUM_SINGLE_MAX INT64_C(4607)
#define NBB_ENUM_DOUBLE_MAX INT64_C(134217727)

/* Whether the enumeration's roots are exact. */
bool nbb_plan_has_roots(const nbb_plan *plan);

/* The largest t of a tile of 2^t cells a side, of m axes. */
int nbb_plan_simplex_tile_level(int m);

/* Fails (usage) where --recursion is no choice: it is one for lambda of a tetrahedron; its branches cover from
   above. */
nbb_status nbb_plan_check_recursion(const nbb_request *request);

/* Of a layout's row: the tile, the cover and its product, threads, the storage where it was left open, and bytes. */
nbb_status nbb_plan_size_simplex(const nbb_request *request, const nbb_plan_asked *asked, nbb_plan_space *space);
void nbb_plan_count_simplex(const nbb_request *request, nbb_plan *plan);

/* The side of a tile of map bb, which has none: a cell. */
int64_t nbb_plan_no_side(int axes);
