/* bench_rates.c - measures the memory and the logic of a device. */
#include "library/bench/bench.h"

#include "runtime/device/machine.h"

/* Bytes, a multiple of each target's word; threads of a block, as in rates.cu. */
enum { WORD = 16, BLOCK = 256, REPEATS = 5 };

/* Each item of logic does OPERATIONS in a round, as in rates.cu, and items come in VECTORs. A
   multiprocessor has as many items as it holds threads at most, and a launch of so many rounds takes milliseconds. */
enum { OPERATIONS = 8, ROUNDS = 1 << 14, ITEMS = 2048, VECTOR = 16 };

/* Large against any cache; the processor's memory is slower, and a smaller buffer long enough. */
static const uint64_t LARGEST_CUDA = UINT64_C(2) << 30, LARGEST_HOST = UINT64_C(256) << 20;

/* How many words a thread of a CUDA launch takes one after the other; which is best depends on the device. */
static const uint64_t words_a_thread[] = { 1, 4, 16 };
enum { SHAPES = NBB_COUNT(words_a_thread) };

/* What is measured: a kernel, or an operation of the device. */
typedef enum way { COPY, WRITE, READ, LOGIC, OWN_COPY, OWN_FILL, WAYS } way;

typedef struct measuring {
    nbb_device *device;
    nbb_module *module;
    nbb_kernel *kernels[OWN_COPY];
    uint64_t bytes; /* of `from` and `to` */
    uint64_t items; /* of logic, whose results `to` holds */
    nbb_address from, to, found;
} measuring;

static nbb_status prepare(measuring *job, bool use_cache)
{
    static const char *const names[] = { "nbb_rates_copy", "nbb_rates_write", "nbb_rates_read", "nbb_rates_logic" };
    static const char *const signatures[] = { "ppQ", "pQ", "ppQ", "pQQ" };
    const nbb_device_operations *operations = job->device->operations;
    const char *source = nbb_rates_text;
    nbb_module_request request = { &source, 1, "nbb_rates", use_cache };
    nbb_module_facts facts;
    NBB_TRY(operations->load(job->device, &request, &job->module, &facts));
    NBB_TRY(
        NBB_EACH(i, OWN_COPY, operations->find(job->device, job->module, names[i], signatures[i], &job->kernels[i])));
    uint64_t available = 0, largest = job->device->is_cuda ? LARGEST_CUDA : LARGEST_HOST;
    NBB_TRY(operations->available(job->device, &available));
    job->bytes = (available / 4 < largest ? available / 4 : largest) / WORD * WORD;
    NBB_TRY(operations->allocate(job->device, job->bytes, &job->from));
    NBB_TRY(operations->allocate(job->device, job->bytes, &job->to));
    uint64_t items = (uint64_t)job->device->multiprocessors * ITEMS, held = job->bytes / sizeof(uint32_t);
    job->items = (items < held ? items : held) / VECTOR * VECTOR;
    NBB_TRY(operations->allocate(job->device, sizeof(uint64_t), &job->found));
    NBB_TRY(operations->fill(job->device, job->found, 0, sizeof(uint64_t)));
    NBB_TRY(operations->fill(job->device, job->from, 0, job->bytes));
    return operations->fill(job->device, job->to, 0, job->bytes);
}

/* The best rate of some repeats, put into *rate where it is better; the first repeat warms up. */
static nbb_status measure_way(measuring *job, way how, int shape, double *rate)
{
    const nbb_device_operations *operations = job->device->operations;
    uint64_t words = job->bytes / (job->device->is_cuda ? WORD : sizeof(uint64_t));
    uint64_t threads = how == LOGIC ? job->items : words / words_a_thread[shape], rounds = ROUNDS;
    nbb_launch launch = { .blocks = (threads + BLOCK - 1) / BLOCK, .threads = BLOCK };
    void *copying[] = { &job->from, &job->to, &words }, *writing[] = { &job->to, &words };
    void *reading[] = { &job->from, &job->found, &words }, *computing[] = { &job->to, &job->items, &rounds };
    void **const arguments[] = { copying, writing, reading, computing };
    /* The bytes or operations of a way, once. */
    double amount = how == LOGIC ? (double)job->items * ROUNDS * OPERATIONS
                                 : (how == COPY || how == OWN_COPY ? 2.0 : 1.0) * (double)job->bytes;
    for (int repeat = 0; repeat <= REPEATS; ++repeat) {
        double milliseconds = 0;
        NBB_TRY(nbb_interrupt_check());
        NBB_TRY(operations->mark(job->device, 0));
        NBB_TRY(how == OWN_COPY   ? operations->copy(job->device, job->to, job->from, job->bytes)
                : how == OWN_FILL ? operations->fill(job->device, job->to, 0, job->bytes)
                                  : operations->launch(job->device, job->kernels[how], launch, arguments[how]));
        NBB_TRY(operations->mark(job->device, 1));
        NBB_TRY(operations->wait(job->device));
        NBB_TRY(operations->elapsed(job->device, 0, 1, &milliseconds));
        *rate = fmax(*rate, repeat > 0 && milliseconds > 0 ? amount / milliseconds * 1e3 : 0);
    }
    return NBB_OK;
}

nbb_status nbb_rates_measure(nbb_device *device, bool use_cache, nbb_rates *rates)
{
    double *const into[WAYS] = {
        &rates->copy, &rates->write, &rates->read, &rates->logic, &rates->copy, &rates->write
    };
    measuring job = { .device = device };
    *rates = (nbb_rates){ 0 };
    nbb_status status = prepare(&job, use_cache);
    for (int how = 0; how < WAYS && status == NBB_OK; ++how) {
        bool is_shaped = how < LOGIC && device->is_cuda;
        status = NBB_EACH(shape, (is_shaped ? SHAPES : 1), measure_way(&job, (way)how, shape, into[how]));
    }
    device->operations->release(device, job.from);
    device->operations->release(device, job.to);
    device->operations->release(device, job.found);
    device->operations->unload(device, job.module);
    return status;
}
