/* fuzz_rule.c - a rule of either notation is refused, or prints as a text of the same rule. */
#include "tests/fuzz/fuzz.h"

static void check_print(nbb_rule rule, int axes)
{
    NBB_LOCAL_TEXT text = NBB_TEXT_EMPTY;
    nbb_rule again;
    nbb_rule_print_on(rule, axes, &text);
    FUZZ_REQUIRE(nbb_rule_parse(nbb_text_string(&text), axes, &again) == NBB_OK
                 && memcmp(&again, &rule, sizeof rule) == 0);
    FUZZ_REQUIRE(nbb_rule_is_notation(nbb_text_string(&text)));
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    char *text = fuzz_string(bytes, length);
    nbb_rule rule;
    for (int axes = 2; axes <= 3; ++axes) {
        if (nbb_rule_parse(text, axes, &rule) == NBB_OK) {
            check_print(rule, axes);
        }
    }
    free(text);
    return 0;
}
