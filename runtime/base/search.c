/* search.c - which file a name means: one that comes with nbbgen, or one in the folders of a variable. */
#include "runtime/base/search.h"

#include <dirent.h>
#include <dlfcn.h>
#include <link.h>
#include <sys/stat.h>
#include <unistd.h>

const nbb_search nbb_definition_search = { "fractal", "fractals", "NBBGEN_FRACTALS", "./fractals" };
const nbb_search nbb_program_search = { "program", "programs", "NBBGEN_PROGRAMS", "./programs" };

static const char link_of_program[] = "/proc/self/exe";

/* Sets `folder`, PATH_MAX bytes, to where the file lies that this code was loaded from: a library, or the program. */
static nbb_status find_place(char *folder)
{
    Dl_info facts;
    struct link_map *map = NULL;
    bool is_library = dladdr1(link_of_program, &facts, (void **)&map, RTLD_DL_LINKMAP) != 0 && map->l_name[0] != '\0';
    if (!is_library || realpath(map->l_name, folder) == NULL) {
        ssize_t length = readlink(link_of_program, folder, PATH_MAX - 1);
        NBB_FAIL_IF(length < 0, nbb_fail(NBB_ERROR_RUN, "%s, which tells where the program lies, cannot be read: %s",
                                         link_of_program, strerror(errno)));
        folder[length] = '\0';
    }
    *strrchr(folder, '/') = '\0';
    return NBB_OK;
}

/* Whether FOLDER/WAY is there; appends its path without links then. */
static bool add_existing(const char *folder, const char *way, nbb_text *path)
{
    char real[PATH_MAX];
    NBB_LOCAL_TEXT place = nbb_text_of("%s/%s", folder, way);
    bool found = !place.failed && realpath(nbb_text_string(&place), real) != NULL;
    nbb_text_add(path, "%s", found ? real : "");
    return found;
}

nbb_status nbb_share_folder(const char *folder, nbb_text *path)
{
    static const char *const ways[] = { "share/nbbgen", NBB_SHARE, NBB_SHARE_FROM_LIBRARY };
    char place[PATH_MAX];
    NBB_TRY(find_place(place));
    NBB_TEXT_ADD_IF(!NBB_ANY(i, NBB_COUNT(ways), add_existing(place, ways[i], path)), path, "%s/%s", place,
                    NBB_SHARE);
    nbb_text_add(path, "/%s", folder);
    return nbb_text_status(path, "a path");
}

nbb_status nbb_share_part(const char *file, nbb_text *path)
{
    char place[PATH_MAX];
    NBB_TRY(find_place(place));
    NBB_TEXT_ADD_IF(!add_existing(place, file, path), path, "%s/%s/%s", place, NBB_PARTS, file);
    return nbb_text_status(path, "a path");
}

nbb_status nbb_share_package(const char *file, nbb_text *path)
{
    NBB_LOCAL_TEXT mark = NBB_TEXT_EMPTY; /* in the package's folder, which has share/nbbgen */
    NBB_LOCAL_TEXT packages = NBB_TEXT_EMPTY;
    NBB_TRY(nbb_share_folder("../../py.typed", &mark));
    NBB_TRY(nbb_share_folder("../../..", &packages));
    NBB_TEXT_ADD_IF(access(nbb_text_string(&mark), R_OK) == 0 && add_existing(nbb_text_string(&packages), ".", path),
                    path, "/%s", file);
    return nbb_text_status(path, "a path");
}

const char nbb_search_suffix[] = ".lua";

/* The folders that a bare name reaches, in order. The shipped one comes first, so that a shipped name means the same
   in every folder and environment; what the variable adds, folders with colons between, are further names. */
nbb_status nbb_search_folders(const nbb_search *search, nbb_list *folders)
{
    const char *chosen = getenv(search->variable);
    NBB_LOCAL_TEXT shipped = NBB_TEXT_EMPTY;
    NBB_TRY(nbb_share_folder(search->folder, &shipped));
    NBB_TRY(nbb_list_add(folders, shipped.data, shipped.length));
    for (size_t length; chosen != NULL && (length = strcspn(chosen += strspn(chosen, ":"), ":")) > 0;
         chosen += length) {
        NBB_TRY(nbb_list_add(folders, chosen, length));
    }
    return NBB_OK;
}

/* The length of a file's name without the suffix, or 0 when it has another end. */
static size_t stem_length(const char *file, const char *suffix)
{
    return nbb_ends_in(file, suffix) ? strlen(file) - strlen(suffix) : 0;
}

nbb_status nbb_search_names(const char *folder, const char *suffix, nbb_status failure, nbb_list *names)
{
    DIR *directory = opendir(folder);
    nbb_status status = NBB_OK;
    const struct dirent *entry;
    NBB_RETURN_IF(directory == NULL, failure == NBB_OK
                                         ? NBB_OK
                                         : nbb_fail_at(errno == ENOMEM ? NBB_ERROR_RUN : failure, folder, 0,
                                                       "cannot be read: %s", strerror(errno)));
    while (status == NBB_OK && (entry = readdir(directory)) != NULL) {
        size_t length = stem_length(entry->d_name, suffix);
        status = length > 0 ? nbb_list_add(names, entry->d_name, length) : NBB_OK;
    }
    closedir(directory);
    return status;
}

/* The names in all folders, sorted, each once. Fails so where the first cannot be read; the others then have none. */
static nbb_status list_names(const nbb_list *folders, nbb_status failure, nbb_list *found)
{
    NBB_TRY(NBB_EACH(i, folders->count,
                     nbb_search_names(folders->items[i], nbb_search_suffix, i == 0 ? failure : NBB_OK, found)));
    nbb_list_sort(found);
    size_t kept = 0;
    for (size_t i = 0; i < found->count; i++) {
        if (kept > 0 && strcmp(found->items[i], found->items[kept - 1]) == 0) {
            free(found->items[i]);
        } else {
            found->items[kept++] = found->items[i];
        }
    }
    found->count = kept;
    return NBB_OK;
}

nbb_status nbb_search_list(const nbb_search *search, nbb_list *names)
{
    NBB_LOCAL_LIST folders = { NULL, 0 };
    NBB_TRY(nbb_search_folders(search, &folders));
    return list_names(&folders, NBB_ERROR_RUN, names);
}

static void add_words(const nbb_list *words, size_t first, nbb_text *text)
{
    for (size_t i = first; i < words->count; i++) {
        nbb_text_add(text, "%s%s", i == first ? "" : i + 1 < words->count ? ", " : " and ", words->items[i]);
    }
}

/* Adds FOLDER/NAME.lua where there is one that the list has not, under whatever path. */
static nbb_status add_file(const char *folder, const char *name, nbb_list *files)
{
    NBB_LOCAL_TEXT_OF(path, "a path", "%s/%s%s", folder, name, nbb_search_suffix);
    struct stat facts, other;
    bool is_new = stat(path.data, &facts) == 0
                  && !NBB_ANY(i, files->count,
                              stat(files->items[i], &other) == 0 && other.st_dev == facts.st_dev
                                  && other.st_ino == facts.st_ino);
    return is_new ? nbb_list_add(files, path.data, path.length) : NBB_OK;
}

/* Appends the name in the folders that is near to `stem`, between two texts. */
static nbb_status add_near_name(const nbb_list *folders, const char *stem, const char *before, const char *after,
                                nbb_text *text)
{
    NBB_LOCAL_LIST names = { NULL, 0 };
    NBB_TRY(list_names(folders, NBB_OK, &names));
    int near = nbb_near_miss(stem, (const char *const *)names.items, (int)names.count);
    NBB_TEXT_ADD_IF(near >= 0, text, "%s%s%s", before, names.items[near], after);
    return NBB_OK;
}

/* The near file in the folder of a path that is not there; of a file here also the near name, "carpet" of
   "carpet.lua". */
static nbb_status find_near(const nbb_search *search, const char *what, nbb_text *near)
{
    const char *slash = strrchr(what, '/');
    size_t length = slash != NULL ? (size_t)(slash - what + 1) : 0;
    NBB_LOCAL_LIST here = { NULL, 0 }, folders = { NULL, 0 };
    NBB_LOCAL_TEXT before = NBB_TEXT_EMPTY, stem = NBB_TEXT_EMPTY;
    nbb_text_put(&before, what, length);
    size_t known = stem_length(what + length, nbb_search_suffix);
    nbb_text_put(&stem, what + length, known > 0 ? known : strlen(what + length));
    NBB_TRY(nbb_list_add(&here, length > 0 ? what : ".", length > 0 ? length : 1));
    NBB_TRY(add_near_name(&here, nbb_text_string(&stem), nbb_text_string(&before), nbb_search_suffix, near));
    NBB_DONE_IF(near->length > 0 || length > 0);
    NBB_TRY(nbb_search_folders(search, &folders));
    return add_near_name(&folders, nbb_text_string(&stem), "", "", near);
}

bool nbb_search_is_path(const char *what)
{
    return strchr(what, '/') != NULL || nbb_ends_in(what, nbb_search_suffix);
}

nbb_status nbb_search_find(const nbb_search *search, const char *what, nbb_text *path, nbb_text *remark)
{
    if (nbb_search_is_path(what)) {
        nbb_text_add(path, "%s", what);
        NBB_TRY(nbb_text_status(path, "a path"));
        /* Fails (definition) where the path is not there and a near one is; else who opens it says what is wrong. */
        NBB_LOCAL_TEXT near = NBB_TEXT_EMPTY;
        NBB_DONE_IF(access(what, F_OK) == 0 || errno != ENOENT);
        NBB_TRY(find_near(search, what, &near));
        return near.length == 0 ? NBB_OK
                                : nbb_fail_at(NBB_ERROR_DEFINITION, what, 0,
                                              "there is no such file: did you mean '%s'?", nbb_text_string(&near));
    }
    NBB_LOCAL_LIST folders = { NULL, 0 }, files = { NULL, 0 };
    NBB_TRY(nbb_search_folders(search, &folders));
    NBB_TRY(NBB_EACH(i, folders.count, add_file(folders.items[i], what, &files)));
    size_t reached = files.count; /* by the name */
    NBB_TRY(add_file(search->here, what, &files));
    NBB_TRY(add_file(".", what, &files));
    if (reached > 0) {
        /* The name means the first file; a remark lists the others. */
        nbb_text_add(path, "%s", files.items[0]);
        if (files.count > 1) {
            nbb_text_add(remark, "%s is %s; for another one give its path: ", what, files.items[0]);
            add_words(&files, 1, remark);
        }
        return nbb_text_status(path, "a path");
    }
    /* No folder has it: the file of that name here, or the nearest name that a folder has. */
    NBB_LOCAL_TEXT text = nbb_text_of("unknown %s '%s'", search->what, what);
    NBB_TEXT_ADD_IF(files.count > 0, &text, ": did you mean '%s'?", files.items[0]);
    NBB_TRY_IF(files.count == 0, add_near_name(&folders, what, ": did you mean '", "'?", &text));
    nbb_text_add(&text, " (searched ");
    add_words(&folders, 0, &text);
    return nbb_fail(NBB_ERROR_DEFINITION, "%s)", nbb_text_string(&text));
}
