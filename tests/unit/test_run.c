/* test_run.c - a run's launches come to the steps that were asked for: by a device whose state is the number of steps
   done, by launches, by sequences of them, in place and in launches that stay; who watches sees them. */
#include "runtime/run/run.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "fractals.h"

#include <string.h>

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

static int passes_right;                              /* passes to come that add 41; those after them add 42 */

/* Some steps, from buffer to buffer or in place, with a border that was copied since the last ones. */
static void advance(nbb_address in, nbb_address out, int steps)
{
    if (plan.buffers == 2) {
        *word_at(out) = *word_at(in) + (uint32_t)steps;
        *word_at(in) = OVERWRITTEN;
        return;
    }
    assert_int_equal(*word_at(out), *word_at(in));
    *word_at(in) += (uint32_t)steps;
}

static void advance_rounds(void **arguments)
{
    nbb_address in = *(nbb_address *)arguments[0], out = *(nbb_address *)arguments[1];
    uint32_t *arrived = word_at(*(nbb_address *)arguments[2]), rounds = *(uint32_t *)arguments[3];
    assert_true((*arrived == 0 || plan.cluster > 0) && rounds > 0);
    *arrived = rounds;
    for (uint32_t round = 0; round < rounds; ++round) {
        advance(in, out, plan.steps_a_launch);
        nbb_address next = out;
        out = in;
        in = next;
    }
}

static nbb_status launch(nbb_device *device, nbb_kernel *kernel, nbb_launch shape, void **arguments)
{
    (void)device;
    nbb_address first = *(nbb_address *)arguments[0];
    assert_int_equal(shape.at_once, kernel->entry == NBB_ENTRY_ROUNDS && plan.cluster == 0);
    switch (kernel->entry) {
    case NBB_ENTRY_INIT:
        *word_at(first) = 0;
        break;
    case NBB_ENTRY_CENSUS:
        *(uint64_t *)word_at(*(nbb_address *)arguments[1]) += *word_at(first);
        break;
    case NBB_ENTRY_BORDER:
        *word_at(*(nbb_address *)arguments[1]) = *word_at(first);
        break;
    case NBB_ENTRY_ROUNDS:
        advance_rounds(arguments);
        break;
    case NBB_ENTRY_SUM:
        *(uint64_t *)word_at(*(nbb_address *)arguments[1]) += --passes_right >= 0 ? 41 : 42;
        break;
    default:
        advance(first, *(nbb_address *)arguments[1], kernel->entry == NBB_ENTRY_REST ? 1 : plan.steps_a_launch);
    }
    return NBB_OK;
}

static nbb_status record(nbb_device *device, const nbb_turn turns[2], int count, nbb_sequence **sequence)
{
    (void)device;
    assert_true(count <= SEQUENCE_MAX && count % 2 == 0);
    *sequence = calloc(1, sizeof **sequence);
    (*sequence)->count = count;
    for (int i = 0; i < count; ++i) {
        void **arguments = turns[i % 2].arguments;
        (*sequence)->launches[i] = (recorded_launch){ turns[i % 2].kernel, *(nbb_address *)arguments[0],
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

/* The steps of a run, then those of a sample besides. */
static void check_steps(int64_t steps)
{
    nbb_device device = { .operations = &operations, .is_cuda = true };
    nbb_units none = { .count = NBB_UNITS_MAX };
    nbb_run_request request = { .plan = &plan, .device = &device, .units = &none, .steps = steps };
    nbb_run run;
    double milliseconds = 0;
    allocated = 0;
    assert_int_equal(nbb_run_start(&request, &run), NBB_OK);
    assert_int_equal(allocated, plan.memory_bytes + COUNTS_BYTES);
    assert_int_equal(run.population0, 0);
    assert_int_equal(nbb_run_work(&run), NBB_OK);
    assert_int_equal(run.population, steps);
    assert_int_equal(nbb_run_sample(&run, steps, &milliseconds), NBB_OK);
    assert_int_equal(*word_at(run.state), 2 * steps);
    nbb_run_end(&run);
}

/* Who watches: the step to be seen next, and how many have been. */
typedef struct watcher {
    int64_t every, steps, next;
    int seen;
} watcher;

static nbb_status see(void *context, nbb_run *run, int64_t step)
{
    watcher *one = context;
    assert_int_equal(step, one->next);
    assert_int_equal(*word_at(run->state), step);
    one->next = step + one->every < one->steps ? step + one->every : one->steps;
    ++one->seen;
    return NBB_OK;
}

/* Every state of a multiple of `every` is seen, the first, and the last, each once; and in a second run again. */
static void check_watched(int64_t steps, int64_t every)
{
    nbb_device device = { .operations = &operations, .is_cuda = true };
    nbb_units none = { .count = NBB_UNITS_MAX };
    nbb_run_request request = { .plan = &plan, .device = &device, .units = &none, .steps = steps };
    nbb_run run;
    assert_int_equal(nbb_run_start(&request, &run), NBB_OK);
    for (int i = 0; i < 2; ++i) {
        watcher one = { every, steps, 0, 0 };
        run.watch = (nbb_run_watch){ every, see, &one };
        assert_int_equal(nbb_run_work(&run), NBB_OK);
        assert_int_equal(one.seen, 1 + (steps + every - 1) / every);
        assert_int_equal(run.population, steps);
        assert_int_equal(nbb_run_restart(&run), NBB_OK);
        assert_int_equal(run.population0, 0);
    }
    nbb_run_end(&run);
}

static void check_way(int buffers, nbb_resident resident)
{
    nbb_fractal fractal = load_fractal("sierpinski");
    for (int several = 1; several <= 3; ++several) {
        nbb_request request = { .fractal = &fractal,
                                .r = 6,
                                .workload = NBB_WORKLOAD_CA,
                                .target = NBB_TARGET_CUDA,
                                .map = NBB_MAP_LANES,
                                .tile = 4,
                                .lanes = 9,
                                .steps_a_launch = several,
                                .buffers = buffers,
                                .resident = resident,
                                .rule = { 1 << 2, 1 << 2 } };
        assert_int_equal(nbb_plan_choose(&request, &plan), NBB_OK);
        assert_int_equal(plan.cluster > 0, resident == NBB_RESIDENT_CLUSTER);
        plays = 0;
        for (int64_t steps = 1; steps <= 40; ++steps) {
            check_steps(steps);
        }
        assert_int_equal(plays, 0);
        for (int64_t steps = 255; steps <= 6000; steps = steps * 5 / 4) {
            check_steps(steps);
        }
        assert_int_equal(plays > 0, resident == NBB_RESIDENT_NO);
        for (int64_t every = 1; every <= 5000; every = every * 3 + 1) {
            check_watched(every % 3 == 0 ? 2000 : 1999, every);
        }
        nbb_plan_free(&plan);
    }
    nbb_fractal_free(&fractal);
}

static void test_launches(void **state)
{
    (void)state;
    check_way(2, NBB_RESIDENT_NO);
}

static void test_in_place(void **state)
{
    (void)state;
    check_way(1, NBB_RESIDENT_NO);
}

static void test_launches_that_stay(void **state)
{
    (void)state;
    check_way(2, NBB_RESIDENT_GRID);
    check_way(2, NBB_RESIDENT_CLUSTER);
}

/* Passes add up; the sum is that of one, if all are the same. */
static void test_sums(void **state)
{
    (void)state;
    nbb_fractal fractal = load_fractal("sierpinski");
    nbb_device device = { .operations = &operations, .is_cuda = true };
    nbb_units none = { .count = 1 };
    nbb_request planned = { .fractal = &fractal, .r = 6, .workload = NBB_WORKLOAD_RD, .target = NBB_TARGET_CUDA };
    nbb_run_request request = { .plan = &plan, .device = &device, .units = &none, .steps = 7 };
    nbb_run run;
    assert_int_equal(nbb_plan_choose(&planned, &plan), NBB_OK);
    assert_int_equal(nbb_run_start(&request, &run), NBB_OK);
    for (int i = 0; i < 2; ++i) {                     /* a run begins with 0 */
        passes_right = 7;
        assert_int_equal(nbb_run_work(&run), NBB_OK);
        assert_int_equal(run.sum, 41);
    }
    passes_right = 6;
    assert_int_equal(nbb_run_work(&run), NBB_ERROR_VERIFY);
    assert_non_null(strstr(nbb_message(), ": 7 passes over the same cells come to 288: they differ"));
    nbb_run_end(&run);
    nbb_plan_free(&plan);
    nbb_fractal_free(&fractal);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_launches),
        cmocka_unit_test(test_in_place),
        cmocka_unit_test(test_launches_that_stay),
        cmocka_unit_test(test_sums),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
