/* writer.h - writes a file on threads of its own, while other threads make the next bytes. */
#pragma once

#include "gen/base/base.h"

enum { NBB_WRITER_BYTES = 8 << 20 /* of its memory: what the disk is busy with while the next bytes are made */ };

typedef struct nbb_writer nbb_writer;

/* Takes a writer's memory, which serves one file after another. NULL if there is none. */
nbb_writer *nbb_writer_open(void);

/* Begins a file, whose descriptors are the caller's: `file`, and `direct`, the same one opened with O_DIRECT, or -1.
   What is aligned goes by the second one, past the system's cache: a state may be as large as the memory, and memory
   that a virtual machine uses for the first time is several times as slow as its disk. Returns 0, or the error's
   number if there is no thread; then nothing has begun. */
int nbb_writer_begin(nbb_writer *writer, int file, int direct);

/* Takes a copy of the bytes, once there is room. Places may come in any order, each once, from several threads. */
void nbb_writer_put(nbb_writer *writer, uint64_t offset, const void *bytes, size_t length);

/* Waits until all of the file is written. Returns 0, or the first error's number. */
int nbb_writer_end(nbb_writer *writer);

/* Frees the memory; NULL has none. */
void nbb_writer_close(nbb_writer *writer);

/* A file being written. */
typedef struct nbb_aside {
    const char *folder, *name; /* for messages */
    int file, direct;          /* its descriptors, the second one past the system's cache, or -1 */
    nbb_writer *writer;
} nbb_aside;

/* Creates a file in an opened folder, for what is put into a writer that has no other one; both names must live until
   it is closed. The disk sets `bytes` aside, if it can: pieces come in any order. On failure (run) none is held. */
nbb_status nbb_aside_create(int folder, const char *path, const char *name, uint64_t bytes, nbb_writer *writer,
                            nbb_aside *aside);

/* Waits until the disk has it, if `status` is NBB_OK. Returns `status`, or the failure to write any of the bytes. */
nbb_status nbb_aside_close(nbb_aside *aside, nbb_status status);

/* Creates a small file of this text, and waits until the disk has it. Fails (run). */
nbb_status nbb_aside_put(int folder, const char *path, const char *name, const nbb_text *text);

/* Waits until the disk has the folder's names. Fails (run). */
nbb_status nbb_folder_sync(int folder, const char *path);

/* Removes a folder of files by name, if it exists and no reader holds a lock on it. Fails (run). */
nbb_status nbb_folder_remove(int parent, const char *path, const char *name);
