/* ending.c - the list of temporary files, folders and child processes. */
#include "gen/base/base.h"

#include <ftw.h>
#include <pthread.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

typedef struct item {
    SLIST_ENTRY(item) next;
    char path[];
} item;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static SLIST_HEAD(, item) items;
static SLIST_HEAD(, nbb_ending_program) programs;
static int stopped_by; /* a signal, or 0 */

enum {
    HELD_NS = 100000000, /* that an end waits for bytes that belong together */
    OPEN_FOLDERS = 8,    /* that a walk keeps open */
    TRIES = 3,
    BETWEEN_NS = 10000000 /* of removing a folder in which a program is still ending */
};

void nbb_ending_hold(void)
{
    pthread_mutex_lock(&lock);
}

void nbb_ending_release(void)
{
    pthread_mutex_unlock(&lock);
}

/* Notes what `make` makes of the pattern, in one go; its result, or -1 without memory. */
static int make_noted(char *pattern, int (*make)(char *pattern))
{
    item *made = malloc(sizeof *made + strlen(pattern) + 1);
    if (made == NULL) {
        errno = ENOMEM;
        return -1;
    }
    nbb_ending_hold();
    int result = make(pattern), error = errno;
    if (result >= 0) {
        strcpy(made->path, pattern);
        SLIST_INSERT_HEAD(&items, made, next);
    }
    nbb_ending_release();
    if (result < 0) {
        free(made);
        errno = error;
    }
    return result;
}

static int make_folder(char *pattern)
{
    return mkdtemp(pattern) != NULL ? 0 : -1;
}

int nbb_ending_make_file(char *pattern)
{
    return make_noted(pattern, mkstemp);
}

bool nbb_ending_make_folder(char *pattern)
{
    return make_noted(pattern, make_folder) == 0;
}

void nbb_ending_forget(const char *path)
{
    item *gone;
    nbb_ending_hold();
    SLIST_FOREACH (gone, &items, next) {
        if (strcmp(gone->path, path) == 0) {
            SLIST_REMOVE(&items, gone, item, next);
            free(gone);
            break;
        }
    }
    nbb_ending_release();
}

static int remove_one(const char *path, NBB_UNUSED const struct stat *facts, NBB_UNUSED int kind,
                      NBB_UNUSED struct FTW *where)
{
    return remove(path);
}

/* Until nothing is there any more. A file or an empty folder can be removed without memory too. */
static void remove_all(const char *path)
{
    const struct timespec nap = { .tv_nsec = BETWEEN_NS };
    for (int i = 0; i < TRIES && nftw(path, remove_one, OPEN_FOLDERS, FTW_DEPTH | FTW_PHYS) != 0 && errno != ENOENT
                    && remove(path) != 0;
         ++i) {
        nanosleep(&nap, NULL);
    }
}

void nbb_ending_remove(const char *path)
{
    remove_all(path);
    nbb_ending_forget(path);
}

static void signal_programs(int number)
{
    const nbb_ending_program *at;
    SLIST_FOREACH (at, &programs, next) {
        kill(-at->leader, number);
    }
}

void nbb_ending_note_program(nbb_ending_program *program)
{
    nbb_ending_hold();
    SLIST_INSERT_HEAD(&programs, program, next);
    if (stopped_by != 0) {
        kill(-program->leader, stopped_by);
    }
    nbb_ending_release();
}

void nbb_ending_forget_program(nbb_ending_program *program)
{
    nbb_ending_hold();
    SLIST_REMOVE(&programs, program, nbb_ending_program, next);
    nbb_ending_release();
}

void nbb_ending_stop(int number)
{
    nbb_ending_hold();
    stopped_by = number;
    signal_programs(number);
    nbb_ending_release();
}

void nbb_ending_clear(void)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += HELD_NS;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_mutex_timedlock(&lock, &until); /* who holds it longer waits for a pipe's reader */
    signal_programs(SIGKILL);
    const item *at;
    SLIST_FOREACH (at, &items, next) {
        remove_all(at->path);
    }
}
