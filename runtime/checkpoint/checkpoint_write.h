/* checkpoint_write.h - writes one checkpoint aside. */
#ifndef NBB_CHECKPOINT_WRITE_H
#define NBB_CHECKPOINT_WRITE_H

#include "runtime/checkpoint/checkpoint.h"

#define NBB_CHECKPOINT_ASIDE ".new-" /* what its name begins with until it is whole */

/* Writes parts, texts and manifest to the new folder `aside`, and waits until the disk has them. Fails (run) on all
   ranks where one of them fails to write; the folder may be there then. */
nbb_status nbb_checkpoint_write(nbb_checkpoints *checkpoints, nbb_transfer *transfer, int64_t step,
                                const char *aside);

#endif
