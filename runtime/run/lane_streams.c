/* lane_streams.c - a plane of the lanes layout to digit order and back, by turning matrices of bits. */
#include "runtime/run/lane_streams.h"

#include <stdlib.h>

enum {
    WORD = 32,        /* lanes of a word */
    ITEM = 64,        /* cells of an item, two words of a stream; streams begin at multiples of so many */
    BLOCK = 1 << 20,  /* cells that are moved at once of each lane */
    ROW = BLOCK / ITEM + 8, /* items of a row: one of the block before, the block, what follows, padding */
    SPAN = 256,       /* items whose words stay in a processor's cache while all parts of them are moved */
    LANE_MIN = 4096
};

/* Lanes on their way. */
typedef struct moving {
    const nbb_lane_plane *plane;
    int64_t cells;  /* of a lane */
    uint64_t *rows; /* [lanes][ROW] */
} moving;

void nbb_turn_bits(uint64_t words[32])
{
    uint64_t mask = 0x0000ffff0000ffff;
    for (int apart = 16; apart > 0; apart /= 2, mask ^= mask << apart) {
        for (int block = 0; block < WORD; block += 2 * apart) {
#pragma omp simd
            for (int i = block; i < block + apart; ++i) {
                uint64_t swapped = (words[i] >> apart ^ words[i + apart]) & mask;
                words[i] ^= swapped << apart;
                words[i + apart] ^= swapped;
            }
        }
    }
}

static int64_t cells_of_lane(const nbb_lanes *lanes)
{
    return lanes->tiles * lanes->positions;
}

bool nbb_lane_streams_fit(const nbb_lanes *lanes)
{
    return cells_of_lane(lanes) >= LANE_MIN;
}

/* The words of a part that have cells number first, ... of its lanes. */
static void find_words(const nbb_lane_plane *plane, uint32_t part, int64_t first, int count, uint32_t **words)
{
    const nbb_lanes *lanes = plane->lanes;
    uint64_t item = (uint64_t)first / lanes->positions * lanes->parts + part, stride = (uint64_t)plane->planes * WORD;
    uint32_t position = (uint32_t)((uint64_t)first % lanes->positions);
    for (int i = 0; i < count; item += lanes->parts, position = 0) {
        uint32_t *word = plane->words + (item / WORD * lanes->positions + position) * stride + item % WORD;
        for (; i < count && position < lanes->positions; ++position, word += stride) {
            words[i++] = word;
        }
    }
}

static uint64_t *row_of(const moving *job, uint32_t lane)
{
    return job->rows + (size_t)lane * ROW;
}

/* Cells of some lanes: those of a part's words, `count` of each lane from cell number first on, which are the rows'
   item. */
typedef struct piece {
    uint32_t part, lanes;
    int64_t first, item;
    int count;
} piece;

static void load_item(const moving *job, piece cells)
{
    uint64_t turned[WORD] = { 0 };
    uint32_t *words[ITEM];
    find_words(job->plane, cells.part, cells.first, cells.count, words);
    for (int i = 0; i < WORD && i < cells.count; ++i) {
        turned[i] = *words[i];
    }
    for (int i = WORD; i < cells.count; ++i) {
        turned[i - WORD] |= (uint64_t)*words[i] << WORD;
    }
    nbb_turn_bits(turned);
    for (uint32_t lane = 0; lane < cells.lanes; ++lane) {
        row_of(job, cells.part * WORD + lane)[1 + cells.item] = turned[lane];
    }
}

/* The reverse. */
static void store_item(const moving *job, piece cells)
{
    uint64_t turned[WORD] = { 0 };
    uint32_t *words[ITEM];
    for (uint32_t lane = 0; lane < cells.lanes; ++lane) {
        turned[lane] = row_of(job, cells.part * WORD + lane)[1 + cells.item];
    }
    nbb_turn_bits(turned);
    find_words(job->plane, cells.part, cells.first, cells.count, words);
    for (int i = 0; i < cells.count; ++i) {
        *words[i] = (uint32_t)(turned[i % WORD] >> i / WORD * WORD);
    }
}

typedef void move_item(const moving *job, piece cells);

/* Items number begin to end - 1 of a block, of one part. */
static void each_item(const moving *job, uint32_t part, int64_t first, int64_t count, int64_t begin, int64_t end,
                      move_item *move)
{
    uint32_t left = job->plane->lanes->lanes - part * WORD, lanes = left < WORD ? left : WORD;
    for (int64_t item = begin; item < end; ++item) {
        int64_t cells = count - item * ITEM;
        move(job, (piece){ part, lanes, first + item * ITEM, item, cells < ITEM ? (int)cells : ITEM });
    }
}

/* Every item of a block, span by span: a line of memory has words of several parts. */
static void each_span(const moving *job, int64_t first, int64_t count, move_item *move)
{
    int64_t items = (count + ITEM - 1) / ITEM;
#pragma omp parallel for schedule(static)
    for (int64_t begin = 0; begin < items; begin += SPAN) {
        int64_t end = begin + SPAN < items ? begin + SPAN : items;
        for (uint32_t part = 0; part < job->plane->lanes->parts; ++part) {
            each_item(job, part, first, count, begin, end, move);
        }
    }
}

/* The cells of a lane before its stream begins: they are the end of the stream before. */
static int head_of(const moving *job, uint32_t lane)
{
    return (int)(-(uint64_t)lane * (uint64_t)job->cells % ITEM);
}

/* Moves so many items of bits down. */
static void shift_down(uint64_t *items, int64_t count, int by)
{
    for (int64_t i = 0; i < count && by > 0; ++i) {
        items[i] = items[i] >> by | items[i + 1] << (ITEM - by);
    }
}

/* Puts the head of a lane, if there is such a lane, behind the row's `count` cells, which are a lane's last ones.
   Returns its cells. */
static int append_head(const moving *job, uint64_t *row, int64_t count, uint32_t lane)
{
    int cells = lane < job->plane->lanes->lanes ? head_of(job, lane) : 0, used = (int)(count % ITEM);
    uint64_t head = 0, *end = row + 1 + count / ITEM;
    for (int i = 0; i < cells; ++i) {
        uint32_t *word;
        find_words(job->plane, lane / WORD, i, 1, &word);
        head |= (uint64_t)(*word >> lane % WORD & 1) << i;
    }
    end[0] = (used > 0 ? end[0] : 0) | head << used;
    end[1] = used > 0 ? head >> (ITEM - used) : 0;
    return cells;
}

/* Hands over what a block adds to a lane's stream; what is no whole item of it waits for the next block. */
static nbb_status take_lane(const moving *job, uint32_t lane, int64_t first, int64_t count,
                            nbb_transfer_piece_of *take, void *context)
{
    uint64_t *row = row_of(job, lane), *from = first == 0 ? row + 1 : row, last = row[count / ITEM];
    int64_t begin = first == 0 ? 0 : first - ITEM, cells = first + count - begin;
    int head = head_of(job, lane);
    if (first + count < job->cells) {
        cells -= ITEM;
    } else {
        cells += append_head(job, row, count, lane + 1) - head;
    }
    shift_down(from, (cells + ITEM - 1) / ITEM, head);
    NBB_TRY(take(context, job->plane->column, lane * job->cells + begin + head, cells, from));
    row[0] = last;
    return NBB_OK;
}

/* Fetches a block of a lane, from the item on in which it begins. */
static nbb_status give_lane(const moving *job, uint32_t lane, int64_t first, int64_t count,
                            nbb_transfer_piece_of *give, void *context)
{
    uint64_t *row = row_of(job, lane) + 1;
    int64_t begin = lane * job->cells + first, skipped = begin % ITEM;
    NBB_TRY(give(context, job->plane->column, begin - skipped, skipped + count, row));
    shift_down(row, (count + ITEM - 1) / ITEM, (int)skipped);
    return NBB_OK;
}

typedef nbb_status move_lane(const moving *job, uint32_t lane, int64_t first, int64_t count,
                             nbb_transfer_piece_of *piece_of, void *context);

static nbb_status each_lane(const moving *job, int64_t first, int64_t count, move_lane *move,
                            nbb_transfer_piece_of *piece_of, void *context)
{
    nbb_status status = NBB_OK;
    for (uint32_t lane = 0; lane < job->plane->lanes->lanes && status == NBB_OK; ++lane) {
        status = move(job, lane, first, count, piece_of, context);
    }
    return status;
}

static nbb_status save_block(const moving *job, int64_t first, int64_t count, nbb_transfer_piece_of *take,
                             void *context)
{
    each_span(job, first, count, load_item);
    return each_lane(job, first, count, take_lane, take, context);
}

static nbb_status restore_block(const moving *job, int64_t first, int64_t count, nbb_transfer_piece_of *give,
                                void *context)
{
    NBB_TRY(each_lane(job, first, count, give_lane, give, context));
    each_span(job, first, count, store_item);
    return NBB_OK;
}

typedef nbb_status move_block(const moving *job, int64_t first, int64_t count, nbb_transfer_piece_of *piece_of,
                              void *context);

static nbb_status each_block(const nbb_lane_plane *plane, move_block *move, nbb_transfer_piece_of *piece_of,
                             void *context)
{
    size_t bytes = sizeof(uint64_t) * plane->lanes->lanes * ROW;
    moving job = { .plane = plane, .cells = cells_of_lane(plane->lanes), .rows = calloc(1, bytes) };
    nbb_status status = job.rows != NULL ? NBB_OK : nbb_fail_memory(bytes, "cells in digit order");
    for (int64_t first = 0; first < job.cells && status == NBB_OK; first += BLOCK) {
        int64_t cells = job.cells - first;
        status = move(&job, first, cells < BLOCK ? cells : BLOCK, piece_of, context);
    }
    free(job.rows);
    return status;
}

nbb_status nbb_lane_streams_save(const nbb_lane_plane *plane, nbb_transfer_piece_of *take, void *context)
{
    return each_block(plane, save_block, take, context);
}

nbb_status nbb_lane_streams_restore(const nbb_lane_plane *plane, nbb_transfer_piece_of *give, void *context)
{
    return each_block(plane, restore_block, give, context);
}
