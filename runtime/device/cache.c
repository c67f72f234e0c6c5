/* cache.c - keys, entries with a guarding trailer, and the sources that did not compile. */
#include "runtime/device/machine.h"
#include "runtime/base/search.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

typedef struct kept_file {
    char *path;
    uint64_t bytes;
    int64_t used; /* nanoseconds */
} kept_file;

typedef struct kept_files {
    nbb_arena arena; /* of all */
    kept_file *at;
    size_t count;
    uint64_t bytes;
} kept_files;

/* Adds the entries of a folder, or all of its files, but what cannot be looked at and what there is no memory for. */
static void list_folder(const char *folder, bool all, kept_files *files)
{
    struct stat facts;
    NBB_LOCAL_OPEN opened = -1; /* nobody else chooses what is removed */
    NBB_LOCAL_LIST names = { NULL, 0 };
    NBB_LEAVE_IF(nbb_folder_open(folder, false, &opened) != NBB_OK
                 || nbb_search_names(folder, "", NBB_OK, &names) != NBB_OK);
    for (size_t i = 0; i < names.count; ++i) {
        const char *name = names.items[i];
        NBB_LOCAL_TEXT path = nbb_text_of("%s/%s", folder, name);
        /* Entries, and those still being written; not the tuned choices, which are the user's work. */
        bool is_meant = all || (strspn(name, "0123456789abcdef") == 32 && name[32] == '.');
        if (is_meant && !path.failed && lstat(path.data, &facts) == 0 && S_ISREG(facts.st_mode)) {
            kept_file file = { nbb_arena_copy(&files->arena, path.data, path.length), (uint64_t)facts.st_size,
                               facts.st_atim.tv_sec * INT64_C(1000000000) + facts.st_atim.tv_nsec };
            bool is_listed = file.path != NULL
                             && NBB_ARENA_APPEND(&files->arena, files->at, files->count, file) == NBB_OK;
            files->bytes += is_listed ? file.bytes : 0;
        }
    }
}

static int compare_use(const void *left, const void *right)
{
    const kept_file *a = left, *b = right;
    return a->used != b->used ? (a->used > b->used) - (a->used < b->used) : strcmp(a->path, b->path);
}

void nbb_cache_prune(const char *folder, uint64_t limit)
{
    NBB_LOCAL_TEXT failed = nbb_text_of("%s/failed", folder);
    kept_files files = { .arena = { .purpose = "the cache's files" } };
    list_folder(folder, false, &files);
    list_folder(nbb_text_string(&failed), true, &files);
    if (files.bytes > limit) {
        qsort(files.at, files.count, sizeof *files.at, compare_use);
    }
    for (size_t i = 0; i < files.count && files.bytes > limit; ++i) {
        unlink(files.at[i].path); /* another process may have been first */
        files.bytes -= files.at[i].bytes;
    }
    nbb_arena_free(&files.arena);
}

#define IMAGE_LIMIT ((size_t)1 << 30)

typedef struct trailer {
    char magic[8];
    uint64_t length, key_length;
    uint64_t hash;
} trailer;

static const char trailer_magic[8] = { 'N', 'B', 'B', 'C', 'A', 'C', 'H', 'E' };

static trailer trailer_of(const char *image, size_t length, size_t key_length)
{
    trailer made = { .length = length, .key_length = key_length, .hash = XXH3_64bits(image, length + key_length) };
    memcpy(made.magic, trailer_magic, sizeof made.magic);
    return made;
}

/* One line for the whole run: a read-only home is the user's choice, not news for every module. */
static void warn_once(const char *reason)
{
    static atomic_flag warned = ATOMIC_FLAG_INIT;
    nbb_say_once(&warned, "warning: compiled modules are not kept: %s", reason);
}

bool nbb_cache_folder(nbb_text *folder)
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    bool has_cache = cache != NULL && cache[0] == '/', has_home = home != NULL && home[0] == '/';
    NBB_TEXT_ADD_IF(has_cache || has_home, folder, has_cache ? "%s/nbbgen" : "%s/.cache/nbbgen",
                    has_cache ? cache : home);
    return has_cache || has_home;
}

void nbb_cache_path(const nbb_text *key, const char *extension, nbb_text *path)
{
    if (!nbb_cache_folder(path)) {
        warn_once("neither XDG_CACHE_HOME nor HOME is set to an absolute path");
        return;
    }
    enum { FORM = 1 }; /* of entries: what lies there in another is never asked for */
    XXH128_hash_t hash = XXH3_128bits_withSeed(nbb_text_string(key), key->length, FORM);
    nbb_text_add(path, "/%016llx%016llx%s", (unsigned long long)hash.high64, (unsigned long long)hash.low64,
                 extension);
}

/* Why the `length` bytes at `entry` are no entry, or NULL. */
static const char *damage(const char *entry, size_t length, trailer *found)
{
    size_t rest = length - sizeof *found; /* of the two in front of the trailer */
    NBB_RETURN_IF(length < sizeof *found, "it is truncated");
    memcpy(found, entry + rest, sizeof *found);
    NBB_RETURN_IF(memcmp(found->magic, trailer_magic, sizeof found->magic) != 0 || found->length > rest
                      || found->key_length != rest - found->length,
                  "it is truncated or not an entry");
    return found->hash != trailer_of(entry, found->length, found->key_length).hash ? "its bytes are damaged" : NULL;
}

/* Opens the folder that holds `path`, by the rule of folder.c; `name` becomes the rest. */
static nbb_status open_folder_of(const char *path, bool make, const char **name, int *folder)
{
    *name = strrchr(path, '/') + 1;
    NBB_LOCAL_TEXT_OF(above, "a folder's name", "%.*s", (int)(*name - path) - 1, path);
    return nbb_folder_open(above.data, make, folder);
}

bool nbb_cache_read(const char *path, const nbb_text *key, nbb_text *image)
{
    trailer guard = { .length = 0 };
    const struct timespec used[] = { { .tv_nsec = UTIME_NOW }, { .tv_nsec = UTIME_OMIT } };
    NBB_LOCAL_TEXT entry = NBB_TEXT_EMPTY;
    NBB_LOCAL_OPEN folder = -1;
    const char *name = NULL, *trouble = NULL;
    bool found = false;
    NBB_RETURN_IF(path[0] == '\0', false);
    if (open_folder_of(path, false, &name, &folder) != NBB_OK) {
        warn_once(nbb_message());
    }
    NBB_RETURN_IF(folder < 0, false);
    utimensat(folder, name, used, AT_SYMLINK_NOFOLLOW); /* whatever the file system makes of reading */
    if (nbb_folder_read(folder, name, IMAGE_LIMIT, &entry, &found) != NBB_OK) {
        trouble = nbb_message();
    } else if (found) {
        trouble = damage(nbb_text_string(&entry), entry.length, &guard);
        found = trouble != NULL
                || (guard.key_length == key->length
                    && memcmp(entry.data + guard.length, nbb_text_string(key), key->length) == 0);
    }
    if (trouble != NULL) {
        nbb_say("warning: the cache entry %s is removed and compiled anew: %s", path, trouble);
        unlinkat(folder, name, 0);
    } else if (found) {
        nbb_text_put(image, entry.data, guard.length);
    }
    return found && trouble == NULL && !image->failed;
}

nbb_status nbb_cache_put(const char *path, const nbb_text *content)
{
    const char *name = NULL;
    NBB_LOCAL_TEXT all = NBB_TEXT_EMPTY;
    NBB_LOCAL_OPEN folder = -1;
    NBB_TRY(open_folder_of(path, true, &name, &folder));
    NBB_TRY(nbb_file_put_private(path, content));
    if (nbb_cache_folder(&all)) {
        nbb_cache_prune(nbb_text_string(&all), NBB_CACHE_LIMIT);
    }
    return NBB_OK;
}

void nbb_cache_write(const char *path, const nbb_text *key, const nbb_text *image)
{
    NBB_LEAVE_IF(path[0] == '\0');
    NBB_LOCAL_TEXT entry = NBB_TEXT_EMPTY;
    nbb_text_put(&entry, nbb_text_string(image), image->length);
    nbb_text_put(&entry, nbb_text_string(key), key->length);
    trailer guard = trailer_of(nbb_text_string(&entry), image->length, entry.length - image->length);
    nbb_text_put(&entry, (const char *)&guard, sizeof guard);
    if (nbb_text_status(&entry, "a cache entry") != NBB_OK || nbb_cache_put(path, &entry) != NBB_OK) {
        warn_once(nbb_message());
    }
}

/* Writes into the cache's folder, else into a new folder, which stays for its reader. */
static nbb_status put_failed(const char *name, const char *extension, const nbb_text *content, nbb_text *path)
{
    if (nbb_cache_folder(path)) {
        nbb_text_add(path, "/failed/%s%s", name, extension);
        NBB_DONE_IF(nbb_cache_put(nbb_text_string(path), content) == NBB_OK);
    }
    nbb_text_free(path);
    NBB_TRY(nbb_folder_temporary(path));
    nbb_ending_forget(nbb_text_string(path));
    nbb_text_add(path, "/%s%s", name, extension);
    return nbb_file_put_private(nbb_text_string(path), content);
}

void nbb_cache_keep_failed(const char *name, const char *extension, const char *source, nbb_text *kept)
{
    NBB_LOCAL_TEXT path = NBB_TEXT_EMPTY;
    NBB_LOCAL_TEXT content = nbb_text_of("%s", source);
    bool is_kept = put_failed(name, extension, &content, &path) == NBB_OK;
    nbb_text_add(kept, is_kept ? "%s" : "nowhere (%s)", is_kept ? nbb_text_string(&path) : nbb_message());
}
