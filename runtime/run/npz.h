/* npz.h - NumPy's .npz: an archive of .npy arrays, side by side and not compressed [APPNOTE.TXT]. */
#pragma once

#include "gen/base/base.h"
#include "runtime/run/npy.h"

typedef struct nbb_npz {
    nbb_text bytes, index; /* of the entries; and what stands behind all of them about each */
    unsigned count;
} nbb_npz;

/* Adds an entry of these bytes; an array in C order, NAME.npy. */
void nbb_npz_add(nbb_npz *archive, const char *name, const char *bytes, size_t length);
void nbb_npz_add_array(nbb_npz *archive, const char *name, nbb_npy_shape shape, const void *values);

/* Writes the archive. Fails (run) where it cannot be written, or has more than 4 GiB. */
nbb_status nbb_npz_write(nbb_npz *archive, const char *path);
void nbb_npz_free(nbb_npz *archive);
