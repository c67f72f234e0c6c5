/* code_sum.c - sums of several integers, by columns of bits of one weight. */
#include "gen/code/code_bits.h"

#include <string.h>

/* The columns of a sum, by weight. What is known beforehand is in `constant`. */
typedef struct adding {
    nbb_column columns[NBB_BITS_MAX + 1];
    int64_t constant;
    int64_t low, high; /* of the whole sum */
} adding;

/* Puts an addend's words into their columns; a sign's complement, and less of its weight twice, is the same. */
static void put_addend(nbb_code *code, adding *sum, const nbb_bits *addend)
{
    nbb_value words[NBB_BITS_MAX];
    int count = nbb_bits_words(code, addend, words);
    sum->low += addend->low;
    sum->high += addend->high;
    for (int i = 0; i < count; ++i) {
        bool is_sign = addend->low < 0 && i == count - 1;
        nbb_value word = is_sign ? nbb_code_logic(code, NBB_TABLE_NOT, words[i], NBB_ZERO, NBB_ZERO) : words[i];
        sum->constant -= is_sign ? INT64_C(1) << i : 0;
        if (word == NBB_ONES) {
            sum->constant += INT64_C(1) << i;
        } else if (word != NBB_ZERO) {
            sum->columns[i].words[sum->columns[i].count++] = word;
        }
    }
}

/* Adds the last three of many words of weight 1 first. Neighbours come row by row: the row below a cell is the row
   above another one, whose first three words make the same sum. */
static void add_last_three(nbb_code *code, adding *sum)
{
    nbb_column *ones = &sum->columns[0];
    if (ones->count < 6) {
        return;
    }
    nbb_value carry = nbb_code_logic(code, NBB_TABLE_MAJORITY, ones->words[0], ones->words[1], ones->words[2]);
    ones->words[0] = nbb_code_logic(code, NBB_TABLE_SUM, ones->words[0], ones->words[1], ones->words[2]);
    ones->count -= 2;
    memmove(&ones->words[1], &ones->words[3], (size_t)(ones->count - 1) * sizeof ones->words[0]);
    sum->columns[1].words[sum->columns[1].count++] = carry;
}

nbb_bits nbb_bits_sum(nbb_code *code, const nbb_bits *addends, int count)
{
    adding sum = { .constant = 0 };
    nbb_value words[NBB_BITS_MAX];
    for (int i = count - 1; i >= 0; --i) {
        put_addend(code, &sum, &addends[i]);
    }
    add_last_three(code, &sum);
    for (int i = 0; i < NBB_BITS_MAX; ++i) {
        words[i] = nbb_code_add_column(code, &sum.columns[i], &sum.columns[i + 1]);
    }
    int64_t low = sum.low > sum.constant ? sum.low - sum.constant : 0, high = sum.high - sum.constant;
    bool wraps = high > INT32_MAX || sum.low < INT32_MIN || sum.high > INT32_MAX;
    nbb_bits counted = wraps ? nbb_bits_vector(words, INT32_MIN, INT32_MAX) : nbb_bits_vector(words, low, high);
    nbb_bits constant = nbb_bits_constant((int32_t)(uint32_t)(uint64_t)sum.constant);
    return sum.constant == 0 ? counted : nbb_bits_operate(code, NBB_BITS_ADD, &counted, &constant);
}
