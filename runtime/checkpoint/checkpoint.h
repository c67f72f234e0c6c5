/* checkpoint.h - writes checkpoints: a folder with one for each of the last two.

         DIR/step-000000001000/manifest.json      what it is, and its parts (manifest.h)
                               s.0.bin ...        the parts: columns in digit order (transfer.h)
                               definition.lua     texts, for people
         DIR/step-000000002000/...

A checkpoint is written aside, as DIR/.new-step-..., and gets its name when all its files are on the disk. Only
   then older ones are removed, their names first. A named checkpoint is complete, even after a crash.

Where ranks share the run, all call these functions alike: each writes its parts, the first one all else. */
#pragma once

#include "runtime/checkpoint/manifest.h"

/* A text that goes with every checkpoint. */
typedef struct nbb_checkpoint_text {
    const char *file;
    nbb_text text;
} nbb_checkpoint_text;
enum { NBB_CHECKPOINT_TEXTS = 2 };
#define NBB_CHECKPOINT_DEFINITION "definition.lua"
#define NBB_CHECKPOINT_PROGRAM "program.lua"

typedef struct nbb_checkpoints {
    const char *path;                                /* DIR */
    nbb_ranks *ranks;                                /* that share the run, or NULL */
    int folder;                                      /* its descriptor, locked by the first; -1: there is none */
    int64_t saved;                                   /* the step of the newest, or -1 */
    int count;                                       /* written so far, ... */
    uint64_t bytes;                                  /* ... their parts, ... */
    double milliseconds;                             /* ... and the time that all took */
    struct nbb_writer *writer;                       /* of every one */
    const char *command;                             /* what runs, for people */
    json_t *run;                                     /* as a manifest has it; the steps are added */
    nbb_checkpoint_text texts[NBB_CHECKPOINT_TEXTS]; /* those without a name are none */
} nbb_checkpoints;

/* Makes the folder, unless it is there, keeps other runs out of it until nbb_checkpoints_close, and clears away what
   a run that was killed left half-written. Fails (usage) where it holds checkpoints, unless the run goes on from one
   of them, after step `resumed` (-1: it does not), and where another run has it. Then nothing is held. */
nbb_status nbb_checkpoints_open(const char *path, int64_t resumed, nbb_ranks *ranks, nbb_checkpoints *checkpoints);

/* Writes the state, that after `step` steps, unless it is the newest already. Then only this one and the newest
   before it are left. Fails (run) with the checkpoint that is still there; signals do not end it. */
nbb_status nbb_checkpoints_save(nbb_checkpoints *checkpoints, nbb_transfer *transfer, int64_t step);

void nbb_checkpoints_close(nbb_checkpoints *checkpoints);

/* The steps of the folder's checkpoints, the newest first; the caller frees them. Fails (usage) without a folder. */
nbb_status nbb_checkpoints_list(const char *path, int64_t **steps, int *count);

/* Appends the name of a checkpoint's folder; the step of such a name, or -1. */
void nbb_checkpoint_name(int64_t step, nbb_text *name);
int64_t nbb_checkpoint_step(const char *name);

/* What its name begins with until it is whole, and when it is removed. */
#define NBB_CHECKPOINT_ASIDE ".new-"
#define NBB_CHECKPOINT_OLD NBB_CHECKPOINT_ASIDE "old-"

/* Makes an option's folder, unless it is there; and opens it, and unless `others` is NULL keeps out of it other runs,
   which are said to have that there. Fail (usage). */
nbb_status nbb_folder_make(const char *option, const char *path);
nbb_status nbb_folder_enter(const char *option, const char *path, const char *others, int *folder);

/* Removes what a run that was killed left, and what others still read when it lost its name. */
nbb_status nbb_checkpoints_clear(const nbb_checkpoints *checkpoints);
