/* unit.h - tests of a file of units, TEST(name) { ... }, which unit.c runs in their order. */
#ifndef NBB_UNIT_H
#define NBB_UNIT_H

#include "tests/cmocka.h"

#include <stdbool.h>
#include <stdlib.h>

#define TEST(name) TEST_BETWEEN(name, NULL, NULL)

/* The test has the words of cmocka's setup and teardown, and `state`, what these leave there. */
#define TEST_BETWEEN(name, enter, leave)                                                                      \
    static void name(void **state);                                                                           \
    static __attribute__((constructor)) void name##_joins(void)                                               \
    {                                                                                                         \
        nbb_unit_join(__FILE__, __LINE__, (struct CMUnitTest){ #name, name, enter, leave, NULL });            \
    }                                                                                                         \
    static void name(__attribute__((unused)) void **state)

void nbb_unit_join(const char *file, int line, struct CMUnitTest test);

/* Of long rows of cases some are taken, but by the sweep long.sh. */
static inline bool nbb_unit_is_quick(void)
{
    return getenv("NBB_LONG") == NULL;
}

extern bool nbb_unit_blesses; /* `NAME --bless`: what is found is to be written where it was expected */

#endif
