/* transfer_all.h - whole states: from a run to a receiver, or from a source to a run.

   Of a run that ranks share each rank takes its part of the digit order (nbb_plan_saved), and is sent the cells there
   that others have. */
#ifndef NBB_TRANSFER_ALL_H
#define NBB_TRANSFER_ALL_H

#include "runtime/run/transfer.h"

/* Takes the memory that a whole state passes through, which would else be taken when it is moved first. */
nbb_status nbb_transfer_prepare(nbb_transfer *transfer);

/* All columns from the run; with ranks all call it, each for its part of a column. Signals do not end it. */
nbb_status nbb_transfer_save(nbb_transfer *transfer, nbb_transfer_pieces_of *take, void *context);

/* All columns from a source to the run: of ranks each asks for the pieces that it may have cells of. */
nbb_status nbb_transfer_restore(nbb_transfer *transfer, nbb_transfer_pieces_of *give, void *context);

#endif
