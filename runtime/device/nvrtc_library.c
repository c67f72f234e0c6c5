/* nvrtc_library.c - looks for NVRTC and for its headers, and loads it. */
#include "runtime/device/cuda_symbols.h"

#include "runtime/device/loaded.h"

#include <dlfcn.h>
#include <unistd.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const char *const library_names[] = {
    "libnvrtc.so", "libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2", NULL,
};

/* A folder: `tail` below the environment variable's value, beside this Python package, or by itself. */
typedef struct place {
    const char *variable;
    const char *tail;
} place;

static const char packages[] = "site-packages"; /* where others lie, if nbbgen is one; not of the environment */

static const place library_places[] = {
    { "CUDA_HOME", "/lib64" },
    { "CUDA_PATH", "/lib64" },
    { packages, "nvidia/cuda_nvrtc/lib" }, /* of CUDA 12 first, which older drivers can load too */
    { packages, "nvidia/cu13/lib" },
    { NULL, "/usr/local/cuda/lib64" },
    { NULL, "/usr/lib/x86_64-linux-gnu" },
    { NULL, "/usr/lib64" },
};

static const place header_places[] = {
    { "CUDA_HOME", "/include" },
    { "CUDA_PATH", "/include" },
    { NULL, "/usr/local/cuda/include" },
    { NULL, "/usr/include" },
};

/* Header folders as seen from the library's: a toolkit's lib64, a target's lib, a Python wheel's lib. */
static const char *const header_ways[] = {
    "/../include",
    "/../../include",
    "/../targets/x86_64-linux/include",
    "/../../cuda_runtime/include",
};

/* A header that a source may include, and the files a folder must have for it. */
static const struct {
    const char *text;
    const char *files[2];
} headers[] = {
    { "<mma.h>", { "mma.h", "crt/mma.h" } },
    { "<cuda_fp16.h>", { "cuda_fp16.h", "cuda_fp16.hpp" } },
};

/* Sets `folder` to the place; false where its variable is not set. */
static bool place_folder(const place *where, nbb_text *folder)
{
    if (where->variable == packages) {
        nbb_text_free(folder);
        return nbb_share_package(where->tail, folder) == NBB_OK && folder->length > 0;
    }
    const char *base = where->variable != NULL ? getenv(where->variable) : "";
    NBB_RETURN_IF(base == NULL || (where->variable != NULL && *base == '\0'), false);
    nbb_text_free(folder);
    nbb_text_add(folder, "%s%s", base, where->tail);
    return true;
}

static bool file_exists(const char *folder, const char *name, nbb_text *path)
{
    nbb_text_free(path);
    nbb_text_add(path, "%s/%s", folder, name);
    return access(nbb_text_string(path), R_OK) == 0;
}

/* Looks for a library in one folder, and adds the folder to those looked in. */
static bool library_in(const char *folder, nbb_text *path, nbb_text *looked)
{
    nbb_text_add(looked, "%s%s", looked->length > 0 ? ", " : "", folder);
    return NBB_ANY(i, COUNT(library_names) - 1, file_exists(folder, library_names[i], path));
}

/* The library's file without loading it; false where only the system's loader may know one. */
static bool find_file(nbb_text *path, nbb_text *looked)
{
    NBB_LOCAL_TEXT folder = NBB_TEXT_EMPTY;
    bool found = false;
    for (const char *list = getenv("LD_LIBRARY_PATH"); !found && list != NULL && *list != '\0';) {
        size_t length = strcspn(list, ":");
        nbb_text_free(&folder);
        nbb_text_put(&folder, list, length);
        found = length > 0 && library_in(nbb_text_string(&folder), path, looked);
        list += length + (list[length] == ':');
    }
    return found
           || NBB_ANY(i, COUNT(library_places),
                      place_folder(&library_places[i], &folder)
                          && library_in(nbb_text_string(&folder), path, looked));
}

static const char *const symbols[] = { NBB_NVRTC_SYMBOLS(NBB_LOADED_NAME) NULL };
static nbb_nvrtc table;
static nbb_loaded loaded = { .variable = "NBBGEN_NVRTC",
                             .find = find_file,
                             .names = library_names,
                             .none = "no NVRTC (",
                             .help = "): install CUDA 11.2 or newer, or set NBBGEN_NVRTC to its libnvrtc.so",
                             .remedy = "NVRTC of CUDA 11.2 or newer is needed (NBBGEN_NVRTC chooses one)",
                             .symbols = symbols,
                             .table = &table,
                             .lock = PTHREAD_MUTEX_INITIALIZER };

nbb_status nbb_nvrtc_load(const nbb_nvrtc **nvrtc)
{
    *nvrtc = &table;
    return nbb_loaded_once(&loaded);
}

nbb_status nbb_nvrtc_location(nbb_text *path)
{
    const char *chosen = nbb_loaded_chosen(&loaded);
    NBB_LOCAL_TEXT file = NBB_TEXT_EMPTY, looked = NBB_TEXT_EMPTY;
    if (chosen != NULL && access(chosen, R_OK) == 0) {
        nbb_text_add(path, "%s", chosen);
    } else if (chosen == NULL && find_file(&file, &looked)) {
        nbb_text_add(path, "%s", nbb_text_string(&file));
    } else {
        NBB_TRY(nbb_loaded_once(&loaded));
        const char *taken = nbb_loaded_file(&loaded);
        nbb_text_add(path, "%s", taken != NULL ? taken : "");
        NBB_STOP_IF(taken == NULL, NBB_ERROR_DEVICE, "NVRTC's file is not known: %s", dlerror());
    }
    return nbb_text_status(path, "NVRTC's path");
}

/* Whether the folder has the files of header `which`; adds it to those looked in. */
static bool headers_in(const char *folder, size_t which, nbb_text *looked)
{
    NBB_LOCAL_TEXT path = NBB_TEXT_EMPTY;
    nbb_text_add(looked, "%s%s", looked->length > 0 ? ", " : "", folder);
    return file_exists(folder, headers[which].files[0], &path) && file_exists(folder, headers[which].files[1], &path);
}

/* The headers beside the library are of its version, so they come first. */
static bool find_headers(const char *library, size_t which, nbb_text *folder, nbb_text *looked)
{
    const char *slash = strrchr(library, '/');
    bool found = false;
    for (size_t i = 0; slash != NULL && i < COUNT(header_ways) && !found; i++) {
        nbb_text_free(folder);
        nbb_text_put(folder, library, (size_t)(slash - library));
        nbb_text_add(folder, "%s", header_ways[i]);
        found = headers_in(nbb_text_string(folder), which, looked);
    }
    return found
           || NBB_ANY(i, COUNT(header_places),
                      place_folder(&header_places[i], folder) && headers_in(nbb_text_string(folder), which, looked));
}

nbb_status nbb_nvrtc_headers(const char *source, nbb_text *folder)
{
    size_t which = (size_t)NBB_FIND(i, COUNT(headers), strstr(source, headers[i].text) != NULL);
    NBB_DONE_IF(which == COUNT(headers));
    NBB_LOCAL_TEXT library = NBB_TEXT_EMPTY, found = NBB_TEXT_EMPTY, looked = NBB_TEXT_EMPTY;
    NBB_TRY(nbb_nvrtc_location(&library));
    NBB_STOP_IF(
        !find_headers(nbb_text_string(&library), which, &found, &looked), NBB_ERROR_DEVICE,
        "the source needs CUDA's header %s (with %s), which is in none of %s: set CUDA_HOME to a CUDA toolkit",
        headers[which].text, headers[which].files[1], nbb_text_string(&looked));
    nbb_text_add(folder, "%s", nbb_text_string(&found));
    return nbb_text_status(folder, "a folder's name");
}
