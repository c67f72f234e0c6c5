/* simplex_product.c - the weights of a simplex's product, and the proof that its operands and sums are exact. */
#include "gen/domain/simplex_product.h"

#include <inttypes.h>

enum { BASE = 256, DIGITS = 2 };

/* By form and part, on each axis. */
static const int8_t weights[NBB_FORM_COUNT][NBB_PRODUCT_PARTS][NBB_AXES_MAX] = {
    [NBB_FORM_PLANE] = { { 1, 0, 0 }, { 0, -1, 0 }, { 0, 0, 0 }, { 2, -2, 0 } },
    [NBB_FORM_FACE] = { { 1, 0, -1 }, { 0, -1, 1 }, { 0, 0, 0 }, { 2, -2, 0 } },
    [NBB_FORM_CUBES] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 }, { 0, 2, -2 } },
};

/* B: lane 2 d has digit d of the parts, lane 2 d + 1 that of where the piece stands. */
static void fill(int m, int form, nbb_simplex_product *product)
{
    for (int digit = 0; digit < DIGITS; ++digit) {
        for (int axis = 0; axis < m; ++axis) {
            int column = 2 * axis + digit, row = 2 * digit * NBB_PRODUCT_PARTS;
            for (int part = 0; part < NBB_PRODUCT_PARTS; ++part) {
                product->b[form][row + part][column] = weights[form][part][axis];
            }
            product->b[form][row + NBB_PRODUCT_PARTS + axis][column] = 1;
        }
    }
}

/* The largest part: a number's on a side of 2^log, where its piece stands, and a coordinate. */
static int64_t largest_part(const nbb_cover *cover)
{
    int64_t largest = 0;
    for (int i = 0; i < cover->step_count; ++i) {
        const nbb_cover_step *step = &cover->steps[i];
        int64_t at = step->at > step->rest ? step->at : step->rest, most = at + step->side - 1;
        largest = most > largest ? most : largest;
    }
    return largest;
}

nbb_status nbb_simplex_product_build(const nbb_cover *cover, nbb_simplex_product *product)
{
    *product = (nbb_simplex_product){ .forms = cover->m == 2 ? 1 : NBB_FORM_COUNT, .largest = largest_part(cover) };
    if (product->largest >= BASE * BASE) {
        return nbb_fail(NBB_ERROR_USAGE,
                        "--tc: numbers of a side of %" PRId64 " tiles have parts up to %" PRId64 ", which two bytes"
                        " do not hold; use larger tiles (--tile)",
                        cover->side, product->largest);
    }
    for (int form = 0; form < product->forms; ++form) {
        fill(cover->m, form, product);
    }
    return NBB_OK;
}
