/* ranks.h - the ranks that share a state: processes that all do the same, each on its shard.

   Their starter connects them: MPI under mpirun and srun (runtime/mpi, a part that is loaded then alone), memory
   that all have where this program started one for each GPU (ranks.c). States go from GPU to GPU by NCCL
   (nccl.c). Whatever is called here is called by all ranks, in the same order. */
#pragma once

#include "runtime/device/device.h"

/* What a rank sends to another one and gets from it: addresses of its device. */
typedef struct nbb_parcel {
    int rank;
    uint64_t sent, received; /* addresses */
    uint64_t sent_bytes, received_bytes;
} nbb_parcel;

typedef struct nbb_ranks nbb_ranks;
struct nbb_ranks {
    int rank, count;
    int here, count_here; /* the same among those of this machine */
    bool are_stopped;     /* all, after the same step, for a signal came to one */
    /* To and from each other rank: between the two calls, of the same parcels, what is sent is not to be written and
       what is received not to be used. Between GPUs they are launches (device.h), done in the order of these. */
    nbb_status (*begin_exchange)(nbb_ranks *ranks, const nbb_parcel *parcels, int count);
    nbb_status (*end_exchange)(nbb_ranks *ranks);
    /* Each value, of 1, 4 or 8 bytes, becomes the sum of all ranks'. */
    nbb_status (*add)(nbb_ranks *ranks, void *values, uint64_t count, size_t bytes);
    /* Copies of so many bytes of each rank, one rank's behind the other's. */
    nbb_status (*gather)(nbb_ranks *ranks, const void *own, uint64_t bytes, void *all);
    /* The first so many of them, 2 at least, as ranks of their own, to be closed before these. They alone call. */
    nbb_status (*take)(nbb_ranks *ranks, int count, nbb_ranks **part);
    /* Ends all ranks with the exit code. Returns where none are left but this one. */
    void (*end_all)(nbb_ranks *ranks, int code);
    void (*close)(nbb_ranks *ranks);
    void *engine; /* of exchanges between GPUs, or NULL */
    void (*close_engine)(nbb_ranks *ranks);
};

/* Of a program that mpirun or srun started with others: joins them; *ranks stays NULL where it is alone. Fails
   (device) where MPI is not to be had, or does not find the others. */
nbb_status nbb_ranks_join(nbb_ranks **ranks);

/* Of one that is alone: starts as many others like it, which find themselves by nbb_ranks_join. */
nbb_status nbb_ranks_start(int count, nbb_ranks **ranks);

/* The rank that a launcher gave this process, before it has joined others; 0 where none does. */
int nbb_ranks_launched(void);

/* The least of all ranks' numbers. NULL: one's own. */
nbb_status nbb_ranks_least(nbb_ranks *ranks, uint64_t *number);

/* Whether this one speaks and writes for all. NULL: it is alone, and does. */
bool nbb_ranks_is_first(const nbb_ranks *ranks);

/* Rank 0's answer, on all ranks. */
nbb_status nbb_ranks_ask_first(nbb_ranks *ranks, bool *answer);

/* Waits for all. */
nbb_status nbb_ranks_meet(nbb_ranks *ranks);

/* NULL is allowed. */
void nbb_ranks_close(nbb_ranks *ranks);

/* What the part for MPI offers, as "nbb_ranks_open_mpi". */
typedef nbb_ranks *nbb_ranks_opener(void);

/* --- nCCL, which moves words from GPU to GPU: found and loaded at run time, as the driver is --- */

/* From here on the ranks exchange between their GPUs, this rank's being `device`. Fails (device) on all ranks where
   one has no NCCL, and says what to install. */
nbb_status nbb_nccl_join(nbb_ranks *ranks, nbb_device *device);

/* Appends the version, "2.28.9 (/usr/lib/.../libnccl.so.2)". Fails (device) likewise. */
nbb_status nbb_nccl_version(nbb_text *text);
