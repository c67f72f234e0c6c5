/* cmocka.h - cmocka, behind the headers that it needs. */
#ifndef NBB_TEST_CMOCKA_H
#define NBB_TEST_CMOCKA_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* That a call succeeds; what it says where it does not. */
#define assert_ok(status)                  \
    do {                                   \
        if ((status) != NBB_OK) {          \
            fail_msg("%s", nbb_message()); \
        }                                  \
    } while (0)

/* Before a variable: freed at the end of its block, if the test does not fail there. */
#define LOCAL_DEFINITION NBB_AT_END(nbb_definition_free) nbb_definition
#define LOCAL_FRACTAL NBB_AT_END(nbb_fractal_free) nbb_fractal
#define LOCAL_PLAN NBB_AT_END(nbb_plan_free) nbb_plan
#define LOCAL_PROGRAM NBB_AT_END(nbb_program_free) nbb_program
#define LOCAL_UNITS NBB_AT_END(nbb_units_free) nbb_units

#endif
