/* hash_form.c - writes the numbers that hold the values of tau(beta). */
#include "gen/domain/fractal.h"

enum { NUMBER_BITS = 63 }; /* numbers stay below 2^63, the formulas' limit */

/* The values' bits from `first` on, so many of each, behind each other. */
static uint64_t pack(const nbb_replicas *replicas, int axis, int first, int width)
{
    uint64_t packed = 0;
    for (int beta = 0; beta < replicas->k; ++beta) {
        uint64_t value = replicas->tau[beta][axis] >> first & ((1u << width) - 1);
        packed |= value << beta * width;
    }
    return packed;
}

nbb_status nbb_hash_form(const nbb_replicas *replicas, int axis, nbb_formula **formula)
{
    int bits = 0;
    NBB_LOCAL_TEXT form = NBB_TEXT_EMPTY;
    *formula = NULL;
    if (replicas->k > NUMBER_BITS) {
        return NBB_OK;
    }
    for (int beta = 0; beta < replicas->k; ++beta) {
        while (replicas->tau[beta][axis] >> bits != 0) {
            ++bits;
        }
    }
    int width = replicas->k * bits <= NUMBER_BITS ? bits : 1;
    for (int first = 0; first < bits; first += width) {
        /* Appends the values' bits from `first` on: " + (0x8 >> beta & 1) * 2". */
        uint64_t packed = pack(replicas, axis, first, width);
        nbb_text_add(&form, "%s(0x%" PRIx64 " >> ", first > 0 ? " + " : "", packed);
        if (width > 1) {
            nbb_text_add(&form, "%d * ", width);
        }
        nbb_text_add(&form, "beta & %d)", (1 << width) - 1);
        if (first > 0) {
            nbb_text_add(&form, " * %d", 1 << first);
        }
    }
    if (bits == 0) {
        nbb_text_add(&form, "0");
    }
    NBB_TRY(nbb_text_status(&form, "a form of tau(beta)"));
    return nbb_formula_parse(nbb_text_string(&form), nbb_hash_scope(replicas), 1, formula);
}
