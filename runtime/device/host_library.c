/* host_library.c - a module's shared object: made by the system's C compiler, kept and found again, loaded. */
#include "runtime/device/device.h"

#include <dlfcn.h>
#include <unistd.h>

/* Contraction would let the host round where the GPU does not. -march=native is why the processor is in the key.
   Nobody reads errno: setting it would keep loops with branches around functions of reals from vectors. */
#define FLAGS "-std=c11 -O3 -march=native -fopenmp -ffp-contract=off -fno-math-errno -shared -fPIC"

/* A shared object in a folder of its own, until it is cleaned. */
typedef struct built_object {
    nbb_text folder;
    nbb_text object; /* its path */
} built_object;

/* The compiler's own words. It runs in its work folder, for its log to say NAME.c: a path from here is made whole. */
static nbb_status add_compiler(nbb_list *words)
{
    const char *chosen = getenv("CC");
    chosen = chosen != NULL && chosen[strspn(chosen, " \t")] != '\0' ? chosen : "cc";
    NBB_TRY(nbb_list_split(chosen, words));
    char **first = words->items;
    NBB_LOCAL_HEAP char *here = **first != '/' && strchr(*first, '/') != NULL ? getcwd(NULL, 0) : NULL;
    NBB_LOCAL_TEXT_OF(whole, "a compiler's name", "%s/%s", here != NULL ? here : "", *first);
    if (here != NULL && access(whole.data, F_OK) == 0) { /* links stay, whose names tell ccache what it is to run */
        free(*first);
        *first = whole.data;
        whole = NBB_TEXT_EMPTY;
    }
    return NBB_OK;
}

/* Runs the compiler. A signal to this program ends the compiler too: then the signal is reported. */
static nbb_status run_compiler(const nbb_list *words, const char *folder, nbb_text *log, int *exit_code)
{
    /* Says of the recorded failure to start the compiler what it means; want of memory means no more than that. */
    NBB_FAIL_IF(nbb_process_run(words, folder, log, exit_code) != NBB_OK,
                nbb_failure() != NBB_ERROR_DEVICE
                    ? nbb_failure()
                    : nbb_fail(NBB_ERROR_DEVICE,
                               "the host target needs a C compiler: %s; install gcc and libc6-dev, or set CC",
                               nbb_message()));
    return *exit_code != 0 ? nbb_interrupt_check() : NBB_OK;
}

/* Runs "cc FLAGS NAME.c -o object.so" in the folder. */
static nbb_status compile(const char *source, const char *name, const nbb_text *folder)
{
    NBB_LOCAL_LIST words = { NULL, 0 };
    NBB_LOCAL_TEXT log = NBB_TEXT_EMPTY; /* -lm: libmvec comes with it, where glibc has that */
    NBB_LOCAL_TEXT_OF(more, "a command line", FLAGS " %s.c -o object.so -lm", name);
    int exit_code = 0;
    NBB_TRY(add_compiler(&words));
    NBB_TRY(nbb_list_split(more.data, &words));
    NBB_TRY(run_compiler(&words, nbb_text_string(folder), &log, &exit_code));
    NBB_STOP_IF(exit_code > 128, NBB_ERROR_DEVICE, "%s.c: the compiler was ended by signal %d", name,
                exit_code - 128);
    NBB_DONE_IF(exit_code == 0);
    NBB_LOCAL_TEXT kept = NBB_TEXT_EMPTY;
    nbb_cache_keep_failed(name, ".c", source, &kept);
    nbb_text_add_log(&kept, nbb_text_string(&log));
    return nbb_fail(NBB_ERROR_DEVICE,
                    "%s.c does not compile (the compiler's exit code is %d); the source is kept as %s", name,
                    exit_code, nbb_text_string(&kept));
}

/* Removes the files; an object that is loaded stays in use. */
static void clean(built_object *built)
{
    if (built->folder.length > 0) {
        unlink(nbb_text_string(&built->object));
        nbb_ending_remove(built->folder.data);
    }
    nbb_text_free(&built->object);
    nbb_text_free(&built->folder);
}

nbb_status nbb_compiler_key(const char *source, nbb_text *key)
{
    nbb_text_add(key, "host " FLAGS "\n");
    NBB_LOCAL_LIST words = { NULL, 0 };
    NBB_LOCAL_TEXT output = NBB_TEXT_EMPTY;
    int exit_code = 0;
    NBB_TRY(add_compiler(&words));
    NBB_TRY(nbb_list_split("--version", &words));
    NBB_TRY(run_compiler(&words, NULL, &output, &exit_code));
    for (size_t i = 0; i < words.count; ++i) { /* two compilers may have the same version line */
        nbb_text_add(key, "%s ", words.items[i]);
    }
    nbb_text_put(key, nbb_text_string(&output), strcspn(nbb_text_string(&output), "\n"));
    nbb_text_add(key, "\n");
    nbb_machine_model(true, key);
    nbb_text_add(key, "\n%s", source);
    return nbb_text_status(key, "a cache key");
}

/* The module stays mapped after its unloading: OpenMP's idle threads wait inside the runtime that came with it. */
static nbb_status open_library(const char *path, void **library)
{
    *library = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    NBB_STOP_IF(*library == NULL, NBB_ERROR_DEVICE,
                "a compiled module cannot be loaded: %s (TMPDIR and the cache must be in "
                "folders whose files may be executed)",
                dlerror());
    return NBB_OK;
}

/* Compiles and loads, then leaves a copy in the cache at `path` unless that is NULL, for this key. A source that does
   not compile is kept in a file that the message names, with the compiler's whole log. */
static nbb_status build(const nbb_module_request *request, const char *path, const nbb_text *key, void **library)
{
    NBB_AT_END(clean) built_object built = { NBB_TEXT_EMPTY, NBB_TEXT_EMPTY };
    NBB_LOCAL_TEXT image = NBB_TEXT_EMPTY;
    NBB_TRY(nbb_folder_temporary(&built.folder));
    nbb_text_add(&built.object, "%s/object.so", built.folder.data); /* named before it is there, to be removed */
    NBB_LOCAL_TEXT_OF(source, "a file name", "%s/%s.c", built.folder.data, request->name);
    NBB_LOCAL_TEXT_OF(content, "a source", "%s", request->sources[0]);
    nbb_status status = nbb_file_put_private(source.data, &content);
    status = status == NBB_OK ? compile(content.data, request->name, &built.folder) : status;
    unlink(source.data); /* by name: a folder cannot be listed without memory */
    NBB_TRY(status);
    NBB_TRY(open_library(nbb_text_string(&built.object), library));
    if (path != NULL
        && nbb_text_read_file(&image, nbb_text_string(&built.object), SIZE_MAX / 2, NBB_ERROR_DEVICE) == NBB_OK) {
        nbb_cache_write(path, key, &image);
    }
    return NBB_OK;
}

nbb_status nbb_host_library_load(const nbb_module_request *request, void **library, bool *hit)
{
    NBB_LOCAL_TEXT key = NBB_TEXT_EMPTY, path = NBB_TEXT_EMPTY, image = NBB_TEXT_EMPTY;
    *hit = false;
    NBB_RETURN_IF(!request->use_cache, build(request, NULL, NULL, library));
    NBB_TRY(nbb_compiler_key(request->sources[0], &key));
    nbb_cache_path(&key, ".so", &path);
    const char *entry = nbb_text_string(&path);
    /* It is loaded from where it lies: it was read and checked, and nobody else can have changed it since (folder.c),
       though another process may have pruned it. */
    bool is_whole = nbb_cache_read(entry, &key, &image);
    *hit = is_whole && open_library(entry, library) == NBB_OK;
    if (is_whole && !*hit && access(entry, F_OK) == 0) {
        /* once: a cache whose files may not be executed (noexec) holds no module that can be loaded */
        static atomic_flag warned = ATOMIC_FLAG_INIT;
        nbb_say_once(&warned, "warning: the cache entry %s is of no use here and compiled anew: %s", entry,
                     nbb_message());
    }
    return *hit ? NBB_OK : build(request, entry, &key, library);
}
