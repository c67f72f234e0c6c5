/* cache.c - keys, entries with a guarding trailer, and the sources that did not compile. */
#include "runtime/device/cache.h"

#include "gen/base/file.h"
#include "runtime/device/cache_prune.h"
#include "runtime/device/machine.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#define IMAGE_LIMIT ((size_t)1 << 30)

typedef struct trailer {
    char magic[8];
    uint64_t length;
    uint64_t hash;
} trailer;

static const char trailer_magic[8] = { 'N', 'B', 'B', 'C', 'A', 'C', 'H', 'E' };

static trailer trailer_of(const char *image, size_t length)
{
    trailer made = { .length = length, .hash = XXH3_64bits(image, length) };
    memcpy(made.magic, trailer_magic, sizeof made.magic);
    return made;
}

/* One line for the whole run: a read-only home is the user's choice, not news for every module. */
static void warn_once(const char *reason)
{
    static bool warned;
    if (!warned) {
        fprintf(stderr, "nbbgen: warning: compiled modules are not kept: %s\n", reason);
        warned = true;
    }
}

bool nbb_cache_folder(nbb_text *folder)
{
    const char *cache = getenv("XDG_CACHE_HOME");
    const char *home = getenv("HOME");
    if (cache != NULL && cache[0] == '/') {
        nbb_text_add(folder, "%s/nbbgen", cache);
        return true;
    }
    if (home != NULL && home[0] == '/') {
        nbb_text_add(folder, "%s/.cache/nbbgen", home);
        return true;
    }
    return false;
}

void nbb_cache_path(const nbb_text *key, const char *extension, nbb_text *path)
{
    if (!nbb_cache_folder(path)) {
        warn_once("neither XDG_CACHE_HOME nor HOME is set to an absolute path");
        return;
    }
    XXH128_hash_t hash = XXH3_128bits(nbb_text_string(key), key->length);
    nbb_text_add(path, "/%016llx%016llx%s", (unsigned long long)hash.high64, (unsigned long long)hash.low64,
                 extension);
}

/* Why the `length` bytes at `entry` are no entry, or NULL. */
static const char *damage(const char *entry, size_t length)
{
    trailer found;
    if (length < sizeof found) {
        return "it is truncated";
    }
    memcpy(&found, entry + length - sizeof found, sizeof found);
    if (memcmp(found.magic, trailer_magic, sizeof found.magic) != 0 || found.length != length - sizeof found) {
        return "it is truncated or not an entry";
    }
    trailer wanted = trailer_of(entry, length - sizeof found);
    return found.hash != wanted.hash ? "its bytes are damaged" : NULL;
}

bool nbb_cache_read(const char *path, nbb_text *image)
{
    const struct timespec used[] = { { .tv_nsec = UTIME_NOW }, { .tv_nsec = UTIME_OMIT } };
    if (path[0] == '\0' || access(path, F_OK) != 0) {
        return false;
    }
    utimensat(AT_FDCWD, path, used, 0);               /* whatever the file system makes of reading */
    nbb_text entry = NBB_TEXT_EMPTY;
    const char *trouble = NULL;
    if (nbb_text_read_file(&entry, path, IMAGE_LIMIT, NBB_ERROR_DEVICE) != NBB_OK) {
        trouble = nbb_message();
    } else {
        trouble = damage(nbb_text_string(&entry), entry.length);
    }
    bool pruned = trouble != NULL && access(path, F_OK) != 0;
    if (trouble != NULL && !pruned) {
        fprintf(stderr, "nbbgen: warning: the cache entry %s is removed and compiled anew: %s\n", path, trouble);
        unlink(path);
    } else if (trouble == NULL) {
        nbb_text_put(image, entry.data, entry.length - sizeof(trailer));
    }
    nbb_text_free(&entry);
    return trouble == NULL && !image->failed;
}

/* Makes the folders above the last slash of `path`; the cache is the user's own (0700, as XDG has it). */
static nbb_status make_folders(const char *path)
{
    nbb_text folder = NBB_TEXT_EMPTY;
    nbb_text_add(&folder, "%s", path);
    nbb_status status = nbb_text_status(&folder, "a file name");
    char *slash = status == NBB_OK ? strchr(folder.data + 1, '/') : NULL;
    for (; slash != NULL && status == NBB_OK; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(folder.data, 0700) != 0 && errno != EEXIST) {
            status = nbb_fail(NBB_ERROR_DEVICE, "%s: cannot be created: %s", folder.data, strerror(errno));
        }
        *slash = '/';
    }
    nbb_text_free(&folder);
    return status;
}

static void prune(void)
{
    nbb_text folder = NBB_TEXT_EMPTY;
    if (nbb_cache_folder(&folder)) {
        nbb_cache_prune(nbb_text_string(&folder), NBB_CACHE_LIMIT);
    }
    nbb_text_free(&folder);
}

nbb_status nbb_cache_put(const char *path, const nbb_text *content)
{
    NBB_TRY(make_folders(path));
    return nbb_file_put(path, content);
}

void nbb_cache_write(const char *path, const nbb_text *image)
{
    if (path[0] == '\0') {
        return;
    }
    nbb_text entry = NBB_TEXT_EMPTY;
    trailer guard = trailer_of(nbb_text_string(image), image->length);
    nbb_text_put(&entry, nbb_text_string(image), image->length);
    nbb_text_put(&entry, (const char *)&guard, sizeof guard);
    if (nbb_text_status(&entry, "a cache entry") != NBB_OK || nbb_cache_put(path, &entry) != NBB_OK) {
        warn_once(nbb_message());
    }
    nbb_text_free(&entry);
    prune();
}

void nbb_cache_keep_failed(const char *name, const char *extension, const char *source, nbb_text *kept)
{
    nbb_text content = NBB_TEXT_EMPTY;
    nbb_text path = NBB_TEXT_EMPTY;
    nbb_text_add(&content, "%s", source);
    bool written = false;
    if (nbb_cache_folder(&path)) {
        nbb_text_add(&path, "/failed/%s%s", name, extension);
        written = nbb_cache_put(nbb_text_string(&path), &content) == NBB_OK;
    }
    if (!written) {
        nbb_text_free(&path);
        nbb_text_add(&path, "%s/%s%s", nbb_machine_temporary(), name, extension);
        written = nbb_file_put(nbb_text_string(&path), &content) == NBB_OK;
    }
    if (written) {
        nbb_text_add(kept, "%s", nbb_text_string(&path));
    } else {
        nbb_text_add(kept, "nowhere (%s)", nbb_message());
    }
    prune();
    nbb_text_free(&content);
    nbb_text_free(&path);
}
