/* nvrtc_library.c - looks for NVRTC and for its headers, and loads it. */
#include "runtime/device/cuda_symbols.h"

#include "runtime/base/search.h"
#include "runtime/device/loaded.h"

#include <dlfcn.h>
#include <unistd.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const char *const library_names[] = {
    "libnvrtc.so", "libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2", NULL,
};

/* A folder: `tail` below the environment variable's value, beside this Python package, as seen from the library's
   folder, or by itself. Without a tail the variable has a list of folders. */
typedef struct place {
    const char *variable;
    const char *tail;
} place;

/* Not of the environment: where others lie, if nbbgen is a Python package; and where the library lies. */
static const char packages[] = "site-packages", library[] = "library";

static const place library_places[] = {
    { "LD_LIBRARY_PATH", "" },
    { "CUDA_HOME", "/lib64" },
    { "CUDA_PATH", "/lib64" },
    { packages, "nvidia/cuda_nvrtc/lib" }, /* of CUDA 12 first, which older drivers can load too */
    { packages, "nvidia/cu13/lib" },
    { NULL, "/usr/local/cuda/lib64" },
    { NULL, "/usr/lib/x86_64-linux-gnu" },
    { NULL, "/usr/lib64" },
};

/* Headers beside the library, of a toolkit, a target or a Python wheel, are of its version, so they come first. */
static const place header_places[] = {
    { library, "/../include" },
    { library, "/../../include" },
    { library, "/../targets/x86_64-linux/include" },
    { library, "/../../cuda_runtime/include" },
    { "CUDA_HOME", "/include" },
    { "CUDA_PATH", "/include" },
    { NULL, "/usr/local/cuda/include" },
    { NULL, "/usr/include" },
};

/* A header that a source may include, and the files a folder must have for it. */
static const struct {
    const char *text;
    const char *files[2];
} headers[] = {
    { "<mma.h>", { "mma.h", "crt/mma.h" } },
    { "<cuda_fp16.h>", { "cuda_fp16.h", "cuda_fp16.hpp" } },
};

/* A search for one of some files, or for all of them in one folder. */
typedef struct search {
    const char *const *files;
    size_t count;
    bool all;
    const char *library;             /* its folder, or "" */
    nbb_text *folder, *file, *looked; /* what was found, and the folders looked in */
} search;

static bool file_exists(const search *job, int i)
{
    nbb_text_free(job->file);
    nbb_text_add(job->file, "%s/%s", nbb_text_string(job->folder), job->files[i]);
    return access(nbb_text_string(job->file), R_OK) == 0;
}

static bool is_in(const search *job, const char *base, size_t length, const char *tail)
{
    nbb_text_free(job->folder);
    nbb_text_add(job->folder, "%.*s%s", (int)length, base, tail);
    nbb_text_add(job->looked, "%s%s", job->looked->length > 0 ? ", " : "", nbb_text_string(job->folder));
    return job->all ? NBB_ALL(i, job->count, file_exists(job, i)) : NBB_ANY(i, job->count, file_exists(job, i));
}

static bool is_at(const search *job, const place *where)
{
    NBB_LOCAL_TEXT package = NBB_TEXT_EMPTY;
    bool found = false;
    NBB_RETURN_IF(where->variable == NULL, is_in(job, "", 0, where->tail));
    if (where->variable == packages) {
        bool is_one = nbb_share_package(where->tail, &package) == NBB_OK && package.length > 0;
        return is_one && is_in(job, package.data, package.length, "");
    }
    const char *value = where->variable == library ? job->library : getenv(where->variable);
    for (size_t length; !found && value != NULL && *value != '\0'; value += length + (value[length] == ':')) {
        length = *where->tail == '\0' ? strcspn(value, ":") : strlen(value);
        found = length > 0 && is_in(job, value, length, where->tail);
    }
    return found;
}

/* The library's file without loading it; false where only the system's loader may know one. */
static bool find_file(nbb_text *path, nbb_text *looked)
{
    NBB_LOCAL_TEXT folder = NBB_TEXT_EMPTY;
    const search job = { library_names, COUNT(library_names) - 1, false, "", &folder, path, looked };
    return NBB_ANY(i, COUNT(library_places), is_at(&job, &library_places[i]));
}

struct nbb_nvrtc nbb_nvrtc;
static nbb_loaded loaded = { .variable = "NBBGEN_NVRTC",
                             .find = find_file,
                             .names = library_names,
                             .none = "no NVRTC (",
                             .help = "): install CUDA 11.2 or newer, or set NBBGEN_NVRTC to its libnvrtc.so",
                             .remedy = "NVRTC of CUDA 11.2 or newer is needed (NBBGEN_NVRTC chooses one)",
                             .symbols = (const char *const[]){ NBB_NVRTC_SYMBOLS(NBB_LOADED_NAME) NULL },
                             .table = &nbb_nvrtc,
                             .lock = PTHREAD_MUTEX_INITIALIZER };

nbb_status nbb_nvrtc_load(void)
{
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

nbb_status nbb_nvrtc_headers(const char *source, nbb_text *folder)
{
    size_t which = (size_t)NBB_FIND(i, COUNT(headers), strstr(source, headers[i].text) != NULL);
    NBB_DONE_IF(which == COUNT(headers));
    NBB_LOCAL_TEXT path = NBB_TEXT_EMPTY, found = NBB_TEXT_EMPTY, file = NBB_TEXT_EMPTY, looked = NBB_TEXT_EMPTY;
    NBB_TRY(nbb_nvrtc_location(&path));
    const char *slash = strrchr(path.data, '/');
    path.data[slash != NULL ? slash - path.data : 0] = '\0';
    const search job = { headers[which].files, 2, true, path.data, &found, &file, &looked };
    NBB_STOP_IF(
        NBB_ALL(i, COUNT(header_places), !is_at(&job, &header_places[i])), NBB_ERROR_DEVICE,
        "the source needs CUDA's header %s (with %s), which is in none of %s: set CUDA_HOME to a CUDA toolkit",
        headers[which].text, headers[which].files[1], nbb_text_string(&looked));
    nbb_text_add(folder, "%s", nbb_text_string(&found));
    return nbb_text_status(folder, "a folder's name");
}
