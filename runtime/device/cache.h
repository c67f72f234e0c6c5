/* cache.h - compiled modules on disk, under $XDG_CACHE_HOME/nbbgen or ~/.cache/nbbgen.

   An entry is the image as the compiler gave it, the key that it was made for, and a trailer that proves both whole:

       image ... | key ... | "NBBCACHE" | length of the image, 8 bytes | of the key, 8 | XXH3-64 of both, 8

   Reading an entry marks it as used. Every write then removes what was used longest ago, entries and failed sources,
   until the rest is within NBB_CACHE_LIMIT bytes. Processes may do all this at the same time: an entry that another
   one removed is a miss.

   The folder is used only if nobody else can write to it, nor to what is above it (folder.h): what lies in it is run.
   Entries are written with mode 0600, and read if they are regular files that nobody else can write.

   A loader of ELF files ignores what follows the file, so a host module is loaded from its entry as it lies. A cache
   that cannot be used is never a failure: the first trouble is one line on standard error, and modules are compiled
   anew. */
#pragma once

#include "gen/base/base.h"

#define NBB_CACHE_LIMIT (UINT64_C(256) << 20)

/* The cache's folder, which need not exist; false (and no text) where neither XDG_CACHE_HOME nor HOME is an absolute
   path. */
bool nbb_cache_folder(nbb_text *folder);

/* The path of the entry for `key`: everything the image depends on (source, options, compiler). `extension` has its
   dot. Empty where there is no cache folder. */
void nbb_cache_path(const nbb_text *key, const char *extension, nbb_text *path);

/* Appends the image at `path`; false on a miss, as an entry of another key is. A damaged entry is removed, said so on
   standard error, and a miss. */
bool nbb_cache_read(const char *path, const nbb_text *key, nbb_text *image);

/* Keeps the image, whole or not at all; processes may do so at the same time. Trouble is one warning. Prunes. */
void nbb_cache_write(const char *path, const nbb_text *key, const nbb_text *image);

/* Writes a file of the cache's folder, which is made if need be. Fails (run or device). */
nbb_status nbb_cache_put(const char *path, const nbb_text *content);

/* Keeps a source that did not compile as failed/NAMEEXTENSION in the cache's folder, else in a new folder of one's
   own in $TMPDIR or /tmp.
   `kept` becomes its path, or a remark that it could not be kept: it is for the failure's message. */
void nbb_cache_keep_failed(const char *name, const char *extension, const char *source, nbb_text *kept);

/* Removes the files used longest ago until the folder's entries and failed sources have at most `limit` bytes
   together. */
void nbb_cache_prune(const char *folder, uint64_t limit);
