/* test_report.c - what a run tells: its report as JSON, rows of a file, progress. */
#include "tests/works.h"
#include "runtime/run/report.h"
#include "cli/commands.h"
#include "unit.h"
#include "fractals.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

/* What is reported of how launches go: fields that are there for these alone. */
static void check_report(nbb_request planned, const char *permuted, int cluster, bool in_place)
{
    LOCAL_FRACTAL fractal = load_fractal("sierpinski");
    LOCAL_PLAN plan;
    nbb_device device = { .is_cuda = true };
    nbb_run run = { .request = { .plan = &plan, .device = &device, .steps = 1 } };
    planned.fractal = &fractal;
    planned.r = 6;
    planned.workload = NBB_WORKLOAD_CA;
    planned.target = NBB_TARGET_CUDA;
    planned.program = life_of((nbb_rule){ 1 << 2, 1 << 2 });
    assert_int_equal(choose_plan(&planned, &plan), NBB_OK);
    json_t *object = nbb_report_describe(&(nbb_report){ .run = &run });
    json_t *found = json_object_get(object, "permuted");
    assert_int_equal(found == NULL, permuted == NULL);
    assert_true(found == NULL || strcmp(json_string_value(found), permuted) == 0);
    const json_t *choices = json_object_get(object, "choices");
    assert_int_equal(json_integer_value(json_object_get(choices, "steps-per-launch")), plan.code.steps_a_launch);
    assert_string_equal(json_string_value(json_object_get(choices, "persistent")), cluster < 0    ? "no"
                        : cluster == 0 ? "grid"
                                       : "cluster");
    assert_int_equal(json_is_true(json_object_get(object, "persistent")), cluster >= 0);
    assert_int_equal(json_object_get(object, "cluster") != NULL, cluster >= 0);
    assert_int_equal(json_integer_value(json_object_get(object, "cluster")), cluster > 0 ? cluster : 0);
    assert_int_equal(json_is_true(json_object_get(object, "in_place")), in_place);
    json_decref(object);
}

TEST(test_reports)
{
    check_report((nbb_request){ .permuted = NBB_PERMUTATION_REGISTERS }, "registers", -1, false);
    check_report((nbb_request){ .permuted = NBB_PERMUTATION_MEMORY }, "memory", -1, false);
    check_report((nbb_request){ .permuted = NBB_PERMUTATION_MEMORY, .buffers = 1 }, "memory", -1, true);
    check_report((nbb_request){ .persistent = NBB_PERSISTENCE_GRID }, NULL, 0, false);
    check_report((nbb_request){ .persistent = NBB_PERSISTENCE_CLUSTER, .cluster_blocks = 1 }, NULL, 1, false);
}

/* A path that is nothing but an ending names no kind of file. */
TEST(of_paths)
{
    assert_int_equal(nbb_rows_check("series", "a.csv"), NBB_OK);
    assert_int_equal(nbb_rows_check("series", ".csv"), NBB_ERROR_USAGE);
    nbb_message_free();
}

/* Integers stay exact, and what is no finite number is null. */
TEST(test_observables)
{
    LOCAL_FRACTAL fractal = load_fractal("sierpinski");
    nbb_request planned = { .fractal = &fractal, .r = 2, .workload = NBB_WORKLOAD_SW };
    LOCAL_PLAN plan;
    nbb_device device = { .name = "none" };
    nbb_run run = { .request = { .plan = &plan, .device = &device, .steps = 1 } };
    nbb_observable observables[] = { { .name = "large" }, { .name = "none" }, { .name = "third" } };
    nbb_program program = { .observables = observables, .observable_count = 3 };
    nbb_number values[] = { nbb_number_of_integer(INT64_MIN), nbb_number_of_real(NAN), nbb_number_of_real(1.0 / 3) };
    nbb_averaged average = { .name = "abs(third)" };
    nbb_blocking mean = { 0 };
    for (int i = 0; i < 2; ++i) {
        nbb_blocking_add(&mean, 1.5);
    }
    program.averages = &average;
    program.average_count = 1;
    nbb_averages averages = { .program = &program, .means = &mean };
    nbb_series series = { .request = { .program = &program }, .observables = values, .averages = &averages };
    assert_int_equal(choose_plan(&planned, &plan), NBB_OK);
    json_t *object = nbb_report_describe(&(nbb_report){ .run = &run, .series = &series });
    json_t *seen = json_object_get(object, "observe");
    assert_true(json_integer_value(json_object_get(seen, "large")) == INT64_MIN);
    assert_true(json_is_null(json_object_get(seen, "none")));
    assert_true(json_real_value(json_object_get(seen, "third")) == 1.0 / 3);
    seen = json_object_get(json_object_get(object, "averages"), "abs(third)");
    assert_int_equal(json_integer_value(json_object_get(seen, "samples")), 2);
    assert_true(json_real_value(json_object_get(seen, "mean")) == 1.5);
    assert_true(json_real_value(json_object_get(seen, "error")) == 0);
    json_decref(object);
}

static char *names[] = { "step", "m", "abs(m)" };
static const nbb_list columns = { names, 3 };

static char path[64];

static void name_file(const char *end)
{
    snprintf(path, sizeof path, "/tmp/test_rows.%d%s", (int)getpid(), end);
}

static void check_file(const char *wanted)
{
    NBB_LOCAL_TEXT text = NBB_TEXT_EMPTY;
    assert_int_equal(nbb_text_read_file(&text, path, 1 << 20, NBB_ERROR_RUN), NBB_OK);
    assert_string_equal(nbb_text_string(&text), wanted);
}

static void add(nbb_rows *rows, int64_t step, int64_t m, double real)
{
    nbb_number numbers[] = { nbb_number_of_integer(step), nbb_number_of_integer(m), nbb_number_of_real(real) };
    nbb_rows_add(rows, numbers);
}

TEST(of_values)
{
    nbb_rows rows;
    name_file(".csv");
    assert_int_equal(nbb_rows_open(path, &columns, NULL, 0, 0, 1, &rows), NBB_OK);
    check_file("step,m,abs(m)\n");
    add(&rows, 0, INT64_MIN, 0.1);
    add(&rows, 1, 7, NAN);
    check_file("step,m,abs(m)\n");
    assert_int_equal(nbb_rows_flush(&rows), NBB_OK);
    check_file("step,m,abs(m)\n0,-9223372036854775808,0.1\n1,7,nan\n");
    add(&rows, 2, 8, -INFINITY);
    assert_int_equal(nbb_rows_close(&rows, NBB_ERROR_DEVICE), NBB_ERROR_DEVICE);
    check_file("step,m,abs(m)\n0,-9223372036854775808,0.1\n1,7,nan\n2,8,-inf\n");
    unlink(path);
}

TEST(of_objects)
{
    nbb_rows rows;
    name_file(".json");
    assert_int_equal(nbb_rows_open(path, &columns, NULL, 0, 0, 1, &rows), NBB_OK);
    check_file("");
    add(&rows, 3, -1, 1.0 / 3);
    add(&rows, 4, -1, NAN);
    assert_int_equal(nbb_rows_close(&rows, NBB_OK), NBB_OK);
    check_file("{\"step\": 3, \"m\": -1, \"abs(m)\": 0.3333333333333333}\n"
               "{\"step\": 4, \"m\": -1, \"abs(m)\": null}\n");
    unlink(path);
}

/* Past the largest size that a file may have, a row is taken back whole. */
TEST(of_a_full_disk)
{
    nbb_rows rows;
    struct rlimit before, small;
    name_file(".csv");
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    small = (struct rlimit){ 30, before.rlim_max };
    assert_int_equal(nbb_rows_open(path, &columns, NULL, 0, 0, 1, &rows), NBB_OK);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    add(&rows, 1, 2, 3.5);
    assert_int_equal(nbb_rows_flush(&rows), NBB_OK);
    add(&rows, 100, 200, 300.5);
    assert_int_equal(nbb_rows_flush(&rows), NBB_ERROR_RUN);
    assert_non_null(strstr(nbb_message(), ".csv: cannot be written: File too large"));
    setrlimit(RLIMIT_FSIZE, &before);
    assert_int_equal(nbb_rows_close(&rows, NBB_ERROR_RUN), NBB_ERROR_RUN);
    check_file("step,m,abs(m)\n1,2,3.5\n");
    unlink(path);
    nbb_message_free();
}

enum { PATIENCE_US = 520 * 1000 }; /* the bar waits for half a second */

static int saved = -1;

/* Standard error becomes `descriptor`, until restore. */
static void divert(int descriptor)
{
    assert_true(descriptor >= 0);
    saved = dup(STDERR_FILENO);
    assert_true(dup2(descriptor, STDERR_FILENO) >= 0);
    close(descriptor);
}

static void restore(void)
{
    dup2(saved, STDERR_FILENO);
    close(saved);
}

/* What was printed, from the non-blocking end of a terminal or a pipe, which is closed; a 0 ends it. */
static void collect(int descriptor, char *text, size_t size)
{
    fcntl(descriptor, F_SETFL, O_NONBLOCK);
    size_t length = 0;
    ssize_t got = 1;
    while (got > 0 && length < size - 1) {
        got = read(descriptor, text + length, size - 1 - length);
        length += got > 0 ? (size_t)got : 0;
    }
    text[length] = '\0';
    close(descriptor);
}

static int open_terminal(void)
{
    int terminal = posix_openpt(O_RDWR | O_NOCTTY);
    assert_true(terminal >= 0);
    assert_int_equal(grantpt(terminal), 0);
    assert_int_equal(unlockpt(terminal), 0);
    divert(open(ptsname(terminal), O_RDWR | O_NOCTTY));
    return terminal;
}

TEST(draws_on_a_terminal)
{
    int terminal = open_terminal();
    nbb_progress_show("ca", 0, 1000);
    nbb_progress_show("ca", 100, 1000);
    usleep(PATIENCE_US);
    nbb_progress_show("ca", 250, 1000);
    nbb_progress_show("ca", 260, 1000);
    nbb_progress_wipe();
    char text[1000];
    collect(terminal, text, sizeof text);
    restore();
    static const char drawn[] = "\r\033[Kca [######                  ] 250/1000  25%  ";
    assert_memory_equal(text, drawn, strlen(drawn));
    assert_non_null(strstr(text, "/s  ETA 0:02\r\033[K"));
    assert_null(strstr(text, "100/")); /* too early */
    assert_null(strstr(text, "260/")); /* too soon after the one before */
}

TEST(a_short_work_is_silent)
{
    int terminal = open_terminal();
    nbb_progress_show("ca", 0, 10);
    nbb_progress_show("ca", 10, 10);
    nbb_progress_show("ca", 0, 0);
    usleep(PATIENCE_US);
    nbb_progress_show("ca", 5, 10); /* another work */
    nbb_progress_show("ca", 0, 10); /* and one more */
    nbb_progress_wipe();
    char text[100];
    collect(terminal, text, sizeof text);
    restore();
    assert_string_equal(text, "");
}

TEST(a_pipe_gets_nothing)
{
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    divert(ends[1]);
    nbb_progress_show("ca", 0, 10);
    usleep(PATIENCE_US);
    nbb_progress_show("ca", 5, 10);
    nbb_progress_wipe();
    char text[100];
    collect(ends[0], text, sizeof text);
    restore();
    assert_string_equal(text, "");
}
