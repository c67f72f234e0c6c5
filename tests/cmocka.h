/* cmocka.h - cmocka, behind the headers that it needs. */
#ifndef NBB_TEST_CMOCKA_H
#define NBB_TEST_CMOCKA_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#endif
