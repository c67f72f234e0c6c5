/* lane_streams.h - moves a plane of the lanes layout in the host's memory into digit order and back, all lanes of a
   word at once.

   A lane's cells follow each other by number, so a word has one cell of each of up to 32 places of the array that are
   far apart. The words of 32 cells are transposed as a matrix of bits, and give 32 cells of each lane. The array is
   then moved as streams, one a lane, side by side: a stream begins at the first multiple of 64 cells in its lane. */
#pragma once

#include "gen/lanes/lanes.h"

/* What gives or takes elements, in the columns' order. Each column is saved as streams, at most NBB_STREAMS: ranges
   of cells that begin at multiples of 64, each from its first cell on. Of a rank there is one. The pieces of a call
   can be worked on side by side, but for such as go on with the one before them. */
enum { NBB_STREAMS = 1024 };
typedef struct nbb_piece {
    int64_t first, count; /* of its cells */
    void *elements;
} nbb_piece;
typedef nbb_status nbb_transfer_pieces_of(void *context, int column, const nbb_piece *pieces, int count);

typedef struct nbb_lane_plane {
    const nbb_lanes *lanes;
    int planes;      /* of a cell */
    uint32_t *words; /* the state, from this plane's first word on */
    int column;      /* its number, for what takes and gives */
    nbb_room *room;  /* for what is on its way */
} nbb_lane_plane;

/* Transposes so many matrices of bits, side by side: bit j of word i of a matrix becomes bit i of its word j. */
enum { NBB_TRANSPOSED = 16 };
void nbb_transpose_bits(uint32_t words[32][NBB_TRANSPOSED]);

/* Whether a lane has cells enough for a stream. */
bool nbb_lane_streams_fit(const nbb_lanes *lanes);

/* Takes the memory that cells pass through, which would else be taken when they are moved first. */
nbb_status nbb_lane_streams_prepare(const nbb_lane_plane *plane);

/* All cells of the plane, as whole columns are moved (transfer.h): they are taken, or given where it `stores`. */
nbb_status nbb_lane_streams_move(const nbb_lane_plane *plane, bool stores, nbb_transfer_pieces_of *pieces_of,
                                 void *context);
