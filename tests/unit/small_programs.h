/* small_programs.h - programs for tests, from their text. Include it behind cmocka.h. */
#ifndef NBB_TEST_SMALL_PROGRAMS_H
#define NBB_TEST_SMALL_PROGRAMS_H

#include "gen/program/program.h"

/* The program, bound to two axes. Freed by nbb_program_free. */
static inline nbb_program read_program(const char *text, const char *neighbours)
{
    nbb_program program;
    if (nbb_program_read(text, "test", &program) != NBB_OK || nbb_program_bind(&program, 2, neighbours) != NBB_OK) {
        fail_msg("%s", nbb_message());
    }
    return program;
}

static inline void assert_ok(nbb_status status)
{
    if (status != NBB_OK) {
        fail_msg("%s", nbb_message());
    }
}

#endif
