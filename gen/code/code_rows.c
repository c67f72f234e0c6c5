/* code_rows.c - counts the nine cells around a place, and finds a short function of them. */
#include "gen/code/code_rows.h"

#include "gen/code/code_build.h"

#include <limits.h>

/* n of nbb_code_next_of_rows has five values, which two words tell apart as far as the rule does: encoding[n] are
   their bits. With `one` and the place they are the four words of what is left of the rule. */
enum { N_VALUES = 5, CODES = 4, ENCODINGS = CODES * CODES * CODES * CODES, LEFT_WORDS = 4, LEFT_POINTS = 16 };
enum { TOTAL_BITS = 5, FEW = 8 };                     /* of 27 cells; more than bits of weight 1, 2 and 4 say */

/* A function of four words in two operations: the inner one works on three of them, the outer one on its result, the
   word that is left out and another one. */
typedef struct split {
    int left_out, with;
    nbb_table inner, outer;
} split;

/* A rule by way of two words, and the operations that it takes. */
typedef struct shortest {
    nbb_table tables[2]; /* of n's three bits: the two words */
    split split;
    int cost;
} shortest;

/* n by the bits of its words: two of weight one, one of weight two. */
static int n_of(int bits)
{
    return (bits & 1) + (bits >> 1 & 1) + 2 * (bits >> 2 & 1);
}

/* The next state of a place with at most so many neighbours where total and place are so, or -1: it cannot be. */
static int next_of(nbb_rule rule, int most, int total, int self)
{
    int neighbours = total - self;
    return neighbours >= 0 && neighbours <= most ? nbb_rule_next(rule, self, neighbours) : -1;
}

/* The rule of two words, one and the place; false where the words do not tell enough. */
static bool points_of(nbb_rule rule, const int encoding[N_VALUES], uint32_t *on, uint32_t *off)
{
    *on = *off = 0;
    for (int i = 0; i < 4 * N_VALUES; ++i) {
        int n = i / 4, one = i & 1, self = i >> 1 & 1;
        int next = next_of(rule, NBB_NEIGHBOURS_MAX, 2 * n + one, self);
        uint32_t point = 1U << (encoding[n] | one << 2 | self << 3);
        *on |= next == 1 ? point : 0;
        *off |= next == 0 ? point : 0;
    }
    return (*on & *off) == 0;
}

/* Where the inner operation reads a point's value, and where the outer one does but for that value. */
static void list_places(split tried, int inner[LEFT_POINTS], int outer[LEFT_POINTS])
{
    for (int point = 0; point < LEFT_POINTS; ++point) {
        int low = point & ((1 << tried.left_out) - 1), high = point >> (tried.left_out + 1) << tried.left_out;
        inner[point] = low | high;
        outer[point] = (point >> tried.left_out & 1) << 1 | (point >> tried.with & 1) << 2;
    }
}

/* Finds the tables of a split whose words are given. */
static bool find_tables(uint32_t on, uint32_t off, split *tried)
{
    int inner[LEFT_POINTS], outer[LEFT_POINTS];
    list_places(*tried, inner, outer);
    for (int table = 0; table <= UINT8_MAX; ++table) {
        uint32_t ones = 0, zeros = 0;
        for (int point = 0; point < LEFT_POINTS; ++point) {
            int place = outer[point] | (table >> inner[point] & 1);
            ones |= (on >> point & 1) << place;
            zeros |= (off >> point & 1) << place;
        }
        if ((ones & zeros) == 0) {
            tried->inner = (nbb_table)table;
            tried->outer = (nbb_table)ones;
            return true;
        }
    }
    return false;
}

static bool find_split(uint32_t on, uint32_t off, split *found)
{
    for (int i = 0; i < LEFT_WORDS * LEFT_WORDS; ++i) {
        *found = (split){ .left_out = i / LEFT_WORDS, .with = i % LEFT_WORDS };
        if (found->with != found->left_out && find_tables(on, off, found)) {
            return true;
        }
    }
    return false;
}

/* The tables of the two words, and how many operations they take. */
static int table_words(const int encoding[N_VALUES], nbb_table tables[2])
{
    int cost = 0;
    for (int word = 0; word < 2; ++word) {
        tables[word] = 0;
        for (int bits = 0; bits < 8; ++bits) {
            tables[word] |= (nbb_table)((encoding[n_of(bits)] >> word & 1) << bits);
        }
        cost += tables[word] != 0 && tables[word] != NBB_TABLE_C;  /* the others with one word do not say n */
    }
    return cost;
}

/* Tries all encodings; n = 0 has bits 0, for the complement of a word does as well. */
static shortest find_shortest(nbb_rule rule)
{
    shortest best = { .cost = INT_MAX };
    for (int number = 0; number < ENCODINGS; ++number) {
        int encoding[N_VALUES] = { 0, number % CODES, number / CODES % CODES, number / CODES / CODES % CODES,
                                   number / CODES / CODES / CODES };
        shortest tried;
        uint32_t on, off;
        tried.cost = table_words(encoding, tried.tables);
        if (tried.cost < best.cost && points_of(rule, encoding, &on, &off) && find_split(on, off, &tried.split)) {
            best = tried;
        }
    }
    return best;
}

/* The rule as a function of all five words, where two do not do for n. */
static nbb_value next_of_five(nbb_code *code, nbb_rule rule, const nbb_value n[NBB_CODE_FROM], nbb_value one,
                              nbb_value self)
{
    nbb_value words[NBB_FUNCTION_WORDS] = { n[0], n[1], n[2], one, self, NBB_ZERO };
    nbb_function function = { 0, 0 };
    for (int point = 0; point < 32; ++point) {
        int next = next_of(rule, NBB_NEIGHBOURS_MAX, 2 * n_of(point & 7) + (point >> 3 & 1), point >> 4);
        function.on |= next == 1 ? UINT64_C(1) << point : 0;
        function.off |= next == 0 ? UINT64_C(1) << point : 0;
    }
    return nbb_code_function(code, function, words);
}

static nbb_value next_by_split(nbb_code *code, const shortest *found, const nbb_value n[NBB_CODE_FROM], nbb_value one,
                               nbb_value self)
{
    nbb_value words[LEFT_WORDS] = { NBB_ZERO, NBB_ZERO, one, self }, inner[NBB_CODE_FROM];
    for (int word = 0; word < 2; ++word) {
        words[word] = nbb_code_logic_of(code, found->tables[word], n);
    }
    for (int i = 0; i < NBB_CODE_FROM; ++i) {
        inner[i] = words[i + (i >= found->split.left_out)];
    }
    return nbb_code_logic(code, found->split.outer, nbb_code_logic_of(code, found->split.inner, inner),
                          words[found->split.left_out], words[found->split.with]);
}

nbb_value nbb_code_next_of_rows(nbb_code *code, nbb_rule rule, const nbb_value sums[NBB_ROWS],
                                const nbb_value carries[NBB_ROWS], nbb_value self)
{
    nbb_value one = nbb_code_logic_of(code, NBB_TABLE_SUM, sums);
    nbb_value n[NBB_CODE_FROM] = { nbb_code_logic_of(code, NBB_TABLE_MAJORITY, sums),
                                   nbb_code_logic_of(code, NBB_TABLE_SUM, carries),
                                   nbb_code_logic_of(code, NBB_TABLE_MAJORITY, carries) };
    shortest found = find_shortest(rule);
    return found.cost < INT_MAX ? next_by_split(code, &found, n, one, self) : next_of_five(code, rule, n, one, self);
}

/* The rule as a function of words that say the total, by `total_of`, or more than it asks for, and of the place. */
static nbb_function function_of_total(nbb_rule rule, int (*total_of)(int point))
{
    nbb_function function = { 0, 0 };
    for (int point = 0; point < 1 << NBB_FUNCTION_WORDS; ++point) {
        int self = point >> TOTAL_BITS, next = next_of(rule, NBB_NEIGHBOURS_CUBE, total_of(point), self);
        function.on |= next == 1 ? UINT64_C(1) << point : 0;
        function.off |= next == 0 ? UINT64_C(1) << point : 0;
    }
    return function;
}

static int total_of_bits(int point)
{
    return point & ((1 << TOTAL_BITS) - 1);
}

/* By one, two, whether one of the bits of weight four is, and whether any is; -1 for what no place has. With more of
   them than one the total is some number from 8 on, and no place is alive then. */
static int total_of_few(int point)
{
    bool once = point >> 2 & 1, any = point >> 3 & 1;
    return once && !any ? -1 : any && !once ? FEW : (point & 3) + (any ? 4 : 0);
}

/* Whether no place is alive whose total is FEW or more. */
static bool is_of_few(nbb_rule rule)
{
    bool few = true;
    for (int point = 2 * FEW; point <= 2 * NBB_NEIGHBOURS_CUBE + 1; ++point) {
        few = few && next_of(rule, NBB_NEIGHBOURS_CUBE, point / 2, point % 2) != 1;
    }
    return few;
}

/* Whether one of six words is, and whether any is. */
static void tell_six(nbb_code *code, const nbb_value *words, nbb_value *once, nbb_value *any)
{
    nbb_value once_of[2], any_of[2];
    for (int i = 0; i < 2; ++i) {
        once_of[i] = nbb_code_logic_of(code, NBB_TABLE_ONCE, words + (ptrdiff_t)NBB_CODE_FROM * i);
        any_of[i] = nbb_code_logic_of(code, NBB_TABLE_ANY, words + (ptrdiff_t)NBB_CODE_FROM * i);
    }
    nbb_value both = nbb_code_logic(code, NBB_TABLE_AND, any_of[0], any_of[1], NBB_ZERO);
    nbb_value either = nbb_code_logic(code, NBB_TABLE_XOR, once_of[0], once_of[1], NBB_ZERO);
    *once = nbb_code_logic(code, NBB_TABLE_SELECT, both, NBB_ZERO, either);
    *any = nbb_code_logic(code, NBB_TABLE_OR, any_of[0], any_of[1], NBB_ZERO);
}

nbb_value nbb_code_next_of_layers(nbb_code *code, nbb_rule rule, const nbb_value bits[NBB_ROWS * NBB_LAYER_BITS],
                                  nbb_value self)
{
    static const int weights[NBB_LAYER_BITS] = { 0, 1, 1, 2 };
    nbb_addends columns[TOTAL_BITS + 1] = { { .count = 0 } };
    nbb_value words[NBB_FUNCTION_WORDS] = { 0 };
    bool few = is_of_few(rule);
    for (int i = 0; i < NBB_ROWS * NBB_LAYER_BITS; ++i) {
        nbb_addends *column = &columns[weights[i % NBB_LAYER_BITS]];
        column->words[column->count++] = bits[i];
    }
    for (int bit = 0; bit < (few ? 2 : TOTAL_BITS); ++bit) {
        words[bit] = nbb_code_add_column(code, &columns[bit], &columns[bit + 1]);
    }
    if (few) {
        tell_six(code, columns[2].words, &words[2], &words[3]);
    }
    words[TOTAL_BITS] = self;
    return nbb_code_function(code, function_of_total(rule, few ? total_of_few : total_of_bits), words);
}
