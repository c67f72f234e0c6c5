/* card.c - the constants of an H200. */
#include "gen/plan/card.h"

#include "gen/plan/workload.h"

#define ANY INT64_MAX
#define VALUE(type, name, value) .name = value,
#define BY_AXES(type, name, plane, space) .name = { [2] = plane, [3] = space },

const nbb_card nbb_card_default = {
    NBB_CARD_CONSTANTS(VALUE)
    /* the 65536 registers of a multiprocessor give each of these threads 128, 168 or 255 */
    .tiers = { { 90, 512, 1 }, { 145, 384, 1 }, { 200, 256, 1.1 }, { INT_MAX, 256, 1.3 } },
    .overlap = { .power = 4, .halo = 5 },
    .host_overlap = { .power = 2, .halo = 13 },
    .lanes = { NBB_CARD_LANES(VALUE) },
    .simplex = { NBB_CARD_SIMPLEX(VALUE, BY_AXES) .turns_slab = { 15, 60 } },
    .wide = { NBB_CARD_WIDE(VALUE) },
    .products = {
        { NBB_ENTRY_WRITE, NBB_MAP_LAMBDA, 8, ANY, NBB_TC_BLOCKS },      /* tiles of 1, 2 and 4: 1.9 to 2.4 times */
        { NBB_ENTRY_WRITE, NBB_MAP_LAMBDA, ANY, 68000, NBB_TC_BYTES },
        { NBB_ENTRY_WRITE, NBB_MAP_LAMBDA, ANY, ANY, NBB_TC_HALVES },    /* 1 to 7% */
        { NBB_ENTRY_SUM, NBB_MAP_LAMBDA, 220, ANY, NBB_TC_BLOCKS }, /* tiles of 8 twice, of 16 1.6 times */
        { NBB_ENTRY_SUM, NBB_MAP_LAMBDA, ANY, 34000, NBB_TC_BLOCKS }, /* gasket r = 14: 4%, on an H100 15% */
        { NBB_ENTRY_SUM, NBB_MAP_LAMBDA, ANY, ANY, NBB_TC_BYTES },
        { NBB_ENTRY_STEP, NBB_MAP_LAMBDA, ANY, ANY, NBB_TC_BYTES },
        { NBB_ENTRY_STEP, NBB_MAP_COMPACT, ANY, 18000, NBB_TC_HALVES }, /* gasket r = 8 to 13: 1.8 to 4.1 times */
        { NBB_ENTRY_STEP, NBB_MAP_COMPACT, ANY, ANY, NBB_TC_BYTES },
    },
};

const nbb_card *nbb_card_of(const nbb_card *card)
{
    return card != NULL ? card : &nbb_card_default;
}
