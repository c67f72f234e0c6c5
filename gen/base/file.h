/* file.h - a file that appears under its name only when it is whole. */
#pragma once

#include "gen/base/text.h"

/* Being written. What exists and is no regular file (a pipe, a link as /dev/stdout) is written to as it is; anything
   else through a temporary file beside it, which is renamed over it in the end. */
typedef struct nbb_file {
    const char *path;
    FILE *stream;
    nbb_text temporary;                               /* the temporary file's name, or empty */
} nbb_file;

/* From here on nothing is written: another process of several that do the same writes it. */
void nbb_file_mute(void);

/* `path`, or where nothing is written a file that holds nothing. */
const char *nbb_file_way(const char *path);

/* Begins; `path` must live until nbb_file_close. Fails (run); then there is nothing to close. */
nbb_status nbb_file_create(const char *path, nbb_file *file);

/* Appends `length` bytes. Fails (run); the file must still be closed. */
nbb_status nbb_file_write(nbb_file *file, const void *bytes, size_t length);

/* Ends: the file takes its name if `status` is NBB_OK and everything was written, else it vanishes. Returns `status`,
   or the failure to end. */
nbb_status nbb_file_close(nbb_file *file, nbb_status status);

/* Fails (run) when nbb_file_create would, or the file could not have its name, and leaves nothing behind. */
nbb_status nbb_file_try(const char *path);

/* Creates, writes and closes: a file of just this text. */
nbb_status nbb_file_put(const char *path, const nbb_text *text);

/* The same of mode 0600, for a folder of one's own: what has the name is replaced and never written through, whatever
   it is. */
nbb_status nbb_file_put_private(const char *path, const nbb_text *text);

/* Waits until the disk has the file, or the names in a folder. Fails (run). */
nbb_status nbb_file_sync(const char *path);

/* The same of the name that the folder above has for it. */
nbb_status nbb_file_sync_name(const char *path);
