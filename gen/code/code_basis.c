/* code_basis.c - finds masks that distinguish the cases of a draw, and the rows of thresholds that they need. */
#include "gen/code/code_bits.h"

_Static_assert((int)NBB_BASIS_MAX <= (int)NBB_DRAW_WORDS_MAX, "a draw has room for a basis");

/* Of so few cases all masks are looked at. */
enum { FEW = 6 };

/* While a basis is found: columns, the items where a mask is 1, are reduced as they are taken. */
typedef struct finding {
    nbb_code *code;
    nbb_basis *basis;
    int items;
    nbb_patterns echelon[NBB_BASIS_MAX]; /* sums of columns; no leading item is in a later one */
    nbb_patterns made_of[NBB_BASIS_MAX]; /* those columns, by number */
    int leading[NBB_BASIS_MAX];
} finding;

static void add(nbb_patterns *set, const nbb_patterns *other)
{
    NBB_FILL(i, NBB_COUNT(set->at), set->at[i], set->at[i] ^ other->at[i]);
}

/* --- masks --- */

/* Adds sums to a set of items until no leading item is in it; to *columns what they are made of. */
static void reduce(const finding *find, nbb_patterns *set, nbb_patterns *columns)
{
    for (int i = 0; i < find->basis->count; ++i) {
        if (nbb_patterns_has(set, find->leading[i])) {
            add(set, &find->echelon[i]);
            add(columns, &find->made_of[i]);
        }
    }
}

/* Takes a mask that is 1 in a set of items, unless it is a sum of those before. Returns where it is put, or NULL. */
static nbb_value *take(finding *find, const nbb_patterns *ones)
{
    nbb_patterns rest = *ones, columns = { { 0 } };
    reduce(find, &rest, &columns);
    int number = find->basis->count, item = NBB_FIND(i, find->items, nbb_patterns_has(&rest, i));
    NBB_FAIL_IF(item == find->items, NULL);
    nbb_patterns_put(&columns, number);
    find->echelon[number] = rest;
    find->made_of[number] = columns;
    find->leading[number] = item;
    return &find->basis->masks[find->basis->count++];
}

/* --- few cases --- */

/* The function that is 1 at the points whose item is in a set. */
static nbb_function function_of(const nbb_bits *items, unsigned set)
{
    nbb_function function = { 0, 0 };
    NBB_EACH_POINT (items, point) {
        bool is = set >> items->values[point] & 1;
        function.on |= (uint64_t)is << point;
        function.off |= (uint64_t)!is << point;
    }
    return function;
}

/* Takes masks, the cheapest first; those that leave out item 0, for the others are their complements. */
static void take_cheapest(finding *find, const nbb_bits *items)
{
    int costs[1 << FEW], most = 0, by;
    nbb_value words[NBB_FUNCTION_WORDS] = { NBB_ZERO };
    memcpy(words, items->of, (size_t)items->words * sizeof words[0]);
    for (unsigned set = 2; set < 1U << find->items; set += 2) {
        costs[set] = nbb_function_cost(function_of(items, set), &by);
        most = costs[set] > most ? costs[set] : most;
    }
    for (int cost = 0; cost <= most; ++cost) {
        for (unsigned set = 2; set < 1U << find->items; set += 2) {
            nbb_patterns ones = { { set } };
            nbb_value *mask = costs[set] == cost ? take(find, &ones) : NULL;
            if (mask != NULL) {
                *mask = nbb_code_function(find->code, function_of(items, set), words);
            }
        }
    }
}

/* --- more of them --- */

/* Takes products of the words whose bits number the items, that of none first: item i has the pattern patterns[i]. */
static void take_products(finding *find, const nbb_value *words, int count, const int *patterns)
{
    nbb_value products[1 << NBB_BASIS_WORDS];
    for (int product = 0; product < 1 << count; ++product) {
        nbb_patterns ones = { { 0 } };
        int last = 31 - __builtin_clz((unsigned)product | 1);
        products[product] = product == 0 ? NBB_ONES
                                         : nbb_code_logic(find->code, NBB_TABLE_AND, products[product ^ 1 << last],
                                                          words[last], NBB_ZERO);
        for (int item = 0; item < find->items; ++item) {
            if ((patterns[item] & product) == product) {
                nbb_patterns_put(&ones, item);
            }
        }
        nbb_value *mask = take(find, &ones);
        if (mask != NULL) {
            *mask = products[product];
        }
    }
}

/* The values of a table of cases are numbered from 0: it becomes one of items. */
static void find_by_table(finding *find, nbb_bits *table)
{
    nbb_value words[NBB_BITS_MAX];
    int patterns[NBB_POINTS_MAX];
    NBB_EACH_POINT (table, point) {
        int number = (int)table->values[point];
        int item = NBB_FIND(i, find->items, find->basis->cases[i] == number);
        find->basis->cases[item] = number;
        find->items += item == find->items;
        table->values[point] = item;
    }
    nbb_bits_tidy(table);
    NBB_FILL(item, find->items, patterns[item], item);
    bool are_few = find->items <= FEW;
    take_products(find, words, are_few ? 0 : nbb_bits_words(find->code, table, words), patterns);
    if (are_few) {
        take_cheapest(find, table);
    }
}

/* The table of the cases that there can be, by class; false where the inputs depend on more words than a table has,
   or no case is left. */
static bool find_table(nbb_code *code, const nbb_basis_input *inputs, int count, const int *classes, nbb_bits *table)
{
    *table = nbb_bits_constant(0);
    for (int i = 0; i < count; ++i) {
        int to[NBB_FUNCTION_WORDS];
        const nbb_bits *bits = &inputs[i].bits;
        NBB_FAIL_IF(bits->words < 0 || !nbb_bits_join(table, bits, to), false);
        for (int point = 0; point < 1 << table->words; ++point) {
            int64_t input = bits->values[nbb_point_of(point, bits->words, to)];
            table->values[point] += (input - inputs[i].low) * inputs[i].stride;
        }
    }
    *table = nbb_bits_reached(code, table);
    NBB_FAIL_IF(classes == NULL, true);
    NBB_EACH_POINT (table, point) {
        int64_t class = classes[table->values[point]];
        table->possible &= ~((uint64_t)(class == NBB_BASIS_FREE) << point);
        table->values[point] = class;
    }
    return table->possible != 0;
}

/* The case of a pattern of all inputs' bits; -1 where an input is out of its range. */
static int case_of(const nbb_basis_input *inputs, int count, int pattern)
{
    int64_t number = 0;
    for (int i = 0; i < count; ++i) {
        int needed = nbb_bits_needed(inputs[i].bits.low, inputs[i].bits.high);
        int64_t input = pattern & ((1 << needed) - 1);
        input -= inputs[i].bits.low < 0 && input >> (needed - 1) & 1 ? INT64_C(1) << needed : 0;
        NBB_FAIL_IF(input < inputs[i].bits.low || input > inputs[i].bits.high, -1);
        number += (input - inputs[i].low) * inputs[i].stride;
        pattern >>= needed;
    }
    return (int)number;
}

static bool find_by_words(finding *find, const nbb_basis_input *inputs, int count)
{
    nbb_value words[NBB_BASIS_WORDS + NBB_BITS_MAX];
    int patterns[NBB_BASIS_MAX], all = 0;
    for (int i = 0; i < count; ++i) {
        nbb_value more[NBB_BITS_MAX];
        int needed = nbb_bits_words(find->code, &inputs[i].bits, more);
        NBB_FAIL_IF(all + needed > NBB_BASIS_WORDS, false);
        memcpy(&words[all], more, (size_t)needed * sizeof more[0]);
        all += needed;
    }
    nbb_patterns reached = nbb_code_reach(find->code, words, all);
    for (int pattern = 0; pattern < 1 << all; ++pattern) {
        int number = nbb_patterns_has(&reached, pattern) ? case_of(inputs, count, pattern) : -1;
        if (number >= 0) {
            patterns[find->items] = pattern;
            find->basis->cases[find->items++] = number;
        }
    }
    take_products(find, words, all, patterns);
    return true;
}

int nbb_basis_number(nbb_code *code, const nbb_basis_input *inputs, int count, const int *classes, nbb_bits *number,
                     int cases[NBB_NUMBERED_MAX])
{
    int items = 0;
    nbb_bits table;
    NBB_FAIL_IF(!find_table(code, inputs, count, classes, &table), 0);
    *number = table;
    for (; table.possible != 0; ++items) { /* the least case that is left */
        int64_t least = INT64_MAX;
        NBB_FAIL_IF(items == NBB_NUMBERED_MAX, 0);
        NBB_EACH_POINT (&table, point) {
            least = table.values[point] < least ? table.values[point] : least;
        }
        NBB_EACH_POINT (&table, point) {
            bool is_least = table.values[point] == least;
            number->values[point] = is_least ? items : number->values[point];
            table.possible ^= (uint64_t)is_least << point;
        }
        cases[items] = (int)least;
    }
    nbb_bits_tidy(number);
    return items;
}

bool nbb_basis_find(nbb_code *code, const nbb_basis_input *inputs, int count, const int *classes, nbb_basis *basis)
{
    finding find = { .code = code, .basis = basis, .items = 0 };
    nbb_bits table;
    basis->count = 0;
    if (find_table(code, inputs, count, classes, &table)) {
        find_by_table(&find, &table);
    } else if (classes != NULL || !find_by_words(&find, inputs, count)) {
        return false;
    }
    NBB_FILL(row, basis->count, basis->rows[row], (nbb_patterns){ { 0 } });
    for (int item = 0; item < basis->count; ++item) {
        /* An item is the sum of some columns: it belongs to the rows of these numbers. */
        nbb_patterns set = { { 0 } }, columns = { { 0 } };
        nbb_patterns_put(&set, item);
        reduce(&find, &set, &columns);
        for (int row = 0; row < basis->count; ++row) {
            if (nbb_patterns_has(&columns, row)) {
                nbb_patterns_put(&basis->rows[row], item);
            }
        }
    }
    return true;
}
