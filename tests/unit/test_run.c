/* test_run.c - a run's launches come to the steps that were asked for: by a device whose state is the number of steps
   done, by launches, by sequences of them, in place and in persistent launches; a watch sees them. */
#include "tests/works.h"
#include "runtime/run/run_state.h"
#include "unit.h"
#include "counted_device.h"
#include "fractals.h"
#include "programs.h"

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
    assert_int_equal(allocated, plan.launch.memory_bytes + COUNTS_BYTES);
    assert_int_equal(run.counted.population0, 0);
    assert_int_equal(nbb_run_work(&run), NBB_OK);
    assert_int_equal(run.counted.population, steps);
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
        run.watches[NBB_RUN_OTHERS] = (nbb_run_watch){ .every = every, .see = see, .context = &one };
        assert_int_equal(nbb_run_work(&run), NBB_OK);
        assert_int_equal(one.seen, 1 + (steps + every - 1) / every);
        assert_int_equal(run.counted.population, steps);
        assert_int_equal(nbb_run_restart(&run), NBB_OK);
        assert_int_equal(run.counted.population0, 0);
    }
    nbb_run_end(&run);
}

static void check_way(int buffers, nbb_persistence persistent)
{
    LOCAL_FRACTAL fractal = load_fractal("sierpinski");
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
                                .persistent = persistent,
                                .program = life_of((nbb_rule){ 1 << 2, 1 << 2 }) };
        assert_int_equal(choose_plan(&request, &plan), NBB_OK);
        assert_int_equal(plan.launch.cluster > 0, persistent == NBB_PERSISTENCE_CLUSTER);
        plays = 0;
        for (int64_t steps = 1; steps <= 40; ++steps) {
            check_steps(steps);
        }
        assert_int_equal(plays, 0);
        for (int64_t steps = 255; steps <= 6000; steps = steps * 5 / 4) {
            check_steps(steps);
        }
        assert_int_equal(plays > 0, persistent == NBB_PERSISTENCE_NO);
        for (int64_t every = 1; every <= 5000; every = every * 3 + 1) {
            check_watched(every % 3 == 0 ? 2000 : 1999, every);
        }
        nbb_plan_free(&plan);
    }
}

/* Launches of a program are recorded where each step does the same. */
static void check_program(const char *order, const char *update, nbb_persistence persistent, bool recorded)
{
    LOCAL_FRACTAL fractal = load_fractal("sierpinski");
    LOCAL_PROGRAM program = read_bits(order, update);
    nbb_request request = { .fractal = &fractal,
                            .r = 6,
                            .workload = NBB_WORKLOAD_PROGRAM,
                            .target = NBB_TARGET_CUDA,
                            .map = NBB_MAP_LANES,
                            .tile = 4,
                            .lanes = 9,
                            .steps_a_launch = 1,
                            .persistent = persistent,
                            .program = &program };
    assert_int_equal(choose_plan(&request, &plan), NBB_OK);
    plays = 0;
    check_steps(1000);
    assert_int_equal(plays > 0, recorded);
    check_watched(2000, 700);
    check_watched(1999, 37);
    nbb_plan_free(&plan);
}

TEST(test_programs)
{
    const char *order = "synchronous";
    check_program(order, "s = count(s) == 2;", NBB_PERSISTENCE_NO, true);
    check_program(order, "s = count(s) == 2 && step > 3;", NBB_PERSISTENCE_NO, false);
}

/* They are given the step that they begin with, of a series too that is seen every odd number of steps. Sublattices
   stay in their one state. */
TEST(test_persistent_programs)
{
    static const char *const updates[] = { "s = count(s) == 2 && step > 3;", "if (chance(0.5)) s = count(s) == 2;" };
    for (nbb_persistence persistent = NBB_PERSISTENCE_GRID; persistent <= NBB_PERSISTENCE_CLUSTER; ++persistent) {
        for (int i = 0; i < 2; ++i) {
            check_program("synchronous", updates[i], persistent, false);
            check_program("sublattices", updates[i], persistent, false);
        }
    }
}

TEST(test_launches)
{
    check_way(2, NBB_PERSISTENCE_NO);
}

TEST(test_in_place)
{
    check_way(1, NBB_PERSISTENCE_NO);
}

TEST(test_launches_that_stay)
{
    check_way(2, NBB_PERSISTENCE_GRID);
    check_way(2, NBB_PERSISTENCE_CLUSTER);
}

/* Passes add up; the sum is that of one, if all are the same. */
TEST(test_sums)
{
    LOCAL_FRACTAL fractal = load_fractal("sierpinski");
    nbb_device device = { .operations = &operations, .is_cuda = true };
    nbb_units none = { .count = 1 };
    nbb_request planned = { .fractal = &fractal, .r = 6, .workload = NBB_WORKLOAD_RD, .target = NBB_TARGET_CUDA };
    nbb_run_request request = { .plan = &plan, .device = &device, .units = &none, .steps = 7 };
    nbb_run run;
    assert_int_equal(choose_plan(&planned, &plan), NBB_OK);
    assert_int_equal(nbb_run_start(&request, &run), NBB_OK);
    for (int i = 0; i < 2; ++i) { /* a run begins with 0 */
        passes_right = 7;
        assert_int_equal(nbb_run_work(&run), NBB_OK);
        assert_int_equal(run.sum, 41);
    }
    passes_right = 6;
    assert_int_equal(nbb_run_work(&run), NBB_ERROR_VERIFY);
    assert_non_null(strstr(nbb_message(), ": 7 passes over the same cells come to 288: they differ"));
    nbb_run_end(&run);
    nbb_plan_free(&plan);
}
