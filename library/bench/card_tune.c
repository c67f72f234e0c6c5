/* card_tune.c - tries values of a constant and takes the fastest. */
#include "library/bench/card_tune.h"

#include "gen/base/list.h"

#include <math.h>
#include <stdlib.h>

#define LEAST_NS 1.0                                  /* of a wait: it is never free */

static void tell(nbb_text *told, const char *what, double value, double ms)
{
    nbb_text_add(told, "%s%s%.6g %.4g ms", told->length > 0 ? ", " : "", what, value, ms);
}

/* What a wait adds to the work of a round cannot be measured by itself: some of it passes while words are loaded. So
   it is the default one and what the round takes longer, or less, than where the default was fitted. */
static nbb_status tune_wait(const nbb_card_meter *meter, const nbb_card_row *row, nbb_card *card, nbb_text *told)
{
    double ms = 0;
    NBB_TRY(meter->measure(meter->context, row, NULL, card, 1, &ms));
    if (ms > 0) {
        double round_ns = ms * 1e6 * row->values[1];
        nbb_card_set(card, row, fmax(LEAST_NS, nbb_card_get(card, row) + round_ns - row->values[0]));
        nbb_text_add(told, "a round %.6g ns, there %g", round_ns, row->values[0]);
    }
    return NBB_OK;
}

/* The card's value first, which stays unless another one is faster. */
static nbb_status tune_knob(const nbb_card_meter *meter, const nbb_card_row *row, nbb_card *card, nbb_text *told)
{
    nbb_card cards[NBB_CARD_VALUES + 1] = { *card };
    double ms[NBB_CARD_VALUES + 1] = { 0 };
    int count = 1, best = 0;
    for (int i = 0; i < NBB_CARD_VALUES && row->values[i] > 0; ++i) {
        if (row->values[i] != nbb_card_get(card, row)) {
            cards[count] = *card;
            nbb_card_set(&cards[count++], row, row->values[i]);
        }
    }
    NBB_TRY(meter->measure(meter->context, row, NULL, cards, count, ms));
    for (int i = 0; i < count && ms[0] > 0; ++i) {
        best = ms[i] > 0 && ms[i] < ms[best] ? i : best;
        if (ms[i] > 0) {
            tell(told, "", nbb_card_get(&cards[i], row), ms[i]);
        }
    }
    if (ms[best] < (1 - NBB_CARD_NOISE) * ms[0]) {
        nbb_card_set(card, row, nbb_card_get(&cards[best], row));
    }
    return NBB_OK;
}

/* Where each of two ways was the faster one, in the unit of a side: the last size of the one that plans with the
   largest value take, and the first one behind it of the other; 0: at none. */
typedef struct crossover {
    double last, first;
} crossover;

static double at_size(const nbb_card_row *row, size_t i, const char *size)
{
    return row->values[0] > 0 ? row->values[i] : strtod(size, NULL);
}

/* At each size the ways of a plan with the largest value and with the least. */
static nbb_status find_crossover(const nbb_card_meter *meter, const nbb_card_row *row, const nbb_card *card,
                               const nbb_list *sizes, crossover *found, nbb_text *told)
{
    nbb_card cards[2] = { *card, *card };
    nbb_card_set(&cards[0], row, 0x1p63);
    nbb_card_set(&cards[1], row, 1);
    for (size_t i = 0; i < sizes->count; ++i) {
        double ms[2] = { 0 }, at = at_size(row, i, sizes->items[i]);
        NBB_TRY(meter->measure(meter->context, row, sizes->items[i], cards, 2, ms));
        if (ms[0] <= 0 || ms[1] <= 0) {
            continue;
        }
        tell(told, "at ", at, ms[0]);
        nbb_text_add(told, " and %.4g", ms[1]);
        if (ms[0] < (1 - NBB_CARD_NOISE) * ms[1]) {
            *found = (crossover){ .last = at };
        } else if (ms[1] < (1 - NBB_CARD_NOISE) * ms[0] && found->first == 0) {
            found->first = at;
        }
    }
    return NBB_OK;
}

/* Between both, in the middle of their ratio; a side that stands there stays. Past the sizes nothing is known: where
   one of the ways never was the faster one, the side stays if it is as far, else it becomes so. */
static nbb_status tune_side(const nbb_card_meter *meter, const nbb_card_row *row, nbb_card *card, nbb_text *told)
{
    nbb_list sizes = { NULL, 0 };
    crossover found = { 0, 0 };
    nbb_status status = nbb_list_parse(row->varied, row->sizes, &sizes);
    if (status == NBB_OK) {
        status = find_crossover(meter, row, card, &sizes, &found, told);
    }
    nbb_list_free(&sizes);
    double now = nbb_card_get(card, row);
    double first = found.first > 0 ? found.first : INFINITY;
    bool stays = now > found.last && now <= first;
    if (status == NBB_OK && !stays) {
        double last = found.last > 0 ? found.last : first / 2;
        nbb_card_set(card, row, fmax(1, round(sqrt(last * (isfinite(first) ? first : 2 * last)))));
    }
    return status;
}

nbb_status nbb_card_tune_row(const nbb_card_meter *meter, const nbb_card_row *row, nbb_card *card, nbb_text *told)
{
    static nbb_status (*const ways[])(const nbb_card_meter *, const nbb_card_row *, nbb_card *, nbb_text *) = {
        [NBB_CARD_WAIT] = tune_wait, [NBB_CARD_KNOB] = tune_knob, [NBB_CARD_SIDE] = tune_side
    };
    return ways[row->probe](meter, row, card, told);
}
