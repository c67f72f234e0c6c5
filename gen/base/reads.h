/* reads.h - the files that something is made from, as they are read: definitions, programs, templates, points. */
#ifndef NBB_READS_H
#define NBB_READS_H

#include "gen/base/list.h"

/* What this thread reads from now on is added to `files`, each once, by its path from the root; NULL: no longer. */
void nbb_reads_note(nbb_list *files);

/* The file at `path` was read. */
nbb_status nbb_reads_add(const char *path);

#endif
