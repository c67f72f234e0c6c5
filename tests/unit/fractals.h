/* fractals.h - the definitions that ship with the program, and the odd ones of the tests, for unit tests. */
#ifndef NBB_TEST_FRACTALS_H
#define NBB_TEST_FRACTALS_H

#include "gen/definition/definition.h"

#include <glob.h>

enum { SHIPPED_FRACTALS = 9 };

/* The directions d of tests in the plane: d % 3 - 1 columns and d / 3 - 1 rows away. */
enum { PLANE_DIRECTIONS = 9, PLANE_CENTRE = 4 };

/* Reads NAME.lua of fractals/ or else of tests/fractals; freed by nbb_definition_free. */
static inline nbb_status load_named(const char *name, nbb_definition *definition)
{
    static const char *const folders[] = { NBB_FRACTALS_DIR, NBB_TESTS_DIR "/fractals" };
    nbb_status status = NBB_ERROR_DEFINITION;
    for (int i = 0; i < 2 && status != NBB_OK; ++i) {
        NBB_LOCAL_TEXT path = nbb_text_of("%s/%s.lua", folders[i], name);
        status = nbb_definition_read(NULL, nbb_text_string(&path), definition);
    }
    return status;
}

/* The fractal of that name; freed by nbb_fractal_free. */
static inline nbb_fractal load_fractal(const char *name)
{
    nbb_definition definition = { .kind = NBB_KIND_FRACTAL };
    assert_ok(load_named(name, &definition));
    assert_int_equal(definition.kind, NBB_KIND_FRACTAL);
    return definition.fractal;
}

/* Calls check(fractal) for each fractal of two axes, as the tests' own references are, of fractals/ and, with `odd`
   ones, of tests/fractals: those of three are covered by suites/spaces.sh; for every sixth file where
   nbb_unit_is_quick. */
static inline void for_each_fractal(bool odd, void (*check)(const nbb_fractal *fractal))
{
    glob_t found;
    assert_int_equal(glob(NBB_FRACTALS_DIR "/*.lua", 0, NULL, &found), 0);
    assert_true(found.gl_pathc >= SHIPPED_FRACTALS);
    if (odd) {
        assert_int_equal(glob(NBB_TESTS_DIR "/fractals/*.lua", GLOB_APPEND, NULL, &found), 0);
    }
    for (size_t i = 0; i < found.gl_pathc; i += nbb_unit_is_quick() ? 6 : 1) {
        LOCAL_DEFINITION definition;
        assert_ok(nbb_definition_read(NULL, found.gl_pathv[i], &definition));
        if (definition.kind == NBB_KIND_FRACTAL && nbb_fractal_axes(&definition.fractal) == 2) {
            check(&definition.fractal);
        }
    }
    globfree(&found);
}

#endif
