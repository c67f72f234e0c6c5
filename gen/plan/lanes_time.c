/* lanes_time.c - times of map lanes, fitted to measurements on an H200 (tests/device/h200): lanes.txt has launches
   that fill it, small.txt launches that do not and launches that stay, of layouts with 5e5 to 2e8 cells. */
#include "gen/plan/lanes_time.h"

#include <limits.h>
#include <math.h>

enum {
    WARP = 32,
    SCHEDULERS = 4,                                   /* of a multiprocessor */
    MULTIPROCESSORS = 132                             /* of the device that was measured */
};

/* The 65536 registers of a multiprocessor give each of these threads 128, 168 or 255. */
static const nbb_lanes_tier tiers[] = { { 90, 512, 1 }, { 145, 384, 1 }, { 200, 256, 1.1 }, { INT_MAX, 256, 1.3 } };

/* How a target's memory and logic overlap: the launch's cost is their norm of this power. And what a word of the halo
   costs, in operations. */
static const struct {
    double power, halo;
} overlaps[] = { [NBB_TARGET_HOST] = { 2, 13 }, [NBB_TARGET_CUDA] = { 4, 5 } };
#define FLOW_NS 6.3e-5                                 /* of a unit of nbb_lanes_flow */
#define BYTE_UNITS 3.8                                /* of a byte that is moved */

/* Nanoseconds of a launch that does not fill the device: to begin; of a word that is loaded, of an operation, of the
   look-ups for a neighbour tile and of a word whose lanes are crossed in one warp, which waits for each; of the
   look-ups for each warp that a scheduler has, which these share; and of an instruction past those that the
   instruction cache holds, for every wave of blocks. */
#define BEGIN_NS 360.0
#define LOADED_NS 9.5
#define COMPUTED_NS 0.71
#define LOOK_UP_NS 205.0
#define CROSSED_NS 9.0                                /* and as much for each part of the word */
#define NEIGHBOUR_NS 75.0
#define FETCHED_NS 4.5
enum { FETCH_FREE = 5000, CODE_LOADED = 2, CODE_CROSSED = 3 };  /* instructions, of a word, and of each part */

/* Nanoseconds of a launch that stays: of a round's waiting where all blocks wait for each other, those of a cluster,
   and the threads of one; and, for each warp that a scheduler has, of a word that is loaded from beside and of a
   logic operation. An H100 has the same multiprocessors and clock and waits 300 ns longer in a cluster, which nothing
   that it says of itself tells. */
#define GRID_NS 1350.0
#define CLUSTER_NS 330.0
#define BLOCK_NS 210.0
#define WORD_NS 6.0
#define OPERATION_NS 1.16

/* Where a launch's own code crosses lanes, a thread holds all words that it loads, and about a quarter of the first
   step's shared sums; else it loads words of the halo when they are needed. */
nbb_lanes_tier nbb_lanes_tier_of(bool crosses, const nbb_lanes_launch *launch)
{
    int words = crosses ? launch->closure.count + launch->shared_sums / 4 : launch->order.held;
    int i = 0;
    while (words > tiers[i].words) {
        ++i;
    }
    return tiers[i];
}

/* Memory and logic overlap in part. */
double nbb_lanes_flow(nbb_target target, bool crosses, const nbb_lanes_launch *launch, const nbb_border *border)
{
    double power = overlaps[target].power;
    double own = launch->closure.own, beside = launch->closure.count - own;
    double memory = BYTE_UNITS * (8 + NBB_BORDER_MOVES * 4 * border->count / own);
    double logic = (launch->code.operations + overlaps[target].halo * beside) / own;
    double slowdown = nbb_lanes_tier_of(crosses, launch).slowdown;
    return pow(pow(memory, power) + pow(logic, power), 1 / power) * slowdown;
}

/* The directions in which a launch has neighbour tiles to find. */
static int neighbours_of(const nbb_lanes_launch *launch)
{
    int count = 0;
    for (int d = 0; d < launch->closure.directions->count; ++d) {
        count += nbb_closure_loaded(&launch->closure, d) > 0;
    }
    return count;
}

/* One warp's way through the code; what the device's schedulers take for all of them, whose most loaded
   multiprocessor all wait for; the two overlap. And the instructions that each wave of blocks fetches anew. */
double nbb_lanes_launch_ns(const nbb_lanes_spread *spread, const nbb_lanes_launch *launch)
{
    const nbb_border none = { 0 };
    int operations = launch->code.operations, neighbours = neighbours_of(launch);
    double own = launch->closure.own, beside = nbb_closure_loaded_beside(&launch->closure);
    double parts = 1.0 + spread->parts;
    double chain = BEGIN_NS + LOADED_NS * (own + beside) + COMPUTED_NS * operations
                   + LOOK_UP_NS * neighbours * spread->look_ups + CROSSED_NS * parts * beside * spread->crossing;
    double blocks = (double)spread->items / spread->block / spread->multiprocessors, most = ceil(blocks);
    double filled = blocks < 1 ? 1 : most / blocks;
    double warps = blocks * spread->block / WARP / SCHEDULERS;
    double flow = FLOW_NS * MULTIPROCESSORS / spread->multiprocessors * own * (double)spread->items
                  * nbb_lanes_flow(NBB_TARGET_CUDA, false, launch, &none) * filled
                  + NEIGHBOUR_NS * neighbours * warps;
    double code = operations + own + (CODE_LOADED + CODE_CROSSED * parts) * beside;
    double waves = ceil(blocks * spread->block / nbb_lanes_tier_of(false, launch).threads);
    return hypot(chain, flow) + FETCHED_NS * waves * fmax(0, code - FETCH_FREE);
}

/* Operations that turn the words of crossed lanes in the slowest warp, which all others wait for: one for each of
   about a moves; a warp with all tiles crosses lanes on all sides, one of many at a border on about half of them. */
static double crossing_operations(int words, int a, int64_t tiles)
{
    return 1.0 * a * words * (tiles <= WARP ? 1 : 0.5);
}

double nbb_lanes_round_ns(uint32_t cluster, double warps, int a, int64_t tiles, const nbb_lanes_launch *launch)
{
    int words = nbb_closure_loaded_beside(&launch->closure);
    double work = WORD_NS * words + OPERATION_NS * launch->code.operations
                  + OPERATION_NS * crossing_operations(words, a, tiles);
    return (cluster == 0 ? GRID_NS : cluster == 1 ? BLOCK_NS : CLUSTER_NS) + warps * work;
}
