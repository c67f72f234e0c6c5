/* test_hash_form.c - forms of tau(beta): for every layout of up to 63 replicas, equal to the table. */
#include "gen/domain/fractal.h"
#include "unit.h"
#include "fractals.h"
#include "layouts.h"

#include <string.h>

/* What a form's text computes: a sum of numbers' bits from beta on, "(0x16 >> beta & 1) + (0x8 >> beta & 1) * 2". */
static int value_of(const char *form, int beta)
{
    int sum = 0;
    for (const char *at = strstr(form, "0x"); at != NULL; at = strstr(at + 1, "0x")) {
        unsigned long long number;
        int width = 1, mask = 0, scale = 1;
        if (sscanf(at, "%llx >> %d * beta & %d) * %d", &number, &width, &mask, &scale) < 2) {
            assert_in_range(sscanf(at, "%llx >> beta & %d) * %d", &number, &mask, &scale), 2, 3);
        }
        sum += (int)(number >> width * beta & (unsigned)mask) * scale;
    }
    return sum;
}

/* The form as text; "none" where there is none. Every form must equal the table. */
static nbb_text find(const nbb_fractal *fractal, int axis)
{
    static const char *const names[] = { "beta", "k", "sx", "sy" };
    nbb_formula *formula;
    nbb_text text = NBB_TEXT_EMPTY;
    assert_int_equal(nbb_hash_form(fractal->levels[0], axis, &formula), NBB_OK);
    if (formula == NULL) {
        nbb_text_add(&text, "none");
        return text;
    }
    nbb_formula_print(formula, names, &text);
    nbb_formula_free(formula);
    for (int beta = 0; beta < fractal->levels[0]->k; ++beta) {
        assert_int_equal(value_of(text.data, beta), fractal->levels[0]->tau[beta][axis]);
    }
    return text;
}

static void check_forms(nbb_fractal *fractal, const char *x, const char *y)
{
    const char *const expected[] = { x, y };
    for (int axis = 0; axis < nbb_fractal_axes(fractal); ++axis) {
        nbb_text form = find(fractal, axis);
        assert_string_equal(form.data, expected[axis]);
        nbb_text_free(&form);
    }
    nbb_fractal_free(fractal);
}

/* In one number and in one for each bit; a constant. */
TEST(test_kinds)
{
    static const struct {
        const char *fractal, *x, *y;
    } known[] = {
        { "sierpinski", "0x4 >> beta & 1", "0x6 >> beta & 1" },
        { "cantor", "0x8 >> 2 * beta & 3", "0" },
        { "vicsek", "0x191 >> 2 * beta & 3", "0x254 >> 2 * beta & 3" },
        { "given", "0xf0780f10 >> 4 * beta & 15", "0xff871000 >> 4 * beta & 15" },
        { "septa", "(0x4820412 >> beta & 1) + (0x92b36a4 >> beta & 1) * 2 + (0xe2c58b8 >> beta & 1) * 4",
          "(0x3060c0 >> beta & 1) + (0xfc07f00 >> beta & 1) * 2 + (0xfff8000 >> beta & 1) * 4" },
        { "bitten", "none", "none" },
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; ++i) {
        nbb_fractal fractal = load_fractal(known[i].fractal);
        check_forms(&fractal, known[i].x, known[i].y);
    }
}

TEST(test_layouts)
{
    for (int side = 2; side <= 8; ++side) {
        nbb_fractal fractal = scattered_fractal(side);
        nbb_text form = find(&fractal, 0);
        assert_string_not_equal(form.data, "none");
        nbb_text_free(&form);
        nbb_fractal_free(&fractal);
    }
}
