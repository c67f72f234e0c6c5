/* checkpoint_write.h - writes one checkpoint aside. */
#ifndef NBB_CHECKPOINT_WRITE_H
#define NBB_CHECKPOINT_WRITE_H

#include "runtime/checkpoint/checkpoint.h"

#define NBB_CHECKPOINT_ASIDE ".new-" /* what its name begins with until it is whole */

/* Writes parts, texts and manifest to the new folder `aside`, and waits until the disk has them. Where it fails (run)
   the folder is removed. */
nbb_status nbb_checkpoint_write(nbb_checkpoints *checkpoints, const nbb_transfer *transfer, int64_t step,
                                const char *aside);

#endif
