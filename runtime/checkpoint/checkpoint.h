/* checkpoint.h - writes checkpoints: a folder with one for each of the last two.

         DIR/step-000000001000/manifest.json      what it is, and its parts (below)
                               s.0.bin ...        the parts: columns in digit order (transfer.h)
                               definition.lua     texts, for people
         DIR/step-000000002000/...

A checkpoint is written aside, as DIR/.new-step-..., and gets its name when all its files are on the disk. Only
   then older ones are removed, their names first. A named checkpoint is complete, even after a crash.

Where ranks share the run, all call these functions alike: each writes its parts, the first one all else. */
#pragma once

#include "runtime/base/json.h"
#include "runtime/run/transfer.h"

/* --- the description of a checkpoint and its parts: manifest.json, schema 2 ---

   A part is a range of bytes of a file, elements of one column (transfer.h) for a range of cells in digit order. A
   run has a file a column, in parts where cells come in streams, and an ensemble one file of all its copies' columns;
   of a run that ranks share each writes its own range, and any other number of them goes on from there. Ranges begin
   at multiples of NBB_SAVED_CELLS (gen/plan/plan_record.h), so that planes are cut between bytes. */

enum { NBB_MANIFEST_SCHEMA = 2, NBB_MANIFEST_PARTS_MAX = 1 << 20 };
#define NBB_MANIFEST_NAME "manifest.json"

typedef struct nbb_part {
    const char *file; /* its name in the folder */
    const char *field;
    int bit;
    int64_t copy;   /* of an ensemble; else 0 */
    int64_t column; /* the number of both, copy by copy; set by nbb_manifest_bind */
    int64_t first, cells;
    uint64_t offset, bytes; /* in the file */
    uint64_t hash;          /* XXH3, 64 bits */
} nbb_part;

typedef struct nbb_manifest {
    int64_t step;     /* of the state */
    json_t *identity; /* below */
    json_t *run;      /* what else says how to go on: an object of the names that the run was given, and its steps */
    json_t *list;     /* of parts, an array */
    uint64_t bytes;   /* of those that were added */
    nbb_part *parts;  /* that were read, by column, and in it by first cell; their names are the list's */
    int part_count;
} nbb_manifest;

void nbb_manifest_add(nbb_manifest *manifest, nbb_part part);

/* Appends it as JSON. `command` is what made it, for people. */
nbb_status nbb_manifest_print(const nbb_manifest *manifest, const char *command, nbb_text *text);

/* Reads what nbb_manifest_print wrote; `path` names it in messages. Fails (usage) where it is none, or of another
   schema. nbb_manifest_free is due in every case. */
nbb_status nbb_manifest_parse(const char *path, const nbb_text *text, nbb_manifest *manifest);

/* After that, and once the identity is known to fit: finds the parts' columns and sorts them. Fails (usage) where
   they do not cover every cell of each column once. */
nbb_status nbb_manifest_bind(const char *path, nbb_manifest *manifest, const nbb_traits *traits, int64_t cells,
                             int64_t copies);

void nbb_manifest_free(nbb_manifest *manifest);

/* The identity of a state's run: the domain, the program or rule, its first state, parameters, the
   seed. A checkpoint holds it, and a run goes on from one only where it is the run's own. */

/* The plan's, as an object of texts and whole numbers; of parameters and files one further inside. NULL: no memory.
   The caller has the reference. `copies` says which an ensemble has, or NULL: parameters and seed are the first's. */
json_t *nbb_identity_of(const nbb_plan *plan, uint64_t seed, const nbb_run_origin *origin, const char *copies);

nbb_run_origin nbb_identity_origin(const json_t *identity, const nbb_program *program);

/* Whether a parameter may differ: it was given a value deliberately. NULL: none may. */
typedef bool nbb_identity_may_differ(const void *context, const char *parameter);

/* Fails (usage) where `there`, of the checkpoint at `path`, is not `here`: with every field that differs, and both
   values. Files of the first state may be missing here, and what was altered underway is not asked for. */
nbb_status nbb_identity_check(const char *path, const json_t *there, const json_t *here,
                              nbb_identity_may_differ *may_differ, const void *context);

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

/* Opens an option's folder. Unless `others` is NULL makes it, if it is not there, and keeps other runs out of it,
   which are said to have that there. Fails (usage). */
nbb_status nbb_folder_enter(const char *option, const char *path, const char *others, int *folder);

/* Removes what a run that was killed left, and what others still read when it lost its name. */
nbb_status nbb_checkpoints_clear(const nbb_checkpoints *checkpoints);

/* --- reads a checkpoint: finds the newest, says whether it is whole and fits, and gives its cells --- */

typedef struct nbb_resumption {
    nbb_text path;   /* of the checkpoint's folder ... */
    nbb_text within; /* ... and of the folder whose newest it is; or empty */
    int folder;      /* its descriptor, or -1; who removes checkpoints waits for it to be closed */
    nbb_manifest manifest;
    bool is_whole;                       /* nbb_resume_check found it so, and set what follows */
    nbb_column columns[NBB_COLUMNS_MAX]; /* of the plan: */
    int column_count;
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
    const char *ensemble;   /* as nbb_run_request has it, ... */
    int64_t copies;         /* ... of so many copies; or 1 */
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

/* --- a state that lies in files, of which a kill at any moment leaves one whole: that after the last pass ---

   DIR/state.json      what the newest whole state is, and in which of the two files it lies
           even.words      states as buffers hold them (parts.h): words of tiles in digit order
           odd.words

   A pass reads one file and writes the other one. Once the disk has that, the manifest is replaced by one that names
   it. Who runs the same command again goes on from there; the census of the state must be the manifest's. */

typedef struct nbb_state_folder {
    const char *path;    /* DIR */
    const char *command; /* what runs, for people */
    uint64_t seed;
    int folder;                                        /* a descriptor, or -1; it is locked */
    json_t *manifest;                                  /* of the state that was found, or NULL: the run begins */
    int64_t step;                                      /* of that */
    uint64_t bytes;                                    /* of a file */
    bool is_direct;                                    /* past the system's cache, which is too small for both */
    nbb_run_files files_of_run;                        /* once they are mapped */
    nbb_status (*before)(void *context, nbb_run *run); /* what a whole state covers is written before it */
    void *context;
} nbb_state_folder;

/* Bytes that the disk has free for the folder, which need not be there. Fails (usage) where it cannot be made. */
nbb_status nbb_state_room(const char *path, uint64_t *bytes);

/* Makes the folder, unless it is there, keeps other runs out of it until nbb_state_close, and reads its manifest.
   Fails (usage) where it is no folder for states. On failure nothing is held. */
nbb_status nbb_state_open(const char *path, nbb_state_folder *state);

/* Once the run is planned: fails (usage) where the state is not this run's, and (run) where the disk has no room for
   both files, which are set aside. The seed and the origin are the run's. */
nbb_status nbb_state_fit(nbb_state_folder *state, const nbb_plan *plan, uint64_t seed, const nbb_run_origin *origin);

/* After nbb_run_begin: the state that was found in place of the initial one, or that becomes the first whole one. */
nbb_status nbb_state_begin(nbb_state_folder *state, nbb_run *run);

/* Once the run has ended. */
void nbb_state_close(nbb_state_folder *state);
