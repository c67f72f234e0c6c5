/* fuzz_program.c - a program's whole file. */
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    char *text = fuzz_string(bytes, length);
    fuzz_program(text);
    free(text);
    return 0;
}
