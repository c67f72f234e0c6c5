/* program_source.h - where the keys and strings of a program's Lua file stand, for messages. */
#ifndef NBB_PROGRAM_SOURCE_H
#define NBB_PROGRAM_SOURCE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct nbb_source_place {
    int line;   /* of the key or of the string; 0: the file has neither */
    bool found; /* whether the string was found, */
    size_t at;  /* whose first byte this is */
} nbb_source_place;

/* Looks for `key = VALUE`, or with an inner name for `key = { inner = VALUE }`. VALUE is a string of this text, or
   with `text` NULL anything. Without an inner name it may also be an item of the key's table. Strings count where the
   file holds their text as it is, without escapes. */
nbb_source_place nbb_source_find(const char *source, const char *key, const char *inner, const char *text);

#endif
