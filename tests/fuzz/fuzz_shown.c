/* fuzz_shown.c - text of others as it may be shown: printable, on one line, and not changed by showing it again. */
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    NBB_LOCAL_TEXT once = NBB_TEXT_EMPTY, twice = NBB_TEXT_EMPTY;
    nbb_text_show(&once, length > 0 ? (const char *)bytes : "", length);
    for (size_t at = 0, step; at < once.length; at += step) {
        step = nbb_printable(once.data + at, once.length - at);
        FUZZ_REQUIRE(step > 0);
    }
    nbb_text_show(&twice, nbb_text_string(&once), once.length);
    FUZZ_REQUIRE(once.length > NBB_SHOWN_MAX
                 || (once.length == twice.length
                     && memcmp(nbb_text_string(&once), nbb_text_string(&twice), once.length) == 0));
    return 0;
}
