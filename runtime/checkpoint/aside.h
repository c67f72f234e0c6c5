/* aside.h - files of a folder that is written aside: on the disk when they are closed, gone when they are removed. */
#ifndef NBB_ASIDE_H
#define NBB_ASIDE_H

#include "gen/base/text.h"
#include "runtime/checkpoint/writer.h"

/* A file being written. */
typedef struct nbb_aside {
    const char *folder, *name; /* for messages */
    int file, direct;          /* its descriptors, the second one past the system's cache, or -1 */
    nbb_writer *writer;
} nbb_aside;

/* Creates a file in an opened folder, by a writer that has no other one; both names must live until it is closed. The
   disk sets `bytes` of it aside, if it can: pieces may come in any order. Fails (run); then nothing is held. */
nbb_status nbb_aside_create(int folder, const char *path, const char *name, uint64_t bytes, nbb_writer *writer,
                            nbb_aside *aside);

/* Has a copy of the bytes written, while the caller goes on, or other threads that write other bytes. */
void nbb_aside_write(nbb_aside *aside, uint64_t offset, const void *bytes, size_t length);

/* Waits until the disk has it, if `status` is NBB_OK. Returns `status`, or the failure to write any of the bytes. */
nbb_status nbb_aside_close(nbb_aside *aside, nbb_status status);

/* Creates a small file of these bytes, and waits until the disk has it. Fails (run). */
nbb_status nbb_aside_put(int folder, const char *path, const char *name, const void *bytes, size_t length);

/* Waits until the disk has the folder's names. Fails (run). */
nbb_status nbb_folder_sync(int folder, const char *path);

/* Removes a folder of files by name, if it exists and no reader holds a lock on it. Fails (run). */
nbb_status nbb_folder_remove(int parent, const char *path, const char *name);

#endif
