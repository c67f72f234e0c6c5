/* Ensembles as clients of the library see them: each copy is the run with its value and seed alone. By the device
   $NBB_DEVICE, one map, or the processor. */
#include "jobs.h"

#include <stdlib.h>

enum { PLACES = 27 * 27, COPIES = 4, STEPS = 3 };

static nbbgen_job *start_on(const char *fractal, const char *const *options)
{
    const char *device = getenv("NBB_DEVICE");
    nbbgen_job *job = describe(fractal, options);
    must(job, nbbgen_option(job, "device", device != NULL ? device : "cpu"));
    must(job, nbbgen_start(job));
    return job;
}

/* Two seeds of two temperatures. */
static nbbgen_job *start_ensemble(const char *map, const char *program)
{
    return start_on("carpet", OPTIONS("r", "3", "map", map, "program", program, "seed", "5..6", "sweep", "T=1.5,3"));
}

static nbbgen_job *start_single(const char *map, const char *program, const char *seed, const char *set)
{
    return start("carpet", OPTIONS("r", "3", "map", map, "program", program, "seed", seed, "set", set));
}

/* Copies number `copy` agree: digest, observables and box. */
static void agrees(nbbgen_job *all, nbbgen_job *one, int copy)
{
    static unsigned char boxes[COPIES][PLACES], box[PLACES], chosen[PLACES];
    uint64_t digests[COPIES];
    int64_t observed[2 * COPIES], single[2];
    must(all, nbbgen_digest(all, digests));
    assert_true(digests[copy] == digest_of(one));
    must(all, nbbgen_observe(all, observed));
    must(one, nbbgen_observe(one, single));
    assert_memory_equal(&observed[copy], &single[0], sizeof *single);
    assert_memory_equal(&observed[COPIES + copy], &single[1], sizeof *single);
    must(all, nbbgen_read_box(all, 0, boxes));
    must(one, nbbgen_read_box(one, 0, box));
    assert_memory_equal(boxes[copy], box, PLACES);
    must(all, nbbgen_choose(all, copy));
    must(all, nbbgen_read_box(all, 0, chosen));
    assert_memory_equal(chosen, box, PLACES);
    must(all, nbbgen_choose(all, -1));
}

static void copies_are_runs(const char *map)
{
    static const struct {
        const char *seed, *set;
    } copies[COPIES] = { { "5", "T=1.5" }, { "6", "T=1.5" }, { "5", "T=3" }, { "6", "T=3" } };
    const double other[COPIES] = { 1, 2, 2.5, 1.25 };
    const uint64_t seeds[COPIES] = { 9, 8, 7, 9 };
    nbbgen_job *all = start_ensemble(map, "ising"), *singles[COPIES];
    assert_int_equal(nbbgen_copies(all), COPIES);
    must(all, nbbgen_step(all, STEPS));
    for (int i = 0; i < COPIES; ++i) {
        singles[i] = start_single(map, "ising", copies[i].seed, copies[i].set);
        assert_int_equal(nbbgen_copies(singles[i]), 1);
        must(singles[i], nbbgen_step(singles[i], STEPS));
        agrees(all, singles[i], i);
    }
    must(all, nbbgen_set_each(all, "T", other));
    must(all, nbbgen_step(all, STEPS));
    for (int i = 0; i < COPIES; ++i) {
        must(singles[i], nbbgen_set(singles[i], "T", other[i]));
        must(singles[i], nbbgen_step(singles[i], STEPS));
        agrees(all, singles[i], i);
    }
    must(all, nbbgen_reset_each(all, seeds));
    must(all, nbbgen_step(all, STEPS));
    for (int i = 0; i < COPIES; ++i) {
        must(singles[i], nbbgen_reset(singles[i], seeds[i]));
        must(singles[i], nbbgen_step(singles[i], STEPS));
        agrees(all, singles[i], i);
        nbbgen_close(singles[i]);
    }
    nbbgen_close(all);
}

static void copies_are_runs_on_each_map(void **state)
{
    (void)state;
    static const char *const maps[] = { "compact", "bb", "lambda", "lanes" };
    for (int i = 0; i < (getenv("NBB_DEVICE") != NULL ? 1 : 4); ++i) {
        copies_are_runs(maps[i]);
    }
}

static void values_and_seeds_are_reported(void **state)
{
    (void)state;
    nbbgen_job *job = start_ensemble("compact", "ising");
    double values[COPIES];
    uint64_t seeds[COPIES];
    must(job, nbbgen_get(job, "T", values));
    must(job, nbbgen_seeds(job, seeds));
    assert_true(values[0] == 1.5 && values[1] == 1.5 && values[2] == 3 && values[3] == 3);
    assert_true(seeds[0] == 5 && seeds[1] == 6 && seeds[2] == 5 && seeds[3] == 6);
    must(job, nbbgen_set(job, "T", 2));
    must(job, nbbgen_reset(job, 11));
    must(job, nbbgen_get(job, "T", values));
    must(job, nbbgen_seeds(job, seeds));
    assert_true(values[0] == 2 && values[3] == 2 && seeds[0] == 11 && seeds[3] == 12);
    values[2] = -1;
    fails(job, nbbgen_set_each(job, "T", values), NBBGEN_ERROR_USAGE, "");
    fails(job, nbbgen_get(job, "U", values), NBBGEN_ERROR_USAGE, "there is no parameter 'U'");
    must(job, nbbgen_get(job, "T", values));
    assert_true(values[2] == 2);
    nbbgen_close(job);
}

/* Step by step as nbbgen_run: neighbouring temperatures take each other's states. A beginning begins all anew. */
static void copies_exchange(void **state)
{
    (void)state;
    enum { OF = 6 };
    nbbgen_job *job = start_on("carpet", OPTIONS("r", "2", "program", "ising", "seed", "1..2", "sweep",
                                                 "T=1.4,1.5,1.6", "exchange", "3", "own-noise", NULL));
    int64_t places[2][OF], own = 0;
    uint64_t digests[2][OF];
    for (int time = 0; time < 2; ++time) {
        must(job, nbbgen_step(job, 20));
        must(job, nbbgen_step(job, 11));
        must(job, nbbgen_places(job, places[time]));
        must(job, nbbgen_digest(job, digests[time]));
        must(job, nbbgen_reset(job, 1));
    }
    assert_memory_equal(places[0], places[1], sizeof places[0]);
    assert_memory_equal(digests[0], digests[1], sizeof digests[0]);
    for (int64_t copy = 0; copy < OF; ++copy) {
        assert_true(places[0][copy] % 2 == copy % 2);
        own += places[0][copy] == copy;
    }
    assert_true(own < OF);
    nbbgen_close(job);
}

/* Cells of all copies are written, or of one. */
static void cells_of_copies_are_written(void **state)
{
    (void)state;
    nbbgen_job *job = start_ensemble("lanes", "ising");
    unsigned char values[COPIES][2] = { { 0, 1 }, { 1, 0 }, { 1, 1 }, { 0, 0 } }, found[COPIES][2], one[2] = { 1, 1 };
    must(job, nbbgen_write(job, 0, 100, 2, values));
    must(job, nbbgen_read(job, 0, 100, 2, found));
    assert_memory_equal(found, values, sizeof values);
    must(job, nbbgen_choose(job, 3));
    must(job, nbbgen_write(job, 0, 100, 2, one));
    must(job, nbbgen_choose(job, -1));
    must(job, nbbgen_read(job, 0, 100, 2, found));
    memcpy(values[3], one, sizeof one);
    assert_memory_equal(found, values, sizeof values);
    values[2][1] = 2;
    fails(job, nbbgen_write(job, 0, 100, 2, values), NBBGEN_ERROR_USAGE, "value number 5 of field s is 2");
    nbbgen_close(job);
}

static void the_state_has_an_axis_for_copies(void **state)
{
    (void)state;
    nbbgen_job *job = start_ensemble("bb", "ising");
    const char *bytes;
    size_t length;
    uint64_t address, whole;
    assert_non_null(strstr(nbbgen_layout(job), "\"shape\": [4, 27, 27], \"strides\": [768, 27, 1]"));
    assert_non_null(strstr(nbbgen_layout(job), "\"copies\": 4, \"stride\": 768"));
    must(job, nbbgen_state(job, &address, &whole));
    assert_int_equal(whole, 4 * 768);
    fails(job, nbbgen_png(job, 0, &bytes, &length), NBBGEN_ERROR_USAGE, "of which of 4 copies?");
    fails(job, nbbgen_choose(job, 4), NBBGEN_ERROR_USAGE, "copy 4: expected 0 to 3");
    must(job, nbbgen_choose(job, 2));
    must(job, nbbgen_png(job, 0, &bytes, &length));
    fails(job, nbbgen_checkpoint(job, "saved"), NBBGEN_ERROR_USAGE, "a checkpoint is of one run");
    nbbgen_close(job);
}

/* Ends the steps at the third call. */
static int see(void *context, nbbgen_job *job)
{
    int64_t *seen = context, observed[2 * COPIES];
    must(job, nbbgen_observe(job, observed));
    seen[++seen[0]] = nbbgen_steps(job);
    return seen[0] == 3;
}

static void steps_are_seen(void **state)
{
    (void)state;
    int64_t seen[4] = { 0 };
    nbbgen_job *job = start_ensemble("compact", "ising");
    must(job, nbbgen_step(job, 3));
    must(job, nbbgen_step_seen(job, 3, 2, see, seen));
    assert_int_equal(nbbgen_steps(job), 6);
    must(job, nbbgen_step_seen(job, 100, 5, see, seen));
    assert_true(seen[0] == 3 && seen[1] == 4 && seen[2] == 6 && seen[3] == 10);
    assert_int_equal(nbbgen_steps(job), 10);
    fails(job, nbbgen_step_seen(job, -1, 5, see, seen), NBBGEN_ERROR_USAGE, "-1 steps");
    fails(job, nbbgen_step_seen(job, 1, 0, see, seen), NBBGEN_ERROR_USAGE, "every 0 steps");
    nbbgen_close(job);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(steps_are_seen),
                                        cmocka_unit_test(copies_are_runs_on_each_map),
                                        cmocka_unit_test(values_and_seeds_are_reported),
                                        cmocka_unit_test(copies_exchange),
                                        cmocka_unit_test(cells_of_copies_are_written),
                                        cmocka_unit_test(the_state_has_an_axis_for_copies) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
