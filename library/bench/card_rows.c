/* card_rows.c - what `bench --tune` measures, row by row, and how a row's constant is read and set. */
#include "library/bench/bench.h"

#define ROW(member, of, ...)                                                                                      \
    {                                                                                                             \
        .name = #member, .place = offsetof(nbb_card, member), .bytes = sizeof((nbb_card *)0)->member, .unit = of, \
        __VA_ARGS__                                                                                               \
    }
#define WAIT(does, steps, ns) \
    .probe = NBB_CARD_WAIT, .work = does " --steps-per-launch " #steps, .values = { ns, steps }
#define KNOB(does, ...) .probe = NBB_CARD_KNOB, .work = does, .values = { __VA_ARGS__ }
#define SIDE(does, option, takes) .probe = NBB_CARD_SIDE, .work = does, .varied = option, .sizes = takes
#define AT(...) .values = { __VA_ARGS__ }
#define TRIANGLE "triangle --map lambda "
#define TETRAHEDRON "tetrahedron --map lambda "
#define BITS " --storage bits"
#define HEAT " --program heat --map lanes"
#define GASKET "sierpinski --map lambda --tc "
#define PERSISTENT "sierpinski --map lanes --lanes 27 "

/* Sides of sierpinski's tiles of 4, 8, 16 and 32 cells have 4, 16, 64 and 256 words; of 3^(r - t) tiles. */
const nbb_card_row nbb_card_rows[NBB_CARD_ROWS] = {
    /* 1452 and 754 by small.txt, 217 by this row */
    ROW(grid_ns, "ns", WAIT(PERSISTENT "--r 12 --tile 8 --block 32 --persistent grid", 2, 1452)),
    ROW(cluster_ns, "ns", WAIT(PERSISTENT "--r 12 --tile 8 --block 96 --persistent cluster", 2, 754)),
    ROW(block_ns, "ns", WAIT(PERSISTENT "--r 9 --tile 4 --block 96 --persistent cluster", 1, 217)),
    ROW(tile_bytes, "bytes", KNOB("sierpinski --r 15 --map compact", 256, 1024, 4096)),
    ROW(tile_warp_words, "words", KNOB("sierpinski --r 15 --map compact --tile 64", 128, 512, 2048)),
    ROW(tile_pass_block, "threads", KNOB("sierpinski --r 15 --map lambda --workload sw", 128, 256, 512)),
    ROW(lanes.pass_block, "threads", KNOB("sierpinski --r 21 --map lanes --workload sw", 128, 256, 512, 1024)),
    ROW(threads_drawing, "threads",
        KNOB("vicsek --r 12 --map lanes --persistent no --program ising", 768, 896, 1024)),
    ROW(threads_deferring, "threads",
        KNOB("carpet --r 9 --map lanes --persistent no --program ising", 384, 512, 640)),
    ROW(simplex.bits_warps, "warps", KNOB(TRIANGLE "--n 16384" BITS, 10, 20, 40, 80)),
    ROW(simplex.bits_steps, "steps", KNOB(TRIANGLE "--n 65536" BITS, 4, 6, 8, 10, 12)),
    ROW(simplex.bits_slab, "rows", KNOB(TRIANGLE "--n 2048" BITS, 30, 60, 120)),
    ROW(simplex.bits_resident[2], "blocks", KNOB(TRIANGLE "--n 65536" BITS, 3, 4, 5, 6, 7)),
    ROW(simplex.bits_resident[3], "blocks", KNOB(TETRAHEDRON "--n 1024" BITS, 12, 16, 20, 24)),
    ROW(simplex.bits_depth[2], "words", KNOB(TRIANGLE "--n 32768 --program potts" BITS, 3, 5, 15)),
    ROW(simplex.bits_depth[3], "words", KNOB(TETRAHEDRON "--n 1024 --program wireworld" BITS, 2, 4, 8)),
    ROW(simplex.march_words, "words", KNOB(TRIANGLE "--n 32768 --program wireworld" BITS, 24, 36, 48, 64)),
    ROW(simplex.march_drawing, "steps", KNOB(TRIANGLE "--n 32768 --program forest_fire" BITS, 1, 2, 3, 4)),
    ROW(simplex.turns_warps, "warps", KNOB(TRIANGLE "--n 32768 --program ising" BITS, 48, 96, 192)),
    ROW(simplex.turns_slab[0], "rows", KNOB(TRIANGLE "--n 4096 --program ising" BITS, 15, 30)),
    ROW(simplex.turns_slab[1], "rows", KNOB(TRIANGLE "--n 65536 --program ising" BITS, 30, 60, 120)),
    ROW(simplex.turns_words, "words", KNOB(TRIANGLE "--n 32768 --program ising" BITS, 1, 32)),
    ROW(simplex.once_resident, "blocks", KNOB(TRIANGLE "--n 32768 --program ising" BITS, 4, 5, 6, 8)),
    ROW(simplex.strips_warps, "warps", KNOB(TRIANGLE "--n 8192 --program heat", 12, 24, 48)),
    ROW(simplex.strips_slab, "rows", KNOB(TRIANGLE "--n 2048 --program heat", 30, 60, 120)),
    ROW(simplex.strips_bytes, "bytes", KNOB(TRIANGLE "--n 32768 --program heat", 8, 16)),
    ROW(simplex.strips_resident, "blocks", KNOB(TRIANGLE "--n 32768 --program heat", 4, 5, 6, 7, 8)),
    ROW(simplex.strips_resident_large, "blocks", KNOB(TRIANGLE "--n 16384 --program grayscott", 2, 3, 4, 5)),
    ROW(simplex.space_blocks, "blocks", KNOB(TETRAHEDRON "--n 512 --program heat --set D=0.1", 4, 8, 16)),
    ROW(simplex.space_depth, "layers", KNOB(TETRAHEDRON "--n 192 --program heat --set D=0.1", 7, 14, 28)),
    ROW(simplex.space_resident, "blocks", KNOB(TETRAHEDRON "--n 1024 --program heat --set D=0.1", 1, 2, 3)),
    ROW(simplex.tile[2], "levels", KNOB(TRIANGLE "--n 32768 --workload sw --storage embedded", 5, 6, 7)),
    ROW(simplex.tile[3], "levels", KNOB(TETRAHEDRON "--n 1024 --workload sw --storage embedded", 3, 4)),
    ROW(simplex.tile_points, "levels", KNOB(TRIANGLE "--n 16384 --workload edm --storage packed", 5, 6, 7)),
    ROW(wide.words_aim, "words", KNOB("sierpinski --r 15" HEAT, 81, 162, 324)),
    ROW(wide.steps_aim, "steps", KNOB("sierpinski --r 15" HEAT, 2, 4, 8)),
    ROW(wide.cells_aim, "cells", KNOB("sierpinski --r 15" HEAT, 300, 600, 1200)),
    ROW(wide.code_aim, "operations", KNOB("sierpinski --r 15" HEAT, 3000, 6000, 12000)),
    ROW(simplex.bits_rules[2], "cells a side", SIDE(TRIANGLE, "n", "512,1024,2048,4096,8192")),
    ROW(simplex.bits_rules[3], "cells a side", SIDE(TETRAHEDRON, "n", "32,64,128,256")),
    ROW(simplex.bits_drawing[2], "cells a side", SIDE(TRIANGLE "--program ising", "n", "256,512,1024,2048")),
    ROW(simplex.bits_drawing[3], "cells a side", SIDE(TETRAHEDRON "--program ising", "n", "64,128,256")),
    ROW(simplex.embedded_rules[2], "cells a side", SIDE(TRIANGLE "--tile 64", "n", "1024,4096,16384,32768")),
    ROW(simplex.embedded_rules[3], "cells a side", SIDE(TETRAHEDRON "--tile 16", "n", "128,256,512,1024")),
    ROW(simplex.bits_host[2], "cells a side", SIDE(TRIANGLE, "n", "128,256,512,1024"), .is_host = true),
    ROW(simplex.bits_host[3], "cells a side", SIDE(TETRAHEDRON, "n", "16,32,64,128"), .is_host = true),
    ROW(simplex.bits_host_drawing[2], "cells a side", SIDE(TRIANGLE "--program ising", "n", "32,64,128,256"),
        .is_host = true),
    ROW(simplex.bits_host_drawing[3], "cells a side", SIDE(TETRAHEDRON "--program ising", "n", "8,16,32,64"),
        .is_host = true),
    ROW(products[0].words, "words a tile", SIDE(GASKET "--workload sw --r 16", "tile", "4,8"), AT(4, 16)),
    ROW(products[1].tiles, "tiles", SIDE(GASKET "--workload sw --tile 16", "r", "13,14,15,16"),
        AT(19683, 59049, 177147, 531441)),
    ROW(products[3].words, "words a tile", SIDE(GASKET "--workload rd --r 16", "tile", "8,16,32"), AT(16, 64, 256)),
    ROW(products[4].tiles, "tiles", SIDE(GASKET "--workload rd --tile 32", "r", "14,15,16"),
        AT(19683, 59049, 177147)),
    ROW(products[7].tiles, "tiles", SIDE("sierpinski --map compact --tc --tile 32", "r", "12,13,14,15"),
        AT(2187, 6561, 19683, 59049)),
};

double nbb_card_get(const nbb_card *card, const nbb_card_row *row)
{
    const void *at = (const char *)card + row->place;
    return row->probe == NBB_CARD_WAIT ? *(const double *)at
           : row->bytes == sizeof(int) ? *(const int *)at
                                       : (double)*(const int64_t *)at;
}

void nbb_card_set(nbb_card *card, const nbb_card_row *row, double value)
{
    void *at = (char *)card + row->place;
    if (row->probe == NBB_CARD_WAIT) {
        *(double *)at = value;
    } else if (row->bytes == sizeof(int)) {
        *(int *)at = (int)value;
    } else {
        *(int64_t *)at = value < 0x1p63 ? (int64_t)value : INT64_MAX;
    }
}

bool nbb_card_may_be(const nbb_card_row *row, double value)
{
    bool is_known = value > 0 && NBB_ANY(i, NBB_CARD_VALUES, row->values[i] == value);
    return row->probe == NBB_CARD_KNOB   ? is_known || value == nbb_card_get(&nbb_card_default, row)
           : row->probe == NBB_CARD_WAIT ? value > 0 && isfinite(value)
                                         : value >= 1 && value <= 0x1p63 && floor(value) == value;
}
