/* share.c - finds the files that come with nbbgen from the place of the program or the library. */
#include "gen/base/share.h"

#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char link_of_program[] = "/proc/self/exe";

/* Sets `file`, PATH_MAX bytes, to the program's path. */
static nbb_status find_program(char *file)
{
    ssize_t length = readlink(link_of_program, file, PATH_MAX - 1);
    if (length < 0) {
        return nbb_fail(NBB_ERROR_RUN, "%s, which tells where the program lies, cannot be read: %s", link_of_program,
                        strerror(errno));
    }
    file[length] = '\0';
    return NBB_OK;
}

/* Sets `folder`, PATH_MAX bytes, to where the file lies that this code was loaded from: a library, or the program. */
static nbb_status find_place(char *folder)
{
    Dl_info facts;
    struct link_map *map = NULL;
    bool is_library = dladdr1(link_of_program, &facts, (void **)&map, RTLD_DL_LINKMAP) != 0 && map->l_name[0] != '\0';
    if (!is_library || realpath(map->l_name, folder) == NULL) {
        NBB_TRY(find_program(folder));
    }
    *strrchr(folder, '/') = '\0';
    return NBB_OK;
}

/* Whether FOLDER/WAY is there; appends its path without links then. */
static bool add_existing(const char *folder, const char *way, nbb_text *path)
{
    char real[PATH_MAX];
    nbb_text place = NBB_TEXT_EMPTY;
    nbb_text_add(&place, "%s/%s", folder, way);
    bool found = !place.failed && realpath(nbb_text_string(&place), real) != NULL;
    nbb_text_add(path, "%s", found ? real : "");
    nbb_text_free(&place);
    return found;
}

nbb_status nbb_share_folder(const char *folder, nbb_text *path)
{
    static const char *const ways[] = { "share/nbbgen", NBB_SHARE, NBB_SHARE_FROM_LIBRARY };
    char place[PATH_MAX];
    bool found = false;
    NBB_TRY(find_place(place));
    for (size_t i = 0; i < sizeof ways / sizeof ways[0] && !found; ++i) {
        found = add_existing(place, ways[i], path);
    }
    if (!found) {
        nbb_text_add(path, "%s/%s", place, NBB_SHARE);
    }
    nbb_text_add(path, "/%s", folder);
    return nbb_text_status(path, "a path");
}

nbb_status nbb_share_part(const char *file, nbb_text *path)
{
    char place[PATH_MAX];
    NBB_TRY(find_place(place));
    if (!add_existing(place, file, path)) {
        nbb_text_add(path, "%s/%s/%s", place, NBB_PARTS, file);
    }
    return nbb_text_status(path, "a path");
}
