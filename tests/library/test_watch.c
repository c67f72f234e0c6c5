/* Progress of the library's calls, and what ends them. */
#include "jobs.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* Stops at the given call, counted down. */
static int stop_at(void *context, int64_t done, int64_t total)
{
    int *left = context;
    assert_true(done >= 0 && done <= total);
    return total > 0 && --*left < 0;
}

static void hear(void *context, const char *remark)
{
    char *heard = context;
    strncat(heard, remark, 400 - strlen(heard));
}

static void a_watch_stops_a_job_that_goes_on_later(void **state)
{
    (void)state;
    enum { STEPS = 10000 }; /* more than one look of the watch apart, on any machine */
    int left = 1;
    char heard[512] = "";
    nbbgen_job *job = describe("vicsek", OPTIONS("r", "7", "map", "compact", "device", "auto"));
    nbbgen_set_hear(job, hear, heard);
    must(job, nbbgen_start(job));
    assert_non_null(strstr(heard, "no GPU"));
    nbbgen_set_watch(job, stop_at, &left);
    fails(job, nbbgen_step(job, STEPS), NBBGEN_INTERRUPTED, "interrupted");
    int64_t done = nbbgen_steps(job);
    assert_in_range(done, 0, STEPS - 1);
    left = 1 << 20;
    must(job, nbbgen_step(job, STEPS - done));
    uint64_t digest = digest_of(job);
    nbbgen_close(job);
    job = start("vicsek", OPTIONS("r", "7", "map", "lanes"));
    must(job, nbbgen_step(job, STEPS));
    assert_true(digest_of(job) == digest);
    nbbgen_close(job);
}

/* The call's own steps are reported; a job has some behind it. */
static int compare_total(void *context, int64_t done, int64_t total)
{
    const int64_t *wanted = context;
    return total != 0 && (total != *wanted || done > total);
}

static void a_watch_counts_the_steps_of_the_call(void **state)
{
    (void)state;
    int64_t wanted = 300;
    nbbgen_job *job = start("vicsek", OPTIONS("r", "6", "map", "compact"));
    must(job, nbbgen_step(job, 1000));
    nbbgen_set_watch(job, compare_total, &wanted);
    must(job, nbbgen_step(job, 300));
    nbbgen_close(job);
}

static int stop(void *context, int64_t done, int64_t total)
{
    (void)context, (void)done, (void)total;
    return 1;
}

static void a_watch_ends_the_compiler(void **state)
{
    (void)state;
    char path[] = "/tmp/test_library.XXXXXX";
    static const char script[] = "#!/bin/sh\nsleep 30\n";
    int file = mkstemp(path);
    assert_true(file >= 0 && write(file, script, sizeof script - 1) == (ssize_t)sizeof script - 1);
    assert_true(fchmod(file, 0700) == 0 && close(file) == 0);
    setenv("CC", path, 1);
    time_t begin = time(NULL);
    nbbgen_job *job = describe("carpet", OPTIONS("r", "2", "device", "cpu"));
    nbbgen_set_watch(job, stop, NULL);
    fails(job, nbbgen_start(job), NBBGEN_INTERRUPTED, "interrupted");
    assert_in_range(time(NULL) - begin, 0, 10);
    unsetenv("CC");
    nbbgen_set_watch(job, NULL, NULL);
    must(job, nbbgen_start(job));
    nbbgen_close(job);
    unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_watch_stops_a_job_that_goes_on_later),
        cmocka_unit_test(a_watch_counts_the_steps_of_the_call),
        cmocka_unit_test(a_watch_ends_the_compiler),
    };
    setenv("NBBGEN_LIBCUDA", "/nowhere/libcuda.so", 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
