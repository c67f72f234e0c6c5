/* Whole runs and benches by the header alone. */
#include "jobs.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* A folder of its own that the test is in. */
static int enter_folder(void **state)
{
    static char folder[] = "/tmp/test_whole.XXXXXX";
    strcpy(folder + strlen(folder) - 6, "XXXXXX");
    *state = mkdtemp(folder);
    return *state != NULL ? chdir(folder) : 1;
}

static int leave_folder(void **state)
{
    char command[64];
    snprintf(command, sizeof command, "rm -r %s", (const char *)*state);
    return chdir("/") != 0 || system(command) != 0;
}

static size_t count_lines(const char *path)
{
    FILE *file = fopen(path, "r");
    size_t lines = 0;
    assert_non_null(file);
    for (int byte; (byte = fgetc(file)) != EOF;) {
        lines += byte == '\n';
    }
    fclose(file);
    return lines;
}

/* The report in this form has the text in it. */
static void reports(nbbgen_job *job, const char *form, const char *text)
{
    const char *bytes;
    size_t length;
    must(job, nbbgen_report(job, form, &bytes, &length));
    assert_int_equal(length, strlen(bytes));
    if (strstr(bytes, text) == NULL) {
        fail_msg("the report is\n%s\nwanted\n%s", bytes, text);
    }
}

/* Stops a run once some of its steps are done, counted from the run's begin. */
static int stop_amid(void *context, int64_t done, int64_t total)
{
    int64_t *steps = context;
    assert_true(total == 0 || total == *steps);
    return total > 0 && done > 0;
}

enum { STEPS = 200000 };
#define SPINS OPTIONS("r", "5", "program", "ising", "set", "T=1.5", "map", "lanes", "device", "cpu")

static nbbgen_job *describe_saved(const char *steps)
{
    nbbgen_job *job = describe("carpet", SPINS);
    must(job, nbbgen_option(job, "steps", steps));
    must(job, nbbgen_option(job, "series", "series.csv"));
    must(job, nbbgen_option(job, "every", "series=100"));
    must(job, nbbgen_option(job, "checkpoint", "saved"));
    return job;
}

/* A run that is stopped has a last checkpoint and its rows; another one goes on from it, on another map, to where one
   without a stop comes. */
static void a_stopped_run_is_gone_on_from(void **state)
{
    (void)state;
    int64_t steps = STEPS;
    char wanted[32];
    nbbgen_job *job = describe_saved("200000");
    nbbgen_set_watch(job, stop_amid, &steps);
    fails(job, nbbgen_run(job), NBBGEN_INTERRUPTED, "interrupted after step ");
    assert_non_null(strstr(nbbgen_message(job), ": go on by --resume saved"));
    int64_t done = nbbgen_steps(job);
    assert_in_range(done, 1, STEPS - 1);
    /* a look that was stopped has no row yet */
    assert_in_range(count_lines("series.csv"), 2 + (done + 99) / 100, 2 + done / 100 + 1);
    const char *bytes;
    size_t length;
    fails(job, nbbgen_report(job, "json", &bytes, &length), NBBGEN_ERROR_USAGE, "nbbgen_run is due");
    fails(job, nbbgen_run(job), NBBGEN_ERROR_USAGE, "started already");
    nbbgen_set_watch(job, NULL, NULL);
    must(job, nbbgen_step(job, 1));
    must(job, nbbgen_checkpoint(job, "saved")); /* the folder is the job's; the series lacks no row of its */
    nbbgen_close(job);

    snprintf(wanted, sizeof wanted, "%d", (int)done + 300);
    job = describe_saved(wanted);
    must(job, nbbgen_option(job, "map", "compact"));
    must(job, nbbgen_option(job, "resume", "saved"));
    must(job, nbbgen_option(job, "digest", NULL));
    must(job, nbbgen_run(job));
    assert_int_equal(nbbgen_steps(job), done + 300);
    assert_int_equal(count_lines("series.csv"), 2 + (done + 300) / 100 + 1 + (done % 100 != 0));
    uint64_t digest = digest_of(job);
    snprintf(wanted, sizeof wanted, "\"digest\": \"0x%016llx\"", (unsigned long long)digest);
    reports(job, "json", wanted);
    reports(job, "json", "\"option\": \"checkpoint\",\n      \"path\": \"saved\"");
    reports(job, "text", "observed    e = ");
    nbbgen_close(job);

    job = nbbgen_open(); /* what is not described, the checkpoint says */
    must(job, nbbgen_option(job, "device", "cpu"));
    must(job, nbbgen_option(job, "resume", "saved"));
    must(job, nbbgen_run(job));
    assert_int_equal(nbbgen_steps(job), done + 300);
    assert_true(digest_of(job) == digest);
    nbbgen_close(job);

    job = describe("carpet", SPINS);
    must(job, nbbgen_start(job));
    must(job, nbbgen_step(job, done + 300));
    assert_true(digest_of(job) == digest);
    nbbgen_close(job);
}

/* The state after a whole run is the job's: it is read, and steps go on from it. */
static void a_whole_run_leaves_its_state(void **state)
{
    (void)state;
    nbbgen_job *job = describe("vicsek", OPTIONS("r", "4", "device", "cpu", "steps", "7", "png", "last.png"));
    must(job, nbbgen_option(job, "verify", NULL));
    must(job, nbbgen_run(job));
    reports(job, "json", "\"verified\": true");
    const char *bytes;
    size_t length;
    fails(job, nbbgen_report(job, "csv", &bytes, &length), NBBGEN_ERROR_USAGE, "a run as 'csv': expected text");
    assert_int_equal(length, 0);
    assert_int_equal(access("last.png", F_OK), 0);
    assert_int_equal(nbbgen_steps(job), 7);
    must(job, nbbgen_step(job, 5));
    uint64_t digest = digest_of(job);
    nbbgen_close(job);
    job = start("vicsek", OPTIONS("r", "4"));
    must(job, nbbgen_step(job, 12));
    assert_true(digest_of(job) == digest);
    nbbgen_close(job);
}

static void options_of_whole_runs_are_refused_elsewhere(void **state)
{
    (void)state;
    nbbgen_job *job = describe("vicsek", OPTIONS("r", "4", "device", "cpu", "series", "s.csv"));
    fails(job, nbbgen_start(job), NBBGEN_ERROR_USAGE, "--series has no effect on a job that is planned or started");
    fails(job, nbbgen_plan(job), NBBGEN_ERROR_USAGE, "it is an option of nbbgen_run");
    fails(job, nbbgen_run(job), NBBGEN_ERROR_USAGE, "--series has no effect on workload ca");
    fails(job, nbbgen_bench(job), NBBGEN_ERROR_USAGE, "nbbgen_open_bench makes one");
    fails(job, nbbgen_option(job, "tune", NULL), NBBGEN_ERROR_USAGE, "--tune is an option of a bench");
    nbbgen_close(job);
}

/* Rows as they came: their number, and the last one. */
typedef struct heard {
    int count;
    char json[4096], words[1024];
} heard;

static void hear_row(void *context, const char *json, const char *words)
{
    heard *rows = context;
    rows->count++;
    snprintf(rows->json, sizeof rows->json, "%s", json);
    snprintf(rows->words, sizeof rows->words, "%s", words);
}

static void a_sweep_tells_its_rows(void **state)
{
    (void)state;
    heard rows = { .count = 0 };
    nbbgen_job *job = describe("carpet", OPTIONS("r", "3", "program", "ising", "device", "cpu", "steps", "4"));
    must(job, nbbgen_option(job, "sweep", "T=1..2/3"));
    must(job, nbbgen_option(job, "plot", "plot.svg"));
    nbbgen_set_rows(job, hear_row, &rows);
    must(job, nbbgen_run(job));
    assert_int_equal(rows.count, 3);
    assert_non_null(strstr(rows.json, "{\"T\": 2.0, \"e\": "));
    assert_ptr_equal(strstr(rows.words, "T = 2\nobserved    e = "), rows.words);
    reports(job, "json", "\"sweep\": [");
    nbbgen_close(job);
    int found = system("grep -q 'nbbgen run carpet --r 3 --program ising --steps 4 .*--sweep T=1..2/3' plot.svg");
    assert_int_equal(found, 0);
}

static nbbgen_job *describe_bench(const char *const *options)
{
    nbbgen_job *job = nbbgen_open_bench();
    assert_non_null(job);
    must(job, nbbgen_fractal(job, "sierpinski@3"));
    must(job, nbbgen_option(job, "device", "cpu"));
    must(job, nbbgen_option(job, "no-rates", NULL));
    for (; options[0] != NULL; options += 2) {
        must(job, nbbgen_option(job, options[0], options[1]));
    }
    return job;
}

static void a_bench_compares_what_is_listed(void **state)
{
    (void)state;
    heard rows = { .count = 0 };
    nbbgen_job *job = describe_bench(OPTIONS("map", "bb,lanes", "samples", "2", "csv", "rows.csv"));
    nbbgen_set_rows(job, hear_row, &rows);
    must(job, nbbgen_bench(job));
    assert_int_equal(rows.count, 2);
    assert_non_null(strstr(rows.json, "\"map\": \"lanes\""));
    assert_ptr_equal(strstr(rows.words, "sierpinski r = 3 ca lanes: "), rows.words);
    assert_int_equal(count_lines("rows.csv"), 3);
    reports(job, "json",
            "\"command\": \"nbbgen bench sierpinski@3 --map bb,lanes --device cpu --samples 2 --no-rates"
            " --csv rows.csv\"");
    reports(job, "json", "\"path\": \"rows.csv\"");
    reports(job, "text", "\nfractal     r or n");
    reports(job, "csv", "device,fractal,r,n,");
    reports(job, "markdown", "| fractal    |");
    reports(job, "svg", "<svg ");
    const char *bytes;
    size_t length;
    fails(job, nbbgen_report(job, "html", &bytes, &length), NBBGEN_ERROR_USAGE, "a bench as 'html'");
    nbbgen_close(job);
}

static void a_row_that_cannot_be_had_is_reported(void **state)
{
    (void)state;
    heard rows = { .count = 0 };
    const char *bytes;
    size_t length;
    nbbgen_job *job = describe_bench(OPTIONS("map", "lambda", "tile", "16"));
    nbbgen_set_rows(job, hear_row, &rows);
    nbbgen_set_origin(job, "a test of 'its' own");
    fails(job, nbbgen_bench(job), NBBGEN_ERROR_USAGE, "nothing is left to measure");
    assert_int_equal(rows.count, 1);
    assert_non_null(strstr(rows.json, "\"skipped\": \"--tile 16"));
    fails(job, nbbgen_report(job, "text", &bytes, &length), NBBGEN_ERROR_USAGE, "nbbgen_bench is due");
    must(job, nbbgen_option(job, "tile", "1,2"));
    must(job, nbbgen_option(job, "samples", "1"));
    must(job, nbbgen_bench(job));
    reports(job, "json", "\"command\": \"a test of 'its' own\"");
    nbbgen_close(job);
}

static int stop_late(void *context, int64_t done, int64_t total)
{
    const heard *rows = context;
    assert_true(done == 0 && total == 0);
    return rows->count > 0;
}

/* What is measured by then is reported. */
static void a_stopped_bench_keeps_its_rows(void **state)
{
    (void)state;
    heard rows = { .count = 0 };
    nbbgen_job *job = describe_bench(OPTIONS("map", "bb", "samples", "1000", "resume", "rows.json"));
    must(job, nbbgen_fractal(job, "sierpinski@11"));
    nbbgen_set_rows(job, hear_row, &rows);
    nbbgen_set_watch(job, stop_late, &rows);
    fails(job, nbbgen_bench(job), NBBGEN_INTERRUPTED, "interrupted");
    reports(job, "json", "\"error\": {");
    assert_int_equal(access("rows.json", F_OK), 0);
    nbbgen_close(job);
}

static void a_bench_is_for_that_alone(void **state)
{
    (void)state;
    nbbgen_job *job = nbbgen_open_bench();
    must(job, nbbgen_fractal(job, "sierpinski"));
    fails(job, nbbgen_option(job, "map", "bb,lane"), NBBGEN_ERROR_USAGE, "did you mean 'lanes'?");
    fails(job, nbbgen_option(job, "verify", NULL), NBBGEN_ERROR_USAGE, "--verify has no effect on a bench");
    fails(job, nbbgen_option(job, "tc", NULL), NBBGEN_ERROR_USAGE, "no value is given");
    fails(job, nbbgen_option(job, "sampels", "3"), NBBGEN_ERROR_USAGE, "did you mean 'samples'?");
    fails(job, nbbgen_fractal_text(job, "mine", "return 1"), NBBGEN_ERROR_USAGE, "the job is a bench");
    fails(job, nbbgen_start(job), NBBGEN_ERROR_USAGE, "the job is a bench");
    fails(job, nbbgen_plan(job), NBBGEN_ERROR_USAGE, "the job is a bench");
    fails(job, nbbgen_run(job), NBBGEN_ERROR_USAGE, "the job is a bench");
    fails(job, nbbgen_bench(job), NBBGEN_ERROR_USAGE, "which levels?");
    nbbgen_close(job);
}

static void first_values_come_from_an_array(void **state)
{
    (void)state;
    const int64_t shape[] = { 3, 3 };
    const uint8_t ring[9] = { 1, 1, 1, 1, 0, 1, 1, 1, 1 }, full[9] = { 1, 1, 1, 1, 1, 1, 1, 1, 1 };
    uint8_t found[9];
    nbbgen_job *job = describe("carpet", OPTIONS("r", "1", "steps", "0", "device", "cpu"));
    fails(job, nbbgen_init(job, "no field", "|u1", 2, shape, ring), NBBGEN_ERROR_USAGE, "'no field' is given");
    must(job, nbbgen_init(job, NULL, "|b1", 2, shape, ring));
    must(job, nbbgen_run(job));
    must(job, nbbgen_read_box(job, 0, found));
    assert_memory_equal(found, ring, sizeof ring);
    fails(job, nbbgen_init(job, NULL, "|u1", 2, shape, ring), NBBGEN_ERROR_USAGE, "the job is planned");
    nbbgen_close(job);
    const struct {
        const char *field, *type;
        int axes;
        const char *message;
    } wrong[] = { { NULL, "<i8", 2, "(3, 3), array[y][x], in C order; found '<i8' of shape (3, 3)" },
                  { NULL, "|u1", 1, "found '|u1' of shape (3,)" },
                  { NULL, "|u1", 2, "array: field alive at (1, 1) is not 0, and there is no cell" },
                  { "alve", "|u1", 2, "has no field 'alve': did you mean 'alive'?" } };
    for (int i = 0; i < 4; ++i) {
        job = describe("carpet", OPTIONS("r", "1", "device", "cpu"));
        must(job, nbbgen_init(job, wrong[i].field, wrong[i].type, wrong[i].axes, shape, full));
        fails(job, nbbgen_start(job), NBBGEN_ERROR_USAGE, wrong[i].message);
        nbbgen_close(job);
    }
}

/* DLManagedTensor of dlpack.h. */
typedef struct tensor {
    uint8_t *data;
    int32_t device_type, device_id, axes;
    uint8_t code, bits;
    uint16_t lanes;
    int64_t *shape, *strides;
    uint64_t byte_offset;
    void *context;
    void (*deleter)(struct tensor *self);
} tensor;

static void a_tensor_outlives_its_job(void **state)
{
    (void)state;
    uint8_t box[81];
    void *made[2];
    nbbgen_job *job = start("carpet", OPTIONS("r", "2", "map", "bb"));
    must(job, nbbgen_step(job, 3));
    must(job, nbbgen_read_box(job, 0, box));
    must(job, nbbgen_dlpack(job, 0, 0, &made[0]));
    must(job, nbbgen_dlpack(job, 0, 0, &made[1]));
    nbbgen_close(job);
    for (int i = 0; i < 2; ++i) {
        tensor *seen = made[i];
        assert_true(seen->axes == 2 && seen->shape[0] == 9 && seen->strides[0] == 9 && seen->strides[1] == 1);
        assert_true(seen->device_type == 1 && seen->code == 1 && seen->bits == 8 && seen->lanes == 1);
        assert_memory_equal(seen->data + seen->byte_offset, box, sizeof box);
        seen->deleter(seen);
    }
}

int main(void)
{
#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, enter_folder, leave_folder)
    const struct CMUnitTest tests[] = {
        IN_FOLDER(a_stopped_run_is_gone_on_from),
        IN_FOLDER(a_whole_run_leaves_its_state),
        IN_FOLDER(options_of_whole_runs_are_refused_elsewhere),
        IN_FOLDER(a_sweep_tells_its_rows),
        IN_FOLDER(a_bench_compares_what_is_listed),
        IN_FOLDER(a_row_that_cannot_be_had_is_reported),
        IN_FOLDER(a_stopped_bench_keeps_its_rows),
        IN_FOLDER(a_bench_is_for_that_alone),
        cmocka_unit_test(first_values_come_from_an_array),
        cmocka_unit_test(a_tensor_outlives_its_job),
    };
    setenv("NBBGEN_LIBCUDA", "/nowhere/libcuda.so", 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
