/* programs.h - programs that unit tests make. */
#ifndef NBB_TEST_PROGRAMS_H
#define NBB_TEST_PROGRAMS_H

#include "gen/program/program.h"

/* A program from a text as printf makes it, under a name of its own, bound to so many axes; freed by
   nbb_program_free. */
NBB_PRINTF(3, 4)
static inline nbb_program read_program(const char *path, int axes, const char *format, ...)
{
    nbb_program program;
    NBB_LOCAL_TEXT text = NBB_TEXT_EMPTY;
    va_list arguments;
    va_start(arguments, format);
    nbb_text_add_list(&text, format, arguments);
    va_end(arguments);
    assert_ok(nbb_program_read(nbb_text_string(&text), path, &program));
    assert_ok(nbb_program_bind(&program, axes, NULL));
    return program;
}

/* A program of one bit a cell, `s`, in the plane, with an order and an update; freed by nbb_program_free. */
static inline nbb_program read_bits(const char *order, const char *update)
{
    return read_program("text", 2,
                        "return program { state = { s = 'u1' }, neighbours = 'moore', order = '%s', update = '%s' }",
                        order, update);
}

#endif
