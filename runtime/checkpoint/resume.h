/* resume.h - reads a checkpoint: finds the newest, tells whether it is whole and fits, and gives its cells. */
#pragma once

#include "runtime/checkpoint/manifest.h"

typedef struct nbb_resumption {
    nbb_text path;   /* of the checkpoint's folder ... */
    nbb_text within; /* ... and of the folder whose newest it is; or empty */
    int folder;      /* its descriptor, or -1; who removes checkpoints waits for it to be closed */
    nbb_manifest manifest;
    bool is_whole;                       /* nbb_resume_check found it so, and set what follows */
    nbb_column columns[NBB_COLUMNS_MAX]; /* of the plan: */
    int column_count;
    int64_t copy; /* of an ensemble, whose cells nbb_resume_give gives: set by its caller */
    nbb_run_origin origin;
    int part; /* being read ... */
    int file; /* ... from here, or -1 */
} nbb_resumption;

/* What goes on from it. */
typedef struct nbb_resuming {
    const nbb_plan *plan;
    uint64_t seed;
    const nbb_given_fields *given;
    nbb_identity_may_differ *may_differ;
    const void *context;
    const nbb_ranks *ranks; /* that share the run, or NULL */
    const char *ensemble; /* as nbb_run_request has it, ... */
    int64_t copies; /* ... of so many copies; or 1 */
} nbb_resuming;

/* Opens the newest checkpoint in the folder, or the one that the folder is, and reads its manifest. Fails (usage)
   with what is wrong, and with the newest other one; then nothing is held. nbb_resume_close is due else. */
nbb_status nbb_resume_open(const char *path, nbb_resumption *resumption);

/* Fails (usage) where it is not of the plan's domain, program or rule, of this first state, these parameters and this
   seed (nbb_identity_check), or has not all cells; with what is damaged, and the newest other one that is whole. The
   sizes are compared with the state's before anything of theirs is read; of ranks each reads some of the parts. */
nbb_status nbb_resume_check(nbb_resumption *resumption, const nbb_resuming *by);

/* As nbb_transfer_pieces_of, with the resumption as its context. Signals end it. */
nbb_status nbb_resume_give(void *context, int column, const nbb_piece *pieces, int count);

/* Nothing more is read of it: others may remove it. */
void nbb_resume_release(nbb_resumption *resumption);

void nbb_resume_close(nbb_resumption *resumption);
