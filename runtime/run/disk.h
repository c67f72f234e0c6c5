/* disk.h - many transfers between files and memory at once, past the system's cache. */
#pragma once

#include "gen/base/base.h"

enum {
    NBB_DISK_ALIGNED = 4096, /* what O_DIRECT asks of places in memory and in the file */
    NBB_DISK_PIECE = 1 << 20
};

/* The aligned place from there on. */
static inline uint64_t nbb_disk_up(uint64_t place)
{
    return (place + NBB_DISK_ALIGNED - 1) / NBB_DISK_ALIGNED * NBB_DISK_ALIGNED;
}

/* Bytes of a file that are read or written. In memory they begin as far behind an aligned place as in the file; what
   is read may change all between the aligned places around them. */
typedef struct nbb_disk_transfer {
    int file, direct; /* descriptors, the second one opened with O_DIRECT, or -1 */
    bool writes;
    unsigned char *memory;
    uint64_t place, bytes;
} nbb_disk_transfer;

/* Does all of them, each in pieces, many at once: by io_uring, or by threads where the kernel has none; a few pieces
   one by one. Returns 0, or the first error's number. */
int nbb_disk_do(const nbb_disk_transfer *transfers, int count);

/* Opens the file again with O_DIRECT, if its file system takes places so aligned; else -1. */
int nbb_disk_open(int folder, const char *name);
