/* reads.c - the files that a thread reads. */
#include "gen/base/reads.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static _Thread_local nbb_list *noted;

void nbb_reads_note(nbb_list *files)
{
    noted = files;
}

nbb_status nbb_reads_add(const char *path)
{
    char *whole = noted != NULL ? realpath(path, NULL) : NULL;
    bool is_new = whole != NULL;
    for (size_t i = 0; is_new && i < noted->count; ++i) {
        is_new = strcmp(noted->items[i], whole) != 0;
    }
    nbb_status status = is_new ? nbb_list_add(noted, whole, strlen(whole)) : NBB_OK;
    free(whole);
    return status;
}
