/* share.c - finds the files that come with nbbgen from the program's own place. */
#include "gen/base/share.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char link_of_program[] = "/proc/self/exe";

/* Sets `folder`, PATH_MAX bytes, to where the program lies. */
static nbb_status find_program(char *folder)
{
    ssize_t length = readlink(link_of_program, folder, PATH_MAX - 1);
    if (length < 0) {
        return nbb_fail(NBB_ERROR_RUN, "%s, which tells where the program lies, cannot be read: %s", link_of_program,
                        strerror(errno));
    }
    folder[length] = '\0';
    *strrchr(folder, '/') = '\0';
    return NBB_OK;
}

/* Whether FOLDER/WAY is there; appends its path without links then. */
static bool add_existing(const char *folder, const char *way, nbb_text *path)
{
    nbb_text place = NBB_TEXT_EMPTY;
    nbb_text_add(&place, "%s/%s", folder, way);
    char *real = realpath(nbb_text_string(&place), NULL);
    bool found = real != NULL;
    nbb_text_add(path, "%s", found ? real : "");
    free(real);
    nbb_text_free(&place);
    return found;
}

nbb_status nbb_share_folder(const char *folder, nbb_text *path)
{
    char program[PATH_MAX];
    NBB_TRY(find_program(program));
    if (!add_existing(program, "share/nbbgen", path) && !add_existing(program, NBB_SHARE, path)) {
        nbb_text_add(path, "%s/%s", program, NBB_SHARE);
    }
    nbb_text_add(path, "/%s", folder);
    return nbb_text_status(path, "a path");
}

nbb_status nbb_share_part(const char *file, nbb_text *path)
{
    char program[PATH_MAX];
    NBB_TRY(find_program(program));
    if (!add_existing(program, file, path)) {
        nbb_text_add(path, "%s/%s/%s", program, NBB_PARTS, file);
    }
    return nbb_text_status(path, "a path");
}
