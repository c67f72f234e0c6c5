/* ranks.c - finds out whether others were started with this process, and how they talk. */
#include "runtime/device/ranks.h"

#include "gen/base/search.h"
#include "gen/base/text.h"
#include "runtime/device/loaded.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

/* The rank that a launcher tells its processes, or NULL. */
static const char *find_launched(void)
{
    static const char *const names[] = { "OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK" };
    const char *rank = NULL;
    for (int i = 0; i < 3 && rank == NULL; ++i) {
        rank = getenv(names[i]);
    }
    return rank;
}

int nbb_ranks_launched(void)
{
    const char *rank = find_launched();
    return rank != NULL ? atoi(rank) : 0;
}

/* How many processes a launcher says that it has started; 1 where it says nothing. */
static int count_launched(void)
{
    static const char *const names[] = { "OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS" };
    int most = 1;
    for (int i = 0; i < 3; ++i) {
        const char *text = getenv(names[i]);
        int count = text != NULL ? atoi(text) : 1;
        most = count > most ? count : most;
    }
    return most;
}

/* One of several that MPI does not connect would do the whole work, as each of the others. */
static nbb_status check_alone(void)
{
    int count = count_launched();
    return count == 1 ? NBB_OK
                      : nbb_fail(NBB_ERROR_DEVICE,
                                 "started as one of %d processes that MPI knows nothing of: start them by the mpirun"
                                 " of the MPI that nbbgen was built with, or by 'srun --mpi=pmix'; unset"
                                 " SLURM_STEP_NUM_TASKS where each is to run alone",
                                 count);
}

/* The library of MPI opens further parts, which look for its symbols among all. */
static nbb_status open_mpi(const char *path, nbb_ranks **ranks)
{
    void *library = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
    if (library == NULL) {
        return nbb_fail(NBB_ERROR_DEVICE,
                        "started with other ranks, but nbbgen's part for MPI cannot be loaded: %s; it is built where"
                        " MPI is installed (Debian: libopenmpi-dev)",
                        dlerror());
    }
    nbb_function function = nbb_loaded_function(library, "nbb_ranks_open_mpi");
    nbb_ranks_opener *opener = NULL;
    memcpy(&opener, &function, sizeof opener);
    *ranks = opener != NULL ? opener() : NULL;
    return *ranks != NULL ? NBB_OK : nbb_fail_memory(sizeof **ranks, "the ranks");
}

nbb_status nbb_ranks_join(nbb_ranks **ranks)
{
    NBB_LOCAL_TEXT path = NBB_TEXT_EMPTY;
    *ranks = NULL;
    if (nbb_ranks_is_started()) {
        return nbb_ranks_join_here(ranks);
    }
    if (find_launched() == NULL) {
        return check_alone();
    }
    nbb_status status = nbb_share_part("nbbgen_mpi.so", &path);
    status = status == NBB_OK ? open_mpi(nbb_text_string(&path), ranks) : status;
    if (status == NBB_OK && (*ranks)->count == 1) {
        nbb_ranks_close(*ranks);
        *ranks = NULL;
        status = check_alone();
    }
    return status;
}

nbb_status nbb_ranks_least(nbb_ranks *ranks, uint64_t *number)
{
    if (ranks == NULL) {
        return NBB_OK;
    }
    NBB_LOCAL_HEAP uint64_t *all = NULL;
    NBB_TRY(NBB_MAKE(all, ranks->count, "the ranks' numbers"));
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

nbb_status nbb_ranks_exchange(nbb_ranks *ranks, const nbb_parcel *parcels, int count)
{
    NBB_TRY(ranks->begin_exchange(ranks, parcels, count));
    return ranks->end_exchange(ranks);
}

void nbb_ranks_close(nbb_ranks *ranks)
{
    if (ranks != NULL && ranks->close_engine != NULL) {
        ranks->close_engine(ranks);
    }
    if (ranks != NULL) {
        ranks->close(ranks);
    }
}
