/* hash_search.c - builds a form of each kind that the layout has, then looks for a chain that is cheaper. */
#include "gen/domain/hash_search.h"

#include <inttypes.h>
#include <string.h>

enum {
    STEPS_MAX = 3,                                    /* of a chain */
    PACKED_BITS = 63,                                 /* numbers stay below 2^63, the formulas' limit */
    WORD_BITS = 32,                                   /* up to this a shift is one instruction */
    SKIPS_MAX = 8,                                    /* comparisons of a form that is still short */
    COST_COMPARISON = 2,
    COST_DIVISION = 3,
    COST_REMAINDER = 4,
    COST_WIDE = 2,                                    /* 64 bits instead of 32 */
    COST_NONE = 1 << 20                               /* above every form's */
};

/* The steps of chains: X(enumerator, operator, cost, smallest and largest constant). */
#define STEPS(X)                                \
    X(MORE, ">", 1, 0, 31)                      \
    X(SHIFT, ">>", 1, 1, 8)                     \
    X(AND, "&", 1, 1, 31)                       \
    X(ADD, "+", 1, 1, 16)                       \
    X(MULTIPLY, "*", 1, 2, 32)                  \
    X(DIVIDE, "/", COST_DIVISION, 2, 32)        \
    X(REMAINDER, "%", COST_REMAINDER, 2, 32)

typedef enum operation {
#define X(name, text, cost, least, most) STEP_##name,
    STEPS(X)
#undef X
    OPERATIONS
} operation;

static const struct {
    const char *text;
    int cost;
    uint32_t least, most;
} operations[OPERATIONS] = {
#define X(name, text, cost, least, most) { text, cost, least, most },
    STEPS(X)
#undef X
};

typedef struct step {
    operation operation;
    uint32_t constant;
} step;

/* A search: what is wanted, and the best form so far. */
typedef struct search {
    const nbb_replicas *replicas;
    int axis, k;
    uint32_t wanted[NBB_K_MAX];                       /* tau(beta) on the axis */
    int bits;                                         /* of the largest of them */
    int cost;
    nbb_text best;
    step chain[STEPS_MAX];
} search;

/* Keeps the form if it is cheaper than the best so far; frees it otherwise. */
static void offer(search *s, int cost, nbb_text *form)
{
    if (cost < s->cost) {
        nbb_text_free(&s->best);
        s->best = *form;
        s->cost = cost;
    } else {
        nbb_text_free(form);
    }
}

static void offer_packed(search *s)
{
    int total = s->k * s->bits;
    if (s->bits == 0 || total > PACKED_BITS) {
        return;
    }
    uint64_t packed = 0;
    for (int beta = 0; beta < s->k; ++beta) {
        packed |= (uint64_t)s->wanted[beta] << beta * s->bits;
    }
    nbb_text form = NBB_TEXT_EMPTY;
    nbb_text_add(&form, "0x%" PRIx64 " >> %d * beta & %d", packed, s->bits, (1 << s->bits) - 1);
    offer(s, 3 + (total > WORD_BITS ? COST_WIDE : 0), &form);
}

static void offer_planes(search *s)
{
    if (s->bits == 0 || s->k > PACKED_BITS) {
        return;
    }
    nbb_text form = NBB_TEXT_EMPTY;
    for (int bit = 0; bit < s->bits; ++bit) {
        uint64_t plane = 0;
        for (int beta = 0; beta < s->k; ++beta) {
            plane |= (uint64_t)(s->wanted[beta] >> bit & 1) << beta;
        }
        nbb_text_add(&form, "%s(0x%" PRIx64 " >> beta & 1)", bit == 0 ? "" : " + ", plane);
        if (bit > 0) {
            nbb_text_add(&form, " * %d", 1 << bit);
        }
    }
    offer(s, s->bits * (3 + (s->k > WORD_BITS ? COST_WIDE : 0)) - 1, &form);
}

/* A replica's place in reading order is beta and the holes before it, which come in runs. */
static void offer_skips(search *s)
{
    const nbb_vector sides = s->replicas->s;
    int64_t skipped = 0;
    int runs = 0;
    nbb_text form = NBB_TEXT_EMPTY;
    nbb_text_add(&form, "(beta");
    for (int beta = 0; beta < s->k; ++beta) {
        const uint8_t *tau = s->replicas->tau[beta];
        int64_t run = tau[1] * sides.at[0] + tau[0] - beta - skipped;
        if (run > 0 && beta == 0) {
            nbb_text_add(&form, " + %" PRId64, run);
        } else if (run > 0) {
            nbb_text_add(&form, " + (beta > %d)", beta - 1);
            if (run > 1) {
                nbb_text_add(&form, " * %" PRId64, run);
            }
            ++runs;
        }
        skipped += run;
    }
    nbb_text_add(&form, ") %s %" PRId64, s->axis == 0 ? "%" : "/", sides.at[0]);
    int cost = runs * COST_COMPARISON + (s->axis == 0 ? COST_REMAINDER : COST_DIVISION);
    offer(s, runs <= SKIPS_MAX ? cost : COST_NONE, &form);
}

static uint32_t apply(step taken, uint32_t value)
{
    switch (taken.operation) {
    case STEP_MORE:
        return value > taken.constant;
    case STEP_SHIFT:
        return value >> taken.constant;
    case STEP_AND:
        return value & taken.constant;
    case STEP_ADD:
        return value + taken.constant;
    case STEP_MULTIPLY:
        return value * taken.constant;
    case STEP_DIVIDE:
        return value / taken.constant;
    default:
        return value % taken.constant;
    }
}

/* Whether the step takes all values to what is wanted; most fail at the first or second. */
static bool arrives(const search *s, step taken, const uint32_t *values)
{
    int beta = 0;
    while (beta < s->k && apply(taken, values[beta]) == s->wanted[beta]) {
        ++beta;
    }
    return beta == s->k;
}

/* Offers the chain with `length` steps; the formula's printer takes off the parentheses that C does not need. */
static void offer_chain(search *s, int length, int cost)
{
    nbb_text form = NBB_TEXT_EMPTY;
    nbb_text_add(&form, "%.*sbeta", length, "(((");
    for (int i = 0; i < length; ++i) {
        nbb_text_add(&form, " %s %" PRIu32 ")", operations[s->chain[i].operation].text, s->chain[i].constant);
    }
    offer(s, cost, &form);
}

/* Extends the chain of `length` steps, which has these values, by every step that keeps it cheaper than the best
   form. No operation follows itself: two of them are one with another constant. */
static void extend(search *s, int length, int cost, const uint32_t *values)
{
    uint32_t next[NBB_K_MAX];
    for (operation o = 0; o < OPERATIONS; ++o) {
        bool again = length > 0 && s->chain[length - 1].operation == o;
        int total = cost + operations[o].cost;
        for (uint32_t c = operations[o].least; c <= operations[o].most && !again && total < s->cost; ++c) {
            step *taken = &s->chain[length];
            *taken = (step){ o, c };
            if (arrives(s, *taken, values)) {
                offer_chain(s, length + 1, total);
            } else if (length + 1 < STEPS_MAX && total + 1 < s->cost) {
                for (int beta = 0; beta < s->k; ++beta) {
                    next[beta] = apply(*taken, values[beta]);
                }
                extend(s, length + 1, total, next);
            }
        }
    }
}

/* A single value is a number, and beta itself costs nothing; else chains are looked for. */
static void offer_chains(search *s)
{
    uint32_t values[NBB_K_MAX];
    bool constant = true, identity = true;
    nbb_text form = NBB_TEXT_EMPTY;
    for (int beta = 0; beta < s->k; ++beta) {
        values[beta] = (uint32_t)beta;
        constant = constant && s->wanted[beta] == s->wanted[0];
        identity = identity && s->wanted[beta] == values[beta];
    }
    if (constant) {
        nbb_text_add(&form, "%" PRIu32, s->wanted[0]);
        offer(s, 0, &form);
    } else if (identity) {
        offer_chain(s, 0, 0);
    } else {
        extend(s, 0, 0, values);
    }
}

/* The proof: the formula, as it was parsed, equals the table everywhere. */
static nbb_status prove(const search *s, const nbb_formula *formula)
{
    for (int beta = 0; beta < s->k; ++beta) {
        int64_t values[4], result;
        nbb_hash_values(s->replicas, beta, values);
        NBB_TRY(nbb_formula_evaluate(formula, values, &result));
        if (result != s->wanted[beta]) {
            return nbb_fail(NBB_ERROR_RUN,
                            "the form '%s' of tau(beta) was found, yet it gives %" PRId64 " for beta ="
                            " %d, not %" PRIu32 ": please report this",
                            nbb_text_string(&s->best), result, beta, s->wanted[beta]);
        }
    }
    return NBB_OK;
}

/* The best form's text as a formula, proven. */
static nbb_status build(const search *s, nbb_formula **formula)
{
    NBB_TRY(nbb_text_status(&s->best, "a form of tau(beta)"));
    NBB_TRY(nbb_formula_parse(nbb_text_string(&s->best), "tau(beta)", &nbb_hash_scope, formula));
    nbb_status status = prove(s, *formula);
    if (status != NBB_OK) {
        nbb_formula_free(*formula);
        *formula = NULL;
    }
    return status;
}

nbb_status nbb_hash_search(const nbb_replicas *replicas, int axis, nbb_formula **formula)
{
    search s = { .replicas = replicas, .axis = axis, .k = replicas->k, .cost = COST_NONE };
    *formula = NULL;
    for (int beta = 0; beta < s.k; ++beta) {
        s.wanted[beta] = replicas->tau[beta][axis];
        while (s.wanted[beta] >> s.bits != 0) {
            ++s.bits;
        }
    }
    offer_packed(&s);
    offer_planes(&s);
    offer_skips(&s);
    offer_chains(&s);
    nbb_status status = s.cost < COST_NONE ? build(&s, formula) : NBB_OK;
    nbb_text_free(&s.best);
    return status;
}
