/* fuzz_formula.c - a formula is refused by column, or prints as a text of the same values. */
#include "tests/fuzz/fuzz.h"

static const nbb_replicas plane = { .axes = 2 };

static void compare(const nbb_formula *a, const nbb_formula *b)
{
    static const int64_t cases[][5] = { { 0, 0, 1, 2, 2 },
                                        { 1, 2, 3, 4, 5 },
                                        { 31, 7, 900, 32, 31 },
                                        { -1, INT32_MIN, INT32_MAX, 62, 63 },
                                        { INT64_MIN, -1, INT64_MAX, 31, 1 } };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        int64_t of_a = 0, of_b = 0;
        nbb_status status = nbb_formula_evaluate(a, cases[i], &of_a);
        FUZZ_REQUIRE(status == NBB_OK || status == NBB_ERROR_DEFINITION);
        FUZZ_REQUIRE(nbb_formula_evaluate(b, cases[i], &of_b) == status && (status != NBB_OK || of_a == of_b));
    }
}

/* Prints the formula, reads the print and prints that. Parentheses and blanks are added, which may be too many. */
static void check_print(nbb_arena *arena, const nbb_formula *formula)
{
    NBB_LOCAL_TEXT once = NBB_TEXT_EMPTY, twice = NBB_TEXT_EMPTY;
    nbb_formula *again = NULL;
    nbb_formula_print(formula, nbb_member_scope(&plane)->names, &once);
    if (nbb_formula_parse(arena, nbb_text_string(&once), nbb_member_scope(&plane), 1, &again) == NBB_OK) {
        compare(formula, again);
        nbb_formula_print(again, nbb_member_scope(&plane)->names, &twice);
        FUZZ_REQUIRE(strcmp(nbb_text_string(&once), nbb_text_string(&twice)) == 0);
    } else {
        FUZZ_REQUIRE(strstr(nbb_message(), ": nested deeper than ") != NULL
                     || strstr(nbb_message(), "has at most") != NULL);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    NBB_LOCAL_ARENA arena = { 0 };
    char *text = fuzz_string(bytes, length);
    nbb_formula *formula = NULL, *pair[2] = { NULL, NULL };
    nbb_status status = nbb_formula_parse(&arena, text, nbb_member_scope(&plane), 1, &formula);
    FUZZ_REQUIRE(status == NBB_OK || strstr(nbb_message(), "column ") != NULL
                 || strstr(nbb_message(), "has at most") != NULL);
    if (status == NBB_OK) {
        check_print(&arena, formula);
    }
    (void)nbb_formula_parse(&arena, text, nbb_hash_scope(&plane), 2, pair);
    free(text);
    return 0;
}
