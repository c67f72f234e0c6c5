/* faults.c - a library for LD_PRELOAD that lets one call of a run fail, as a full disk or a full memory does.

     NBB_FAULT=system:7 NBB_FAULT_REPORT=FILE LD_PRELOAD=... nbbgen ...

   fails the 7th call of the system, of those below, and writes its name to FILE; system:0 fails none and writes how
   many there were. memory:7 does so with allocations: they are counted by where they are asked for, so that a loop's
   count once; memory:7+ lets all fail from that one on. The same number is the same call in each run of one command
   line. order: fails none, and writes a line for each file that is synced or gets its name by renameat. Programs that
   are started are left alone. The OpenMP library ends the program itself where it has no memory, and dlerror of
   glibc 2.36 leaves a text that is freed twice: their own allocations do not fail. */
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <pthread.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { DEPTH = 16, PLACES = 1 << 16, EARLY_BYTES = 1 << 16 };

static const char *report;                            /* the file that is written to, or NULL: nothing is counted */
static bool in_memory, in_order;                      /* which of the two fails, or neither */
static bool lasts;                                    /* whether all that follow fail too */
static long wanted, calls;                            /* the number that fails, and of calls that were counted */
static uint64_t places[PLACES];                       /* hashes of stacks that asked for memory */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local bool inside;                     /* this library's own calls */

/* The function of this name behind this library. */
#define NEXT(name)                                            \
    static __typeof__(&name) next;                            \
    if (next == NULL) {                                       \
        void *found = dlsym(RTLD_NEXT, #name);                \
        memcpy(&next, &found, sizeof found);                  \
    }

static void tell(const char *name)
{
    char line[80];
    int length = snprintf(line, sizeof line, "%s\n", name);
    int file = (int)openat(AT_FDCWD, report, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (file < 0 || write(file, line, (size_t)length) != length) {
        abort();
    }
    close(file);
}

__attribute__((constructor)) static void begin(void)
{
    void *stack[2];
    const char *fault = getenv("NBB_FAULT");
    inside = true;
    backtrace(stack, 2);                              /* loads what it needs */
    dlerror();                                        /* looked up now: that forgets an error */
    in_memory = fault != NULL && strncmp(fault, "memory:", 7) == 0;
    lasts = fault != NULL && strchr(fault, '+') != NULL;
    in_order = fault != NULL && strncmp(fault, "order:", 6) == 0;
    wanted = fault != NULL ? strtol(strchr(fault, ':') + 1, NULL, 10) : 0;
    report = fault != NULL ? strdup(getenv("NBB_FAULT_REPORT")) : NULL;
    unsetenv("LD_PRELOAD");
    inside = false;
}

__attribute__((destructor)) static void end(void)
{
    char count[32];
    inside = true;
    snprintf(count, sizeof count, "%ld", calls);
    if (report != NULL && wanted == 0 && !in_order) {
        tell(count);
    }
}

/* Whether the stack was not seen before. */
static bool is_new(void *const *stack, int depth)
{
    uint64_t hash = 1469598103934665603u;
    for (int i = 0; i < depth; ++i) {
        hash = (hash ^ (uintptr_t)stack[i]) * 1099511628211u;
    }
    uint64_t *place = &places[hash % PLACES];
    for (; *place != 0 && *place != hash; place = place + 1 < places + PLACES ? place + 1 : places) {
    }
    bool is = *place == 0;
    *place = hash;
    return is;
}

/* Whether memory is asked for by the OpenMP library. */
static bool is_openmp(void *caller)
{
    Dl_info where;
    return dladdr(caller, &where) != 0 && where.dli_fname != NULL && strstr(where.dli_fname, "libgomp") != NULL;
}

/* Counts a place that asks for memory; whether this call fails. */
static bool fails_memory(void *caller)
{
    void *stack[DEPTH];
    if (report == NULL || !in_memory || in_order || inside) {
        return false;
    }
    inside = true;
    pthread_mutex_lock(&lock);
    bool is_past = wanted > 0 && calls >= wanted;     /* what follows need not be counted: a backtrace takes long */
    bool is_first = !is_past && !is_openmp(caller) && is_new(stack, backtrace(stack, DEPTH)) && ++calls == wanted;
    bool fails = is_first || (lasts && is_past && !is_openmp(caller));
    pthread_mutex_unlock(&lock);
    if (is_first) {
        tell("memory");
    }
    errno = fails ? ENOMEM : errno;
    inside = false;
    return fails;
}

/* Counts a call of the system; whether it fails, with `error`. */
static bool fails_system(const char *name, int error)
{
    if (report == NULL || in_memory || in_order || inside) {
        return false;
    }
    inside = true;
    pthread_mutex_lock(&lock);
    bool fails = ++calls == wanted;
    pthread_mutex_unlock(&lock);
    if (fails) {
        tell(name);
        errno = error;
    }
    inside = false;
    return fails;
}

/* --- memory; until the functions behind are found, calloc is asked for it, by the search for them --- */

void *malloc(size_t size)
{
    NEXT(malloc)
    return fails_memory(__builtin_return_address(0)) ? NULL : next(size);
}

void *calloc(size_t count, size_t size)
{
    static char early[EARLY_BYTES];
    static size_t used;
    static bool searching, is_found;                     /* by the first call, before there are threads */
    if (searching) {
        void *given = early + used;
        used += (count * size + 15) / 16 * 16;
        return used <= sizeof early ? given : NULL;
    }
    searching = !is_found;
    NEXT(calloc)
    searching = false;
    is_found = true;
    return fails_memory(__builtin_return_address(0)) ? NULL : next(count, size);
}

void *realloc(void *block, size_t size)
{
    NEXT(realloc)
    return size > 0 && fails_memory(__builtin_return_address(0)) ? NULL : next(block, size);
}

char *dlerror(void)
{
    NEXT(dlerror)
    bool before = inside;
    inside = true;
    char *text = next();
    inside = before;
    return text;
}

/* --- the system --- */

/* A function whose call fails instead. X(type, name, arguments with types, arguments, error, value when it fails) */
#define FAULTS(X)                                                                                                \
    X(FILE *, fopen, (const char *path, const char *mode), (path, mode), EMFILE, NULL)                           \
    X(FILE *, fdopen, (int file, const char *mode), (file, mode), ENOMEM, NULL)                                  \
    X(DIR *, opendir, (const char *path), (path), EMFILE, NULL)                                                  \
    X(DIR *, fdopendir, (int file), (file), ENOMEM, NULL)                                                        \
    X(int, mkstemp, (char *path), (path), EMFILE, -1)                                                            \
    X(char *, mkdtemp, (char *path), (path), ENOSPC, NULL)                                                       \
    X(int, mkdir, (const char *path, mode_t mode), (path, mode), ENOSPC, -1)                                     \
    X(int, mkdirat, (int folder, const char *path, mode_t mode), (folder, path, mode), ENOSPC, -1)               \
    X(ssize_t, write, (int file, const void *bytes, size_t count), (file, bytes, count), ENOSPC, -1)             \
    X(ssize_t, pwrite, (int file, const void *bytes, size_t count, off_t at), (file, bytes, count, at), ENOSPC, -1) \
    X(int, rename, (const char *from, const char *to), (from, to), ENOSPC, -1)                                   \
    X(int, pipe2, (int ends[2], int flags), (ends, flags), EMFILE, -1)                                             \
    X(pid_t, fork, (void), (), EAGAIN, -1)                                                                       \
    X(void *, dlopen, (const char *path, int mode), (path, mode), ENOMEM, NULL)
#define X(type, name, parameters, arguments, error, value)                                                       \
    type name parameters                                                                                         \
    {                                                                                                            \
        NEXT(name)                                                                                               \
        return fails_system(#name, error) ? value : next arguments;                                              \
    }
FAULTS(X)
#undef X

/* The stream then says that it failed. */
size_t fwrite(const void *bytes, size_t size, size_t count, FILE *file)
{
    NEXT(fwrite)
    if (!fails_system("fwrite", ENOSPC)) {
        return next(bytes, size, count, file);
    }
    file->_flags |= _IO_ERR_SEEN;
    return 0;
}

/* A function that does its work and then says that it failed. */
int close(int file)
{
    NEXT(close)
    int result = next(file);
    return fails_system("close", EIO) ? -1 : result;
}

int fclose(FILE *file)
{
    NEXT(fclose)
    int result = next(file);
    return fails_system("fclose", ENOSPC) ? EOF : result;
}

int open(const char *path, int flags, ...)
{
    NEXT(open)
    va_list more;
    va_start(more, flags);
    mode_t mode = (flags & O_CREAT) != 0 ? va_arg(more, mode_t) : 0;
    va_end(more);
    return fails_system("open", EMFILE) ? -1 : next(path, flags, mode);
}

int openat(int folder, const char *path, int flags, ...)
{
    NEXT(openat)
    va_list more;
    va_start(more, flags);
    mode_t mode = (flags & O_CREAT) != 0 ? va_arg(more, mode_t) : 0;
    va_end(more);
    return fails_system("openat", EMFILE) ? -1 : next(folder, path, flags, mode);
}

/* Adds the last part of a path to what is reported. */
static void note(const char *what, const char *path)
{
    if (report != NULL && in_order) {
        const char *slash = strrchr(path, '/');
        char line[512];
        int length = snprintf(line, sizeof line, "%s %s\n", what, slash != NULL ? slash + 1 : path);
        int file = openat(AT_FDCWD, report, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
        if (file < 0 || write(file, line, (size_t)length) != length) {
            abort();
        }
        close(file);
    }
}

int fsync(int file)
{
    NEXT(fsync)
    char link[40], path[256] = "";
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    path[readlink(link, path, sizeof path - 1) < 0 ? 0 : sizeof path - 1] = '\0';
    note("fsync", path);
    return fails_system("fsync", EIO) ? -1 : next(file);
}

int renameat(int from_folder, const char *from, int to_folder, const char *to)
{
    NEXT(renameat)
    note("renameat", to);
    return fails_system("renameat", ENOSPC) ? -1 : next(from_folder, from, to_folder, to);
}

/* The OpenMP library's threads need memory too. */
int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument)
{
    NEXT(pthread_create)
    bool was_inside = inside;
    inside = inside || is_openmp(__builtin_return_address(0));
    int result = next(thread, attributes, start, argument);
    inside = was_inside;
    return result;
}

int posix_spawnp(pid_t *child, const char *path, const posix_spawn_file_actions_t *actions,
                 const posix_spawnattr_t *attributes, char *const arguments[], char *const environment[])
{
    NEXT(posix_spawnp)
    return fails_system("posix_spawnp", EAGAIN) ? EAGAIN
                                                : next(child, path, actions, attributes, arguments, environment);
}
