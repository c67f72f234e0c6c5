/* plan_tile.h - the layouts of a fractal: the level t of its tiles, and the bytes of its state by map and tile. */
#pragma once

#include "gen/plan/plan_record.h"

/* Buffers of state: of an automaton in and out, or where map lanes is to update it in place, or two do not fit, one;
   of the others one. */
int nbb_plan_buffers(const nbb_request *request, nbb_map map, int t);

/* Bytes of all buffers; in place the least that is needed, with launches of one step. */
uint64_t nbb_plan_run_bytes(const nbb_request *request, nbb_map map, int t);

/* Whether so many are available, or can be addressed where it is not known what is. */
bool nbb_plan_fits(const nbb_request *request, nbb_map map, int t);

/* Cells of a level-t tile along the axis on which --tile is given: x, or y where the fractal does not grow on x. */
int64_t nbb_plan_tile_side(const nbb_fractal *fractal, int t);

/* Whether level t has a side of its own, and it is the asked one, unless that is 0. */
bool nbb_plan_names_tile(const nbb_fractal *fractal, int t, int64_t asked);

/* The level that the plan takes where no tile is named. */
int nbb_plan_default_tile(const nbb_request *request, nbb_map map);

/* The level of the tile that was named, else the plan's. Fails (usage) with the sides that are possible. */
nbb_status nbb_plan_choose_tile(const nbb_request *request, nbb_map map, int *level);

/* Of a layout's row: tile, places, bytes; and tables, masks and threads of cells that stand one by one. */
nbb_status nbb_plan_size_fractal(nbb_plan *plan);
nbb_status nbb_plan_build_tiles(nbb_plan *plan);

/* The part of a plan that says how maps are evaluated: levels, tau(beta), tensor cores, cells of
   a tile and around it. These choices are independent of one another and change no result. */

/* Chooses eval, hash, intra, halo and tc for a plan whose map, sizes and tile are there, and proves what they rest
   on: the tensor cores' encodings, the arithmetic forms of tau(beta). Fails (usage) with the reason on a choice that
   has no effect on the map, that the target cannot do, or that cannot be proven. */
nbb_status nbb_plan_choose_evaluation(nbb_plan *plan);

/* Of a program with two states, or with sublattices in one, and so many neighbours that it takes less to look once
   for each place of a patch, a region and what is around it, than for each cell's neighbours: the level of a region's
   replica, which is a tile of maps that have tiles, else has a hundred cells or more; where a patch has room in a
   block's shared memory, on the host in caches. Else 0. */
int nbb_plan_region(const nbb_plan *plan);

/* Whether a plan of the request on the map has regions, with the tile that is asked for or the usual one, and
   room. */
bool nbb_plan_has_patches(const nbb_request *request, nbb_map map);

/* Why no product is formed though --tc was asked for: a single tile stands at 0 and has no neighbours, or no tile
   touches another. NULL where there are products, and without --tc. */
const char *nbb_plan_idle_products(const nbb_plan *plan);
