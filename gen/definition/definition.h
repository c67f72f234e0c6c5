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

/* Finds the file of `what`: a path (it ends in .lua or holds a slash) as it is, a bare name in the program's own
   fractals folder, then in the folders of $NBBGEN_FRACTALS (with colons between) in their order. `remark` gets words
   only where other files could be meant: of that name in a later folder, in ./fractals or here. An unknown name fails
   (definition) with such a file, or the near miss, and the folders that were searched. */
nbb_status nbb_definition_find(const char *what, nbb_text *path, nbb_text *remark);

/* Appends the folders that it searches: "A, B and C". */
nbb_status nbb_definition_folders(nbb_text *text);

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
