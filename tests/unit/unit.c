/* unit.c - the one executable of the unit tests: runs the tests of unit/NAME.c where it is called by the name of a
   link, NAME, or as `nbb_unit NAME`. */
#include "unit.h"

#include "gen/base/status.h"

bool nbb_unit_blesses;

static struct joined {
    const char *file;
    int line;
    struct CMUnitTest test;
} all[2000];
static size_t count;

void nbb_unit_join(const char *file, int line, struct CMUnitTest test)
{
    assert_true(count < sizeof all / sizeof all[0]);
    all[count++] = (struct joined){ file, line, test };
}

static int compare_lines(const void *left, const void *right)
{
    return ((const struct joined *)left)->line - ((const struct joined *)right)->line;
}

static const char *file_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

static bool is_of(const char *file, const char *name)
{
    size_t length = strlen(name);
    file = file_name(file);
    return strncmp(file, name, length) == 0 && strcmp(file + length, ".c") == 0;
}

int main(int argc, char **argv)
{
    static struct CMUnitTest tests[sizeof all / sizeof all[0]];
    size_t chosen = 0;
    if (argc > 1 && strcmp(file_name(argv[0]), "nbb_unit") == 0) {
        --argc;
        ++argv;
    }
    const char *name = file_name(argv[0]);
    nbb_unit_blesses = argc > 1 && strcmp(argv[1], "--bless") == 0;
    qsort(all, count, sizeof all[0], compare_lines);
    for (size_t i = 0; i < count; ++i) {
        if (is_of(all[i].file, name)) {
            tests[chosen++] = all[i].test;
        }
    }
    int failures = _cmocka_run_group_tests(name, tests, chosen, NULL, NULL);
    nbb_message_free();
    if (chosen == 0) {
        fprintf(stderr, "nbb_unit: there is no test %s\n", name);
    }
    return chosen == 0 ? 1 : failures;
}
