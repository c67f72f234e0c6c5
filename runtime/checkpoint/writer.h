/* writer.h - writes a file on threads of its own, while other threads make the next bytes. */
#ifndef NBB_WRITER_H
#define NBB_WRITER_H

#include <stddef.h>
#include <stdint.h>

/* Writes so many bytes to a place of a file. Returns 0, or the error's number. */
int nbb_write_bytes(int file, const void *bytes, uint64_t offset, size_t length);

enum { NBB_WRITER_BYTES = 8 << 20 /* of its memory: what the disk is busy with while the next bytes are made */ };

typedef struct nbb_writer nbb_writer;

/* Takes a writer's memory, which serves one file after another. NULL if there is none. */
nbb_writer *nbb_writer_open(void);

/* Begins a file, whose descriptors are the caller's: `file`, and `direct`, the same one opened with O_DIRECT, or -1.
   What is aligned goes by the second one, past the system's cache: a state may be as large as the memory, and memory
   that a virtual machine uses for the first time is several times as slow as its disk. Returns 0, or the error's
   number if there is no thread; then nothing has begun. */
int nbb_writer_begin(nbb_writer *writer, int file, int direct);

/* Takes a copy of the bytes, once there is room. Places may come in any order, each of them once; several threads may
   put at the same time. */
void nbb_writer_put(nbb_writer *writer, uint64_t offset, const void *bytes, size_t length);

/* Waits until all of the file is written. Returns 0, or the first error's number. */
int nbb_writer_end(nbb_writer *writer);

/* Frees the memory; NULL has none. */
void nbb_writer_close(nbb_writer *writer);

#endif
