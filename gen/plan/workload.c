/* workload.c - the rows of workloads, and of the kernels that they are made of. */
#include "gen/plan/workload.h"

#include <string.h>

#define X(name, suffix, signature, program) suffix,
const char *const nbb_entry_suffixes[NBB_ENTRY_COUNT] = { NBB_ENTRIES(X) };
#undef X
const nbb_signatures nbb_signatures_own = {
#define X(name, suffix, own, program) own,
    { NBB_ENTRIES(X) },
#undef X
#define X(name, suffix, own, program) own "I",
    { NBB_ENTRIES(X) },
#undef X
#define X(name, suffix, own, program) own "QQ",
    { NBB_ENTRIES(X) },
#undef X
#define X(name, suffix, own, program) own "QQp",
    { NBB_ENTRIES(X) },
#undef X
};
const nbb_signatures nbb_signatures_told = {
#define X(name, suffix, own, program) program,
    { NBB_ENTRIES(X) },
#undef X
#define X(name, suffix, own, program) program "I",
    { NBB_ENTRIES(X) },
#undef X
#define X(name, suffix, own, program) program "QQ",
    { NBB_ENTRIES(X) },
#undef X
#define X(name, suffix, own, program) program "QQp",
    { NBB_ENTRIES(X) },
#undef X
};

#define X(name, text, bytes, found, none) { NBB_CELL_##name, text, bytes, found, none },
const nbb_cell_type nbb_cell_types[NBB_CELL_COUNT] = { NBB_CELLS(X) };
#undef X

#define X(name, text, cell, start, law, pass, limit)                                             \
    { text,                                                                                     \
      &nbb_cell_types[NBB_CELL_##cell],                                                                             \
      NBB_START_##start,                                                                        \
      NBB_LAW_##law,                                                                            \
      NBB_LAW_##law != NBB_LAW_NONE,                                                            \
      NBB_ENTRY_##pass,                                                                         \
      NBB_LIMIT_##limit },
const nbb_workload_row nbb_workload_rows[NBB_WORKLOAD_COUNT] = { NBB_WORKLOADS(X) };
#undef X
#define X(name, text, ...) text,
static const char *const spelled[] = { NBB_WORKLOADS(X) };
#undef X
const char *const nbb_law_names[NBB_LAW_COUNT] = { "none", "rule", "program" };
const nbb_spellings nbb_workload_names = { spelled, NBB_WORKLOAD_COUNT };

const nbb_workload_row *nbb_workload_named(const char *name)
{
    for (int i = 0; i < NBB_WORKLOAD_COUNT; ++i) {
        if (strcmp(nbb_workload_rows[i].name, name) == 0) {
            return &nbb_workload_rows[i];
        }
    }
    return NULL;
}
