/* jobs.h - jobs of the library, for its tests: nbbgen.h alone, linked with the shared object. */
#ifndef NBB_TEST_JOBS_H
#define NBB_TEST_JOBS_H

#include "library/nbbgen.h"
#include "tests/cmocka.h"

#include <string.h>

/* Described by pairs of option and value, which NULL ends. */
static inline nbbgen_job *describe(const char *fractal, const char *const *options)
{
    nbbgen_job *job = nbbgen_open();
    assert_non_null(job);
    assert_int_equal(nbbgen_fractal(job, fractal), NBBGEN_OK);
    for (; options[0] != NULL; options += 2) {
        if (nbbgen_option(job, options[0], options[1]) != NBBGEN_OK) {
            fail_msg("%s: %s", options[0], nbbgen_message(job));
        }
    }
    return job;
}

static inline void must(nbbgen_job *job, nbbgen_status status)
{
    if (status != NBBGEN_OK) {
        fail_msg("status %d: %s", (int)status, nbbgen_message(job));
    }
}

static inline nbbgen_job *start(const char *fractal, const char *const *options)
{
    nbbgen_job *job = describe(fractal, options);
    must(job, nbbgen_option(job, "device", "cpu"));
    must(job, nbbgen_start(job));
    return job;
}

#define OPTIONS(...) ((const char *const[]){ __VA_ARGS__, NULL })

/* Fails as given; the message holds a text. */
static inline void fails(nbbgen_job *job, nbbgen_status status, nbbgen_status wanted, const char *text)
{
    assert_int_equal(status, wanted);
    if (strstr(nbbgen_message(job), text) == NULL) {
        fail_msg("the message is\n  %s\nwanted\n  %s", nbbgen_message(job), text);
    }
}

static inline uint64_t digest_of(nbbgen_job *job)
{
    uint64_t digest = 0;
    must(job, nbbgen_digest(job, &digest));
    return digest;
}

#endif
