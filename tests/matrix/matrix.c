/* matrix.c - the one list of cases that every map, tile, variant, workload and target must agree on.

     nbb_matrix run cpu|cuda[:N] [NAME]      runs each case on the device and compares population and digest
     nbb_matrix list [NAME]                  prints the cases, with choices in pairs alone,
                                             one a line:
                                             options for nbbgen emit | population0 population digest0 digest
     nbb_matrix few                          prints in the same way a choice among those of fractals (few.h)
     nbb_matrix triples                      prints in the same way those that have choices in threes
     nbb_matrix sides cpu|cuda[:N]|list [FIRST STRIDE]
                                             sw on simplices of sides FIRST, FIRST + STRIDE and so on (1 and 1), run
                                             or printed
     nbb_matrix kinds cpu|cuda[:N]|list [FIRST STRIDE]
                                             automata and programs on the same by each kind of kernel (kinds.c)
     nbb_matrix rules [NAME]                 searches for the rules of tests/oracle/rules.txt and prints its lines

   With NAME only the cases of that definition. They are
   - each case of tests/oracle/ca.json, an independent brute force, with and without tensor cores, by every map; in a
     list by one of them after the other;
   - of every definition a covering array (covering.h) of its choices (choices.h): each pair of choices that the plan
     takes together, of two fractals each three of them. What is expected comes from runtime/run/program_reference.c,
     which is tested against the oracle;
   - of every fractal a program that draws (drawn.h).

   The checkout is $NBB_SOURCE_DIR, or the current folder. Templates are taken from $NBBGEN_TEMPLATES first, as nbbgen
   takes them: so a wrong one can be tried. */
#include "choices.h"
#include "drawn.h"
#include "few.h"
#include "kinds.h"
#include "oracle.h"
#include "rules.h"
#include "sides.h"
#include "starts.h"

static const char *const names[] = {
    "fractals/sierpinski",   "fractals/chandelier",  "fractals/hfractal",    "fractals/candy",
    "fractals/carpet",       "fractals/xfractal",    "fractals/vicsek",      "fractals/bottles",
    "fractals/cantor",       "fractals/triangle",    "fractals/tetrahedron", "tests/fractals/seven",
    "tests/fractals/five",   "tests/fractals/septa", "tests/fractals/full",  "tests/fractals/point",
    "tests/fractals/pillar", "tests/fractals/line",  "tests/fractals/given", "tests/fractals/bitten",
    "fractals/mixed_carpet", "tests/fractals/oblongs", "fractals/irregular_gasket", "fractals/random_carpet",
    "fractals/tetrix",       "fractals/vicsek3",    "examples/relative",   "tests/fractals/mirrored",
};

/* What the command line asks for, of the checkout at `top`; of the definition `only`, or of all where it is NULL. */
typedef struct asked {
    const char *top, *only;
    int strength; /* of covering arrays: 2, or 3 where has_triples */
    sink *into;
    few *few;
    int drawn; /* the combination with which the next definition's few drawing cases begin */
} asked;

/* A path in the checkout. */
static nbb_text path_of(const asked *of, const char *folder, const char *suffix)
{
    return nbb_text_of("%s/%s%s", of->top, folder, suffix);
}

/* Whether choices are combined in threes: on two fractals with few replicas, whose code is short. */
static bool has_triples(const nbb_definition *definition)
{
    const char *name = definition->fractal.name;
    return definition->kind == NBB_KIND_FRACTAL
           && (strcmp(name, "sierpinski") == 0 || strcmp(name, "chandelier") == 0);
}

static nbb_status try_array(asked *of, const nbb_definition *definition)
{
    NBB_LOCAL_TEXT rules = path_of(of, "tests/oracle/rules", ".txt");
    starts made;
    nbb_status status = make_starts(definition, nbb_text_string(&rules), &made);
    if (status == NBB_OK) {
        choice_space space = { made.items, made.count, machine_of(of->into) };
        int strength = of->strength == 3 && !has_triples(definition) ? 2 : of->strength;
        status = of->few != NULL ? add_few(of->few, &space) : try_choices(&space, strength, of->into);
    }
    free_starts(&made);
    return status;
}

/* Few of them begin where those of the definition before ended. */
static nbb_status try_drawing(asked *of, const nbb_definition *definition)
{
    enum { CASES = 12, FEW_CASES = 1 };
    nbb_domain domain = first_domain(definition);
    int first = of->few != NULL ? of->drawn : 0;
    of->drawn += FEW_CASES;
    return definition->kind == NBB_KIND_SIMPLEX
               ? NBB_OK
               : try_drawn(of->top, &domain, first, of->few != NULL ? FEW_CASES : CASES, of->into);
}

static nbb_status try_all(asked *of, const nbb_definition *definition)
{
    NBB_LOCAL_TEXT oracle = path_of(of, "tests/oracle/ca", ".json");
    nbb_status status = definition->kind == NBB_KIND_SIMPLEX
                            ? NBB_OK
                      : try_oracle(nbb_text_string(&oracle), &definition->fractal, of->into);
    NBB_TRY(status);
    NBB_TRY(try_array(of, definition));
    return try_drawing(of, definition);
}

static nbb_status try_triples(asked *of, const nbb_definition *definition)
{
    return has_triples(definition) ? try_array(of, definition) : NBB_OK;
}

static nbb_status search(asked *of, const nbb_definition *definition)
{
    nbb_domain domain = first_domain(definition);
    NBB_TRY(search_rule(&domain));
    ++of->into->passed;
    return NBB_OK;
}

/* Does something for each definition. */
typedef nbb_status act(asked *of, const nbb_definition *definition);
static nbb_status for_definitions(asked *of, act *does)
{
    nbb_status status = NBB_OK;
    for (size_t i = 0; i < sizeof names / sizeof *names && status == NBB_OK; ++i) {
        if (of->only != NULL && strcmp(strrchr(names[i], '/') + 1, of->only) != 0) {
            continue;
        }
        NBB_AT_END(nbb_definition_free) nbb_definition definition = { 0 };
        NBB_LOCAL_TEXT path = path_of(of, names[i], ".lua");
        status = nbb_definition_read(NULL, nbb_text_string(&path), &definition);
        status = status == NBB_OK ? does(of, &definition) : status;
    }
    return status;
}

static nbb_status open_device(const char *name, nbb_device **device)
{
    int ordinal = strncmp(name, "cuda:", 5) == 0 ? atoi(name + 5) : 0;
    return strcmp(name, "cpu") == 0 ? nbb_host_open(1, device) : nbb_cuda_open(ordinal, device);
}

static nbb_status obey_sides(asked *of, int argc, char **argv)
{
    try_domain *does = strcmp(argv[1], "kinds") == 0 ? try_kinds : try_covers;
    return try_sides(of->top, argc > 3 ? atoll(argv[3]) : 1, argc > 4 ? atoll(argv[4]) : 1, does, of->into);
}

static nbb_status obey_run(asked *of, int argc, char **argv)
{
    of->only = argc > 3 ? argv[3] : NULL;
    of->strength = 3;
    return for_definitions(of, try_all);
}

static nbb_status obey_few(asked *of)
{
    few added = { .lines = NULL };
    of->strength = 2;
    of->few = &added;
    nbb_status status = for_definitions(of, try_all);
    status = status == NBB_OK ? print_few(&added) : status;
    free_few(&added);
    return status;
}

static nbb_status obey(int argc, char **argv, asked *of)
{
    static const struct {
        const char *name;
        act *does;
        int strength;
    } printing[] = { { "list", try_all, 2 }, { "triples", try_triples, 3 }, { "rules", search, 0 } };
    const char *command = argc > 1 ? argv[1] : "";
    for (size_t i = 0; i < sizeof printing / sizeof *printing; ++i) {
        if (strcmp(command, printing[i].name) == 0) {
            of->only = argc > 2 ? argv[2] : NULL;
            of->strength = printing[i].strength;
            return for_definitions(of, printing[i].does);
        }
    }
    if (strcmp(command, "few") == 0) {
        return obey_few(of);
    }
    bool is_sides = strcmp(command, "sides") == 0 || strcmp(command, "kinds") == 0;
    if (argc < 3 || (strcmp(command, "run") != 0 && !is_sides)) {
        return nbb_fail(NBB_ERROR_USAGE,
                        "usage: nbb_matrix run cpu|cuda[:N] [NAME] | list [NAME] | few | triples | sides|kinds"
                        " cpu|cuda[:N]|list [FIRST STRIDE] | rules [NAME]");
    }
    if (!is_sides || strcmp(argv[2], "list") != 0) {
        NBB_TRY(open_device(argv[2], &of->into->device));
    }
    return (is_sides ? obey_sides : obey_run)(of, argc, argv);
}

int main(int argc, char **argv)
{
    sink into = { .device = NULL };
    const char *top = getenv("NBB_SOURCE_DIR");
    asked of = { .top = top != NULL ? top : ".", .into = &into };
    nbb_status status = obey(argc, argv, &of);
    if (status != NBB_OK) {
        fprintf(stderr, "nbb_matrix: %s\n", nbb_message());
    } else if (into.device != NULL) {
        printf("%d passed, %d failed\n", into.passed, into.failed);
    }
    if (into.device != NULL) {
        into.device->operations->close(into.device);
    }
    nbb_message_free();
    return status != NBB_OK || into.failed > 0 || into.passed == 0;
}
