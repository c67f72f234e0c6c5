/* cache_prune.c - removes what the cache used longest ago. */
#include "runtime/device/cache_prune.h"

#include "gen/base/text.h"
#include "runtime/device/folder.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct kept_file {
    char *path;
    uint64_t bytes;
    struct timespec used;
} kept_file;

typedef struct kept_files {
    kept_file *at;
    size_t count, room;
    uint64_t bytes;
} kept_files;

/* Entries, and those still being written; not the tuned choices, which are the user's work. */
static bool is_entry(const char *name)
{
    return strspn(name, "0123456789abcdef") == 32 && name[32] == '.';
}

/* What cannot be looked at, and what memory does not suffice for, stays. */
static void add_file(const char *path, kept_files *files)
{
    struct stat facts;
    if (lstat(path, &facts) != 0 || !S_ISREG(facts.st_mode)) {
        return;
    }
    if (files->count == files->room) {
        size_t room = 2 * files->room + 64;
        kept_file *at = realloc(files->at, room * sizeof *at);
        if (at == NULL) {
            return;
        }
        files->at = at;
        files->room = room;
    }
    char *copy = strdup(path);
    if (copy != NULL) {
        files->at[files->count++] = (kept_file){ copy, (uint64_t)facts.st_size, facts.st_atim };
        files->bytes += (uint64_t)facts.st_size;
    }
}

/* Adds the entries of a folder, or all of its files. */
static void list_folder(const char *folder, bool all, kept_files *files)
{
    int opened = -1;                                  /* nobody else chooses what is removed */
    DIR *stream = nbb_folder_open(folder, false, &opened) == NBB_OK && opened >= 0 ? fdopendir(opened) : NULL;
    const struct dirent *found = NULL;
    while (stream != NULL && (found = readdir(stream)) != NULL) {
        nbb_text path = NBB_TEXT_EMPTY;
        nbb_text_add(&path, "%s/%s", folder, found->d_name);
        if ((all || is_entry(found->d_name)) && !path.failed) {
            add_file(nbb_text_string(&path), files);
        }
        nbb_text_free(&path);
    }
    if (stream != NULL) {
        closedir(stream);
    }
}

static int compare_use(const void *left, const void *right)
{
    const kept_file *a = left, *b = right;
    if (a->used.tv_sec != b->used.tv_sec) {
        return a->used.tv_sec < b->used.tv_sec ? -1 : 1;
    }
    if (a->used.tv_nsec != b->used.tv_nsec) {
        return a->used.tv_nsec < b->used.tv_nsec ? -1 : 1;
    }
    return strcmp(a->path, b->path);
}

void nbb_cache_prune(const char *folder, uint64_t limit)
{
    nbb_text failed = NBB_TEXT_EMPTY;
    kept_files files = { .at = NULL };
    nbb_text_add(&failed, "%s/failed", folder);
    list_folder(folder, false, &files);
    list_folder(nbb_text_string(&failed), true, &files);
    if (files.bytes > limit) {
        qsort(files.at, files.count, sizeof *files.at, compare_use);
    }
    for (size_t i = 0; i < files.count; ++i) {
        if (files.bytes > limit) {
            unlink(files.at[i].path);                 /* another process may have been first */
            files.bytes -= files.at[i].bytes;
        }
        free(files.at[i].path);
    }
    free(files.at);
    nbb_text_free(&failed);
}
