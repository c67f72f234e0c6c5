/* transfer_all.h - whole states: from a run to who takes them, or from a source to a run.

   Of a run that ranks share each rank takes its part of the digit order (nbb_plan_saved), and is sent the cells there
   that others have. */
#ifndef NBB_TRANSFER_ALL_H
#define NBB_TRANSFER_ALL_H

#include "runtime/run/transfer.h"

/* What gives or takes elements, in the columns' order. Within each they come in streams, up to NBB_STREAMS side by
   side: ranges of cells that begin at multiples of 64, each from its first cell on. Of a rank there is one. */
enum { NBB_STREAMS = 1024 };
typedef nbb_status nbb_transfer_piece_of(void *context, int column, int64_t first, int64_t count, void *elements);

/* All columns from the run: of ranks, called by all, this one's part of each. Heeds no signal. */
nbb_status nbb_transfer_save(const nbb_transfer *transfer, nbb_transfer_piece_of *take, void *context);

/* All columns from a source to the run: of ranks each asks for the pieces that it may have cells of. */
nbb_status nbb_transfer_restore(const nbb_transfer *transfer, nbb_transfer_piece_of *give, void *context);

#endif
