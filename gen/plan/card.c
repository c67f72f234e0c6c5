/* card.c - the constants of an H200. */
#include "gen/plan/card.h"

#include <limits.h>
#include <stddef.h>

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
    .crossed_ns = 9,
    .neighbour_ns = 75,
    .fetched_ns = 4.5,
    .fetch_free = 5000,
    .code_loaded = 2,
    .code_crossed = 3,
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
    .threads_drawing = 1024,
    .masks_few = 6,
    .threads_once = 1280,
    .once_few = 2,
    .threads_paired = 768,
    .crossed_seldom = 0.25,
    .scratch_bytes = 8 << 20,
};

const nbb_card *nbb_card_of(const nbb_card *card)
{
    return card != NULL ? card : &nbb_card_default;
}
