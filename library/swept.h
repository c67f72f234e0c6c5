/* swept.h - a sweep: a parameter and its values. */
#pragma once

#include "gen/base/base.h"

enum { NBB_SCAN_VALUES_MAX = 100000 };

/* A parameter, or the size, that --sweep gives values. */
typedef struct nbb_swept {
    const char *text; /* as it was given */
    char *name;
    int parameter; /* its number, or -1 */
    double *values;
    int64_t count;
} nbb_swept;

/* Reads "T=1.0..2.0/21" or "T=1,1.2,1.5", and of the size, whose name is the domain's or NULL, "r=3..7": whole
   numbers. Fails (usage) on what is neither. Freed with nbb_swept_free in every case. */
nbb_status nbb_swept_read(const char *text, const char *size, nbb_swept *swept);
void nbb_swept_free(nbb_swept *swept);
