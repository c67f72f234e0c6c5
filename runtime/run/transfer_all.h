/* transfer_all.h - whole states: from a run to who takes them, or from a source to a run.

   Of a run that ranks share each rank takes its part of the digit order (nbb_plan_saved), and is sent the cells there
   that others have. */
#ifndef NBB_TRANSFER_ALL_H
#define NBB_TRANSFER_ALL_H

#include "runtime/run/transfer.h"

/* What gives or takes elements, in the columns' order. Each column is saved as streams, at most NBB_STREAMS: ranges
   of cells that begin at multiples of 64, each from its first cell on. Of a rank there is one. The pieces of a call
   can be worked on side by side, but for such as go on with the one before them. */
enum { NBB_STREAMS = 1024 };
typedef struct nbb_piece {
    int64_t first, count; /* of its cells */
    void *elements;
} nbb_piece;
typedef nbb_status nbb_transfer_pieces_of(void *context, int column, const nbb_piece *pieces, int count);

/* Takes the memory that a whole state passes through, which would else be taken when it is moved first. */
nbb_status nbb_transfer_prepare(nbb_transfer *transfer);

/* All columns from the run; with ranks all call it, each for its part of a column. Signals do not end it. */
nbb_status nbb_transfer_save(nbb_transfer *transfer, nbb_transfer_pieces_of *take, void *context);

/* All columns from a source to the run: of ranks each asks for the pieces that it may have cells of. */
nbb_status nbb_transfer_restore(nbb_transfer *transfer, nbb_transfer_pieces_of *give, void *context);

#endif
