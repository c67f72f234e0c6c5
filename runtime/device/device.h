/* device.h - a target's operations: memory, modules, launches, timing. Two implementations: cuda.c and host.c. */
#pragma once

#include "runtime/device/machine.h"

typedef struct nbb_device nbb_device;
typedef struct nbb_module nbb_module;
typedef struct nbb_kernel nbb_kernel;
typedef struct nbb_sequence nbb_sequence;

/* An address in the device's memory: a CUdeviceptr, or a host pointer as a number. */
typedef uint64_t nbb_address;

/* Modules to be built (on the host one): the source texts of their translation units, compiled at the same time. */
typedef struct nbb_module_request {
    const char *const *sources;
    int count;
    const char *name; /* in messages and kept files: "nbb_vicsek_ca", of the second source with "_2" */
    bool use_cache;
} nbb_module_request;

/* How modules came about, for the report. */
typedef struct nbb_module_facts {
    double compile_ms; /* the time to get them, from the cache or from the compiler */
    bool cache_hit;    /* nothing had to be compiled */
} nbb_module_facts;

/* A launch's shape. The host target ignores it: its kernels hold their own loops. */
typedef struct nbb_launch {
    uint64_t blocks;
    uint32_t threads; /* a block */
    uint32_t copies;  /* times the blocks, in the grid's second dimension; 0: once */
    bool at_once;     /* all blocks run at once and may wait for each other */
    uint32_t shared;  /* bytes of shared memory a block, beside what the kernel declares */
} nbb_launch;

/* Bytes of reserved addresses, up to `end`, that have memory. Those of phase 0 have it to themselves; ranges of other
   phases, unlike ones, are never used at the same time, and their pages may share memory. */
typedef struct nbb_reserved {
    uint64_t begin, end;
    int64_t phase;
} nbb_reserved;

/* Chooses the memory of each page, whose entries are 0 before and stay 0 where no range lies: NBB_PAGE_OWN or a
   number behind it, which pages of unlike phases share. Sets *shared to how many such numbers there are, and *bytes
   to those of all memory. */
enum { NBB_PAGE_OWN = 1 };
nbb_status nbb_reserved_pages(const nbb_reserved *ranges, int64_t count, uint64_t page, uint32_t *memory_of,
                              uint32_t *shared, uint64_t *bytes);

/* Of so many reserved pages, how many without memory are mapped at once: they share what stands for them, and one. */
static inline uint64_t nbb_device_pages_at_once(uint64_t pages)
{
    enum { PIECES = 2048, MOST = 32 };
    uint64_t wanted = 1 + pages / PIECES;
    return wanted < MOST ? wanted : MOST;
}

/* One of the two launches between which a sequence alternates; arguments[i] points at argument i. */
typedef struct nbb_alternate {
    nbb_kernel *kernel;
    nbb_launch launch;
    void **arguments;
} nbb_alternate;

/* Every operation returns NBB_ERROR_DEVICE with the driver's or compiler's own words on failure. */
typedef struct nbb_device_operations {
    void (*close)(nbb_device *device);
    /* Gives the calling thread its own state of the driver back; any thread may have the next operation. */
    void (*rest)(nbb_device *device);
    /* Free memory now. Waits where the device is_starting. */
    nbb_status (*available)(nbb_device *device, uint64_t *bytes);
    nbb_status (*allocate)(nbb_device *device, uint64_t bytes, nbb_address *address);
    /* Addresses of so many bytes, of which these ranges, in any order, have memory, all 0. The others may be read, as
       0 or anything, and not be written. */
    nbb_status (*reserve)(nbb_device *device, uint64_t bytes, const nbb_reserved *ranges, int64_t count,
                          nbb_address *address);
    void (*release)(nbb_device *device, nbb_address address); /* 0 is allowed */
    /* Memory of the host, all 0, that kernels reach by the same address as the processor. */
    nbb_status (*allocate_host)(nbb_device *device, uint64_t bytes, nbb_address *address);
    void (*release_host)(nbb_device *device, nbb_address address); /* 0 is allowed */
    nbb_status (*fill)(nbb_device *device, nbb_address address, uint8_t value, uint64_t bytes);
    nbb_status (*upload)(nbb_device *device, nbb_address to, const void *from, uint64_t bytes);
    nbb_status (*download)(nbb_device *device, void *to, nbb_address from, uint64_t bytes);
    /* Within the device's memory; keeps its place in the order of launches. */
    nbb_status (*copy)(nbb_device *device, nbb_address to, nbb_address from, uint64_t bytes);
    /* Between the device's memory and allocate_host's; the caller does not wait for it. Its place is in the first
       order of launches. Between fork and join what goes to the host does not wait for what comes: it is over by
       join, and before whatever comes behind it. */
    nbb_status (*come)(nbb_device *device, nbb_address to, nbb_address from, uint64_t bytes);
    nbb_status (*go)(nbb_device *device, nbb_address to, nbb_address from, uint64_t bytes);
    /* Sets modules[0 .. count-1], or holds nothing. Waits where the device is_starting, once all are compiled. */
    nbb_status (*load)(nbb_device *device, const nbb_module_request *request, nbb_module **modules,
                       nbb_module_facts *facts);
    void (*unload)(nbb_device *device, nbb_module *module); /* NULL is allowed */
    /* Leaves the modules of many requests in the cache, compiled side by side by all processors; loads none. What
       cannot be compiled is passed over: `load` says why. NULL on the host, whose compiler is quick. */
    void (*prepare)(nbb_device *device, const nbb_module_request *requests, int count);
    /* `signature`: one letter an argument: p address, Q uint64_t, I uint32_t, S a structure, which CUDA's kernels
       take by value and the host's by a pointer. The kernel lives as long as its module. */
    nbb_status (*find)(nbb_device *device, nbb_module *module, const char *name, const char *signature,
                       nbb_kernel **kernel);
    /* Starts the kernel; arguments[i] points at argument i. The same order of launches is kept. */
    nbb_status (*launch)(nbb_device *device, nbb_kernel *kernel, nbb_launch launch, void **arguments);
    /* Whether all blocks of a launch can run at once, in clusters of so many. NULL on the host. */
    nbb_status (*holds)(nbb_device *device, nbb_kernel *kernel, nbb_launch launch, uint32_t cluster, bool *holds);
    /* Records `count` launches, alternating between alternates[0] and alternates[1], to start them all at once and
       as often as wanted. The argument values are copied. NULL on the host, where it saves no time. */
    nbb_status (*record)(nbb_device *device, const nbb_alternate alternates[2], int count, nbb_sequence **sequence);
    nbb_status (*play)(nbb_device *device, nbb_sequence *sequence);
    void (*forget)(nbb_device *device, nbb_sequence *sequence); /* NULL is allowed */
    /* A second order of launches: begun by `fork` after all so far, ended by `join`, after which the first one goes
       on. Between them launches go to the second where they are `aside`, as at first, and each order is kept by
       itself. Copies and marks are the first one's. On the host a launch is done when it returns. */
    nbb_status (*fork)(nbb_device *device);
    void (*aside)(nbb_device *device, bool aside);
    nbb_status (*join)(nbb_device *device);
    nbb_status (*wait)(nbb_device *device);
    /* Time marks 0 .. NBB_MARKS-1 in the order of launches; elapsed waits for the later one. */
    nbb_status (*mark)(nbb_device *device, int mark);
    nbb_status (*elapsed)(nbb_device *device, int from, int to, double *milliseconds);
} nbb_device_operations;

enum { NBB_MARKS = 1025 };

/* What every device says of itself; each target's own struct begins with it. */
struct nbb_device {
    const nbb_device_operations *operations;
    char name[256];           /* "NVIDIA H200", or the processor's model and thread count */
    char architecture[32];    /* "sm_90", or "x86_64" */
    uint64_t memory;          /* bytes in all */
    uint64_t page;            /* bytes of the pages that reserved addresses have */
    uint32_t multiprocessors; /* or cores */
    uint32_t cluster_blocks;  /* that a cluster may have; 0 on the host */
    uint32_t shared_bytes;    /* of shared memory that a block may have; 0 on the host */
    bool is_cuda;
    void *stream;     /* of CUDA: where launches go; NULL: the default one */
    bool is_starting; /* it gets ready beside the caller: the first operation waits, and fails if that did */
};

/* Opens the host: C through the system compiler ($CC, else cc), OpenMP. Of so many processes that share this machine,
   1 or more, each takes its share of the threads, where nobody has given it processors of its own. */
nbb_status nbb_host_open(int processes, nbb_device **device);

/* Opens CUDA device `ordinal`. Fails with the reason when there is no driver, no such device, or no NVRTC. */
nbb_status nbb_cuda_open(int ordinal, nbb_device **device);

/* Appends the version of the CUDA driver, "580.159.04 (CUDA 13.0)"; of one whose kernel module does not tell its own
   `root`/sys/module/nvidia/version the latter alone. `root` is "" but in tests. Nothing without a driver. */
void nbb_cuda_version(const char *root, nbb_text *text);

/* How two CUDA devices reach each other's memory. */
typedef enum nbb_cuda_link { NBB_LINK_NONE, NBB_LINK_DIRECT, NBB_LINK_ATOMIC } nbb_cuda_link;
nbb_cuda_link nbb_cuda_link_of(int from, int to);

/* The number of CUDA devices, 0 without a driver; `reason` says why there are none (may be NULL). */
int nbb_cuda_count(nbb_text *reason);

/* The system's C compiler ($CC, else cc): C source text in, a shared object out, opened as a module of the host. */

/* Appends all that the object depends on, a key for the cache: source, flags, the compiler's version, processor. */
nbb_status nbb_compiler_key(const char *source, nbb_text *key);

/* Loads the module's one source: from the cache where it is used and has it, else compiled in a temporary folder and
   then kept. An entry that cannot be loaded, as on a file system whose files may not be executed, is named once and
   compiled anew. Fails (device). dlclose is due. */
nbb_status nbb_host_library_load(const nbb_module_request *request, void **library, bool *hit);
