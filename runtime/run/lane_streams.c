/* lane_streams.c - a plane of the lanes layout to digit order and back, by transposing matrices of bits. */
#include "runtime/run/lane_streams.h"

enum {
    WORD = 32, /* lanes of a word */
    ITEM = 64, /* cells of an item, two words of a stream; streams begin at multiples of so many */
    TRANSPOSED = NBB_TRANSPOSED * WORD, /* cells of each lane that are transposed at once */
    BLOCK_MIN = 1 << 18,
    BLOCK_MAX = 1 << 20, /* cells that are moved at once of each lane */
    PAGE = 1 << 15,      /* cells: streams are handed over up to multiples of so many, which disks like */
    HELD = PAGE / ITEM,  /* items that wait for the next block, at most */
    SPAN = 1 << 14,      /* cells whose words stay in a processor's cache while all parts of them are moved */
    LANE_MIN = 4096
};

typedef struct moving {
    const nbb_lane_plane *plane;
    int64_t cells; /* of a lane */
    int64_t block; /* cells of a block, but for the last one */
    size_t spare; /* where a row's items to be held next stand: behind those held, the block, what follows, padding */
    uint64_t *rows; /* [lanes][spare + HELD] */
} moving;

/* Swaps blocks of apart x apart bits. */
static inline void swap_blocks(uint32_t words[WORD][NBB_TRANSPOSED], int apart, uint32_t mask)
{
    for (int block = 0; block < WORD; block += 2 * apart) {
        for (int i = block; i < block + apart; ++i) {
#pragma omp simd
            for (int j = 0; j < NBB_TRANSPOSED; ++j) {
                uint32_t swapped = (words[i][j] >> apart ^ words[i + apart][j]) & mask;
                words[i][j] ^= swapped << apart;
                words[i + apart][j] ^= swapped;
            }
        }
    }
}

void nbb_transpose_bits(uint32_t words[WORD][NBB_TRANSPOSED])
{
    swap_blocks(words, 16, 0x0000ffff);
    swap_blocks(words, 8, 0x00ff00ff);
    swap_blocks(words, 4, 0x0f0f0f0f);
    swap_blocks(words, 2, 0x33333333);
    swap_blocks(words, 1, 0x55555555);
}

static int64_t cells_of_lane(const nbb_lanes *lanes)
{
    return lanes->tiles * lanes->positions;
}

bool nbb_lane_streams_fit(const nbb_lanes *lanes)
{
    return cells_of_lane(lanes) >= LANE_MIN;
}

static size_t distance_of(const nbb_lane_plane *plane)
{
    return (size_t)plane->planes * WORD;
}

/* The first of the words of a part that have cells number first, ... of its lanes, as far as they lie at one
   distance: as many as are wanted, or fewer. */
static uint32_t *find_words(const nbb_lane_plane *plane, uint32_t part, int64_t first, uint32_t *count)
{
    const nbb_lanes *lanes = plane->lanes;
    uint64_t tile = (uint64_t)first / lanes->positions, item = tile * lanes->parts + part;
    uint64_t position = (uint64_t)first - tile * lanes->positions, left = lanes->positions - position;
    uint64_t word = (item / WORD * lanes->positions + position) * distance_of(plane) + item % WORD;
    *count = left < *count ? (uint32_t)left : *count;
    return plane->words + word;
}

static uint64_t *row_of(const moving *job, uint32_t lane)
{
    return job->rows + lane * (job->spare + HELD);
}

static uint64_t *block_of(const moving *job, uint32_t lane)
{
    return row_of(job, lane) + HELD;
}

/* Cells of some lanes: of a part's words, `count` of each lane from number `first` on, in rows from `item` on. */
typedef struct piece {
    uint32_t part, lanes;
    int64_t first, item;
    uint32_t count;
} piece;

/* Words become rows, or where they are stored the reverse. */
static void move_piece(const moving *job, piece cells, bool stores)
{
    uint32_t transposed[WORD][NBB_TRANSPOSED] = { { 0 } };
    size_t distance = distance_of(job->plane);
    for (int half = 0; half < 2; ++half) {
        for (uint32_t lane = 0; lane < cells.lanes && stores == (half == 0); ++lane) {
            uint64_t *items = block_of(job, cells.part * WORD + lane) + cells.item;
            memcpy(stores ? (void *)transposed[lane] : items, stores ? (void *)items : transposed[lane],
                   sizeof transposed[lane]);
        }
        for (uint32_t i = 0; i < cells.count && stores == (half == 1);) {
            uint32_t left = cells.count - i, *word = find_words(job->plane, cells.part, cells.first + i, &left);
            for (; left > 0; --left, ++i, word += distance) {
                uint32_t *row = &transposed[i % WORD][i / WORD];
                *(stores ? word : row) = *(stores ? row : word);
            }
        }
        if (half == 0) {
            nbb_transpose_bits(transposed);
        }
    }
}

/* Every cell of a block, span by span: a line of memory has words of several parts. */
static void each_span(const moving *job, int64_t first, int64_t count, bool stores)
{
#pragma omp parallel for schedule(static)
    for (int64_t begin = 0; begin < count; begin += SPAN) {
        int64_t end = begin + SPAN < count ? begin + SPAN : count;
        for (uint32_t part = 0; part < job->plane->lanes->parts; ++part) {
            uint32_t left = job->plane->lanes->lanes - part * WORD, lanes = left < WORD ? left : WORD;
            for (int64_t at = begin; at < end; at += TRANSPOSED) {
                uint32_t cells = end - at < TRANSPOSED ? (uint32_t)(end - at) : TRANSPOSED;
                move_piece(job, (piece){ part, lanes, first + at, at / ITEM, cells }, stores);
            }
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
    NBB_FILL(i, by > 0 ? count : 0, items[i], items[i] >> by | items[i + 1] << (ITEM - by));
}

/* Puts the head of a lane, if there is such a lane, behind a block of `count` cells, which are a lane's last ones. */
static void append_head(const moving *job, uint64_t *block, int64_t count, uint32_t lane)
{
    int cells = lane < job->plane->lanes->lanes ? head_of(job, lane) : 0, used = (int)(count % ITEM);
    uint64_t head = 0, *end = block + count / ITEM;
    uint32_t one = 1;
    for (int i = 0; i < cells; ++i) {
        head |= (uint64_t)(*find_words(job->plane, lane / WORD, i, &one) >> lane % WORD & 1) << i;
    }
    end[0] = (used > 0 ? end[0] : 0) | head << used;
    end[1] = used > 0 ? head >> (ITEM - used) : 0;
}

/* The cell up to which a lane's stream is handed over once so many of its cells are there: whole pages, or all. */
static int64_t handed_of(const moving *job, uint32_t lane, int64_t done)
{
    int64_t before = lane * job->cells, begin = before + head_of(job, lane), page = (before + done) / PAGE * PAGE;
    NBB_RETURN_IF(done < job->cells, page < begin ? begin : page);
    return before + done + (lane + 1 < job->plane->lanes->lanes ? head_of(job, lane + 1) : 0);
}

/* The items with what a block adds to a lane's stream. */
static uint64_t *added_of(const moving *job, uint32_t lane, int64_t first)
{
    return block_of(job, lane)
           + (handed_of(job, lane, first) - lane * job->cells - first - head_of(job, lane)) / ITEM;
}

/* Makes what a block adds to a lane's stream begin with a whole item. What waits is kept as it was. */
static void align_lane(const moving *job, uint32_t lane, int64_t first, int64_t count)
{
    int64_t cells = handed_of(job, lane, first + count) - handed_of(job, lane, first);
    uint64_t *block = block_of(job, lane);
    if (first + count < job->cells) {
        memcpy(row_of(job, lane) + job->spare, block + count / ITEM - HELD, HELD * sizeof *block);
    } else {
        append_head(job, block, count, lane + 1);
    }
    shift_down(added_of(job, lane, first), (cells + ITEM - 1) / ITEM, head_of(job, lane));
}

static nbb_status save_block(const moving *job, int64_t first, int64_t count, nbb_transfer_pieces_of *take,
                             void *context)
{
    nbb_piece pieces[NBB_LANES_MAX];
    int number = 0;
    each_span(job, first, count, false);
#pragma omp parallel for schedule(static)
    for (uint32_t lane = 0; lane < job->plane->lanes->lanes; ++lane) {
        align_lane(job, lane, first, count);
    }
    for (uint32_t lane = 0; lane < job->plane->lanes->lanes; ++lane) {
        int64_t begin = handed_of(job, lane, first), cells = handed_of(job, lane, first + count) - begin;
        if (cells > 0) { /* what the block adds to the lane's stream */
            pieces[number++] = (nbb_piece){ begin, cells, added_of(job, lane, first) };
        }
    }
    NBB_TRY(take(context, job->plane->column, pieces, number));
    for (uint32_t lane = 0; lane < job->plane->lanes->lanes; ++lane) {
        uint64_t *row = row_of(job, lane);
        memcpy(row, row + job->spare, HELD * sizeof *row);
    }
    return NBB_OK;
}

/* Fetches a block of each lane, from the item on in which it begins. */
static nbb_status restore_block(const moving *job, int64_t first, int64_t count, nbb_transfer_pieces_of *give,
                                void *context)
{
    nbb_piece pieces[NBB_LANES_MAX];
    uint32_t lanes = job->plane->lanes->lanes;
    for (uint32_t lane = 0; lane < lanes; ++lane) {
        int64_t begin = lane * job->cells + first, skipped = begin % ITEM;
        pieces[lane] = (nbb_piece){ begin - skipped, skipped + count, block_of(job, lane) };
    }
    NBB_TRY(give(context, job->plane->column, pieces, (int)lanes));
#pragma omp parallel for schedule(static)
    for (uint32_t lane = 0; lane < lanes; ++lane) {
        shift_down(block_of(job, lane), (count + ITEM - 1) / ITEM, (int)((lane * job->cells + first) % ITEM));
    }
    each_span(job, first, count, true);
    return NBB_OK;
}

static nbb_status begin(const nbb_lane_plane *plane, moving *job)
{
    *job = (moving){ .plane = plane, .cells = cells_of_lane(plane->lanes) };
    /* Several blocks, so that who takes one works while the next is transposed, but not of pieces too small for a
       disk. */
    int64_t block = job->cells / 4 / PAGE * PAGE;
    job->block = block < BLOCK_MIN ? BLOCK_MIN : block > BLOCK_MAX ? BLOCK_MAX : block;
    job->spare = (size_t)(HELD + job->block / ITEM + 8);
    size_t bytes = sizeof(uint64_t) * plane->lanes->lanes * (job->spare + HELD);
    job->rows = nbb_room_take(plane->room, bytes);
    return job->rows != NULL ? NBB_OK : nbb_fail_memory(bytes, "cells in digit order");
}

nbb_status nbb_lane_streams_prepare(const nbb_lane_plane *plane)
{
    moving job;
    NBB_TRY(begin(plane, &job));
    nbb_pages_touch(plane->room->memory, plane->room->bytes);
    return NBB_OK;
}

nbb_status nbb_lane_streams_move(const nbb_lane_plane *plane, bool stores, nbb_transfer_pieces_of *pieces_of,
                                 void *context)
{
    moving job;
    NBB_TRY(begin(plane, &job));
    for (int64_t first = 0; first < job.cells; first += job.block) {
        int64_t left = job.cells - first, cells = left < job.block ? left : job.block;
        NBB_TRY((stores ? restore_block : save_block)(&job, first, cells, pieces_of, context));
    }
    return NBB_OK;
}
