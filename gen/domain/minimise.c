/* minimise.c - Quine-McCluskey for five inputs: prime implicants, an exact cover by branch and bound, factoring.

   Five inputs have 32 points, so a truth table is one word and "covers" is one bitwise operation; and they have 3^5 =
   243 products, few enough to look at each instead of merging them round by round. */
#include "gen/domain/minimise.h"

#include <limits.h>
#include <stdbool.h>

enum { PRODUCTS = 243, LITERAL_SETS = 1 << NBB_LITERALS };

static const nbb_truth literal_truth[NBB_LITERALS] = {
    0xaaaaaaaa, 0x55555555, 0xcccccccc, 0x33333333, 0xf0f0f0f0,
    0x0f0f0f0f, 0xff00ff00, 0x00ff00ff, 0xffff0000, 0x0000ffff,
};

typedef struct cover_search {
    nbb_truth truth[LITERAL_SETS];                    /* of every product; 0 for an input with its complement */
    nbb_product primes[PRODUCTS];
    int prime_count;
    nbb_sum chosen;                                   /* the branch being tried */
    nbb_sum best;
    int best_literals, best_factored;
} cover_search;

static int count_bits(uint32_t bits)
{
    return __builtin_popcount(bits);
}

static void fill_truth(cover_search *search)
{
    search->truth[0] = ~(nbb_truth)0;
    for (unsigned product = 1; product < LITERAL_SETS; product++) {
        search->truth[product] = search->truth[product & (product - 1)] & literal_truth[__builtin_ctz(product)];
    }
}

/* Whether the product misses `off`, and no product with a literal less does. */
static bool is_prime(const cover_search *search, unsigned product, nbb_truth off)
{
    if (search->truth[product] == 0 || (search->truth[product] & off) != 0) {
        return false;
    }
    for (unsigned left = product; left != 0; left &= left - 1) {
        if ((search->truth[product ^ (left & -left)] & off) == 0) {
            return false;
        }
    }
    return true;
}

static void find_primes(cover_search *search, nbb_truth on, nbb_truth off)
{
    for (unsigned product = 1; product < LITERAL_SETS; product++) {
        if ((search->truth[product] & on) != 0 && is_prime(search, product, off)) {
            search->primes[search->prime_count++] = (nbb_product)product;
        }
    }
}

/* The uncovered point that the fewest primes cover: an essential prime is taken before anything branches. */
static nbb_truth hardest_point(const cover_search *search, nbb_truth uncovered)
{
    nbb_truth hardest = 0;
    int fewest = INT_MAX;
    for (nbb_truth left = uncovered; left != 0; left &= left - 1) {
        nbb_truth point = left & -left;
        int covering = 0;
        for (int i = 0; i < search->prime_count; i++) {
            covering += (search->truth[search->primes[i]] & point) != 0;
        }
        if (covering < fewest) {
            fewest = covering;
            hardest = point;
        }
    }
    return hardest;
}

static int most_frequent_literal(const nbb_sum *sum)
{
    int frequency[NBB_LITERALS] = { 0 };
    int best = 0;
    for (int literal = 0; literal < NBB_LITERALS; literal++) {
        for (int i = 0; i < sum->count; i++) {
            frequency[literal] += sum->products[i] >> literal & 1;
        }
        if (frequency[literal] > frequency[best]) {
            best = literal;
        }
    }
    return best;
}

/* Moves the products that share the sum's most frequent literal out of it. Returns all that they have in common;
   `inner` is what remains of each, nothing for a lone product: moved = common & (inner). */
static nbb_product take_group(nbb_sum *sum, nbb_sum *inner)
{
    int literal = most_frequent_literal(sum);
    unsigned common = LITERAL_SETS - 1;
    int kept = 0;
    inner->count = 0;
    for (int i = 0; i < sum->count; i++) {
        nbb_product product = sum->products[i];
        if ((product >> literal & 1) != 0) {
            inner->products[inner->count++] = product;
            common &= product;
        } else {
            sum->products[kept++] = product;
        }
    }
    sum->count = kept;
    for (int i = 0; i < inner->count; i++) {
        inner->products[i] = (nbb_product)(inner->products[i] & ~common);
    }
    inner->count = inner->count > 1 ? inner->count : 0;
    return (nbb_product)common;
}

static int factored_literals(nbb_sum sum)
{
    int literals = 0;
    while (sum.count > 0) {
        nbb_sum inner;
        nbb_product common = take_group(&sum, &inner);
        literals += count_bits(common) + factored_literals(inner);
    }
    return literals;
}

static void keep_if_better(cover_search *search, int literals)
{
    int factored = factored_literals(search->chosen);
    if (literals < search->best_literals || factored < search->best_factored) {
        search->best = search->chosen;
        search->best_literals = literals;
        search->best_factored = factored;
    }
}

static void cover(cover_search *search, nbb_truth uncovered, int literals)
{
    if (uncovered == 0) {
        keep_if_better(search, literals);
        return;
    }
    nbb_truth point = hardest_point(search, uncovered);
    for (int i = 0; i < search->prime_count; i++) {
        nbb_product prime = search->primes[i];
        int longer = literals + count_bits(prime);
        if ((search->truth[prime] & point) != 0 && longer <= search->best_literals) {
            search->chosen.products[search->chosen.count++] = prime;
            cover(search, uncovered & ~search->truth[prime], longer);
            search->chosen.count--;
        }
    }
}

nbb_sum nbb_minimise(nbb_truth on, nbb_truth off)
{
    cover_search search = { .best_literals = INT_MAX, .best_factored = INT_MAX };
    fill_truth(&search);
    find_primes(&search, on, off);
    cover(&search, on, 0);
    return search.best;
}

static nbb_truth print_sum(nbb_sum sum, const char *const *names, nbb_text *text);

/* "a & ~b & (inner)". */
static nbb_truth print_product(nbb_product common, nbb_sum inner, const char *const *names, nbb_text *text)
{
    nbb_truth truth = ~(nbb_truth)0;
    const char *separator = "";
    for (int literal = 0; literal < NBB_LITERALS; literal++) {
        if ((common >> literal & 1) != 0) {
            nbb_text_add(text, "%s%s%s", separator, literal % 2 != 0 ? "~" : "", names[literal / 2]);
            truth &= literal_truth[literal];
            separator = " & ";
        }
    }
    if (inner.count > 0) {
        nbb_text_add(text, " & (");
        truth &= print_sum(inner, names, text);
        nbb_text_add(text, ")");
    }
    return truth;
}

/* Products of several factors get parentheses beside a |: C does not need them, -Wparentheses does. */
static nbb_truth print_sum(nbb_sum sum, const char *const *names, nbb_text *text)
{
    nbb_truth truth = 0;
    for (bool first = true; sum.count > 0; first = false) {
        nbb_sum inner;
        nbb_product common = take_group(&sum, &inner);
        bool alone = first && sum.count == 0;
        bool enclosed = !alone && (count_bits(common) > 1 || inner.count > 0);
        nbb_text_add(text, "%s%s", first ? "" : " | ", enclosed ? "(" : "");
        truth |= print_product(common, inner, names, text);
        nbb_text_add(text, "%s", enclosed ? ")" : "");
    }
    return truth;
}

nbb_truth nbb_sum_print(const nbb_sum *sum, const char *const names[NBB_INPUTS], nbb_text *text)
{
    return print_sum(*sum, names, text);
}

/* ---- the holes of a layout as a minimised function of the bits of x and y ---- */

/* The inputs: bits of the digit of x, then of y. The fifth is never used. */
enum { X0 = 1, X1 = 2, Y0 = 4, Y1 = 8, POINTS = 16 };

bool nbb_membership_is_bitwise(const nbb_replicas *replicas)
{
    return replicas->s.at[0] == replicas->s.at[1] && (replicas->s.at[0] == 2 || replicas->s.at[0] == 4);
}

nbb_status nbb_membership_print_holes(const nbb_replicas *replicas, int r, nbb_text *holes, uint32_t *mask)
{
    static const char *const names[NBB_INPUTS] = { "x", "(x >> 1)", "y", "(y >> 1)", "unused" };
    nbb_truth hole = 0, member = 0;
    int bits = replicas->s.at[0] == 4 ? 2 : 1;
    for (int point = 0; point < POINTS; ++point) {
        int x = point & (X0 | X1), y = (point & (Y0 | Y1)) / Y0;
        if (x < replicas->s.at[0] && y < replicas->s.at[1]) {
            nbb_truth *kind = nbb_replica_at(replicas, (nbb_vector){ { x, y } }) < 0 ? &hole : &member;
            *kind |= UINT32_C(1) << point;
        }
    }
    *mask = 0;
    for (int level = 0; level < r; ++level) {
        *mask |= UINT32_C(1) << bits * level;
    }
    if (hole == 0) {
        nbb_text_add(holes, "0u");
        return nbb_text_status(holes, "a membership test");
    }
    nbb_sum sum = nbb_minimise(hole, member);
    nbb_truth printed = nbb_sum_print(&sum, names, holes);
    if ((printed & hole) != hole || (printed & member) != 0) {
        return nbb_fail(NBB_ERROR_RUN,
                        "the holes of a layout of %d replicas were minimised to a different function:"
                        " please report this",
                        replicas->k);
    }
    return nbb_text_status(holes, "a membership test");
}
