/* ranks.c - finds out whether others were started with this process; starts this program once more for each further
   rank, and talks through memory that all have; and what ranks do together, however they talk.

   Numbers are few and small here: states go between devices. A slot of the memory is a rank's; all write theirs, wait
   for each other, and read all. */
#include "runtime/device/ranks.h"

#include "runtime/base/search.h"
#include "runtime/device/loaded.h"

#include <dlfcn.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define VARIABLE "NBB_RANK" /* "fd rank count process", of rank 0 */
enum { SLOT = 1 << 16, RANKS_MAX = 1024 };

typedef struct shared {
    pthread_barrier_t barriers[RANKS_MAX + 1]; /* of the first so many ranks, from 2 on */
    char slots[][SLOT];
} shared;

/* A rank that was started, and who waits for its end. */
typedef struct started {
    struct here *ranks;
    int rank;
    pid_t process;
    pthread_t waiting;
    bool is_waited;
} started;

typedef struct here {
    nbb_ranks base;
    shared *memory;
    started *others;       /* of rank 0: [count], itself unused; else NULL */
    atomic_bool is_ending; /* ends of ranks are as they should be */
} here;

static here *here_of(nbb_ranks *ranks)
{
    return (here *)ranks;
}

static nbb_status gather(nbb_ranks *ranks, const void *own, uint64_t bytes, void *all)
{
    shared *memory = here_of(ranks)->memory;
    pthread_barrier_t *all_are_here = &memory->barriers[ranks->count];
    for (uint64_t done = 0; done < bytes; done += SLOT) {
        uint64_t part = bytes - done < SLOT ? bytes - done : SLOT;
        memcpy(memory->slots[ranks->rank], (const char *)own + done, part);
        pthread_barrier_wait(all_are_here);
        for (int i = 0; i < ranks->count; ++i) {
            memcpy((char *)all + (uint64_t)i * bytes + done, memory->slots[i], part);
        }
        pthread_barrier_wait(all_are_here);
    }
    return NBB_OK;
}

static nbb_status add(nbb_ranks *ranks, void *values, uint64_t count, size_t bytes)
{
    uint64_t of_all = count * bytes * (uint64_t)ranks->count;
    NBB_LOCAL_MAKE(char, all, of_all + 1, "the ranks' values");
    NBB_TRY(gather(ranks, values, count * bytes, all));
    for (uint64_t i = 0; i < count; ++i) {
        uint64_t sum = 0, value = 0; /* all machines that this runs on have low bytes first */
        for (uint64_t rank = 0; rank < (uint64_t)ranks->count; ++rank, sum += value) {
            memcpy(&value, all + (rank * count + i) * bytes, bytes);
        }
        memcpy((char *)values + i * bytes, &sum, bytes);
    }
    return NBB_OK;
}

static void kill_others(here *ranks)
{
    ranks->is_ending = true;
    for (int i = 1; i < ranks->base.count && ranks->others != NULL; ++i) {
        if (ranks->others[i].process > 0) {
            kill(ranks->others[i].process, SIGKILL);
        }
    }
}

/* Rank 0 waits for the ends of the others: their codes become its own. */
static void end_all(nbb_ranks *ranks, int code)
{
    kill_others(here_of(ranks));
    fflush(NULL);
    _exit(code);
}

static void *wait_for(void *argument)
{
    started *other = argument;
    int state = 0;
    while (waitpid(other->process, &state, 0) < 0 && errno == EINTR) {
    }
    if ((!WIFEXITED(state) || WEXITSTATUS(state) != 0) && !atomic_exchange(&other->ranks->is_ending, true)) {
        if (WIFSIGNALED(state)) {
            nbb_say("run-time error: rank %d of %d was ended by signal %d", other->rank, other->ranks->base.count,
                    WTERMSIG(state));
        }
        end_all(&other->ranks->base, WIFEXITED(state) ? WEXITSTATUS(state) : (int)NBB_ERROR_RUN);
    }
    return NULL;
}

static void close_ranks(nbb_ranks *ranks)
{
    here *closed = here_of(ranks);
    for (int i = 1; i < ranks->count && closed->others != NULL; ++i) {
        if (closed->others[i].is_waited) {
            pthread_join(closed->others[i].waiting, NULL);
        }
    }
    free(closed->others);
    free(closed);
}

static nbb_status make(int rank, int count, shared *memory, nbb_ranks **ranks);

static nbb_status take(nbb_ranks *ranks, int count, nbb_ranks **part)
{
    return make(ranks->rank, count, here_of(ranks)->memory, part);
}

static nbb_status make(int rank, int count, shared *memory, nbb_ranks **ranks)
{
    here *made = NULL;
    NBB_TRY(NBB_MAKE(made, 1, "the ranks"));
    made->base = (nbb_ranks){ .rank = rank,
                              .count = count,
                              .here = rank,
                              .count_here = count,
                              .add = add,
                              .gather = gather,
                              .take = take,
                              .end_all = end_all,
                              .close = close_ranks };
    made->memory = memory;
    *ranks = &made->base;
    return NBB_OK;
}

static nbb_status map_memory(int descriptor, int count, shared **memory)
{
    size_t bytes = sizeof(shared) + (size_t)count * SLOT;
    bool sized = ftruncate(descriptor, (off_t)bytes) == 0;
    void *mapped = sized ? mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0) : MAP_FAILED;
    *memory = mapped;
    return mapped != MAP_FAILED ? NBB_OK : nbb_fail(NBB_ERROR_RUN, "no memory that ranks share: %s", strerror(errno));
}

/* Of a process that was started so: joins the others. */
static nbb_status join_here(nbb_ranks **ranks)
{
    int descriptor = -1, rank = 0, count = 0, starter = 0;
    shared *memory = NULL;
    NBB_STOP_IF(sscanf(getenv(VARIABLE), "%d %d %d %d", &descriptor, &rank, &count, &starter) != 4 || count < 2
                    || count > RANKS_MAX || rank < 1 || rank >= count,
                NBB_ERROR_RUN, VARIABLE " is nbbgen's own, for ranks that it starts");
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != starter) { /* rank 0 has ended before it could end this one */
        _exit(NBB_ERROR_RUN);
    }
    unsetenv(VARIABLE); /* compilers that it runs are no ranks */
    NBB_TRY(map_memory(descriptor, count, &memory));
    close(descriptor);
    return make(rank, count, memory, ranks);
}

static nbb_status start_one(started *other, int descriptor, char *const arguments[])
{
    char variable[64];
    snprintf(variable, sizeof variable, VARIABLE "=%d %d %d %d", descriptor, other->rank, other->ranks->base.count,
             (int)getpid());
    NBB_LOCAL_HEAP char **environment = nbb_process_environment(variable);
    int error = environment == NULL
                    ? ENOMEM
                    : nbb_interrupt_spawn("/proc/self/exe", NULL, arguments, environment, &other->process);
    if (error != 0) {
        other->process = 0;
        return nbb_fail(NBB_ERROR_RUN, "rank %d cannot be started: %s", other->rank, strerror(error));
    }
    other->is_waited = pthread_create(&other->waiting, NULL, wait_for, other) == 0;
    return NBB_OK;
}

nbb_status nbb_ranks_start(int count, nbb_ranks **ranks)
{
    shared *memory = NULL;
    *ranks = NULL;
    NBB_LOCAL_OPEN descriptor = memfd_create("nbbgen ranks", 0);
    NBB_STOP_IF(descriptor < 0, NBB_ERROR_RUN, "no memory that ranks share: %s", strerror(errno));
    NBB_TRY(map_memory(descriptor, count, &memory));
    pthread_barrierattr_t attributes;
    int error = 0;
    pthread_barrierattr_init(&attributes);
    pthread_barrierattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
    for (int i = 2; i <= count && error == 0; ++i) {
        error = pthread_barrier_init(&memory->barriers[i], &attributes, (unsigned)i);
    }
    pthread_barrierattr_destroy(&attributes);
    NBB_STOP_IF(error != 0, NBB_ERROR_RUN, "no barrier for %d ranks: %s", count, strerror(error));
    NBB_TRY(make(0, count, memory, ranks));
    here *own = here_of(*ranks);
    NBB_LOCAL_TEXT words = NBB_TEXT_EMPTY; /* of this program's own command line */
    NBB_TRY(nbb_text_read_file(&words, "/proc/self/cmdline", SIZE_MAX / 2, NBB_ERROR_RUN));
    NBB_LOCAL_LIST arguments = { NULL, 0 };
    for (size_t i = 0; i < words.length; i += strlen(words.data + i) + 1) {
        NBB_TRY(nbb_list_add(&arguments, words.data + i, SIZE_MAX));
    }
    nbb_status status = NBB_MAKE(own->others, count, "the ranks");
    for (int i = 1; i < count && status == NBB_OK; ++i) {
        own->others[i] = (started){ .ranks = own, .rank = i };
        status = start_one(&own->others[i], descriptor, arguments.items);
    }
    NBB_TRY_OR(status, kill_others(own));
    return NBB_OK;
}

/* --- others that were started with this process --- */

/* The rank that a launcher gives its processes, or NULL. */
static const char *find_launched(void)
{
    static const char *const names[] = { "OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK" };
    return getenv(names[NBB_FIND(i, 2, getenv(names[i]) != NULL)]);
}

int nbb_ranks_launched(void)
{
    const char *rank = find_launched();
    return rank != NULL ? atoi(rank) : 0;
}

/* One of several that MPI does not connect would do the whole work, as each of the others. */
static nbb_status check_alone(void)
{
    static const char *const names[] = { "OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS" };
    int count = 1;
    for (int i = 0; i < 3; ++i) {
        const char *text = getenv(names[i]);
        count = text != NULL && atoi(text) > count ? atoi(text) : count;
    }
    NBB_STOP_IF(count > 1, NBB_ERROR_DEVICE,
                "started as one of %d processes that MPI knows nothing of: start them by the mpirun of the MPI"
                " that nbbgen was built with, or by 'srun --mpi=pmix'; unset SLURM_STEP_NUM_TASKS where each is to"
                " run alone",
                count);
    return NBB_OK;
}

nbb_status nbb_ranks_join(nbb_ranks **ranks)
{
    NBB_LOCAL_TEXT path = NBB_TEXT_EMPTY;
    *ranks = NULL;
    NBB_RETURN_IF(getenv(VARIABLE) != NULL, join_here(ranks));
    NBB_RETURN_IF(find_launched() == NULL, check_alone());
    NBB_TRY(nbb_share_part("nbbgen_mpi.so", &path));
    /* It opens further parts, which look for its symbols among all. */
    void *library = dlopen(nbb_text_string(&path), RTLD_NOW | RTLD_GLOBAL);
    NBB_STOP_IF(library == NULL, NBB_ERROR_DEVICE,
                "started with other ranks, but nbbgen's part for MPI cannot be loaded: %s; it is built where"
                " MPI is installed (Debian: libopenmpi-dev)",
                dlerror());
    nbb_function function = nbb_loaded_function(library, "nbb_ranks_open_mpi");
    nbb_ranks_opener *opener = NULL;
    memcpy(&opener, &function, sizeof opener);
    *ranks = opener != NULL ? opener() : NULL;
    NBB_FAIL_IF(*ranks == NULL, nbb_fail_memory(sizeof **ranks, "the ranks"));
    NBB_DONE_IF((*ranks)->count > 1);
    nbb_ranks_close(*ranks);
    *ranks = NULL;
    return check_alone();
}

/* --- together, however they talk --- */

nbb_status nbb_ranks_least(nbb_ranks *ranks, uint64_t *number)
{
    NBB_DONE_IF(ranks == NULL);
    NBB_LOCAL_MAKE(uint64_t, all, ranks->count, "the ranks' numbers");
    nbb_status status = ranks->gather(ranks, number, sizeof *number, all);
    for (int i = 0; status == NBB_OK && i < ranks->count; ++i) {
        *number = all[i] < *number ? all[i] : *number;
    }
    return status;
}

bool nbb_ranks_is_first(const nbb_ranks *ranks)
{
    return ranks == NULL || ranks->rank == 0;
}

nbb_status nbb_ranks_ask_first(nbb_ranks *ranks, bool *answer)
{
    uint64_t number = nbb_ranks_is_first(ranks) ? *answer : UINT64_MAX;
    NBB_TRY(nbb_ranks_least(ranks, &number));
    *answer = number != 0;
    return NBB_OK;
}

nbb_status nbb_ranks_meet(nbb_ranks *ranks)
{
    uint64_t nothing = 0;
    return nbb_ranks_least(ranks, &nothing);
}

void nbb_ranks_close(nbb_ranks *ranks)
{
    NBB_LEAVE_IF(ranks == NULL);
    if (ranks->close_engine != NULL) {
        ranks->close_engine(ranks);
    }
    ranks->close(ranks);
}
