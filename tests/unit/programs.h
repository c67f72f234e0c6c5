/* programs.h - programs that unit tests make. */
#ifndef NBB_TEST_PROGRAMS_H
#define NBB_TEST_PROGRAMS_H

#include "gen/program/program.h"

/* A program of one bit a cell, `s`, in the plane, with an order and an update; freed by nbb_program_free. */
static inline nbb_program read_bits(const char *order, const char *update)
{
    nbb_program program;
    NBB_LOCAL_TEXT text = NBB_TEXT_EMPTY;
    nbb_text_add(&text, "return program { state = { s = 'u1' }, neighbours = 'moore', order = '%s', update = '%s' }",
                 order, update);
    assert_int_equal(nbb_program_read(nbb_text_string(&text), "text", &program), NBB_OK);
    assert_int_equal(nbb_program_bind(&program, 2, NULL), NBB_OK);
    return program;
}

#endif
