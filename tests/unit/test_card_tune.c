/* test_card_tune.c - times that are given move a wait, a knob and a side, or leave them. */
#include "library/bench/bench.h"
#include "unit.h"

/* Where plans change from one way to the other: milliseconds of the ways at a size, which a side says. */
typedef struct faked {
    double best, meet;         /* the value of a knob that is fastest; the size at which ways are equal */
    double gain;               /* of the faster way or value */
    bool is_refused, are_same; /* there is no such work; all values plan the same */
} faked;

static nbb_status measure(void *context, const nbb_card_row *row, const char *size, const nbb_card cards[], int count,
                          double ms[])
{
    const faked *fake = context;
    for (int i = 0; i < count && !fake->is_refused; ++i) {
        double value = nbb_card_get(&cards[i], row);
        double at = size != NULL ? strtod(size, NULL) : 0;
        bool is_fast = size == NULL ? value == fake->best : (value > at) == (at < fake->meet);
        ms[i] = i > 0 && fake->are_same ? 0 : is_fast ? 1 - fake->gain : 1;
    }
    return NBB_OK;
}

static const nbb_card_row *row_named(const char *name)
{
    int i = 0;
    while (i + 1 < NBB_CARD_ROWS && strcmp(nbb_card_rows[i].name, name) != 0) {
        ++i;
    }
    return &nbb_card_rows[i];
}

static double tune(const char *name, faked *fake, nbb_text *report)
{
    nbb_card card = nbb_card_default;
    const nbb_card_row *row = row_named(name);
    assert_int_equal(nbb_card_tune_row(&(nbb_card_meter){ measure, fake }, row, &card, report), NBB_OK);
    return nbb_card_get(&card, row);
}

/* The value that a row of the default card becomes. */
static double tuned(const char *name, faked fake)
{
    NBB_LOCAL_TEXT report = NBB_TEXT_EMPTY;
    double value = tune(name, &fake, &report);
    assert_int_equal(report.length == 0, fake.is_refused);
    return value;
}

TEST(test_knobs)
{
    faked fake = { .best = 40, .gain = 0.2 };
    NBB_LOCAL_TEXT report = NBB_TEXT_EMPTY;
    assert_true(tune("simplex.bits_warps", &fake, &report) == 40);
    assert_string_equal(nbb_text_string(&report), "20 1 ms, 10 1 ms, 40 0.8 ms, 80 1 ms");
    assert_true(tuned("simplex.bits_warps", (faked){ .best = 40, .gain = 0.02 }) == 20);
    assert_true(tuned("simplex.bits_warps", (faked){ .best = 40, .gain = 0.2, .are_same = true }) == 20);
    assert_true(tuned("simplex.bits_warps", (faked){ .is_refused = true }) == 20);
    assert_true(tuned("simplex.turns_slab[0]", (faked){ .best = 30, .gain = 0.2 }) == 30);
}

TEST(test_sides)
{
    assert_true(tuned("simplex.bits_rules[2]", (faked){ .meet = 1500, .gain = 0.1 }) == 2048); /* it stands between */
    assert_true(tuned("simplex.bits_rules[2]", (faked){ .meet = 3000, .gain = 0.1 }) == 2896);
    assert_true(tuned("simplex.bits_rules[2]", (faked){ .meet = 100, .gain = 0.1 }) == 362);   /* before the first */
    assert_true(tuned("simplex.bits_rules[2]", (faked){ .meet = 1e6, .gain = 0.1 }) == 11585); /* past the last */
    assert_true(tuned("simplex.bits_rules[2]", (faked){ .meet = 3000, .gain = 0.01 }) == 2048);
    assert_true(tuned("simplex.bits_rules[2]", (faked){ .is_refused = true }) == 2048);
    assert_true(tuned("simplex.bits_rules[3]", (faked){ .meet = 10, .gain = 0.1 }) == 1);
    assert_true(tuned("simplex.embedded_rules[2]", (faked){ .meet = 1e6, .gain = 0.1 }) == 0x1p63);
    assert_true(tuned("simplex.embedded_rules[2]", (faked){ .meet = 5000, .gain = 0.1 }) == 8192);
}

TEST(test_waits)
{
    assert_true(tuned("block_ns", (faked){ .best = 0 }) == 1e6 + 210 - 217);
    assert_true(tuned("cluster_ns", (faked){ .best = 0 }) == 2e6 + 330 - 754); /* two steps a round */
    assert_true(tuned("block_ns", (faked){ .is_refused = true }) == 210);
    assert_true(tuned("grid_ns", (faked){ .best = nbb_card_default.grid_ns, .gain = 1 - 1e-9 })
                == 1); /* never free */
}

/* Each row's values are in order and set what they say, of the row alone. */
TEST(test_rows)
{
    for (int i = 0; i < NBB_CARD_ROWS; ++i) {
        const nbb_card_row *row = &nbb_card_rows[i];
        nbb_card card = nbb_card_default;
        double usual = nbb_card_get(&card, row), other = row->probe == NBB_CARD_KNOB ? row->values[0] : 77;
        assert_ptr_equal(row_named(row->name), row);
        assert_true(nbb_card_may_be(row, usual) && nbb_card_may_be(row, other));
        assert_false(nbb_card_may_be(row, 0) || nbb_card_may_be(row, -1) || nbb_card_may_be(row, INFINITY));
        assert_true(row->probe == NBB_CARD_WAIT || !nbb_card_may_be(row, 20.5));
        nbb_card_set(&card, row, other);
        assert_true(nbb_card_get(&card, row) == other);
        nbb_card_set(&card, row, usual);
        assert_memory_equal(&card, &nbb_card_default, sizeof card);
        for (int at = 1; row->probe != NBB_CARD_WAIT && at < NBB_CARD_VALUES && row->values[at] > 0; ++at) {
            assert_true(row->values[at] > row->values[at - 1]);
        }
    }
}
