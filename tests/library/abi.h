/* abi.h - what programs that were compiled with nbbgen.h rely on, once more: a declaration that says something else
   does not compile. Lines come; where one goes or changes, NBB_ABI is raised (library/library.cmake).
   suites/library.sh compares the names with those that the library shows. */
#include "library/nbbgen.h"

_Static_assert(NBBGEN_OK == 0 && NBBGEN_ERROR_RUN == 1 && NBBGEN_ERROR_USAGE == 2 && NBBGEN_ERROR_DEFINITION == 3
                   && NBBGEN_ERROR_DEVICE == 4 && NBBGEN_ERROR_VERIFY == 5 && NBBGEN_INTERRUPTED == 6
                   && sizeof(nbbgen_status) == sizeof(int),
               "statuses are numbers in programs");

nbbgen_status nbbgen_choose(nbbgen_job *, int64_t);
int64_t nbbgen_copies(const nbbgen_job *);
nbbgen_status nbbgen_get(nbbgen_job *, const char *, double *);
nbbgen_status nbbgen_get_scheduled(nbbgen_job *, const char *, double *);
nbbgen_status nbbgen_places(nbbgen_job *, int64_t *);
nbbgen_status nbbgen_reset_each(nbbgen_job *, const uint64_t *);
nbbgen_status nbbgen_seeds(nbbgen_job *, uint64_t *);
nbbgen_status nbbgen_set_each(nbbgen_job *, const char *, const double *);
typedef int nbbgen_watch(void *, int64_t, int64_t);
typedef void nbbgen_hear(void *, const char *);
typedef void nbbgen_rows(void *, const char *, const char *);
typedef int nbbgen_see(void *, nbbgen_job *);

int nbbgen_axes(const nbbgen_job *);
nbbgen_status nbbgen_bench(nbbgen_job *);
int64_t nbbgen_cells(const nbbgen_job *);
nbbgen_status nbbgen_check(nbbgen_job *, const char **);
nbbgen_status nbbgen_checkpoint(nbbgen_job *, const char *);
void nbbgen_close(nbbgen_job *);
const char *nbbgen_command(nbbgen_job *);
nbbgen_status nbbgen_coordinates(nbbgen_job *, int64_t, int64_t, uint32_t *);
nbbgen_status nbbgen_digest(nbbgen_job *, uint64_t *);
nbbgen_status nbbgen_dlpack(nbbgen_job *, int, int, void **);
nbbgen_status nbbgen_doctor(nbbgen_job *, const char **);
nbbgen_status nbbgen_draw(nbbgen_job *, const char *, const char **, size_t *);
nbbgen_status nbbgen_emit(nbbgen_job *, const char **, size_t *);
const char *nbbgen_field_name(const nbbgen_job *, int);
const char *nbbgen_field_type(const nbbgen_job *, int);
int nbbgen_fields(const nbbgen_job *);
nbbgen_status nbbgen_fractal(nbbgen_job *, const char *);
nbbgen_status nbbgen_fractal_text(nbbgen_job *, const char *, const char *);
nbbgen_status nbbgen_info(nbbgen_job *, const char **);
nbbgen_status nbbgen_init(nbbgen_job *, const char *, const char *, int, const int64_t *, const void *);
const char *nbbgen_kernels(nbbgen_job *);
const char *nbbgen_layout(nbbgen_job *);
nbbgen_status nbbgen_list(nbbgen_job *, const char **);
nbbgen_status nbbgen_mask(nbbgen_job *, uint8_t *);
const char *nbbgen_message(const nbbgen_job *);
const char *nbbgen_name(const nbbgen_job *);
nbbgen_status nbbgen_numbers(nbbgen_job *, int64_t, const uint32_t *, int64_t *);
const char *nbbgen_observable_name(const nbbgen_job *, int);
const char *nbbgen_observable_type(const nbbgen_job *, int);
int nbbgen_observables(const nbbgen_job *);
nbbgen_status nbbgen_observe(nbbgen_job *, void *);
nbbgen_job *nbbgen_open(void);
nbbgen_job *nbbgen_open_bench(void);
nbbgen_status nbbgen_option(nbbgen_job *, const char *, const char *);
const char *nbbgen_option_name(int);
nbbgen_status nbbgen_picture(nbbgen_job *, int, const int64_t *, int64_t, int, int, float *);
const char *nbbgen_place(const nbbgen_job *, int *);
nbbgen_status nbbgen_plan(nbbgen_job *);
nbbgen_status nbbgen_png(nbbgen_job *, int, const char **, size_t *);
nbbgen_status nbbgen_program(nbbgen_job *, const char *);
nbbgen_status nbbgen_program_text(nbbgen_job *, const char *, const char *);
nbbgen_status nbbgen_read(nbbgen_job *, int, int64_t, int64_t, void *);
nbbgen_status nbbgen_read_at(nbbgen_job *, int, int64_t, const uint32_t *, void *);
nbbgen_status nbbgen_read_box(nbbgen_job *, int, void *);
nbbgen_status nbbgen_report(nbbgen_job *, const char *, const char **, size_t *);
nbbgen_status nbbgen_reset(nbbgen_job *, uint64_t);
nbbgen_status nbbgen_resume(nbbgen_job *, const char *);
nbbgen_status nbbgen_run(nbbgen_job *);
nbbgen_status nbbgen_set(nbbgen_job *, const char *, double);
void nbbgen_set_hear(nbbgen_job *, nbbgen_hear *, void *);
nbbgen_status nbbgen_set_origin(nbbgen_job *, const char *);
void nbbgen_set_rows(nbbgen_job *, nbbgen_rows *, void *);
void nbbgen_set_watch(nbbgen_job *, nbbgen_watch *, void *);
int64_t nbbgen_side(const nbbgen_job *, int);
nbbgen_status nbbgen_start(nbbgen_job *);
nbbgen_status nbbgen_state(nbbgen_job *, uint64_t *, uint64_t *);
nbbgen_status nbbgen_step(nbbgen_job *, int64_t);
nbbgen_status nbbgen_step_seen(nbbgen_job *, int64_t, int64_t, nbbgen_see *, void *);
int64_t nbbgen_steps(const nbbgen_job *);
const char *nbbgen_version(void);
int nbbgen_version_number(void);
nbbgen_status nbbgen_write(nbbgen_job *, int, int64_t, int64_t, const void *);
nbbgen_status nbbgen_write_at(nbbgen_job *, int, int64_t, const uint32_t *, const void *);
nbbgen_status nbbgen_write_box(nbbgen_job *, int, const void *);
nbbgen_status nbbgen_write_rle(nbbgen_job *, int, const int64_t *, const char *, size_t);
