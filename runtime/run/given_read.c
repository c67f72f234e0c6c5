/* given_read.c - which reader a first state's file goes to. */
#include "runtime/run/given.h"

#include <string.h>

bool nbb_given_is_pattern(const char *path)
{
    size_t length = strlen(path);
    return length > 4 && strcmp(path + length - 4, ".rle") == 0;
}

nbb_status nbb_given_read(const char *path, int field, nbb_given_pattern pattern, nbb_given_fields *given)
{
    return nbb_given_is_pattern(path) ? nbb_given_read_rle(path, field, pattern, given)
                                      : nbb_given_read_npy(path, field, given);
}
