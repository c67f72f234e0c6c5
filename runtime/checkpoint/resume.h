/* resume.h - reads a checkpoint: finds the newest, tells whether it is whole and fits, and gives its cells. */
#ifndef NBB_RESUME_H
#define NBB_RESUME_H

#include "runtime/checkpoint/identity.h"
#include "runtime/checkpoint/manifest.h"

typedef struct nbb_resumption {
    nbb_text path; /* of the checkpoint's folder */
    int folder;    /* its descriptor, or -1 */
    nbb_manifest manifest;
    nbb_column columns[NBB_COLUMNS_MAX]; /* of the plan; set by nbb_resume_check */
    int part;                            /* being read ... */
    int file;                            /* ... from here, or -1 */
} nbb_resumption;

/* Opens the newest checkpoint in the folder, or the one that the folder is, and reads all of it once to see that it
   is whole; of ranks (or NULL) each reads some of its parts. Fails (usage) with what is wrong, and with the newest
   other one that is whole; then nothing is held. */
nbb_status nbb_resume_open(const char *path, const nbb_ranks *ranks, nbb_resumption *resumption);

/* Fails (usage) where it is not of the plan's domain, program or rule, of these parameters and this seed
   (nbb_identity_check), or has not all cells. */
nbb_status nbb_resume_check(nbb_resumption *resumption, const nbb_plan *plan, uint64_t seed,
                            nbb_identity_may_differ *may_differ, const void *context);

/* As nbb_transfer_pieces_of, with the resumption as its context. Heeds signals. */
nbb_status nbb_resume_give(void *context, int column, const nbb_piece *pieces, int count);

void nbb_resume_close(nbb_resumption *resumption);

#endif
