/* counted_device.h - a device whose state is the number of steps done: what launches, sequences of them and
   persistent launches come to. */
#ifndef NBB_TESTS_COUNTED_DEVICE_H
#define NBB_TESTS_COUNTED_DEVICE_H

#include "runtime/run/run_state.h"

enum { SEQUENCE_MAX = 64, OVERWRITTEN = 1000000, COUNTS_BYTES = 32 };

struct nbb_kernel {
    nbb_entry entry;
};

struct nbb_module {
    nbb_kernel kernels[NBB_ENTRY_COUNT];
};

typedef struct recorded_launch {
    nbb_kernel *kernel;
    nbb_address in, out;
} recorded_launch;

struct nbb_sequence {
    recorded_launch launches[SEQUENCE_MAX];
    int count;
};

static nbb_plan plan;
static int plays;
static uint64_t allocated;

static uint32_t *word_at(nbb_address address)
{
    return (uint32_t *)(uintptr_t)address;
}

static nbb_status allocate(nbb_device *device, uint64_t bytes, nbb_address *address)
{
    (void)device;
    allocated += bytes;
    *address = (nbb_address)(uintptr_t)malloc(bytes);
    return NBB_OK;
}

static void release(nbb_device *device, nbb_address address)
{
    (void)device;
    free(word_at(address));
}

static nbb_status fill(nbb_device *device, nbb_address address, uint8_t value, uint64_t bytes)
{
    (void)device;
    memset(word_at(address), value, bytes);
    return NBB_OK;
}

static nbb_status download(nbb_device *device, void *to, nbb_address from, uint64_t bytes)
{
    (void)device;
    memcpy(to, word_at(from), bytes);
    return NBB_OK;
}

static nbb_status load(nbb_device *device, const nbb_module_request *request, nbb_module **modules,
                       nbb_module_facts *facts)
{
    (void)device;
    (void)facts;
    for (int i = 0; i < request->count; ++i) {
        modules[i] = calloc(1, sizeof *modules[i]);
    }
    return NBB_OK;
}

static void unload(nbb_device *device, nbb_module *module)
{
    (void)device;
    free(module);
}

static nbb_status find(nbb_device *device, nbb_module *module, const char *name, const char *signature,
                       nbb_kernel **kernel)
{
    (void)device;
    (void)signature;
    int entry = 0;
    while (strcmp(strrchr(name, '_') + 1, nbb_entry_suffixes[entry]) != 0) {
        ++entry;
    }
    *kernel = &module->kernels[entry];
    (*kernel)->entry = (nbb_entry)entry;
    return NBB_OK;
}

static int passes_right; /* passes to come that add 41; those after them add 42 */

/* Some steps, from buffer to buffer or in place, with a boundary that was copied since the last ones. */
static void advance(nbb_address in, nbb_address out, int steps)
{
    if (plan.launch.buffers == 2) {
        *word_at(out) = *word_at(in) + (uint32_t)steps;
        *word_at(in) = OVERWRITTEN;
        return;
    }
    assert_int_equal(*word_at(out), *word_at(in));
    *word_at(in) += (uint32_t)steps;
}

static void advance_persistent(void **arguments)
{
    nbb_address in = *(nbb_address *)arguments[0], out = *(nbb_address *)arguments[1];
    uint32_t *arrived = word_at(*(nbb_address *)arguments[2]), rounds = *(uint32_t *)arguments[3];
    assert_true((*arrived == 0 || plan.launch.cluster > 0) && rounds > 0);
    if (plan.asked.law == NBB_LAW_PROGRAM) {
        assert_int_equal(*(uint32_t *)arguments[4], *word_at(in)); /* the step that the state is at */
    }
    *arrived = rounds;
    if (plan.asked.traits.by_turns) {
        *word_at(in) += rounds;
        return;
    }
    for (uint32_t round = 0; round < rounds; ++round) {
        advance(in, out, plan.code.steps_a_launch);
        nbb_address next = out;
        out = in;
        in = next;
    }
}

static nbb_status launch(nbb_device *device, nbb_kernel *kernel, nbb_launch shape, void **arguments)
{
    (void)device;
    nbb_address first = *(nbb_address *)arguments[0];
    assert_int_equal(shape.at_once, kernel->entry == NBB_ENTRY_PERSISTENT && plan.launch.cluster == 0);
    switch (kernel->entry) {
    case NBB_ENTRY_INIT:
        *word_at(first) = 0;
        break;
    case NBB_ENTRY_CENSUS:
        *(uint64_t *)word_at(*(nbb_address *)arguments[1]) += *word_at(first);
        break;
    case NBB_ENTRY_BOUNDARY:
        *word_at(*(nbb_address *)arguments[1]) = *word_at(first);
        break;
    case NBB_ENTRY_PERSISTENT:
        advance_persistent(arguments);
        break;
    case NBB_ENTRY_SUM:
        *(uint64_t *)word_at(*(nbb_address *)arguments[1]) += --passes_right >= 0 ? 41 : 42;
        break;
    default:
        advance(first, *(nbb_address *)arguments[1], kernel->entry == NBB_ENTRY_REST ? 1 : plan.code.steps_a_launch);
    }
    return NBB_OK;
}

static nbb_status record(nbb_device *device, const nbb_alternate alternates[2], int count, nbb_sequence **sequence)
{
    (void)device;
    assert_true(count <= SEQUENCE_MAX && count % 2 == 0);
    *sequence = calloc(1, sizeof **sequence);
    (*sequence)->count = count;
    for (int i = 0; i < count; ++i) {
        void **arguments = alternates[i % 2].arguments;
        (*sequence)->launches[i] = (recorded_launch){ alternates[i % 2].kernel, *(nbb_address *)arguments[0],
                                                      *(nbb_address *)arguments[1] };
    }
    return NBB_OK;
}

static nbb_status play(nbb_device *device, nbb_sequence *sequence)
{
    ++plays;
    for (int i = 0; i < sequence->count; ++i) {
        recorded_launch now = sequence->launches[i];
        void *arguments[] = { &now.in, &now.out };
        launch(device, now.kernel, (nbb_launch){ .blocks = 1 }, arguments);
    }
    return NBB_OK;
}

static void forget(nbb_device *device, nbb_sequence *sequence)
{
    (void)device;
    free(sequence);
}

static nbb_status wait_for_all(nbb_device *device)
{
    (void)device;
    return NBB_OK;
}

static nbb_status mark(nbb_device *device, int number)
{
    (void)device;
    assert_in_range(number, 0, NBB_MARKS - 1);
    return NBB_OK;
}

static nbb_status elapsed(nbb_device *device, int from, int to, double *milliseconds)
{
    (void)device;
    assert_int_equal(to, from + 1);
    *milliseconds = 1;
    return NBB_OK;
}

static const nbb_device_operations operations = {
    .allocate = allocate,
    .release = release,
    .fill = fill,
    .download = download,
    .load = load,
    .unload = unload,
    .find = find,
    .launch = launch,
    .record = record,
    .play = play,
    .forget = forget,
    .wait = wait_for_all,
    .mark = mark,
    .elapsed = elapsed,
};

#endif
