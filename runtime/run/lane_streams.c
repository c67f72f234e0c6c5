/* lane_streams.c - a plane of the lanes layout to digit order and back, by turning matrices of bits. */
#include "runtime/run/lane_streams.h"

#include <stdlib.h>

enum {
    WORD = 32,        /* lanes of a word */
    ITEM = 64,        /* cells of an item, two words of a stream; streams begin at multiples of so many */
    BLOCK = 1 << 20,  /* cells that are moved at once of each lane */
    ROW = BLOCK / ITEM + 8, /* items of a row: one of the block before, the block, what follows, padding */
    LANE_MIN = 4096
};

/* The lanes of one part of the words on their way. */
typedef struct moving {
    const nbb_lane_plane *plane;
    int64_t cells;  /* of a lane */
    uint32_t part, lanes;
    uint64_t *rows; /* [WORD][ROW] */
} moving;

void nbb_turn_bits(uint64_t words[32])
{
    uint64_t mask = 0x0000ffff0000ffff;
    for (int apart = 16; apart > 0; apart /= 2, mask ^= mask << apart) {
        for (int i = 0; i < WORD; i = (i + apart + 1) & ~apart) {
            uint64_t swapped = (words[i] >> apart ^ words[i + apart]) & mask;
            words[i] ^= swapped << apart;
            words[i + apart] ^= swapped;
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

/* The rows' item from `count` cells, cell number first of each lane the first of them. */
static void load_item(const moving *job, int64_t first, int64_t count, int64_t item)
{
    uint64_t turned[WORD] = { 0 };
    uint32_t *words[ITEM];
    find_words(job->plane, job->part, first, (int)count, words);
    for (int i = 0; i < count; ++i) {
        turned[i % WORD] |= (uint64_t)*words[i] << i / WORD * WORD;
    }
    nbb_turn_bits(turned);
    for (uint32_t lane = 0; lane < job->lanes; ++lane) {
        row_of(job, lane)[1 + item] = turned[lane];
    }
}

/* The reverse. */
static void store_item(const moving *job, int64_t first, int64_t count, int64_t item)
{
    uint64_t turned[WORD] = { 0 };
    uint32_t *words[ITEM];
    for (uint32_t lane = 0; lane < job->lanes; ++lane) {
        turned[lane] = row_of(job, lane)[1 + item];
    }
    nbb_turn_bits(turned);
    find_words(job->plane, job->part, first, (int)count, words);
    for (int i = 0; i < count; ++i) {
        *words[i] = (uint32_t)(turned[i % WORD] >> i / WORD * WORD);
    }
}

typedef void move_item(const moving *job, int64_t first, int64_t count, int64_t item);

/* Every item of a block. */
static void each_item(const moving *job, int64_t first, int64_t count, move_item *move)
{
#pragma omp parallel for schedule(static)
    for (int64_t item = 0; item < (count + ITEM - 1) / ITEM; ++item) {
        int64_t left = count - item * ITEM;
        move(job, first + item * ITEM, left < ITEM ? left : ITEM, item);
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
    uint32_t number = job->part * WORD + lane;
    int64_t begin = first == 0 ? 0 : first - ITEM, cells = first + count - begin;
    int head = head_of(job, number);
    if (first + count < job->cells) {
        cells -= ITEM;
    } else {
        cells += append_head(job, row, count, number + 1) - head;
    }
    shift_down(from, (cells + ITEM - 1) / ITEM, head);
    NBB_TRY(take(context, job->plane->column, number * job->cells + begin + head, cells, from));
    row[0] = last;
    return NBB_OK;
}

/* Fetches a block of a lane, from the item on in which it begins. */
static nbb_status give_lane(const moving *job, uint32_t lane, int64_t first, int64_t count,
                            nbb_transfer_piece_of *give, void *context)
{
    uint64_t *row = row_of(job, lane) + 1;
    int64_t begin = (job->part * WORD + lane) * job->cells + first, skipped = begin % ITEM;
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
    for (uint32_t lane = 0; lane < job->lanes && status == NBB_OK; ++lane) {
        status = move(job, lane, first, count, piece_of, context);
    }
    return status;
}

static nbb_status save_block(const moving *job, int64_t first, int64_t count, nbb_transfer_piece_of *take,
                             void *context)
{
    each_item(job, first, count, load_item);
    return each_lane(job, first, count, take_lane, take, context);
}

static nbb_status restore_block(const moving *job, int64_t first, int64_t count, nbb_transfer_piece_of *give,
                                void *context)
{
    NBB_TRY(each_lane(job, first, count, give_lane, give, context));
    each_item(job, first, count, store_item);
    return NBB_OK;
}

typedef nbb_status move_block(const moving *job, int64_t first, int64_t count, nbb_transfer_piece_of *piece_of,
                              void *context);

/* Every block of every part. */
static nbb_status each_block(const nbb_lane_plane *plane, move_block *move, nbb_transfer_piece_of *piece_of,
                             void *context)
{
    size_t bytes = sizeof(uint64_t) * WORD * ROW;
    moving job = { .plane = plane, .cells = cells_of_lane(plane->lanes), .rows = calloc(1, bytes) };
    nbb_status status = job.rows != NULL ? NBB_OK : nbb_fail_memory(bytes, "cells in digit order");
    for (job.part = 0; job.part < plane->lanes->parts && status == NBB_OK; ++job.part) {
        uint32_t left = plane->lanes->lanes - job.part * WORD;
        job.lanes = left < WORD ? left : WORD;
        for (int64_t first = 0; first < job.cells && status == NBB_OK; first += BLOCK) {
            int64_t cells = job.cells - first;
            status = move(&job, first, cells < BLOCK ? cells : BLOCK, piece_of, context);
        }
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
