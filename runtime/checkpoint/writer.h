/* writer.h - writes a file on threads of its own, while others make what comes next. */
#ifndef NBB_WRITER_H
#define NBB_WRITER_H

#include <stddef.h>
#include <stdint.h>

typedef struct nbb_writer nbb_writer;

/* Opens a writer of a file, whose descriptors are the caller's: `file`, and `direct`, the same one opened with
   O_DIRECT, or -1. What is aligned goes by the second one, past the system's cache: a state may be as large as the
   memory, and memory that a virtual machine uses for the first time is several times as slow as its disk. NULL, with
   errno, if there is no memory or thread. */
nbb_writer *nbb_writer_open(int file, int direct);

/* Takes a copy of the bytes, once there is room. Places may come in any order, each of them once. */
void nbb_writer_put(nbb_writer *writer, uint64_t offset, const void *bytes, size_t length);

/* Waits until all is written. Returns 0, or the first error's number. */
int nbb_writer_close(nbb_writer *writer);

#endif
