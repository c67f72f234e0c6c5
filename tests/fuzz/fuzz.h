/* fuzz.h - what the targets of the fuzzer share.

   Each fuzz_NAME.c fuzzes one untrusted input format by one function. libFuzzer calls it with inputs that it makes,
   replay.c with those of corpus/NAME.txt. It aborts if the code under test breaks a promise; the sanitizers abort if
   the code breaks C's rules. */
#ifndef NBB_FUZZ_H
#define NBB_FUZZ_H

#include "gen/program/program.h"

/* The target. Returns 0. */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

/* Ends the program with the place and text of a promise that does not hold, and the last failure's message. */
#define FUZZ_REQUIRE(condition) ((condition) ? (void)0 : fuzz_broken(__FILE__, __LINE__, #condition))
_Noreturn void fuzz_broken(const char *file, int line, const char *condition);

/* A file in memory of these bytes: its path, the same each time. */
const char *fuzz_file(const uint8_t *bytes, size_t length);

/* A folder on disk for the files of this process, removed when it ends; $XDG_CACHE_HOME leads to it. */
const char *fuzz_folder(void);

/* The bytes as a C string, up to the first 0; the caller frees it. */
char *fuzz_string(const uint8_t *bytes, size_t length);

/* The gasket of level r. */
nbb_domain fuzz_gasket(int r);

/* The text is refused as a definition error, or is a program that prints and reads as itself and that the brute force
   can run. */
void fuzz_program(const char *text);

#endif
