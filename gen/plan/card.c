/* card.c - the constants of an H200. */
#include "gen/plan/card.h"

#include "gen/plan/workload.h"

#define ANY INT64_MAX

const nbb_card nbb_card_default = {
    .multiprocessors = 132,
    /* the 65536 registers of a multiprocessor give each of these threads 128, 168 or 255 */
    .tiers = { { 90, 512, 1 }, { 145, 384, 1 }, { 200, 256, 1.1 }, { INT_MAX, 256, 1.3 } },
    .overlap = { .power = 4, .halo = 5 },
    .host_overlap = { .power = 2, .halo = 13 },
    .byte_operations = 3.8,
    .operation_fill_ns = 6.3e-5,
    .begin_ns = 360,
    .loaded_ns = 9.5,
    .computed_ns = 0.71,
    .look_up_ns = 205,
    .permuted_ns = 9,
    .neighbour_ns = 75,
    .fetched_ns = 4.5,
    .fetch_free = 5000,
    .code_loaded = 2,
    .code_permuted = 3,
    .cells_ahead = 80,
    .grid_ns = 1350,
    .cluster_ns = 330,
    .block_ns = 210,
    .word_ns = 6,
    .operation_ns = 1.16,
    .drawn_ns = 300,
    .threads_aim = 256,
    .threads_aim_drawn = 512,
    .words_aim_drawn = 16384,
    .threads_few = 768,
    .threads_drawing = 896,
    .masks_few = 6,
    .once_few = 2,
    .permuted_seldom = 0.25,
    .scratch_bytes = 8 << 20,
    .tile_bytes = 1024,
    .tile_warp_words = 512,
    .tile_pass_block = 256,
    .lanes = { .words_aim = 160,
               .steps_aim = 8,
               .operations_aim = 12000,
               .host_large = 1 << 26,
               .small_lanes = 256,
               .small_worthwhile = 0.05,
               .pass_block = 512,
               .persistent_steps = 6,
               .persistent_words = 96 },
    .simplex = { .bits_host = { [2] = 400, [3] = 32 },
                 .bits_rules = { [2] = 2048, [3] = 1 },
                 .bits_drawing = { [2] = 724, [3] = 181 },
                 .embedded_rules = { [2] = ANY, [3] = 362 },
                 .bits_warps = 20,                    /* as many as it runs at once */
                 .turns_warps = 96,                   /* four times what it runs at once */
                 .strips_warps = 24,
                 .space_blocks = 8,
                 .once_resident = 6,
                 .strips_resident = 7,
                 .strips_resident_large = 4,
                 .space_resident = 2,
                 .bits_resident = { [2] = 5, [3] = 4 },
                 .bits_depth = { [2] = 15, [3] = 8 },
                 .bits_steps = 8,
                 .bits_slab = 30,
                 .turns_slab = { 15, 60 },
                 .march_words = 64,
                 .march_drawing = 2,
                 .turns_words = 32,
                 .strips_bytes = 16,
                 .strips_slab = 30,
                 .space_depth = 14,
                 .tile = { [2] = 6, [3] = 4 },
                 .tile_points = 7 },
    .wide = { .words_aim = 162,
              .words_held = 192,
              .steps_aim = 8,
              .turns_aim = 1200,
              .code_aim = 12000,
              .word_operations = 28,
              .gathered = 2.0,
              .worthwhile = 0.95,
              .division = 8,
              .function = 16,
              .draw = 60,
              .threads_word = 512,
              .threads = 384,
              .words_resident = 190 },
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
