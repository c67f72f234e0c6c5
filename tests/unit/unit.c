/* unit.c - the one executable of the unit tests: runs the main of unit/NAME.c where it is called by the name of a
   link, NAME, or as `nbb_unit NAME`. */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* Each main is compiled by the name of its file; unit_names.h, which CMake writes, lists them. */
#define NBB_UNIT(name) int name(void);
#define NBB_UNIT_OF_WORDS(name) int name(int argc, char **argv);
#include "unit_names.h"
#undef NBB_UNIT
#undef NBB_UNIT_OF_WORDS

static const struct {
    const char *name;
    int (*run)(void);
    int (*run_of_words)(int argc, char **argv);
} units[] = {
#define NBB_UNIT(name) { #name, name, NULL },
#define NBB_UNIT_OF_WORDS(name) { #name, NULL, name },
#include "unit_names.h"
};

static const char *file_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(file_name(argv[0]), "nbb_unit") == 0) {
        --argc;
        ++argv;
    }
    for (size_t i = 0; i < sizeof units / sizeof *units; ++i) {
        if (strcmp(units[i].name, file_name(argv[0])) == 0) {
            return units[i].run != NULL ? units[i].run() : units[i].run_of_words(argc, argv);
        }
    }
    fprintf(stderr, "nbb_unit: there is no test %s\n", file_name(argv[0]));
    return 1;
}
