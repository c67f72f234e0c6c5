/* host.c - the host target: modules are shared objects made by the system's C compiler, kernels are C functions.

   A kernel runs to its end within its launch, so waiting is nothing and a mark is the time on the clock. */
#include "runtime/device/device.h"
#include "runtime/device/loaded.h"

#include <dlfcn.h>
#include <ffi.h>
#include <sys/mman.h>
#include <sys/utsname.h>
#include <unistd.h>

enum { HUGE_PAGE = 2 << 20, CHUNK = 16 << 20 };

typedef struct reservation {
    SLIST_ENTRY(reservation) next;
    void *memory;
    size_t bytes;
} reservation;

typedef struct host_device {
    nbb_device base;
    SLIST_HEAD(, reservation) reservations;
    double marks[NBB_MARKS]; /* milliseconds; 0: never set */
} host_device;

struct nbb_module {
    void *library;
    nbb_arena arena; /* of its kernels */
};

enum { ARGUMENTS_MAX = 9 }; /* of a kernel */

struct nbb_kernel {
    nbb_function function;
    ffi_cif interface;
    unsigned count;                 /* of arguments */
    unsigned structures;            /* 1 << number of each that is one */
    ffi_type *types[ARGUMENTS_MAX]; /* which `interface` points at */
};

static host_device *host_of(nbb_device *device)
{
    return (host_device *)device;
}

static void *pointer_of(nbb_address address)
{
    return (void *)(uintptr_t)address;
}

static void close_device(nbb_device *device)
{
    free(host_of(device));
}

static nbb_status available(NBB_UNUSED nbb_device *device, uint64_t *bytes)
{
    uint64_t total = 0;
    return nbb_machine_memory("", &total, bytes);
}

/* Asks what is left first: the kernel would promise more memory than there is and end the process later. */
static nbb_status allocate(NBB_UNUSED nbb_device *device, uint64_t bytes, nbb_address *address)
{
    NBB_TRY(nbb_machine_has(bytes, true));
    void *memory = nbb_pages((size_t)bytes);
    *address = (nbb_address)(uintptr_t)memory;
    return memory != NULL ? NBB_OK : nbb_machine_has(bytes, false);
}

/* What stands where pages that unlike phases share are: the same pages of a file in memory. */
static nbb_status share_pages(char *memory, const uint32_t *memory_of, uint64_t pages, uint64_t page, uint32_t shared)
{
    NBB_LOCAL_OPEN file = shared > 0 ? memfd_create("nbbgen", MFD_CLOEXEC) : -1;
    bool is_good = shared == 0 || (file >= 0 && ftruncate(file, (off_t)(shared * page)) == 0);
    for (uint64_t i = 0, next; i < pages && is_good; i = next) {
        next = i + 1;
        while (memory_of[i] > NBB_PAGE_OWN && next < pages && memory_of[next] == memory_of[i] + (next - i)) {
            ++next;
        }
        is_good = memory_of[i] <= NBB_PAGE_OWN
                  || mmap(memory + i * page, (next - i) * page, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file,
                          (off_t)((memory_of[i] - NBB_PAGE_OWN - 1) * page))
                         != MAP_FAILED;
    }
    NBB_STOP_IF(!is_good, NBB_ERROR_DEVICE, "%" PRIu64 " bytes of memory that parts share: %s", shared * page,
                strerror(errno));
    return NBB_OK;
}

/* Pages get memory when they are written, and are 0 until then: only the amount is checked. */
static nbb_status reserve(nbb_device *device, uint64_t bytes, const nbb_reserved *ranges, int64_t count,
                          nbb_address *address)
{
    uint64_t pages = (bytes + device->page - 1) / device->page, wanted = 0;
    uint32_t shared = 0;
    NBB_LOCAL_MAKE(uint32_t, memory_of, pages, "reserved pages");
    NBB_TRY(nbb_reserved_pages(ranges, count, device->page, memory_of, &shared, &wanted));
    NBB_TRY(nbb_machine_has(wanted, true));
    reservation *made = NULL;
    NBB_TRY(NBB_MAKE(made, 1, "reserved addresses"));
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    NBB_TRY_OR(memory != MAP_FAILED ? NBB_OK : nbb_machine_has(wanted, false), free(made));
    for (int64_t i = 0; i < count; ++i) {
        uintptr_t begin = ((uintptr_t)memory + ranges[i].begin + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
        uintptr_t end = ((uintptr_t)memory + ranges[i].end) / HUGE_PAGE * HUGE_PAGE;
        if (ranges[i].phase == 0 && begin < end) {
            madvise((void *)begin, end - begin, MADV_HUGEPAGE);
        }
    }
    NBB_TRY_OR(share_pages(memory, memory_of, pages, device->page, shared), (munmap(memory, bytes), free(made)));
    *made = (reservation){ .memory = memory, .bytes = bytes };
    SLIST_INSERT_HEAD(&host_of(device)->reservations, made, next);
    *address = (nbb_address)(uintptr_t)memory;
    return NBB_OK;
}

static void release(nbb_device *device, nbb_address address)
{
    reservation *found;
    SLIST_FOREACH (found, &host_of(device)->reservations, next) {
        if (found->memory == pointer_of(address)) {
            SLIST_REMOVE(&host_of(device)->reservations, found, reservation, next);
            munmap(found->memory, found->bytes);
            free(found);
            return;
        }
    }
    free(pointer_of(address));
}

/* Copies, or where `from` is NULL fills, by all threads: pages that a new buffer gets here would take one long. */
static void move(char *to, const char *from, uint8_t value, uint64_t bytes)
{
    int64_t chunks = (int64_t)((bytes + CHUNK - 1) / CHUNK);
#pragma omp parallel for schedule(dynamic) if (chunks > 1)
    for (int64_t i = 0; i < chunks; ++i) {
        uint64_t begin = (uint64_t)i * CHUNK, count = bytes - begin < CHUNK ? bytes - begin : CHUNK;
        if (from == NULL) {
            memset(to + begin, value, count);
        } else {
            memcpy(to + begin, from + begin, count);
        }
    }
}

static nbb_status fill(NBB_UNUSED nbb_device *device, nbb_address address, uint8_t value, uint64_t bytes)
{
    move(pointer_of(address), NULL, value, bytes);
    return NBB_OK;
}

static nbb_status upload(NBB_UNUSED nbb_device *device, nbb_address to, const void *from, uint64_t bytes)
{
    if (bytes > 0 && pointer_of(to) != from) {
        memcpy(pointer_of(to), from, bytes);
    }
    return NBB_OK;
}

static nbb_status download(nbb_device *device, void *to, nbb_address from, uint64_t bytes)
{
    return upload(device, (nbb_address)(uintptr_t)to, pointer_of(from), bytes);
}

static nbb_status copy(NBB_UNUSED nbb_device *device, nbb_address to, nbb_address from, uint64_t bytes)
{
    move(pointer_of(to), pointer_of(from), 0, bytes);
    return NBB_OK;
}

static void unload(NBB_UNUSED nbb_device *device, nbb_module *module)
{
    NBB_LEAVE_IF(module == NULL);
    nbb_arena_free(&module->arena);
    if (module->library != NULL) {
        dlclose(module->library);
    }
    free(module);
}

static nbb_status load(nbb_device *device, const nbb_module_request *request, nbb_module **module,
                       nbb_module_facts *facts)
{
    double start = nbb_milliseconds();
    nbb_module *made = NULL;
    NBB_TRY(NBB_MAKE(made, 1, "a module"));
    NBB_TRY_OR(nbb_host_library_load(request, &made->library, &facts->cache_hit), unload(device, made));
    facts->compile_ms = nbb_milliseconds() - start;
    *module = made;
    return NBB_OK;
}

/* A wrong letter is the generator's error, so the message has its place in the signature. */
static nbb_status find(NBB_UNUSED nbb_device *device, nbb_module *module, const char *name, const char *signature,
                       nbb_kernel **kernel)
{
    nbb_kernel *made;
    NBB_TRY(NBB_ARRAYS(&module->arena, NBB_ARRAY(made, 1)));
    made->function = nbb_loaded_function(module->library, name);
    made->count = (unsigned)strlen(signature);
    NBB_STOP_IF(made->function == NULL, NBB_ERROR_DEVICE, "the module has no kernel %s", name);
    NBB_STOP_IF(made->count > ARGUMENTS_MAX, NBB_ERROR_DEVICE, "kernel %s: signature '%s' has more than %d letters",
                name, signature, ARGUMENTS_MAX);
    for (unsigned i = 0; i < made->count; i++) {
        char letter = signature[i];
        made->structures |= (unsigned)(letter == 'S') << i;
        made->types[i] = letter == 'p' || letter == 'S' ? &ffi_type_pointer
                         : letter == 'Q'                ? &ffi_type_uint64
                         : letter == 'I'                ? &ffi_type_uint32
                                                        : NULL;
        NBB_STOP_IF(made->types[i] == NULL, NBB_ERROR_DEVICE,
                    "kernel %s: signature '%s' has '%c' where p, Q, I or S was expected", name, signature, letter);
    }
    NBB_STOP_IF(ffi_prep_cif(&made->interface, FFI_DEFAULT_ABI, made->count, &ffi_type_void, made->types) != FFI_OK,
                NBB_ERROR_DEVICE, "kernel %s: libffi cannot call the signature '%s'", name, signature);
    *kernel = made;
    return NBB_OK;
}

/* An nbb_address is a pointer's number and as wide, so libffi reads the arguments as they are, but for structures:
   what is passed is where they are. */
static nbb_status run_kernel(NBB_UNUSED nbb_device *device, nbb_kernel *kernel, NBB_UNUSED nbb_launch launch,
                             void **arguments)
{
    _Static_assert(sizeof(void *) == sizeof(nbb_address), "the host target needs 64-bit pointers");
    void *values[ARGUMENTS_MAX];
    NBB_FILL(i, kernel->count, values[i], (kernel->structures >> i & 1) != 0 ? (void *)&arguments[i] : arguments[i]);
    ffi_call(&kernel->interface, kernel->function, NULL, values);
    return NBB_OK;
}

static void rest(NBB_UNUSED nbb_device *device)
{
}

/* What waits for launches, which are done. */
static nbb_status wait_device(NBB_UNUSED nbb_device *device)
{
    return NBB_OK;
}

static void aside(NBB_UNUSED nbb_device *device, NBB_UNUSED bool aside)
{
}

static nbb_status set_mark(nbb_device *device, int mark)
{
    host_of(device)->marks[mark] = nbb_milliseconds();
    return NBB_OK;
}

static nbb_status elapsed(nbb_device *device, int from, int to, double *milliseconds)
{
    const double *marks = host_of(device)->marks;
    NBB_STOP_IF(marks[from] == 0 || marks[to] == 0, NBB_ERROR_DEVICE, "time mark %d or %d was never set", from, to);
    *milliseconds = marks[to] - marks[from];
    return NBB_OK;
}

static const nbb_device_operations operations = {
    .close = close_device,
    .rest = rest,
    .available = available,
    .allocate = allocate,
    .reserve = reserve,
    .release = release,
    .allocate_host = allocate,
    .release_host = release,
    .fill = fill,
    .upload = upload,
    .download = download,
    .copy = copy,
    .come = copy,
    .go = copy,
    .load = load,
    .unload = unload,
    .find = find,
    .launch = run_kernel,
    .fork = wait_device,
    .aside = aside,
    .join = wait_device,
    .wait = wait_device,
    .mark = set_mark,
    .elapsed = elapsed,
};

nbb_status nbb_host_open(int processes, nbb_device **device)
{
    uint64_t total = 0, left = 0;
    NBB_TRY(nbb_machine_memory("", &total, &left));
    host_device *host = NULL;
    NBB_TRY(NBB_MAKE(host, 1, "the host device"));
    host->base.operations = &operations;
    host->base.memory = total;
    host->base.page = (uint64_t)sysconf(_SC_PAGESIZE);
    host->base.multiprocessors = nbb_machine_share(processes);
    NBB_LOCAL_TEXT model = NBB_TEXT_EMPTY;
    nbb_machine_model(false, &model);
    struct utsname system;
    snprintf(host->base.name, sizeof host->base.name, "%s, %u thread%s", nbb_text_string(&model),
             host->base.multiprocessors, host->base.multiprocessors == 1 ? "" : "s");
    snprintf(host->base.architecture, sizeof host->base.architecture, "%.31s",
             uname(&system) == 0 ? system.machine : "unknown");
    *device = &host->base;
    return NBB_OK;
}
