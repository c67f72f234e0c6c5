/* Jobs on three threads, one on the processor and two on a CUDA device that stands for one (unit/fake_driver.h),
   what they share compiled for the thread sanitizer, which ends the program with 66 where they must not. */
#include "library/nbbgen.h"

#include <pthread.h>
#include "tests/cmocka.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ROUNDS = 3, STEPS = 40 };

/* GCC 14's thread sanitizer sees libgomp ask for its own affinity, each thread into the same bytes. */
const char *__tsan_default_suppressions(void);
const char *__tsan_default_suppressions(void)
{
    return "race:omp_get_num_procs";
}

typedef struct work {
    const char *fractal, *device, *program;
    char failed[500]; /* the message of what failed, or "" */
    int watched;      /* calls */
    char heard[2000];
} work;

static int watch(void *context, int64_t done, int64_t total)
{
    work *mine = context;
    ++mine->watched;
    return done > total;
}

static void hear(void *context, const char *remark)
{
    work *mine = context;
    strncat(mine->heard, remark, sizeof mine->heard - strlen(mine->heard) - 1);
}

static nbbgen_status plan(const work *mine, nbbgen_job *job)
{
    const char *bytes;
    size_t length;
    nbbgen_status status = nbbgen_fractal(job, mine->fractal);
    status = status != 0 ? status : nbbgen_program(job, mine->program);
    status = status != 0 ? status : nbbgen_option(job, "r", "2");
    status = status != 0 ? status : nbbgen_option(job, "device", mine->device);
    status = status != 0 ? status : nbbgen_option(job, "no-cache", NULL);
    status = status != 0 ? status : nbbgen_plan(job);
    return status != 0 ? status : nbbgen_emit(job, &bytes, &length);
}

static nbbgen_status run(nbbgen_job *job)
{
    const char *bytes;
    size_t length;
    uint64_t digest;
    int64_t values[8];
    uint8_t box[81];
    nbbgen_status status = nbbgen_start(job);
    status = status != 0 ? status : nbbgen_step(job, STEPS);
    status = status != 0 ? status : nbbgen_observe(job, values);
    status = status != 0 ? status : nbbgen_digest(job, &digest);
    status = status != 0 ? status : nbbgen_read_box(job, 0, box);
    status = status != 0 ? status : nbbgen_write(job, 0, 3, 1, (const uint8_t[]){ 1 });
    return status != 0 ? status : nbbgen_png(job, 0, &bytes, &length);
}

/* A job of its own, which compares two maps. */
static void bench(work *mine)
{
    const char *bytes;
    size_t length;
    nbbgen_job *job = nbbgen_open_bench();
    nbbgen_status status = nbbgen_fractal(job, mine->fractal);
    status = status != 0 ? status : nbbgen_option(job, "r", "1,2");
    status = status != 0 ? status : nbbgen_option(job, "map", "bb,compact");
    status = status != 0 ? status : nbbgen_option(job, "device", "cpu");
    status = status != 0 ? status : nbbgen_option(job, "samples", "1");
    status = status != 0 ? status : nbbgen_option(job, "no-rates", NULL);
    status = status != 0 ? status : nbbgen_option(job, "no-cache", NULL);
    status = status != 0 ? status : nbbgen_bench(job);
    if (status == 0) {
        nbbgen_report(job, "svg", &bytes, &length);
    }
    snprintf(mine->failed, sizeof mine->failed, "%s", nbbgen_message(job));
    nbbgen_close(job);
}

static void *work_on(void *context)
{
    work *mine = context;
    for (int i = 0; i < ROUNDS && mine->failed[0] == '\0'; ++i) {
        nbbgen_job *job = nbbgen_open();
        nbbgen_set_watch(job, watch, mine);
        nbbgen_set_hear(job, hear, mine);
        if (nbbgen_option(job, "no such", "1") != NBBGEN_ERROR_USAGE || plan(mine, job) != 0 || run(job) != 0
            || nbbgen_steps(job) != STEPS) {
            snprintf(mine->failed, sizeof mine->failed, "%s: %s", mine->device, nbbgen_message(job));
        }
        nbbgen_close(job);
    }
    if (mine->failed[0] == '\0') {
        bench(mine);
    }
    return NULL;
}

static void threads_have_a_job_each(void **state)
{
    (void)state;
    work all[] = { { .fractal = "carpet", .device = "cpu", .program = "ising" },
                   { .fractal = "vicsek", .device = "cuda", .program = "life" },
                   { .fractal = "sierpinski", .device = "cuda", .program = "life" } };
    pthread_t threads[3];
    for (int i = 0; i < 3; ++i) {
        assert_int_equal(pthread_create(&threads[i], NULL, work_on, &all[i]), 0);
    }
    for (int i = 0; i < 3; ++i) {
        pthread_join(threads[i], NULL);
        assert_string_equal(all[i].failed, "");
        assert_true(all[i].watched > 0);
    }
}

/* The sanitizer does not see through OpenMP's runtime, which reads the limit before main. */
int main(int count, char **words)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(threads_have_a_job_each) };
    (void)count;
    if (getenv("OMP_THREAD_LIMIT") == NULL) {
        setenv("OMP_THREAD_LIMIT", "1", 1);
        execv("/proc/self/exe", words);
    }
    setenv("NBBGEN_LIBCUDA", NBB_FAKE_DRIVER, 1);
    setenv("NBBGEN_NVRTC", NBB_FAKE_DRIVER, 1);
    setenv("NBB_FAKE_MEMORY", "100000000", 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
