/* magnetisation.c - Ising on the carpet by libnbbgen: the observables every ten steps, then a cell and the digest.

   magnetisation [DEVICE]: cpu, cuda, cuda:1; a GPU if there is one. */
#include <nbbgen.h>

#include <inttypes.h>
#include <stdio.h>

enum { ROUNDS = 3, STEPS = 10, OBSERVABLES_MAX = 8 };

/* A line of all observables. */
static nbbgen_status print_observables(nbbgen_job *job)
{
    union {
        int64_t integer;
        double real;
    } values[OBSERVABLES_MAX];
    nbbgen_status status = nbbgen_observe(job, values);
    printf("step %" PRId64, nbbgen_steps(job));
    for (int i = 0; i < nbbgen_observables(job) && status == NBBGEN_OK; ++i) {
        if (nbbgen_observable_type(job, i)[1] == 'i') {
            printf("  %s = %" PRId64, nbbgen_observable_name(job, i), values[i].integer);
        } else {
            printf("  %s = %.6f", nbbgen_observable_name(job, i), values[i].real);
        }
    }
    printf("\n");
    return status;
}

static nbbgen_status describe(nbbgen_job *job, const char *device)
{
    const char *const options[][2] = { { "r", "4" }, { "set", "T=1.5" }, { "seed", "1" }, { "device", device } };
    nbbgen_status status = nbbgen_fractal(job, "carpet");
    if (status == NBBGEN_OK) {
        status = nbbgen_program(job, "ising");
    }
    for (int i = 0; i < 4 && status == NBBGEN_OK; ++i) {
        status = nbbgen_option(job, options[i][0], options[i][1]);
    }
    return status;
}

static nbbgen_status work(nbbgen_job *job)
{
    const uint32_t corner[] = { 0, 0 };
    uint8_t spin = 0;
    uint64_t digest = 0;
    nbbgen_status status = nbbgen_start(job);
    for (int i = 0; i < ROUNDS && status == NBBGEN_OK; ++i) {
        status = nbbgen_step(job, STEPS);
        if (status == NBBGEN_OK) {
            status = print_observables(job);
        }
    }
    if (status == NBBGEN_OK) {
        status = nbbgen_read_at(job, 0, 1, corner, &spin);
    }
    if (status == NBBGEN_OK) {
        status = nbbgen_digest(job, &digest);
    }
    if (status == NBBGEN_OK) {
        printf("corner %d, digest 0x%016" PRIx64 "\n", spin, digest);
    }
    return status;
}

int main(int argc, char **argv)
{
    nbbgen_job *job = nbbgen_open();
    if (job == NULL) {
        return NBBGEN_ERROR_RUN;
    }
    nbbgen_status status = describe(job, argc > 1 ? argv[1] : "auto");
    if (status == NBBGEN_OK) {
        status = work(job);
    }
    if (status != NBBGEN_OK) {
        fprintf(stderr, "magnetisation: %s\n", nbbgen_message(job));
    }
    nbbgen_close(job);
    return (int)status;
}
