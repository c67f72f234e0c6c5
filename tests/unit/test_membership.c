/* test_membership.c - the bitwise membership test against the definition, for every layout of side 2 and many of
   4. */
#include "gen/domain/minimise.h"
#include "gen/domain/domain.h"
#include "layouts.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/* Evaluates the printed text: | of &-terms of x, y, shifts by one, ~ and parentheses, as a recursive descent over
   words. */
static uint32_t either(const char **text, const uint32_t values[2]);

static uint32_t factor(const char **text, const uint32_t values[2])
{
    uint32_t value;
    *text += strspn(*text, " ");
    if (**text == '~') {
        ++*text;
        return ~factor(text, values);
    }
    if (**text == '(') {
        ++*text;
        value = either(text, values);
        ++*text;
        return value;
    }
    if (**text == '0') {
        *text += 2;
        return 0;
    }
    value = values[**text == 'y'];
    ++*text;
    if (strncmp(*text, " >> 1", 5) == 0) {
        *text += 5;
        value >>= 1;
    }
    return value;
}

static uint32_t both(const char **text, const uint32_t values[2])
{
    uint32_t value = factor(text, values);
    for (*text += strspn(*text, " "); **text == '&'; *text += strspn(*text, " ")) {
        ++*text;
        value &= factor(text, values);
    }
    return value;
}

static uint32_t either(const char **text, const uint32_t values[2])
{
    uint32_t value = both(text, values);
    for (; **text == '|';) {
        ++*text;
        value |= both(text, values);
    }
    return value;
}

static void check_layout(int side, const char *const *rows, int r)
{
    nbb_fractal fractal = fractal_of_rows(side, rows);
    nbb_text holes = NBB_TEXT_EMPTY;
    uint32_t mask = 0;
    assert_true(nbb_membership_is_bitwise(fractal.levels[0]));
    assert_int_equal(nbb_membership_print_holes(fractal.levels[0], r, &holes, &mask), NBB_OK);
    nbb_vector n = nbb_fractal_side(&fractal, 0, r);
    for (uint32_t y = 0; y < n.at[1]; ++y) {
        for (uint32_t x = 0; x < n.at[0]; ++x) {
            const char *text = nbb_text_string(&holes);
            uint32_t found = either(&text, (const uint32_t[]){ x, y });
            assert_int_equal(*text, '\0');
            assert_int_equal((found & mask) == 0, nbb_fractal_member(&fractal, r, (nbb_vector){ { x, y } }));
        }
    }
    nbb_text_free(&holes);
    nbb_fractal_free(&fractal);
}

/* The layout whose places are the bits of `bits`. */
static void check_bits(int side, uint32_t bits, int r)
{
    char text[4][5] = { "" };
    const char *rows[4];
    for (int y = 0; y < side; ++y) {
        for (int x = 0; x < side; ++x) {
            text[y][x] = bits >> (y * side + x) & 1 ? '#' : '.';
        }
        rows[y] = text[y];
    }
    check_layout(side, rows, r);
}

static void every_layout_of_side_two(void **state)
{
    (void)state;
    for (uint32_t bits = 1; bits < 16; ++bits) {
        check_bits(2, bits, 0);
        check_bits(2, bits, 5);
    }
}

static void many_layouts_of_side_four(void **state)
{
    (void)state;
    for (uint64_t draw = 0; draw < 300; ++draw) {
        check_bits(4, ((uint32_t)nbb_mix(draw) & 0xffff) | 1u << draw % 16, 3);
    }
}

static void the_gasket_has_the_papers_test(void **state)
{
    (void)state;
    nbb_fractal fractal = fractal_of_rows(2, (const char *const[]){ "#.", "##" });
    nbb_text holes = NBB_TEXT_EMPTY;
    uint32_t mask = 0;
    assert_int_equal(nbb_membership_print_holes(fractal.levels[0], 31, &holes, &mask), NBB_OK);
    assert_string_equal(nbb_text_string(&holes), "x & ~y");
    assert_int_equal(mask, 0x7fffffff);
    nbb_text_free(&holes);
    nbb_fractal_free(&fractal);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_layout_of_side_two),
        cmocka_unit_test(many_layouts_of_side_four),
        cmocka_unit_test(the_gasket_has_the_papers_test),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
