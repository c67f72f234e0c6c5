/* hash_form.c - tau(beta) as arithmetic: the definition's, or by numbers that hold its values. */
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

bool nbb_hash_has_form(const nbb_replicas *replicas)
{
    return replicas->hash[0] != NULL || replicas->k <= NUMBER_BITS;
}

void nbb_hash_print(const nbb_replicas *replicas, int axis, const char *const *names, nbb_text *text)
{
    int bits = 0;
    if (replicas->hash[axis] != NULL) {
        nbb_formula_print(replicas->hash[axis], names, text);
        return;
    }
    for (int beta = 0; beta < replicas->k; ++beta) {
        while (replicas->tau[beta][axis] >> bits != 0) {
            ++bits;
        }
    }
    int width = replicas->k * bits <= NUMBER_BITS ? bits : 1;
    const char *open = width < bits ? "(" : "", *close = width < bits ? ")" : "";
    for (int first = 0; first < bits; first += width) {
        /* Appends the values' bits from `first` on: " + (0x8 >> beta & 1) * 2". */
        nbb_text_add(text, "%s%s0x%" PRIx64 " >> ", first > 0 ? " + " : "", open, pack(replicas, axis, first, width));
        if (width > 1) {
            nbb_text_add(text, "%d * ", width);
        }
        nbb_text_add(text, "%s & %d%s", names[0], (1 << width) - 1, close);
        if (first > 0) {
            nbb_text_add(text, " * %d", 1 << first);
        }
    }
    nbb_text_add(text, "%s", bits == 0 ? "0" : "");
}
