/* schedules.c - which schedule goes with which space, word and step: the one table that plans, refusals and `info`
   read. */
#include "gen/plan/plan.h"

/* Where a state lies: the box of bb, tiles of a fractal, lanes, tiles of a simplex by bytes, or by bits. */
enum { BOX = 1 << 0, TILES = 1 << 1, LANES = 1 << 2, BYTES = 1 << 3, BITS = 1 << 4, ANY = 0 };

/* What else is so of a plan: X(name, whether it is). */
#define FACTS(X)                                                                                                    \
    X(HOST, asked->target == NBB_TARGET_HOST)                                                                       \
    X(OTHER, asked->target != NBB_TARGET_CUDA) /* than CUDA */                                                      \
    X(RULE, asked->law == NBB_LAW_RULE)        /* a step is a rule's */                                             \
    X(PROGRAM, asked->law == NBB_LAW_PROGRAM)  /* ... or a program's */                                             \
    X(VALUES, by_values)                       /* words of lanes hold a value each */                               \
    X(DENSE, dense)                     /* and tiles as wide as their neighbours are far off have too many cells */ \
    X(COUNTS, counts)                   /* in words of bits counts run along rows or columns */                     \
    X(SHORT, !counts)                   /* they do not */                                                           \
    X(UNBOXED, !plan->launch.boxed)     /* no box holds a tile */                                                   \
    X(SPARSE, plan->launch.region == 0) /* and no patch a region */                                                 \
    X(DIRECT, asked->halo == NBB_HALO_DIRECT) /* --halo direct */                                                   \
    X(SHARED, asked->halo != NBB_HALO_DIRECT) /* a halo that is not direct */                                       \
    X(SPACE, space)                           /* three axes */                                                      \
    X(TURNED, turned)                         /* replicas are */                                                    \
    X(RANKS, nbb_plan_is_sharded(plan))       /* share the items */                                                 \
    X(ORDER, traits->by_turns)                /* sublattices, or stages */                                          \
    X(LOCAL, traits->local)                   /* a cell is updated from itself */                                   \
    X(FAR, traits->reach != 1)                /* neighbours do not all touch the cell */                            \
    X(LARGE, large)                           /* a cell has more bytes than registers hold three times */           \
    X(NARROW, nbb_traits_unit(traits) == 1)   /* fields of 16 bits or less that are no bits */                      \
    X(SIDED, asked->tile != 0)                /* --tile */                                                          \
    X(PRODUCT, asked->tc != NBB_TC_NONE)                                                                            \
    X(BRANCHES, asked->recursion == NBB_RECURSION_BRANCHES)
#define NUMBER(name, is) name##_NUMBER,
#define BIT(name, is) name = 1 << name##_NUMBER,
enum { FACTS(NUMBER) };
enum { FACTS(BIT) };

enum { BYTES_MOST = 32 }; /* of a cell in the plane, in registers three times for each step of a march */

/* A schedule cannot be had in one of the spaces where all the facts are so; the first row that matches says why. */
typedef struct refusal {
    nbb_schedule schedule;
    unsigned spaces, facts;
    const char *why;
} refusal;
static const refusal refusals[] = {
    { NBB_SCHEDULE_CELLS, TILES, RULE | SHARED,
      "a rule's tiles are copied to boxes, or on a GPU read in place by --halo direct" },
    { NBB_SCHEDULE_CELLS, BYTES, RULE, "a rule's cells go four at a time" },
    { NBB_SCHEDULE_CELLS, BITS, 0, "a word of bits has 32 cells" },
    { NBB_SCHEDULE_TILE, BOX, SPARSE, "patches are for programs with many neighbours" },
    { NBB_SCHEDULE_TILE, TILES, DIRECT, "--halo direct reads cells where they are stored" },
    { NBB_SCHEDULE_TILE, TILES, UNBOXED | SPARSE,
      "boxes are for bytes, in two states, of neighbours that touch the cell, patches for many neighbours, and a"
      " block's must fit shared memory" },
    { NBB_SCHEDULE_TILE, LANES | BITS, VALUES | SPARSE,
      "boxes are for counts in words of bits, patches for programs with many neighbours" },
    { NBB_SCHEDULE_TILE, LANES, TURNED, "boxes are for replicas that are not turned" },
    { NBB_SCHEDULE_TILE, LANES | BITS, SHORT | SPARSE, "boxes are for counts that run along rows or columns" },
    { NBB_SCHEDULE_TILE, BYTES, PROGRAM, "a program's cells are found one by one, or by a march" },
    { NBB_SCHEDULE_COLUMNS, BOX | TILES | LANES | BYTES, 0, "columns are of words of storage bits" },
    { NBB_SCHEDULE_COLUMNS, BITS, COUNTS, "its counts run along columns, in boxes" },
    { NBB_SCHEDULE_MARCH, BOX | TILES | LANES, 0, "a march goes through the rows of a simplex's tiles" },
    { NBB_SCHEDULE_MARCH, ANY, HOST, "a march holds rows in the registers of a warp, CUDA has those" },
    { NBB_SCHEDULE_MARCH, BITS, COUNTS, "its counts run along columns, in boxes" },
    { NBB_SCHEDULE_MARCH, BITS, SPACE, "a word of bits in space goes down a column" },
    { NBB_SCHEDULE_MARCH, BITS, ORDER, "of sublattices it is for few chances, which are drawn once a step" },
    { NBB_SCHEDULE_MARCH, ANY, RANKS, "ranks exchange cells between steps" },
    { NBB_SCHEDULE_MARCH, BYTES, ORDER, "sublattices and stages take a launch each" },
    { NBB_SCHEDULE_MARCH, BYTES, LOCAL, "its cells read no others" },
    { NBB_SCHEDULE_MARCH, BYTES, FAR, "a march has the rows beside a cell's alone" },
    { NBB_SCHEDULE_MARCH, BYTES, LARGE, "a cell has more bytes than registers hold rows of" },
    { NBB_SCHEDULE_MARCH, BYTES, NARROW, "registers have values of 32 bits, or bytes of bits" },
    { NBB_SCHEDULE_MARCH, BYTES, SIDED, "its tiles are as wide as a warp: leave --tile out" },
    { NBB_SCHEDULE_MARCH, BYTES, PRODUCT, "its tiles are too few for --tc" },
    { NBB_SCHEDULE_MARCH, BYTES, BRANCHES, "its tiles are covered by one pass, not by --recursion branches" },
    { NBB_SCHEDULE_STRAIGHT, BOX | TILES | BYTES | BITS, 0, "straight-line code is for tiles of map lanes" },
    { NBB_SCHEDULE_STRAIGHT, LANES, COUNTS, "its counts run along rows, in boxes" },
    { NBB_SCHEDULE_STRAIGHT, LANES, VALUES | TURNED, "replicas are turned, and values are no bits" },
    { NBB_SCHEDULE_STRAIGHT, LANES, VALUES | DENSE,
      "its neighbours are too many, or too far off, for code of all cells of a tile" },
    { NBB_SCHEDULE_PERSISTENT, BOX | TILES | BYTES | BITS, 0, "a persistent launch has tiles of map lanes" },
    { NBB_SCHEDULE_PERSISTENT, ANY, OTHER, "its blocks would wait for each other by PTX, which CUDA has" },
    { NBB_SCHEDULE_PERSISTENT, ANY, VALUES, "persistent launches need words of bits" },
    { NBB_SCHEDULE_PERSISTENT, ANY, COUNTS, "its counts run along rows or columns, in boxes" },
    { NBB_SCHEDULE_PERSISTENT, ANY, TURNED, "how tiles beside a tile are turned differs" },
    { NBB_SCHEDULE_PERSISTENT, ANY, RANKS, "ranks exchange cells between launches" },
};

static unsigned space_of(const nbb_plan *plan)
{
    nbb_map map = plan->space.map;
    return map == NBB_MAP_BB                         ? BOX
           : map == NBB_MAP_LANES                    ? LANES
           : plan->asked.fractal != NULL             ? TILES
           : plan->space.storage == NBB_STORAGE_BITS ? BITS
                                                     : BYTES;
}

/* As a plan that was asked for the schedule would have them. */
static unsigned facts_of(const nbb_plan *plan, nbb_schedule schedule)
{
    const nbb_request *asked = &plan->asked;
    const nbb_traits *traits = &asked->traits;
    bool by_values = nbb_plan_has_wide_lanes(plan), dense = by_values && nbb_values_by_cells(asked);
    bool either = traits->either && (space_of(plan) & (LANES | BITS)) != 0;
    bool counts = either ? schedule == NBB_SCHEDULE_TILE : nbb_plan_goes_by_spans(plan);
    bool space = nbb_domain_axes(&asked->domain) == 3;
    bool turned = asked->fractal != NULL && asked->fractal->orientations > 1;
    bool large = space ? nbb_traits_words(traits) > NBB_SPACE_WORDS : nbb_traits_cell_bytes(traits) > BYTES_MOST;
#define IF_SO(name, is) | ((is) ? (unsigned)name : 0)
    return 0 FACTS(IF_SO);
#undef IF_SO
}

const char *nbb_plan_schedule_refusal(const nbb_plan *plan, nbb_schedule schedule)
{
    unsigned space = space_of(plan), facts = facts_of(plan, schedule);
    int i = NBB_FIND(at, NBB_COUNT(refusals),
                     refusals[at].schedule == schedule
                         && (refusals[at].spaces == ANY || (refusals[at].spaces & space) != 0)
                         && (refusals[at].facts & ~facts) == 0);
    return i < NBB_COUNT(refusals) ? refusals[i].why : NULL;
}

bool nbb_plan_may(const nbb_plan *plan, nbb_schedule schedule)
{
    nbb_schedule asked = plan->asked.schedule;
    return (asked == NBB_SCHEDULE_AUTO || asked == schedule) && nbb_plan_schedule_refusal(plan, schedule) == NULL;
}

nbb_schedule nbb_plan_schedule(const nbb_plan *plan)
{
    unsigned space = space_of(plan);
    bool by_rule = plan->asked.law == NBB_LAW_RULE;
    bool marches = plan->launch.march.depth > 0 && plan->asked.target != NBB_TARGET_HOST;
    return plan->launch.persistent                                                         ? NBB_SCHEDULE_PERSISTENT
           : nbb_plan_goes_by_spans(plan) || plan->launch.boxed || plan->launch.region > 0 ? NBB_SCHEDULE_TILE
           : marches                                                                       ? NBB_SCHEDULE_MARCH
           : space == BITS                                                                 ? NBB_SCHEDULE_COLUMNS
           : space == LANES            ? nbb_plan_goes_by_cells(plan) ? NBB_SCHEDULE_CELLS : NBB_SCHEDULE_STRAIGHT
           : space == BYTES && by_rule ? NBB_SCHEDULE_TILE
                                       : NBB_SCHEDULE_CELLS;
}

nbb_status nbb_plan_check_schedule(const nbb_plan *plan)
{
    nbb_schedule asked = plan->asked.schedule;
    NBB_DONE_IF(asked == NBB_SCHEDULE_AUTO || asked == nbb_plan_schedule(plan));
    const char *why = nbb_plan_schedule_refusal(plan, asked);
    NBB_LOCAL_TEXT others = NBB_TEXT_EMPTY;
    for (nbb_schedule other = NBB_SCHEDULE_AUTO + 1; other < NBB_SCHEDULE_COUNT; ++other) {
        NBB_TEXT_ADD_IF(other != asked && nbb_plan_schedule_refusal(plan, other) == NULL, &others, "%s%s",
                        others.length == 0 ? "" : " or ", nbb_schedule_names.names[other]);
    }
    return NBB_REFUSE("--schedule %s cannot be had on %s with map %s, storage %s: %s; use %s",
                      nbb_schedule_names.names[asked], nbb_domain_name(&plan->asked.domain),
                      nbb_map_names.names[plan->space.map], nbb_storage_names.names[plan->space.storage],
                      why != NULL ? why : "its rows need more registers than threads have", nbb_text_string(&others));
}
