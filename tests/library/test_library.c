/* The library as its clients see it. */
#include "jobs.h"

#include <stdbool.h>
#include <stdlib.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static void options_are_refused_as_on_the_command_line(void **state)
{
    (void)state;
    nbbgen_job *job = nbbgen_open();
    fails(job, nbbgen_option(job, "seeed", "1"), NBBGEN_ERROR_USAGE, "unknown option 'seeed': did you mean 'seed'?");
    fails(job, nbbgen_option(job, "output", "a.cu"), NBBGEN_ERROR_USAGE, "--output is for the command line alone");
    fails(job, nbbgen_option(job, "map", "lane"), NBBGEN_ERROR_USAGE, "did you mean 'lanes'?");
    fails(job, nbbgen_option(job, "r", NULL), NBBGEN_ERROR_USAGE, "--r: N expected");
    fails(job, nbbgen_option(job, "no-cache", "yes"), NBBGEN_ERROR_USAGE, "no value is expected");
    fails(job, nbbgen_start(job), NBBGEN_ERROR_USAGE, "which fractal?");
    must(job, nbbgen_fractal(job, "carpett"));
    must(job, nbbgen_option(job, "r", "2"));
    fails(job, nbbgen_plan(job), NBBGEN_ERROR_DEFINITION, "did you mean 'carpet'?");
    must(job, nbbgen_fractal(job, "carpet"));
    must(job, nbbgen_option(job, "tile", "4"));
    fails(job, nbbgen_plan(job), NBBGEN_ERROR_USAGE, "--tile 4");
    must(job, nbbgen_option(job, "tile", "3"));
    must(job, nbbgen_plan(job));
    fails(job, nbbgen_option(job, "r", "3"), NBBGEN_ERROR_USAGE, "the job is planned");
    fails(job, nbbgen_plan(job), NBBGEN_ERROR_USAGE, "planned already");
    fails(job, nbbgen_step(job, 1), NBBGEN_ERROR_USAGE, "nbbgen_start is due");
    nbbgen_close(job);
    nbbgen_close(NULL);
}

static void definitions_and_programs_come_as_text(void **state)
{
    (void)state;
    nbbgen_job *job = nbbgen_open();
    must(job, nbbgen_fractal_text(job, "mine", "return fractal {\n  layout = { '##', '#x' } }"));
    must(job, nbbgen_option(job, "r", "4"));
    fails(job, nbbgen_plan(job), NBBGEN_ERROR_DEFINITION, "mine:2:");
    must(job, nbbgen_fractal_text(job, "mine", "return fractal {\n  layout = { '##', '#.' } }"));
    must(job, nbbgen_program_text(job, "decay",
                                  "return program { state = { u = 'f32' }, neighbours = 'vonneumann',\n"
                                  "  init = { u = 'first ? 1 : 0' }, update = 'u = u / 2;',\n"
                                  "  observe = { heat = 'sum(u)', hot = 'max(u)' } }"));
    must(job, nbbgen_option(job, "device", "cpu"));
    must(job, nbbgen_start(job));
    must(job, nbbgen_step(job, 3));
    double values[2];
    must(job, nbbgen_observe(job, values));
    assert_int_equal(nbbgen_observables(job), 2);
    assert_string_equal(nbbgen_observable_name(job, 0), "heat");
    assert_string_equal(nbbgen_observable_type(job, 0), "<f8");
    assert_null(nbbgen_observable_name(job, 2));
    assert_true(values[0] == 0.125 && values[1] == 0.125);
    assert_string_equal(nbbgen_field_type(job, 0), "<f4");
    nbbgen_close(job);
}

/* What a function tells as JSON has this text in it. */
static void tells(nbbgen_job *job, nbbgen_status (*ask)(nbbgen_job *, const char **), const char *text)
{
    const char *json = NULL;
    must(job, ask(job, &json));
    if (strstr(json, text) == NULL) {
        fail_msg("reported was\n%s\nwanted\n%s", json, text);
    }
}

static void what_there_is_is_reported(void **state)
{
    (void)state;
    const char *json;
    nbbgen_job *job = nbbgen_open();
    tells(job, nbbgen_list, "\"name\": \"carpet\",\n    \"k\": 8");
    tells(job, nbbgen_list, "\"program\": \"The Ising model by Metropolis");
    fails(job, nbbgen_info(job, &json), NBBGEN_ERROR_USAGE, "which fractal or program?");
    must(job, nbbgen_program(job, "ising"));
    tells(job, nbbgen_info, "\"observables\": [\n    \"e\",\n    \"m\"");
    tells(job, nbbgen_check, "\"text\": \"return program {");
    must(job, nbbgen_fractal(job, "carpet"));
    tells(job, nbbgen_info, "\"fractal\": \"carpet\"\n}");
    must(job, nbbgen_option(job, "r", "20"));
    fails(job, nbbgen_info(job, &json), NBBGEN_ERROR_USAGE, "carpet");
    must(job, nbbgen_option(job, "r", "3"));
    must(job, nbbgen_option(job, "device", "cpu"));
    must(job, nbbgen_start(job));
    must(job, nbbgen_step(job, 2));
    uint64_t digest = digest_of(job);
    tells(job, nbbgen_info, "\"random_words\": 512");
    tells(job, nbbgen_check, "\"level\": 5");
    assert_true(digest_of(job) == digest); /* the run is left as it was */
    nbbgen_close(job);
}

static void options_of_info_alone_are_refused_elsewhere(void **state)
{
    (void)state;
    nbbgen_job *job = nbbgen_open();
    must(job, nbbgen_fractal(job, "carpet"));
    must(job, nbbgen_option(job, "r", "4"));
    must(job, nbbgen_option(job, "ranks", "3"));
    tells(job, nbbgen_info, "\"steps_a_launch\": 3,\n  \"ranks\": [");
    fails(job, nbbgen_plan(job), NBBGEN_ERROR_USAGE, "--ranks has no effect on a plan or a run");
    fails(job, nbbgen_start(job), NBBGEN_ERROR_USAGE, "--ranks has no effect on a plan or a run");
    nbbgen_close(job);
}

static void simplices_of_many_axes_have_volumes(void **state)
{
    (void)state;
    const char *json;
    nbbgen_job *job = nbbgen_open();
    must(job, nbbgen_fractal(job, "simplex"));
    fails(job, nbbgen_info(job, &json), NBBGEN_ERROR_USAGE, "--m is missing");
    must(job, nbbgen_option(job, "m", "4"));
    tells(job, nbbgen_info, "\"searched\": {");
    must(job, nbbgen_fractal(job, "triangle"));
    fails(job, nbbgen_info(job, &json), NBBGEN_ERROR_USAGE, "--m has no effect on triangle");
    nbbgen_close(job);
}

static void a_check_finds_what_is_wrong(void **state)
{
    (void)state;
    const char *json;
    int line;
    nbbgen_job *job = nbbgen_open();
    must(job,
         nbbgen_fractal_text(job, "mine", "return fractal {\n  layout = { '##', '#.' },\n  hash = { x = 'beta' } }"));
    fails(job, nbbgen_check(job, &json), NBBGEN_ERROR_DEFINITION, "mine:");
    assert_string_equal(nbbgen_place(job, &line), "mine");
    assert_string_equal(json, "");
    must(job, nbbgen_fractal_text(job, "mine", "return fractal {\n  layout = { '##', '#.' } }"));
    tells(job, nbbgen_check, "\"own_hash\": false");
    must(job, nbbgen_fractal(job, "ising")); /* which is a program's name */
    tells(job, nbbgen_check, "\"text\": \"return program {");
    fails(job, nbbgen_info(job, &json), NBBGEN_ERROR_DEFINITION, "ising");
    must(job, nbbgen_fractal_text(job, "mine", "return fractal {\n  layout = { '##', '#.' } }"));
    tells(job, nbbgen_info, "\"layout\": [\n    \"##\",\n    \"#.\"");
    nbbgen_close(job);
}

static void a_plan_is_text_without_a_device(void **state)
{
    (void)state;
    const char *text;
    size_t length;
    nbbgen_job *job = describe("sierpinski", OPTIONS("r", "5", "map", "lambda", "kernel-only", NULL));
    assert_null(nbbgen_command(job));
    assert_null(nbbgen_kernels(job));
    must(job, nbbgen_plan(job));
    assert_string_equal(nbbgen_command(job), "nbbgen emit sierpinski --r 5 --workload ca --rule B2/S23 --map lambda"
                                             " --tile 32 --target cuda --kernel-only");
    assert_non_null(strstr(nbbgen_kernels(job), "\"kernel\": \"step\", \"name\": \"nbb_sierpinski_"));
    must(job, nbbgen_emit(job, &text, &length));
    assert_int_equal(strlen(text), length);
    assert_non_null(strstr(text, "__global__"));
    assert_null(strstr(text, "int main("));
    assert_int_equal(nbbgen_axes(job), 2);
    assert_int_equal(nbbgen_side(job, 1), 32);
    assert_int_equal(nbbgen_cells(job), 243);
    must(job, nbbgen_start(job)); /* a device takes what it is planned for */
    must(job, nbbgen_step(job, 0));
    assert_int_equal(nbbgen_steps(job), 0);
    nbbgen_close(job);
}

/* The box from the bytes where the layout says they lie. */
static void check_layout(nbbgen_job *job, int64_t n, const uint8_t *box)
{
    uint64_t address, bytes;
    must(job, nbbgen_state(job, &address, &bytes));
    assert_non_null(strstr(nbbgen_layout(job), "\"storage\": \"embedded\""));
    assert_int_equal(bytes, n * n);
    assert_memory_equal((const void *)(uintptr_t)address, box, (size_t)bytes);
}

enum { N = 27, CELLS = 512 };

/* A state that no rule has made; written as a box, it is found by number and by coordinates, and stays so under a map
   that goes on from it. */
static uint64_t write_and_read(const char *map)
{
    uint8_t mask[N * N], box[N * N], again[N * N], by_number[CELLS], by_place[CELLS];
    uint32_t coordinates[2 * CELLS];
    int64_t numbers[CELLS];
    nbbgen_job *job = start("carpet", OPTIONS("r", "3", "map", map));
    must(job, nbbgen_mask(job, mask));
    for (int i = 0; i < N * N; ++i) {
        box[i] = mask[i] == 1 && i * i % 7 < 3;
    }
    must(job, nbbgen_write_box(job, 0, box));
    must(job, nbbgen_read_box(job, 0, again));
    assert_memory_equal(again, box, sizeof box);
    must(job, nbbgen_coordinates(job, 0, CELLS, coordinates));
    must(job, nbbgen_numbers(job, CELLS, coordinates, numbers));
    must(job, nbbgen_read(job, 0, 0, CELLS, by_number));
    must(job, nbbgen_read_at(job, 0, CELLS, coordinates, by_place));
    for (int i = 0; i < CELLS; ++i) {
        uint8_t wanted = box[coordinates[2 * i + 1] * N + coordinates[2 * i]];
        assert_int_equal(numbers[i], i);
        assert_int_equal(by_number[i], wanted);
        assert_int_equal(by_place[i], wanted);
    }
    if (strcmp(map, "bb") == 0 || strcmp(map, "lambda") == 0) {
        check_layout(job, N, box);
    }
    must(job, nbbgen_write(job, 0, 100, 3, (const uint8_t[]){ 1, 0, 1 }));
    must(job, nbbgen_write_at(job, 0, 3, (const uint32_t[]){ 0, 0, 26, 26, 0, 0 }, (const uint8_t[]){ 0, 1, 1 }));
    must(job, nbbgen_read(job, 0, 100, 3, by_number));
    assert_memory_equal(by_number, ((const uint8_t[]){ 1, 0, 1 }), 3);
    must(job, nbbgen_step(job, 4));
    uint64_t digest = digest_of(job);
    nbbgen_close(job);
    return digest;
}

static void every_map_has_the_same_cells(void **state)
{
    (void)state;
    uint64_t wanted = write_and_read("bb");
    assert_true(write_and_read("lambda") == wanted);
    assert_true(write_and_read("compact") == wanted);
    assert_true(write_and_read("lanes") == wanted);
}

static void texts_and_counts_that_are_none_are_refused(void **state)
{
    (void)state;
    const int64_t counts[] = { -1, INT64_MIN, INT64_MAX };
    uint32_t at[2] = { 0 };
    int64_t number;
    uint8_t value = 0;
    nbbgen_job *job = nbbgen_open();
    fails(job, nbbgen_fractal(job, NULL), NBBGEN_ERROR_USAGE, "a text expected, NULL is given");
    fails(job, nbbgen_fractal_text(job, "mine", NULL), NBBGEN_ERROR_USAGE, "a text expected");
    fails(job, nbbgen_program(job, NULL), NBBGEN_ERROR_USAGE, "a text expected");
    fails(job, nbbgen_program_text(job, NULL, "return program {}"), NBBGEN_ERROR_USAGE, "a text expected");
    fails(job, nbbgen_option(job, NULL, NULL), NBBGEN_ERROR_USAGE, "an option's name expected");
    nbbgen_close(job);
    job = start("carpet", OPTIONS("r", "2"));
    fails(job, nbbgen_checkpoint(job, NULL), NBBGEN_ERROR_USAGE, "a folder's name expected");
    fails(job, nbbgen_resume(job, NULL), NBBGEN_ERROR_USAGE, "a folder's name expected");
    for (int i = 0; i < 3; ++i) {
        fails(job, nbbgen_read_at(job, 0, counts[i], at, &value), NBBGEN_ERROR_USAGE, "expected from 0 to 2^48");
        fails(job, nbbgen_write_at(job, 0, counts[i], at, &value), NBBGEN_ERROR_USAGE, "expected from 0 to 2^48");
        fails(job, nbbgen_numbers(job, counts[i], at, &number), NBBGEN_ERROR_USAGE, "expected from 0 to 2^48");
    }
    nbbgen_close(job);
}

static void what_is_written_is_checked(void **state)
{
    (void)state;
    uint8_t box[81] = { 0 }, before[81], after[81];
    nbbgen_job *job = start("carpet", OPTIONS("r", "2"));
    must(job, nbbgen_read_box(job, 0, before));
    box[0] = 1;
    box[4 * 9 + 4] = 1;
    fails(job, nbbgen_write_box(job, 0, box), NBBGEN_ERROR_USAGE, "(4, 4) is not 0, and there is no cell");
    fails(job, nbbgen_write(job, 0, 0, 2, (const uint8_t[]){ 1, 2 }), NBBGEN_ERROR_USAGE,
          "value number 1 of field alive is 2: expected less than 2");
    fails(job, nbbgen_write(job, 0, 60, 5, box), NBBGEN_ERROR_USAGE, "5 cells from number 60 on: there are 64");
    fails(job, nbbgen_write_at(job, 0, 1, (const uint32_t[]){ 4, 4 }, box), NBBGEN_ERROR_USAGE, "(4, 4) is no cell");
    fails(job, nbbgen_read(job, 1, 0, 1, box), NBBGEN_ERROR_USAGE, "no field 1: there is 1");
    void *tensor = box;
    fails(job, nbbgen_dlpack(job, 1, 0, &tensor), NBBGEN_ERROR_USAGE, "no field 1: there is 1");
    assert_null(tensor);
    must(job, nbbgen_read_box(job, 0, after));
    assert_memory_equal(before, after, sizeof before);
    nbbgen_close(job);
    job = start("triangle", OPTIONS("n", "8", "workload", "sw"));
    fails(job, nbbgen_write(job, 0, 0, 1, (const uint8_t[]){ 1 }), NBBGEN_ERROR_USAGE, "workload sw has no steps");
    must(job, nbbgen_step(job, 2));
    assert_int_equal(nbbgen_steps(job), 2);
    nbbgen_close(job);
}

/* Fields of reals on a tetrahedron, and of two bits in lanes. */
static void fields_are_written_apart(void **state)
{
    (void)state;
    float found[3];
    uint8_t states[64];
    nbbgen_job *job = start("tetrahedron", OPTIONS("n", "6", "program", "wave"));
    int last = nbbgen_fields(job) - 1;
    assert_true(last > 0);
    must(job, nbbgen_write(job, last, 4, 3, (const float[]){ 0.5F, -1.25F, 3.0F }));
    must(job, nbbgen_read(job, last, 4, 3, found));
    assert_true(found[0] == 0.5F && found[1] == -1.25F && found[2] == 3.0F);
    nbbgen_close(job);
    job = start("carpet", OPTIONS("r", "2", "program", "epidemic", "map", "lanes"));
    for (int i = 0; i < 64; ++i) {
        states[i] = (uint8_t)(i % 3);
    }
    must(job, nbbgen_write(job, 0, 0, 64, states));
    memset(states, 9, sizeof states);
    must(job, nbbgen_read(job, 0, 0, 64, states));
    for (int i = 0; i < 64; ++i) {
        assert_int_equal(states[i], i % 3);
    }
    nbbgen_close(job);
}

static void a_checkpoint_is_gone_on_from(void **state)
{
    (void)state;
    char folder[] = "/tmp/test_library.XXXXXX", command[64];
    assert_non_null(mkdtemp(folder));
    nbbgen_job *job = start("carpet", OPTIONS("r", "3", "program", "ising", "set", "T=1.5", "map", "lanes"));
    must(job, nbbgen_step(job, 5));
    must(job, nbbgen_checkpoint(job, folder));
    must(job, nbbgen_step(job, 5));
    uint64_t digest = digest_of(job);
    nbbgen_close(job);
    job = start("carpet", OPTIONS("r", "3", "program", "ising", "set", "T=1.5", "map", "compact"));
    fails(job, nbbgen_checkpoint(job, folder), NBBGEN_ERROR_USAGE, folder);
    must(job, nbbgen_resume(job, folder));
    assert_int_equal(nbbgen_steps(job), 5);
    must(job, nbbgen_step(job, 5));
    assert_true(digest_of(job) == digest);
    must(job, nbbgen_checkpoint(job, folder));
    nbbgen_close(job);
    job = start("carpet", OPTIONS("r", "3", "program", "ising", "set", "T=1.5", "seed", "2"));
    fails(job, nbbgen_resume(job, folder), NBBGEN_ERROR_USAGE, "seed");
    nbbgen_close(job);
    job = start("carpet", OPTIONS("r", "3", "program", "ising"));
    fails(job, nbbgen_resume(job, folder), NBBGEN_ERROR_USAGE, "parameter T is 1.5 there, 2 here (--set makes it so");
    nbbgen_close(job);
    snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0);
}

static nbbgen_job *start_fading(const char *schedule, const char *seed, const char *p)
{
    char program[400], set[20];
    snprintf(set, sizeof set, "p=%s", p);
    snprintf(
        program, sizeof program,
        "return program { state = { s = 'u1' }, neighbours = 'moore', param = { p = 0.5 }, require = { 'p <= 1' }, %s"
        " init = { s = 'chance(0.1)' }, update = 'if (any(s)) s = chance(p);' }",
        schedule);
    const char *const options[] = { "r", "3", "device", "cpu", "seed", seed, "set", set };
    nbbgen_job *job = nbbgen_open();
    must(job, nbbgen_fractal(job, "carpet"));
    must(job, nbbgen_program_text(job, "fading", program));
    for (int i = 0; i < 8; i += 2) {
        must(job, nbbgen_option(job, options[i], options[i + 1]));
    }
    must(job, nbbgen_start(job));
    return job;
}

/* As a schedule has them; and a reset is another run. */
static void parameters_are_set_between_steps(void **state)
{
    (void)state;
    nbbgen_job *job = start_fading("schedule = { p = 'p / (1 + step)' },", "1", "0.5"),
               *other = start_fading("", "1", "1");
    must(job, nbbgen_step(job, 4));
    for (int step = 0; step < 4; ++step) {
        must(other, nbbgen_set(other, "p", 0.5 / (1 + step)));
        must(other, nbbgen_step(other, 1));
    }
    assert_true(digest_of(job) == digest_of(other));
    nbbgen_close(job);
    fails(other, nbbgen_set(other, "pp", 1), NBBGEN_ERROR_USAGE, "has no parameter 'pp'");
    fails(other, nbbgen_set(other, "p", 2), NBBGEN_ERROR_USAGE, "requires p <= 1");
    must(other, nbbgen_set(other, "p", 0.25));
    must(other, nbbgen_reset(other, 9));
    assert_int_equal(nbbgen_steps(other), 0);
    must(other, nbbgen_step(other, 2));
    job = start_fading("", "9", "0.25");
    must(job, nbbgen_step(job, 2));
    assert_true(digest_of(job) == digest_of(other));
    nbbgen_close(job);
    nbbgen_close(other);
}

static void a_picture_is_a_png(void **state)
{
    (void)state;
    const char *bytes;
    size_t length;
    nbbgen_job *job = start("carpet", OPTIONS("r", "2"));
    must(job, nbbgen_png(job, 0, &bytes, &length));
    assert_true(length > 60);
    assert_memory_equal(bytes, "\x89PNG\r\n\x1a\n", 8);
    nbbgen_close(job);
}

static void a_description_is_drawn(void **state)
{
    (void)state;
    const char *bytes;
    size_t length;
    nbbgen_job *job = nbbgen_open();
    must(job, nbbgen_fractal(job, "sierpinski"));
    fails(job, nbbgen_draw(job, "cells", &bytes, &length), NBBGEN_ERROR_USAGE, "--r");
    must(job, nbbgen_option(job, "r", "1"));
    must(job, nbbgen_draw(job, "text", &bytes, &length));
    assert_int_equal(length, 10);
    assert_string_equal(bytes, "##  \n####\n");
    must(job, nbbgen_draw(job, "cells", &bytes, &length));
    assert_memory_equal(bytes, "\x89PNG", 4);
    must(job, nbbgen_draw(job, "maps", &bytes, &length));
    assert_memory_equal(bytes, "\x89PNG", 4);
    fails(job, nbbgen_draw(job, "map", &bytes, &length), NBBGEN_ERROR_USAGE, "did you mean 'maps'?");
    fails(job, nbbgen_draw(job, NULL, &bytes, &length), NBBGEN_ERROR_USAGE, "NULL is given");
    must(job, nbbgen_program(job, "ising"));
    fails(job, nbbgen_draw(job, "maps", &bytes, &length), NBBGEN_ERROR_USAGE, "without --program");
    assert_int_equal(length, 0);
    nbbgen_close(job);
}

static void the_machine_is_described(void **state)
{
    (void)state;
    assert_int_equal(nbbgen_version_number(), NBBGEN_VERSION);
    nbbgen_job *job = nbbgen_open();
    tells(job, nbbgen_doctor, "\"cuda:0\": {\n    \"usable\": false,\n    \"is\": \"no CUDA driver: /nowhere/");
    tells(job, nbbgen_doctor, "\"compiler\": {\n    \"usable\": true");
    nbbgen_close(job);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(options_are_refused_as_on_the_command_line),
        cmocka_unit_test(definitions_and_programs_come_as_text),
        cmocka_unit_test(what_there_is_is_reported),
        cmocka_unit_test(options_of_info_alone_are_refused_elsewhere),
        cmocka_unit_test(simplices_of_many_axes_have_volumes),
        cmocka_unit_test(a_check_finds_what_is_wrong),
        cmocka_unit_test(a_plan_is_text_without_a_device),
        cmocka_unit_test(every_map_has_the_same_cells),
        cmocka_unit_test(texts_and_counts_that_are_none_are_refused),
        cmocka_unit_test(what_is_written_is_checked),
        cmocka_unit_test(fields_are_written_apart),
        cmocka_unit_test(a_checkpoint_is_gone_on_from),
        cmocka_unit_test(parameters_are_set_between_steps),
        cmocka_unit_test(a_picture_is_a_png),
        cmocka_unit_test(a_description_is_drawn),
        cmocka_unit_test(the_machine_is_described),
    };
    setenv("NBBGEN_LIBCUDA", "/nowhere/libcuda.so", 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
