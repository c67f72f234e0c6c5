/* programs.c - programs drawn at random: as text, with what they must come to.

     nbb_programs print SEED            prints the program
     nbb_programs options SEED          prints what to run it on: options of nbbgen run
     nbb_programs choices SEED          prints a --tile and --lanes that it can be run with
     nbb_programs compare SEED REPORT   compares the JSON report of such a run, or of an ensemble whose last copy it
                                        is, with the brute force
     nbb_programs check FIRST COUNT     loads so many programs and prints the first one that is refused

   The checkout is $NBB_SOURCE_DIR, or the current folder. */
#include "random_program.h"

#include "gen/definition/definition.h"
#include "runtime/run/program_area.h"

#include <jansson.h>

static nbb_status load_domain(const random_run *run, nbb_definition *definition, nbb_domain *domain)
{
    const char *top = getenv("NBB_SOURCE_DIR");
    NBB_LOCAL_TEXT path = nbb_text_of("%s/%s.lua", top != NULL ? top : ".", run->domain);
    nbb_status status = nbb_definition_read(NULL, nbb_text_string(&path), definition);
    *domain = (nbb_domain){ .size = run->size };
    if (definition->kind == NBB_KIND_FRACTAL) {
        domain->fractal = &definition->fractal;
    } else {
        domain->simplex = &definition->simplex;
    }
    return status;
}

/* Sums of reals are added in any order: of thousands of values up to some units this is far below a wrong one. */
static bool near(double found, double wanted)
{
    return fabs(found - wanted) <= 1e-12 * fabs(wanted) + 2e-8;
}

static nbb_status compare_hexadecimal(const json_t *report, const char *key, uint64_t wanted)
{
    const char *found = json_string_value(json_object_get(report, key));
    if (found == NULL || strtoull(found, NULL, 16) != wanted) {
        return nbb_fail(NBB_ERROR_VERIFY, "%s is %s, the brute force says 0x%016" PRIx64, key,
                        found == NULL ? "missing" : found, wanted);
    }
    return NBB_OK;
}

static nbb_status compare_observable(const json_t *report, const nbb_observable *observable, nbb_number wanted)
{
    const json_t *found = json_object_get(json_object_get(report, "observe"), observable->name);
    if (wanted.is_real ? !json_is_number(found) || !near(json_number_value(found), wanted.of.real)
                    : !json_is_integer(found) || json_integer_value(found) != wanted.of.integer) {
        return nbb_fail(NBB_ERROR_VERIFY, "observable %s is %.17g, the brute force says %.17g", observable->name,
                        json_number_value(found), nbb_number_real(wanted));
    }
    return NBB_OK;
}

static nbb_status compare_figures(const nbb_program_case *run, const json_t *report)
{
    nbb_program_case begin = *run;
    nbb_program_figures first, last;
    begin.steps = 0;
    NBB_TRY(nbb_program_reference_whole(&begin, &first));
    NBB_TRY(nbb_program_reference_whole(run, &last));
    NBB_TRY(compare_hexadecimal(report, "digest0", first.digest));
    NBB_TRY(compare_hexadecimal(report, "digest", last.digest));
    if ((uint64_t)json_integer_value(json_object_get(report, "population")) != last.population) {
        return nbb_fail(NBB_ERROR_VERIFY, "the population is not %" PRIu64, last.population);
    }
    for (int i = 0; i < run->program->observable_count; ++i) {
        NBB_TRY(compare_observable(report, &run->program->observables[i], last.observed[i]));
    }
    return NBB_OK;
}

static nbb_status load_drawn(uint64_t seed, nbb_program *program, random_run *run)
{
    NBB_LOCAL_TEXT text = NBB_TEXT_EMPTY;
    *run = random_program(seed, &text);
    nbb_status status = nbb_program_read(nbb_text_string(&text), "drawn", program);
    status = status == NBB_OK ? nbb_program_bind(program, run->axes, NULL) : status;
    if (status != NBB_OK) {
        fprintf(stderr, "program %" PRIu64 " is refused:\n%s", seed, nbb_text_string(&text));
    }
    return status;
}

static nbb_status compare(uint64_t seed, const char *path)
{
    random_run run;
    NBB_AT_END(nbb_program_free) nbb_program program = { 0 };
    NBB_AT_END(nbb_definition_free) nbb_definition definition = { 0 };
    nbb_domain domain;
    json_t *report = json_load_file(path, 0, NULL);
    nbb_status status = load_drawn(seed, &program, &run);
    status = status == NBB_OK ? load_domain(&run, &definition, &domain) : status;
    if (status == NBB_OK) {
        nbb_program_case of = { .program = &program, .domain = domain, .seed = seed, .steps = run.steps };
        size_t copies = json_array_size(json_object_get(report, "copies"));
        const json_t *last = copies > 0 ? json_array_get(json_object_get(report, "copies"), copies - 1) : report;
        status = compare_figures(&of, last);
    }
    json_decref(report);
    return status;
}

static nbb_status check(uint64_t first, uint64_t count)
{
    for (uint64_t i = 0; i < count; ++i) {
        random_run run;
        NBB_AT_END(nbb_program_free) nbb_program program = { 0 };
        nbb_status status = load_drawn(first + i, &program, &run);
        NBB_TRY(status);
    }
    printf("%" PRIu64 " programs load\n", count);
    return NBB_OK;
}

static nbb_status obey(const char *command, uint64_t number, const char *last)
{
    NBB_LOCAL_TEXT text = NBB_TEXT_EMPTY;
    random_run run = random_program(number, &text);
    nbb_status status = NBB_OK;
    if (strcmp(command, "print") == 0) {
        fputs(nbb_text_string(&text), stdout);
    } else if (strcmp(command, "options") == 0) {
        printf("%s.lua --%s %d --steps %d --seed %" PRIu64 "\n", run.domain, run.simplex ? "n" : "r", run.size,
               run.steps, number);
    } else if (strcmp(command, "choices") == 0) {
        printf("%d %d\n", run.tile, run.lanes);
    } else if (strcmp(command, "compare") == 0 && last != NULL) {
        status = compare(number, last);
    } else if (strcmp(command, "check") == 0 && last != NULL) {
        status = check(number, strtoull(last, NULL, 10));
    } else {
        status = nbb_fail(NBB_ERROR_USAGE,
                          "nbb_programs print|options|choices|compare|check, see tests/programs/programs.c");
    }
    return status;
}

int main(int argc, char **argv)
{
    nbb_status status = argc > 2 ? obey(argv[1], strtoull(argv[2], NULL, 10), argc > 3 ? argv[3] : NULL)
                                 : nbb_fail(NBB_ERROR_USAGE, "nbb_programs COMMAND SEED");
    if (status != NBB_OK) {
        fprintf(stderr, "nbb_programs: %s\n", nbb_message());
    }
    return (int)status;
}
