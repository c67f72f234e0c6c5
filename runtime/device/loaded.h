/* loaded.h - libraries loaded at run time, and the functions found in them. */
#ifndef NBB_LOADED_H
#define NBB_LOADED_H

#include "gen/base/status.h"
#include "gen/base/text.h"

#include <stddef.h>

typedef void (*nbb_function)(void);

/* A function to be found, and the offset of the pointer to it in a struct of such pointers. */
typedef struct nbb_symbol {
    const char *name;
    size_t offset;
} nbb_symbol;

/* The first of the `count` names that the system's loader accepts, or NULL. `reasons` gets why others failed. */
void *nbb_loaded_open(const char *const *names, size_t count, nbb_text *reasons);

/* The function `name`, or NULL. */
nbb_function nbb_loaded_function(void *library, const char *name);

/* Fills the struct `table`. Fails (device) with the symbol that is missing and with `remedy`: what would have it. */
nbb_status nbb_loaded_resolve(void *library, const nbb_symbol *symbols, size_t count, void *table,
                               const char *remedy);

#endif
