/* programs.c - programs drawn at random: as text, with what they must come to.

     nbb_programs print SEED           prints the program
     nbb_programs options SEED         prints what to run it on: options of nbbgen run
     nbb_programs expect SEED FILE     prints what the brute force makes of a program's file on that: digest0, digest
                                       and population, then the observables, each on a line: NAME VALUE
     nbb_programs check FIRST COUNT    loads so many programs and prints the first one that is refused

   The checkout is $NBB_SOURCE_DIR, or the current folder. */
#include "random_program.h"

#include "gen/definition/definition.h"
#include "runtime/run/program_reference.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static nbb_status load_domain(const random_run *run, nbb_definition *definition, nbb_domain *domain)
{
    const char *top = getenv("NBB_SOURCE_DIR");
    nbb_text path = NBB_TEXT_EMPTY;
    nbb_text_add(&path, "%s/%s.lua", top != NULL ? top : ".", run->domain);
    nbb_status status = nbb_definition_load(nbb_text_string(&path), definition);
    nbb_text_free(&path);
    *domain = (nbb_domain){ .size = run->size };
    if (definition->kind == NBB_KIND_FRACTAL) {
        domain->fractal = &definition->fractal;
    } else {
        domain->simplex = &definition->simplex;
    }
    return status;
}

static void print_observed(const nbb_program *program, const nbb_program_figures *figures)
{
    for (int i = 0; i < program->observable_count; ++i) {
        const nbb_observable *observable = &program->observables[i];
        if (observable->value->type == NBB_TYPE_F64) {
            printf("%s %.17g\n", observable->name, figures->observed[i].real);
        } else {
            printf("%s %" PRId64 "\n", observable->name, figures->observed[i].integer);
        }
    }
}

static nbb_status print_figures(const nbb_program *program, const nbb_domain *domain, int steps, uint64_t seed)
{
    nbb_program_case run = { .program = program, .domain = *domain, .seed = seed };
    nbb_program_figures first, last;
    NBB_TRY(nbb_program_reference_whole(&run, &first));
    run.steps = steps;
    NBB_TRY(nbb_program_reference_whole(&run, &last));
    printf("digest0 0x%016" PRIx64 "\ndigest 0x%016" PRIx64 "\npopulation %" PRIu64 "\n", first.digest, last.digest,
           last.population);
    print_observed(program, &last);
    return NBB_OK;
}

static nbb_status expect(uint64_t seed, const char *path)
{
    nbb_text text = NBB_TEXT_EMPTY;
    random_run run = random_program(seed, &text);
    nbb_text_free(&text);
    nbb_definition definition = { 0 };
    nbb_domain domain;
    nbb_program program = { 0 };
    nbb_status status = load_domain(&run, &definition, &domain);
    status = status == NBB_OK ? nbb_program_load(path, &program) : status;
    status = status == NBB_OK ? nbb_program_bind(&program, run.axes, NULL) : status;
    status = status == NBB_OK ? print_figures(&program, &domain, run.steps, seed) : status;
    nbb_program_free(&program);
    nbb_definition_free(&definition);
    return status;
}

static nbb_status check_one(uint64_t seed)
{
    nbb_text text = NBB_TEXT_EMPTY;
    nbb_program program = { 0 };
    random_run run = random_program(seed, &text);
    nbb_status status = nbb_program_read(nbb_text_string(&text), "drawn", &program);
    status = status == NBB_OK ? nbb_program_bind(&program, run.axes, NULL) : status;
    if (status != NBB_OK) {
        fprintf(stderr, "program %" PRIu64 " is refused: %s\n%s", seed, nbb_message(), nbb_text_string(&text));
    }
    nbb_program_free(&program);
    nbb_text_free(&text);
    return status;
}

static nbb_status check(uint64_t first, uint64_t count)
{
    for (uint64_t i = 0; i < count; ++i) {
        NBB_TRY(check_one(first + i));
    }
    printf("%" PRIu64 " programs load\n", count);
    return NBB_OK;
}

static nbb_status obey(const char *command, uint64_t number, const char *last)
{
    nbb_text text = NBB_TEXT_EMPTY;
    random_run run = random_program(number, &text);
    nbb_status status = NBB_OK;
    if (strcmp(command, "print") == 0) {
        fputs(nbb_text_string(&text), stdout);
    } else if (strcmp(command, "options") == 0) {
        printf("%s.lua --%s %d --steps %d --seed %" PRIu64 "\n", run.domain, run.simplex ? "n" : "r", run.size,
               run.steps, number);
    } else if (strcmp(command, "expect") == 0 && last != NULL) {
        status = expect(number, last);
    } else if (strcmp(command, "check") == 0 && last != NULL) {
        status = check(number, strtoull(last, NULL, 10));
    } else {
        status = nbb_fail(NBB_ERROR_USAGE, "nbb_programs print|options|expect|check, see tests/programs/programs.c");
    }
    nbb_text_free(&text);
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
