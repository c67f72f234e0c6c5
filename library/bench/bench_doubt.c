/* bench_doubt.c - which rows are doubted. */
#include "library/bench/bench_doubt.h"

#include "library/bench/bench_measure.h"
#include "runtime/run/times.h"

#include <math.h>
#include <string.h>

/* What fits no more. From a size to the next larger one of the same choice, time grew at most 1.73 times as much as
   cells and memory in the tables of tests/device/h200, where states outgrow the caches; and it shrank to 0.82 at
   most. A round without disturbance is within a few per cent of the others, so one that takes two thirds of the
   median shows that most rounds were disturbed. */
#define JUMP 3.0
#define SLOWER 1.5
#define OUTRUN 1.5
#define EXCESS_MS 0.01                                /* less may be a launch's, whatever the size */

#define X(name, word) word,
const char *const nbb_bench_doubt_words[NBB_DOUBT_COUNT] = { NBB_DOUBTS(X) };
#undef X

/* Whether both rows are the same choice for the same work, but for the size. Tiles that the plan chose by size
   differ. */
static bool is_same_choice(const nbb_bench_row *a, const nbb_bench_row *b)
{
    nbb_bench_row like_b = *a;
    like_b.r = b->r;
    like_b.n = b->n;
    return b->skipped == NULL && nbb_bench_comparable(&like_b, b) && (a->n > 0) == (b->n > 0)
           && strcmp(a->map, b->map) == 0 && strcmp(a->choice, b->choice) == 0 && a->tile_x == b->tile_x
           && a->tile_y == b->tile_y && a->tile_z == b->tile_z;
}

/* The row of the same choice whose size is the nearest below the row's (`side` -1) or above it (1), or NULL. */
static const nbb_bench_row *neighbour(const nbb_bench *bench, const nbb_bench_row *row, int side)
{
    const nbb_bench_row *nearest = NULL;
    for (size_t i = 0; i < bench->row_count; ++i) {
        const nbb_bench_row *other = &bench->rows[i];
        int64_t distance = side * (nbb_bench_size(other) - nbb_bench_size(row));
        if (distance > 0 && is_same_choice(row, other)
            && (nearest == NULL || distance < side * (nbb_bench_size(nearest) - nbb_bench_size(row)))) {
            nearest = other;
        }
    }
    return nearest;
}

/* The time of a row in times of what a smaller one lets expect: as much more as there are cells, or bytes. */
static double jump_from(const nbb_bench_row *smaller, const nbb_bench_row *row)
{
    double cells = (double)row->cells / (double)smaller->cells;
    double bytes = (double)row->memory_bytes / (double)smaller->memory_bytes;
    return row->ms_median / smaller->ms_median / fmax(cells, bytes);
}

static nbb_doubt doubt_samples(const nbb_bench_row *row)
{
    bool is_noisy = nbb_times_are_noisy(row->ms_median, fmax(row->ms_spread, row->ms_drift));
    return row->ms_median > OUTRUN * row->ms_min  ? NBB_DOUBT_OUTRUN
           : is_noisy                             ? NBB_DOUBT_NOISY
           : row->samples < NBB_BENCH_ROUNDS_MIN ? NBB_DOUBT_FEW
                                                  : NBB_DOUBT_NONE;
}

nbb_doubt nbb_bench_doubt_of(const nbb_bench *bench, const nbb_bench_row *row, const nbb_bench_row **beside)
{
    if (row->skipped != NULL || !(row->ms_median > 0)) {
        return NBB_DOUBT_NONE;
    }
    const nbb_bench_row *smaller = neighbour(bench, row, -1), *larger = neighbour(bench, row, 1);
    bool jumps = smaller != NULL && jump_from(smaller, row) > JUMP && row->ms_median > smaller->ms_median + EXCESS_MS;
    bool is_slower = larger != NULL
                     && row->ms_median > fmax(SLOWER * larger->ms_median, larger->ms_median + EXCESS_MS);
    if (beside != NULL) {
        *beside = jumps ? smaller : is_slower ? larger : NULL;
    }
    return jumps ? NBB_DOUBT_JUMP : is_slower ? NBB_DOUBT_SLOWER : doubt_samples(row);
}

bool nbb_bench_is_to_repeat(const nbb_bench *bench, const nbb_bench_row *row)
{
    nbb_doubt doubt = nbb_bench_doubt_of(bench, row, NULL);
    return doubt != NBB_DOUBT_NONE && doubt != NBB_DOUBT_FEW && row->again < NBB_BENCH_AGAIN_MAX;
}

void nbb_bench_doubt_print(const nbb_bench *bench, const nbb_bench_row *row, nbb_text *text)
{
    const nbb_bench_row *beside = NULL;
    switch (nbb_bench_doubt_of(bench, row, &beside)) {
    case NBB_DOUBT_JUMP:
        nbb_text_add(text, "it takes %.3g times as long as its cells or bytes let expect from ",
                     jump_from(beside, row));
        nbb_bench_print_size(beside, text);
        break;
    case NBB_DOUBT_SLOWER:
        nbb_text_add(text, "it takes %.3g times as long as the larger ", row->ms_median / beside->ms_median);
        nbb_bench_print_size(beside, text);
        break;
    case NBB_DOUBT_OUTRUN:
        nbb_text_add(text, "its fastest round took %.2g%% of the median", 100 * row->ms_min / row->ms_median);
        break;
    case NBB_DOUBT_NOISY:
        nbb_text_add(text, "half of its samples, or a third of its rounds, lie more than 5%% beside the median");
        break;
    case NBB_DOUBT_FEW:
        nbb_text_add(text, "%d samples tell no spread", (int)row->samples);
        break;
    default:
        break;
    }
}
