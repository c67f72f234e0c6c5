/* definition_find.c - where definitions lie: $NBBGEN_FRACTALS, ./fractals, the folder installed with the program. */
#include "gen/definition/definition.h"
#include "gen/base/near.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FOLDERS_MAX = 3 };

static const char suffix[] = ".lua";

/* The folders to search, in order; returns how many. */
static int get_folders(const char *folders[FOLDERS_MAX])
{
    int count = 0;
    const char *chosen = getenv("NBBGEN_FRACTALS");
    if (chosen != NULL && *chosen != '\0') {
        folders[count++] = chosen;
    }
    folders[count++] = "./fractals";
    folders[count++] = NBB_FRACTALS_DIR;
    return count;
}

/* The length of a file's name without ".lua", or 0 when it is no definition's. */
static size_t stem_length(const char *file)
{
    size_t length = strlen(file);
    size_t tail = strlen(suffix);
    return length > tail && strcmp(file + length - tail, suffix) == 0 ? length - tail : 0;
}

/* The names found so far. */
typedef struct names {
    char **items;
    size_t count;
} names;

static nbb_status add_name(names *found, const char *file, size_t length)
{
    char **items = realloc(found->items, (found->count + 1) * sizeof *items);
    if (items == NULL) {
        return nbb_fail_memory((found->count + 1) * sizeof *items, "the fractals' names");
    }
    found->items = items;
    items[found->count] = strndup(file, length);
    if (items[found->count] == NULL) {
        return nbb_fail_memory(length + 1, "a fractal's name");
    }
    found->count++;
    return NBB_OK;
}

/* Adds the definitions of a folder; one that cannot be opened has none. */
static nbb_status add_folder(names *found, const char *folder)
{
    DIR *directory = opendir(folder);
    if (directory == NULL) {
        return NBB_OK;
    }
    nbb_status status = NBB_OK;
    const struct dirent *entry;
    while (status == NBB_OK && (entry = readdir(directory)) != NULL) {
        size_t length = stem_length(entry->d_name);
        if (length > 0) {
            status = add_name(found, entry->d_name, length);
        }
    }
    closedir(directory);
    return status;
}

static int compare(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Sorts the names and keeps one of each. */
static void sort_names(names *found)
{
    if (found->count == 0) {
        return;
    }
    qsort(found->items, found->count, sizeof *found->items, compare);
    size_t kept = 1;
    for (size_t i = 1; i < found->count; i++) {
        if (strcmp(found->items[i], found->items[kept - 1]) == 0) {
            free(found->items[i]);
        } else {
            found->items[kept++] = found->items[i];
        }
    }
    found->count = kept;
}

static void free_names(names *found)
{
    for (size_t i = 0; i < found->count; i++) {
        free(found->items[i]);
    }
    free(found->items);
}

nbb_status nbb_definition_list(char ***names_out, size_t *count)
{
    names found = { NULL, 0 };
    const char *folders[FOLDERS_MAX];
    int folder_count = get_folders(folders);
    for (int i = 0; i < folder_count; i++) {
        nbb_status status = add_folder(&found, folders[i]);
        if (status != NBB_OK) {
            free_names(&found);
            return status;
        }
    }
    sort_names(&found);
    *names_out = found.items;
    *count = found.count;
    return NBB_OK;
}

/* Records that no folder has `what`, with the file of that name here, or the nearest name that a folder has. */
static nbb_status fail_unknown(const char *what, const char *const *folders, int folder_count)
{
    names found = { NULL, 0 };
    NBB_TRY(nbb_definition_list(&found.items, &found.count));
    int near = nbb_near_miss(what, (const char *const *)found.items, (int)found.count);
    nbb_text text = NBB_TEXT_EMPTY, file = NBB_TEXT_EMPTY;
    nbb_text_add(&text, "unknown fractal '%s'", what);
    nbb_text_add(&file, "%s%s", what, suffix);
    if (access(nbb_text_string(&file), F_OK) == 0) {
        nbb_text_add(&text, ": did you mean '%s'?", nbb_text_string(&file));
    } else if (near >= 0) {
        nbb_text_add(&text, ": did you mean '%s'?", found.items[near]);
    }
    nbb_text_free(&file);
    for (int i = 0; i < folder_count; i++) {
        nbb_text_add(&text, "%s%s", i == 0 ? " (searched " : i + 1 < folder_count ? ", " : " and ", folders[i]);
    }
    nbb_status status = nbb_fail(NBB_ERROR_DEFINITION, "%s)", nbb_text_string(&text));
    nbb_text_free(&text);
    free_names(&found);
    return status;
}

nbb_status nbb_definition_find(const char *what, nbb_text *path)
{
    if (strchr(what, '/') != NULL || stem_length(what) > 0) {
        nbb_text_add(path, "%s", what);
        return nbb_text_status(path, "a path");
    }
    const char *folders[FOLDERS_MAX];
    int count = get_folders(folders);
    for (int i = 0; i < count; i++) {
        nbb_text candidate = NBB_TEXT_EMPTY;
        nbb_text_add(&candidate, "%s/%s%s", folders[i], what, suffix);
        nbb_status status = nbb_text_status(&candidate, "a path");
        bool found = status == NBB_OK && access(nbb_text_string(&candidate), F_OK) == 0;
        if (found) {
            nbb_text_add(path, "%s", nbb_text_string(&candidate));
            status = nbb_text_status(path, "a path");
        }
        nbb_text_free(&candidate);
        if (found || status != NBB_OK) {
            return status;
        }
    }
    return fail_unknown(what, folders, count);
}
