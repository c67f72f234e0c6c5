/* definition.h - reads a Lua definition: untrusted text in, a validated fractal or simplex out. */
#ifndef NBB_DEFINITION_H
#define NBB_DEFINITION_H

#include "gen/domain/domain.h"

/* What a definition describes: the one that `kind` names, the other is empty. */
typedef struct nbb_definition {
    nbb_kind kind;
    nbb_fractal fractal;
    nbb_simplex simplex;
} nbb_definition;

/* Finds the file of `what`: a path (it ends in .lua or holds a slash) as it is, a bare name in $NBBGEN_FRACTALS
   (where that is set), ./fractals and the program's own fractals folder, in this order. An unknown name fails
   (definition) with the near miss (first of all a file `what`.lua here) and the folders that were searched. */
nbb_status nbb_definition_find(const char *what, nbb_text *path);

/* Runs the file in a sandbox (sandbox.h) and validates what it returns. Every failure of the definition is
   NBB_ERROR_DEFINITION and names the file, and line and field where there is one. Freed with nbb_definition_free;
   after a failure it is empty. */
nbb_status nbb_definition_load(const char *path, nbb_definition *definition);
void nbb_definition_free(nbb_definition *definition);

/* What the definition describes, at a size: r of a fractal, n of a simplex. */
nbb_domain nbb_definition_domain(const nbb_definition *definition, int64_t size);

/* The names (without .lua) in the folders that nbb_definition_find searches, sorted, each once; the caller frees each
   and the array. */
nbb_status nbb_definition_list(char ***names, size_t *count);

#endif
