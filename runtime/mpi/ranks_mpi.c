/* ranks_mpi.c - ranks that MPI connects, as a part of its own: the program needs MPI under mpirun alone.

   MPI ends all ranks with a message where one of its calls fails, so none is asked whether it did. */
#include "runtime/device/ranks.h"

#include <mpi.h>
#include <time.h>

typedef struct mpi_ranks {
    nbb_ranks base;
    MPI_Comm comm;
    MPI_Request *requests; /* of the exchange that is begun, or NULL */
    int begun;
} mpi_ranks;

static MPI_Comm comm_of(const nbb_ranks *ranks)
{
    return ((const mpi_ranks *)ranks)->comm;
}

enum { CHUNK = 1 << 30 }; /* bytes or values of a message at most: MPI counts in ints */

/* Begins a message or several for what is sent or received, and returns how many requests that takes. */
static int begin(MPI_Comm comm, bool sends, const nbb_parcel *of, MPI_Request *requests)
{
    uint64_t address = sends ? of->sent : of->received, bytes = sends ? of->sent_bytes : of->received_bytes;
    int count = 0;
    for (uint64_t done = 0; done < bytes; done += CHUNK) {
        char *at = (char *)(uintptr_t)address + done;
        int length = (int)(bytes - done < CHUNK ? bytes - done : CHUNK);
        if (sends) {
            MPI_Isend(at, length, MPI_BYTE, of->rank, 0, comm, &requests[count++]);
        } else {
            MPI_Irecv(at, length, MPI_BYTE, of->rank, 0, comm, &requests[count++]);
        }
    }
    return count;
}

static nbb_status begin_exchange(nbb_ranks *ranks, const nbb_parcel *parcels, int count)
{
    mpi_ranks *own = (mpi_ranks *)ranks;
    uint64_t most = NBB_SUM(i, count, parcels[i].sent_bytes / CHUNK + parcels[i].received_bytes / CHUNK + 2);
    own->requests = malloc((most + 1) * sizeof(MPI_Request));
    NBB_FAIL_IF(own->requests == NULL, NBB_ERROR_RUN);
    own->begun = 0;
    for (int i = 0; i < 2 * count; ++i) { /* all are awaited before the first is sent */
        own->begun += begin(own->comm, i >= count, &parcels[i % count], own->requests + own->begun);
    }
    return NBB_OK;
}

static nbb_status end_exchange(nbb_ranks *ranks)
{
    mpi_ranks *own = (mpi_ranks *)ranks;
    MPI_Waitall(own->begun, own->requests, MPI_STATUSES_IGNORE);
    free(own->requests);
    own->requests = NULL;
    return NBB_OK;
}

static nbb_status add(nbb_ranks *ranks, void *values, uint64_t count, size_t bytes)
{
    MPI_Datatype type = bytes == 1 ? MPI_UINT8_T : bytes == 4 ? MPI_UINT32_T : MPI_UINT64_T;
    for (uint64_t done = 0; done < count; done += CHUNK) {
        int part = (int)(count - done < CHUNK ? count - done : CHUNK);
        MPI_Allreduce(MPI_IN_PLACE, (char *)values + done * bytes, part, type, MPI_SUM, comm_of(ranks));
    }
    return NBB_OK;
}

/* Waits without a pause for as long as ranks that work alike are apart, and then asleep: one that compiles for the
   others has their processors. Its pauses are short, as what is timed begins behind such a wait. */
static void wait_for(MPI_Request *request)
{
    const double at_once = 0.01;
    const struct timespec pause = { .tv_nsec = 100000 };
    double begun = MPI_Wtime();
    int is_there = 0;
    while (MPI_Test(request, &is_there, MPI_STATUS_IGNORE), !is_there) {
        if (MPI_Wtime() - begun > at_once) {
            nanosleep(&pause, NULL);
        }
    }
}

static nbb_status gather(nbb_ranks *ranks, const void *own, uint64_t bytes, void *all)
{
    MPI_Request request;
    MPI_Iallgather(own, (int)bytes, MPI_BYTE, all, (int)bytes, MPI_BYTE, comm_of(ranks), &request);
    wait_for(&request);
    return NBB_OK;
}

static void end_all(NBB_UNUSED nbb_ranks *ranks, int code)
{
    MPI_Abort(MPI_COMM_WORLD, code);
}

/* A part of the ranks is freed, and with all of them MPI ends. */
static void close_ranks(nbb_ranks *ranks)
{
    if (comm_of(ranks) != MPI_COMM_WORLD) {
        MPI_Comm_free(&((mpi_ranks *)ranks)->comm);
    } else {
        MPI_Finalize();
    }
    free(ranks);
}

static nbb_status take(nbb_ranks *ranks, int count, nbb_ranks **part);

/* Those of a communicator, or NULL without memory. */
static nbb_ranks *make(MPI_Comm comm)
{
    mpi_ranks *made = calloc(1, sizeof *made);
    MPI_Comm machine;
    NBB_RETURN_IF(made == NULL, NULL);
    nbb_ranks *ranks = &made->base;
    *made = (mpi_ranks){ .base = { .begin_exchange = begin_exchange,
                                   .end_exchange = end_exchange,
                                   .add = add,
                                   .gather = gather,
                                   .take = take,
                                   .end_all = end_all,
                                   .close = close_ranks },
                         .comm = comm };
    MPI_Comm_rank(comm, &ranks->rank);
    MPI_Comm_size(comm, &ranks->count);
    MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
    MPI_Comm_rank(machine, &ranks->here);
    MPI_Comm_size(machine, &ranks->count_here);
    MPI_Comm_free(&machine);
    return ranks;
}

static nbb_status take(nbb_ranks *ranks, int count, nbb_ranks **part)
{
    int range[1][3] = { { 0, count - 1, 1 } };
    MPI_Group all, first;
    MPI_Comm comm;
    MPI_Comm_group(comm_of(ranks), &all);
    MPI_Group_range_incl(all, 1, range, &first);
    MPI_Comm_create_group(comm_of(ranks), first, 0, &comm);
    MPI_Group_free(&first);
    MPI_Group_free(&all);
    *part = make(comm);
    return *part != NULL ? NBB_OK : NBB_ERROR_RUN;
}

/* NULL where there is no memory. */
nbb_ranks *nbb_ranks_open_mpi(void);
nbb_ranks *nbb_ranks_open_mpi(void)
{
    int level = 0;
    MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &level);
    return make(MPI_COMM_WORLD);
}
