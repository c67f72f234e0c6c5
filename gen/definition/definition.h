/* definition.h - reads a Lua definition: untrusted text in, a validated fractal or simplex out. */
#pragma once

#include "gen/domain/domain.h"

/* What a definition describes: the one that `kind` names, the other is empty. */
typedef struct nbb_definition {
    nbb_kind kind;
    nbb_fractal fractal; /* its arena has the simplex's path, too */
    nbb_simplex simplex;
} nbb_definition;

/* Runs the file in a sandbox (sandbox.h) and validates what it returns. Every failure of the definition is
   NBB_ERROR_DEFINITION and names the file, and line and field where there is one. Freed with nbb_definition_free;
   after a failure it is empty. A text stands for the file; NULL: the file's own. */
nbb_status nbb_definition_read(const char *text, const char *path, nbb_definition *definition);
void nbb_definition_free(nbb_definition *definition);

/* What the definition describes, at a size: r of a fractal, n of a simplex. */
nbb_domain nbb_definition_domain(const nbb_definition *definition, int64_t size);
