/* kinds.h - whether a name given as one kind (a fractal, say) is the name of another kind. */
#pragma once

#include "gen/base/script.h"

typedef enum nbb_named_kind {
    NBB_NAMED_PROGRAM,
    NBB_NAMED_RULE,
    NBB_NAMED_WORKLOAD,
    NBB_NAMED_FRACTAL, /* which is meant least of all */
    NBB_NAMED_KINDS
} nbb_named_kind;

/* Returns `status`, the failure to find `word` among the things of a kind. Where it names one of another kind, or is
   near one and near none of its own, the failure says so, and by which option that is given. */
nbb_status nbb_tell_kind(const char *word, nbb_named_kind asked, nbb_status status);

/* The kind of which the word is a name, else of which it is near to one; NBB_NAMED_KINDS if there is none. Sets
   `name` to that name, which the caller frees. */
nbb_named_kind nbb_kind_of(const char *word, char **name);

const char *nbb_kind_name(nbb_named_kind kind);

/* Finds out what a name without a kind is: what its file makes, a definition's before a program's of the same name. A
   file that fails ends it here: who loads what is found runs it again. */
nbb_status nbb_meant(const char *name, nbb_maker *maker);
