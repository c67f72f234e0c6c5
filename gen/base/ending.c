/* ending.c - the list of temporary files, folders and child processes. */
#include "gen/base/ending.h"

#include "gen/base/status.h"

#include <ftw.h>
#include <pthread.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

typedef struct item {
    struct item *next;
    char path[];
} item;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static item *items;
static nbb_ending_program *programs;
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
        made->next = items;
        items = made;
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
    nbb_ending_hold();
    for (item **at = &items; *at != NULL; at = &(*at)->next) {
        if (strcmp((*at)->path, path) == 0) {
            item *gone = *at;
            *at = gone->next;
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
    for (const nbb_ending_program *at = programs; at != NULL; at = at->next) {
        kill(-at->leader, number);
    }
}

void nbb_ending_note_program(nbb_ending_program *program)
{
    nbb_ending_hold();
    program->next = programs;
    programs = program;
    if (stopped_by != 0) {
        kill(-program->leader, stopped_by);
    }
    nbb_ending_release();
}

void nbb_ending_forget_program(nbb_ending_program *program)
{
    nbb_ending_hold();
    nbb_ending_program **at = &programs;
    while (*at != program) {
        at = &(*at)->next;
    }
    *at = program->next;
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
    for (const item *at = items; at != NULL; at = at->next) {
        remove_all(at->path);
    }
}
