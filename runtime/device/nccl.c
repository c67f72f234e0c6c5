/* nccl.c - finds NCCL, makes one communicator of all ranks, and exchanges by groups of sends and receives.

   All is put where launches go, between those that pack and unpack: nobody waits on the host. */
#include "runtime/device/ranks.h"

#include "runtime/device/loaded.h"

typedef int ncclResult;
typedef struct ncclComm *ncclComm;
typedef struct ncclUniqueId {
    char internal[128];
} ncclUniqueId;
enum { NCCL_UINT8 = 1, NCCL_IN_PROGRESS = 7 };

/* X(symbol, parameters, result). */
#define NBB_NCCL_SYMBOLS(X)                                                                                     \
    X(ncclGetVersion, (int *version), ncclResult)                                                               \
    X(ncclGetErrorString, (ncclResult result), const char *)                                                    \
    X(ncclGetUniqueId, (ncclUniqueId * id), ncclResult)                                                         \
    X(ncclCommInitRank, (ncclComm * comm, int count, ncclUniqueId id, int rank), ncclResult)                    \
    X(ncclCommDestroy, (ncclComm comm), ncclResult)                                                             \
    X(ncclGroupStart, (void), ncclResult)                                                                       \
    X(ncclGroupEnd, (void), ncclResult)                                                                         \
    X(ncclSend, (const void *bytes, size_t count, int type, int rank, ncclComm comm, void *stream), ncclResult) \
    X(ncclRecv, (void *bytes, size_t count, int type, int rank, ncclComm comm, void *stream), ncclResult)

typedef struct nccl_table {
    NBB_NCCL_SYMBOLS(NBB_LOADED_MEMBER)
} nccl_table;

/* The loader's, PyPI's nvidia-nccl-cu12 or -cu13 beside this package, and theirs elsewhere. */
static const char *const names[] = {
    "libnccl.so.2",
    NBB_LOADED_BESIDE "nvidia/nccl/lib/libnccl.so.2",
    "/usr/local/lib/python3*/*-packages/nvidia/nccl/lib/libnccl.so.2",
    "/usr/lib/python3*/*-packages/nvidia/nccl/lib/libnccl.so.2",
    "/opt/*/lib/python3*/site-packages/nvidia/nccl/lib/libnccl.so.2",
    NULL,
};

static nccl_table table;
static nbb_loaded loaded = { .variable = "NBBGEN_NCCL",
                             .names = names,
                             .none = "no NCCL (",
                             .help = "): several GPUs need it; install libnccl2, or PyPI's nvidia-nccl-cu13 or -cu12,"
                                     " or set NBBGEN_NCCL to its libnccl.so.2",
                             .remedy = "a newer NCCL is needed",
                             .symbols = (const char *const[]){ NBB_NCCL_SYMBOLS(NBB_LOADED_NAME) NULL },
                             .table = &table,
                             .lock = PTHREAD_MUTEX_INITIALIZER };

typedef struct nccl_engine {
    ncclComm comm;
    const nbb_device *device;
} nccl_engine;

static nbb_status check(ncclResult result, const char *call)
{
    NBB_DONE_IF(result == 0 || result == NCCL_IN_PROGRESS);
    return nbb_fail(NBB_ERROR_DEVICE, "%s: %s (NCCL_DEBUG=WARN tells more)", call, table.ncclGetErrorString(result));
}

#define CALL(name, arguments) check(table.name arguments, #name)

static nbb_status post(const nccl_engine *engine, const nbb_parcel *parcel)
{
    const void *sent = (const void *)(uintptr_t)parcel->sent;
    void *received = (void *)(uintptr_t)parcel->received, *stream = engine->device->stream;
    NBB_TRY_IF(parcel->sent_bytes > 0,
               CALL(ncclSend, (sent, parcel->sent_bytes, NCCL_UINT8, parcel->rank, engine->comm, stream)));
    NBB_DONE_IF(parcel->received_bytes == 0);
    return CALL(ncclRecv, (received, parcel->received_bytes, NCCL_UINT8, parcel->rank, engine->comm, stream));
}

static nbb_status begin_exchange(nbb_ranks *ranks, const nbb_parcel *parcels, int count)
{
    NBB_TRY(CALL(ncclGroupStart, ()));
    nbb_status status = NBB_EACH(i, count, post(ranks->engine, &parcels[i]));
    nbb_status ended = CALL(ncclGroupEnd, ());
    return status == NBB_OK ? ended : status;
}

/* Launches that follow are done after it anyway. */
static nbb_status end_exchange(NBB_UNUSED nbb_ranks *ranks)
{
    return NBB_OK;
}

static void close_engine(nbb_ranks *ranks)
{
    nccl_engine *engine = ranks->engine;
    table.ncclCommDestroy(engine->comm);
    free(engine);
    ranks->engine = NULL;
}

nbb_status nbb_nccl_join(nbb_ranks *ranks, nbb_device *device)
{
    ncclUniqueId id = { { 0 } };
    uint64_t free_bytes = 0;
    NBB_TRY(nbb_loaded_once(&loaded));
    NBB_LOCAL_MAKE(ncclUniqueId, all, ranks->count, "NCCL's id"); /* rank 0's is that of the communicator */
    NBB_TRY_IF(ranks->rank == 0, CALL(ncclGetUniqueId, (&id)));
    NBB_TRY(ranks->gather(ranks, &id, sizeof id, all));
    NBB_TRY(device->operations->available(device, &free_bytes)); /* its context is this thread's from here on */
    nccl_engine *made = NULL;
    NBB_TRY(NBB_MAKE(made, 1, "NCCL's communicator"));
    made->device = device;
    NBB_TRY_OR(CALL(ncclCommInitRank, (&made->comm, ranks->count, all[0], ranks->rank)), free(made));
    ranks->engine = made;
    ranks->begin_exchange = begin_exchange;
    ranks->end_exchange = end_exchange;
    ranks->close_engine = close_engine;
    return NBB_OK;
}

nbb_status nbb_nccl_version(nbb_text *text)
{
    int version = 0;
    NBB_TRY(nbb_loaded_once(&loaded));
    NBB_TRY(CALL(ncclGetVersion, (&version)));
    nbb_text_add(text, "%d.%d.%d", version / 10000, version / 100 % 100, version % 100);
    const char *file = nbb_loaded_file(&loaded);
    NBB_TEXT_ADD_IF(file != NULL, text, " (%s)", file);
    return NBB_OK;
}
