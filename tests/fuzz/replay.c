/* replay.c - runs a target without libFuzzer, with any compiler: fuzz_NAME FILE..., as a fuzzer's program takes them.
   */
#include "tests/fuzz/fuzz.h"

#include <stdio.h>

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; ++i) {
        nbb_text input = NBB_TEXT_EMPTY;
        printf("%s\n", argv[i]);
        fflush(stdout);
        FUZZ_REQUIRE(nbb_text_read_file(&input, argv[i], 1 << 20, NBB_ERROR_RUN) == NBB_OK);
        LLVMFuzzerTestOneInput((const uint8_t *)nbb_text_string(&input), input.length);
        nbb_text_free(&input);
    }
    nbb_message_free();
    return argc > 1 ? 0 : 2;
}
