/* code_rows.c - adds up what is counted of a place, and finds a short function of it. */
#include "gen/code/code_bits.h"

enum { TABLES = 256, LEFT_WORDS = 4, LEFT_POINTS = 16, OPERATIONS_MAX = 4 };
enum { TOTAL_BITS = 5, FEW = 8 }; /* of 27 cells; more than bits of weight 1, 2 and 4 say */

/* Places of a rule that are counted alike: `most` neighbours, so many carries, the place itself counted or not. */
typedef struct counted {
    nbb_rule rule;
    nbb_tells tells;
    int most, carries;
    bool own;
} counted;

/* The next state of a place whose count and state are so, or -1: it cannot be. */
static int next_of(const counted *of, int count, int self)
{
    int neighbours = count - (of->own ? self : 0);
    return neighbours >= 0 && neighbours <= of->most ? nbb_rule_next(of->rule, self, neighbours) : -1;
}

/* Where the inner operation reads a point's value, and where the outer one does but for that value. */
static void list_places(nbb_tail_split tried, int inner[LEFT_POINTS], int outer[LEFT_POINTS])
{
    for (int point = 0; point < LEFT_POINTS; ++point) {
        int low = point & ((1 << tried.left_out) - 1), high = point >> (tried.left_out + 1) << tried.left_out;
        inner[point] = low | high;
        outer[point] = (point >> tried.left_out & 1) << 1 | (point >> tried.with & 1) << 2;
    }
}

static bool find_tables(uint64_t on, uint64_t off, nbb_tail_split *tried)
{
    int inner[LEFT_POINTS], outer[LEFT_POINTS];
    list_places(*tried, inner, outer);
    for (int table = 0; table <= UINT8_MAX; ++table) {
        uint32_t ones = 0, zeros = 0;
        for (int point = 0; point < LEFT_POINTS; ++point) {
            int place = outer[point] | (table >> inner[point] & 1);
            ones |= (uint32_t)(on >> point & 1) << place;
            zeros |= (uint32_t)(off >> point & 1) << place;
        }
        if ((ones & zeros) == 0) {
            tried->inner = (nbb_table)table;
            tried->outer = (nbb_table)ones;
            return true;
        }
    }
    return false;
}

static bool find_split(uint64_t on, uint64_t off, nbb_tail_split *found)
{
    for (int i = 0; i < LEFT_WORDS * LEFT_WORDS; ++i) {
        *found = (nbb_tail_split){ .left_out = i / LEFT_WORDS, .with = i % LEFT_WORDS };
        NBB_RETURN_IF(found->with != found->left_out && find_tables(on, off, found), true);
    }
    return false;
}

/* The split of a function that the second word does not change: the inner operation is all of it. */
static nbb_tail_split whole(uint64_t on)
{
    nbb_tail_split found = { .left_out = 1, .with = 0, .outer = NBB_TABLE_A };
    int inner[LEFT_POINTS], outer[LEFT_POINTS];
    list_places(found, inner, outer);
    found.inner = (nbb_table)NBB_SUM(point, LEFT_POINTS, (int)(on >> point & 1) << inner[point]);
    return found;
}

/* The rule as a function of the two words that tables make of the carries, the sum's bit and the place; false where
   these do not tell enough. The carries are three bits: one of them, and what tells the others. */
static bool points_of(const counted *of, const nbb_tail *tail, nbb_function *points)
{
    int carries = of->carries < NBB_CODE_FROM ? 1 << of->carries : 1 << NBB_CODE_FROM;
    *points = (nbb_function){ 0, 0 };
    for (int i = 0; i < 4 * carries; ++i) {
        int bits = i / 4, one = i & 1, self = i >> 1 & 1, others = bits >> 1;
        int n = of->carries == NBB_TAIL_CARRIES ? (bits & 1) + others : __builtin_popcount((unsigned)bits);
        int by_tables = (tail->tables[0] >> bits & 1) | (tail->tables[1] >> bits & 1) << 1;
        int next = next_of(of, 2 * n + one, self);
        points->on |= next == 1 ? UINT64_C(1) << (by_tables | (i & 3) << 2) : 0;
        points->off |= next == 0 ? UINT64_C(1) << (by_tables | (i & 3) << 2) : 0;
    }
    return (points->on & points->off) == 0;
}

static int operations_of(nbb_table table)
{
    return table != 0 && table != NBB_TABLE_A && table != NBB_TABLE_B && table != NBB_TABLE_C;
}

/* Tries the pairs of tables that take so many operations with what is left: one of three words where the second table
   is 0. All tables are 0 at 0, for the complement of a word does as well. */
static bool find_pair(const counted *of, int operations, nbb_tail *tail)
{
    for (int pair = 0; pair < TABLES * TABLES / 4; ++pair) {
        nbb_table first = (nbb_table)(pair % (TABLES / 2) * 2), second = (nbb_table)(pair / (TABLES / 2) * 2);
        bool alone = second == 0 && of->tells == NBB_TELLS_BY_ONE;
        nbb_function points;
        tail->tables[0] = first;
        tail->tables[1] = second;
        if (second <= first && operations_of(first) + operations_of(second) + (alone ? 1 : 2) == operations
            && points_of(of, tail, &points) && (alone || find_split(points.on, points.off, &tail->split))) {
            tail->split = alone ? whole(points.on) : tail->split;
            return true;
        }
    }
    return false;
}

/* By one, two, whether one of the bits of weight four is, and whether any is; -1 for what no place has. With more of
   them than one the total is some number from 8 on, and no place is alive then. */
static int total_of_few(int point)
{
    bool once = point >> 2 & 1, any = point >> 3 & 1;
    return once && !any ? -1 : any && !once ? FEW : (point & 3) + (any ? 4 : 0);
}

/* The rule as a function of the bits of the count, or of the `few` words above, and of the place. */
static nbb_function function_of_total(const counted *of, bool few)
{
    nbb_function function = { 0, 0 };
    for (int point = 0; point < 1 << NBB_FUNCTION_WORDS; ++point) {
        int self = point >> TOTAL_BITS, bits = point & ((1 << TOTAL_BITS) - 1);
        int next = next_of(of, few ? total_of_few(point) : bits, self);
        function.on |= next == 1 ? UINT64_C(1) << point : 0;
        function.off |= next == 0 ? UINT64_C(1) << point : 0;
    }
    return function;
}

/* The words of such a function: the count's bits and the place. */
static const char *const word_names[NBB_FUNCTION_WORDS] = { "one", "two", "four", "eight", "sixteen", "self" };

nbb_function nbb_rule_function(nbb_rule rule, int most)
{
    counted of = { .rule = rule, .most = most };
    return function_of_total(&of, false);
}

static nbb_value next_by_bits(nbb_code *code, const counted *of, const nbb_addends *carries, nbb_value one,
                              nbb_value self)
{
    nbb_addends columns[TOTAL_BITS + 1] = { [1] = *carries };
    nbb_value words[NBB_FUNCTION_WORDS] = { one };
    for (int bit = 1; bit < TOTAL_BITS; ++bit) {
        words[bit] = nbb_code_add_column(code, &columns[bit], &columns[bit + 1]);
        nbb_code_label(code, words[bit], word_names[bit]);
    }
    words[TOTAL_BITS] = self;
    return nbb_code_function(code, function_of_total(of, false), words);
}

static nbb_value next_by_tail(nbb_code *code, const nbb_tail *tail, nbb_addends *carries, nbb_value one,
                              nbb_value self)
{
    const nbb_tail_split *split = &tail->split;
    nbb_value n[NBB_CODE_FROM] = { NBB_ZERO, NBB_ZERO, NBB_ZERO }, inner[NBB_CODE_FROM];
    nbb_value words[LEFT_WORDS] = { NBB_ZERO, NBB_ZERO, one, self };
    bool has_all = carries->count == NBB_TAIL_CARRIES;
    memcpy(n, carries->words, (size_t)(has_all ? 1 : carries->count) * sizeof *n);
    if (has_all) {
        n[1] = nbb_code_logic_of(code, NBB_TABLE_SUM, carries->words + 1);
        n[2] = nbb_code_logic_of(code, NBB_TABLE_MAJORITY, carries->words + 1);
    }
    NBB_FILL(word, 2, words[word], nbb_code_logic_of(code, tail->tables[word], n));
    NBB_FILL(i, NBB_CODE_FROM, inner[i], words[i + (i >= split->left_out)]);
    return nbb_code_logic(code, split->outer, nbb_code_logic_of(code, split->inner, inner), words[split->left_out],
                          words[split->with]);
}

nbb_value nbb_code_next_of_count(nbb_code *code, nbb_tails *tails, int most, bool own, nbb_addends *ones,
                                 nbb_addends *carries, nbb_value self)
{
    nbb_value one = nbb_code_add_column(code, ones, carries);
    counted of = { tails->rule, tails->tells, most, carries->count, own };
    bool few = most <= NBB_NEIGHBOURS_MAX && of.tells != NBB_TELLS_BY_BITS;
    nbb_tail *tail = few ? &tails->of[own][most][carries->count] : NULL;
    nbb_code_label(code, one, "one");
    if (few && !tail->tried) {
        for (int operations = 1; operations <= OPERATIONS_MAX && !tail->found; ++operations) {
            tail->found = find_pair(&of, operations, tail);
        }
        tail->tried = true;
    }
    return few && tail->found ? next_by_tail(code, tail, carries, one, self)
                              : next_by_bits(code, &of, carries, one, self);
}

nbb_value nbb_code_next_of_layers(nbb_code *code, nbb_rule rule, const nbb_value bits[NBB_ROWS * NBB_LAYER_BITS],
                                  nbb_value self)
{
    static const int weights[NBB_LAYER_BITS] = { 0, 1, 1, 2 };
    nbb_addends columns[TOTAL_BITS + 1] = { { .count = 0 } };
    nbb_value words[NBB_FUNCTION_WORDS] = { 0 };
    counted of = { .rule = rule, .most = NBB_NEIGHBOURS_CUBE, .own = true };
    /* No place is alive whose total is FEW or more. */
    bool few = NBB_ALL(i, 2 * (NBB_NEIGHBOURS_CUBE + 1 - FEW), next_of(&of, FEW + i / 2, i % 2) != 1);
    for (int i = 0; i < NBB_ROWS * NBB_LAYER_BITS; ++i) {
        nbb_addends_put(&columns[weights[i % NBB_LAYER_BITS]], bits[i]);
    }
    nbb_code_add_columns(code, columns, few ? 2 : TOTAL_BITS, words);
    if (few) {
        /* Whether one of six words is, and whether any is. */
        nbb_value once[2], any[2];
        for (int i = 0; i < 2; ++i) {
            const nbb_value *three = columns[2].words + (ptrdiff_t)NBB_CODE_FROM * i;
            once[i] = nbb_code_logic_of(code, NBB_TABLE_ONCE, three);
            any[i] = nbb_code_logic_of(code, NBB_TABLE_ANY, three);
        }
        nbb_value both = nbb_code_logic(code, NBB_TABLE_AND, any[0], any[1], NBB_ZERO);
        nbb_value either = nbb_code_logic(code, NBB_TABLE_XOR, once[0], once[1], NBB_ZERO);
        words[2] = nbb_code_logic(code, NBB_TABLE_SELECT, both, NBB_ZERO, either);
        words[3] = nbb_code_logic(code, NBB_TABLE_OR, any[0], any[1], NBB_ZERO);
    }
    words[TOTAL_BITS] = self;
    return nbb_code_function(code, function_of_total(&of, few), words);
}
