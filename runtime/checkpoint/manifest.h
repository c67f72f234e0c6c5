/* manifest.h - the description of a checkpoint and its parts: manifest.json, schema 2.

   A part is a range of bytes of a file, elements of one column (transfer.h) for a range of cells in digit order. A
   run has a file a column, in parts where cells come in streams, and an ensemble one file of all its copies' columns;
   of a run that ranks share each writes its own range,
   and any other number of them goes on from there. Ranges begin at multiples of NBB_SAVED_CELLS (gen/plan/shards.h),
   so that planes are cut between bytes. */
#pragma once

#include "runtime/run/run.h"
#include "runtime/run/transfer.h"

#include <jansson.h>

enum { NBB_MANIFEST_SCHEMA = 2, NBB_MANIFEST_PARTS_MAX = 1 << 20 };
#define NBB_MANIFEST_NAME "manifest.json"

typedef struct nbb_part {
    char *file; /* its name in the folder */
    char *field;
    int bit;
    int64_t copy; /* of an ensemble; else 0 */
    int64_t column; /* the number of both, copy by copy; set by nbb_manifest_bind */
    int64_t first, cells;
    uint64_t offset, bytes; /* in the file */
    uint64_t hash;          /* XXH3, 64 bits */
} nbb_part;

typedef struct nbb_manifest {
    int64_t step;     /* of the state */
    json_t *identity; /* below */
    json_t *run;      /* what else says how to go on: an object of the names that the run was given, and its steps */
    nbb_part *parts;  /* by column, and in it by first cell */
    int part_count;
} nbb_manifest;

/* Adds a part; its names are copied. */
nbb_status nbb_manifest_add(nbb_manifest *manifest, nbb_part part);

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
   The caller has the reference. `copies` says which an ensemble has, or is NULL: parameters and seed are its first
   one's. */
json_t *nbb_identity_of(const nbb_plan *plan, uint64_t seed, const nbb_run_origin *origin, const char *copies);

/* What an identity says of a state's origin. */
nbb_run_origin nbb_identity_origin(const json_t *identity, const nbb_program *program);

/* Whether a parameter may differ: it was given a value deliberately. */
typedef bool nbb_identity_may_differ(const void *context, const char *parameter);

/* Fails (usage) where `there`, of the checkpoint at `path`, is not `here`: with every field that differs, and both
   values. Files of the first state may be missing here, and what was altered underway is not asked for. */
nbb_status nbb_identity_check(const char *path, const json_t *there, const json_t *here,
                              nbb_identity_may_differ *may_differ, const void *context);
