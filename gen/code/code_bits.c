/* code_bits.c - integers as tables of few words, and as vectors. */
#include "gen/code/code_bits.h"

static bool is_possible(const nbb_bits *a, int point)
{
    return a->possible >> point & 1;
}

/* --- tables --- */

static void drop_word(nbb_bits *a, int i)
{
    uint64_t possible = 0;
    for (int point = 0; point < 1 << (a->words - 1); ++point) {
        int without = (point >> i << (i + 1)) | (point & ((1 << i) - 1)), with = without | 1 << i;
        int64_t value = is_possible(a, without) ? a->values[without] : a->values[with];
        possible |= (uint64_t)(is_possible(a, without) || is_possible(a, with)) << point;
        a->values[point] = value; /* of points that are not read again */
    }
    a->possible = possible;
    --a->words;
    memmove(&a->of[i], &a->of[i + 1], (size_t)(a->words - i) * sizeof a->of[0]);
}

void nbb_bits_tidy(nbb_bits *a)
{
    for (int i = a->words - 1; i >= 0; --i) {
        bool is_idle = NBB_ALL(point, 1 << a->words, /* the values do not depend on the word */
                               !is_possible(a, point) || !is_possible(a, point | 1 << i)
                                   || a->values[point] == a->values[point | 1 << i]);
        if (is_idle) {
            drop_word(a, i);
        }
    }
    /* The range of a table's values. */
    bool any = false;
    a->low = a->high = 0;
    NBB_EACH_POINT (a, point) {
        a->low = !any || a->values[point] < a->low ? a->values[point] : a->low;
        a->high = !any || a->values[point] > a->high ? a->values[point] : a->high;
        any = true;
    }
}

nbb_bits nbb_bits_constant(int64_t value)
{
    return (nbb_bits){ .low = value, .high = value, .values = { value }, .possible = 1 };
}

nbb_bits nbb_bits_word(nbb_value word)
{
    return nbb_bits_vector(&word, 0, 1);
}

int nbb_bits_needed(int64_t low, int64_t high)
{
    int needed = NBB_FIND(bits, NBB_BITS_MAX, low >> bits >= -1 && high >> bits <= 0);
    return low < 0 && needed < NBB_BITS_MAX ? needed + 1 : needed;
}

static int add_word(nbb_bits *a, nbb_value word)
{
    int i = NBB_FIND(number, a->words, a->of[number] == word);
    if (i == a->words && i < NBB_FUNCTION_WORDS) {
        a->of[a->words++] = word;
    }
    return i;
}

nbb_bits nbb_bits_vector(const nbb_value *words, int64_t low, int64_t high)
{
    nbb_bits made = { .low = low, .high = high };
    int places[NBB_BITS_MAX], count = nbb_bits_needed(low, high); /* -1 of a constant */
    bool fits = true;
    for (int i = 0; i < count; ++i) {
        places[i] = words[i] == NBB_ZERO || words[i] == NBB_ONES ? -1 : add_word(&made, words[i]);
        fits = fits && places[i] < NBB_FUNCTION_WORDS;
    }
    if (!fits) {
        made.words = -1;
        memcpy(made.of, words, (size_t)count * sizeof *words);
        return made;
    }
    for (int point = 0; point < 1 << made.words; ++point) {
        int64_t number = NBB_SUM(i, count,
                                 (places[i] >= 0 ? point >> places[i] & 1 : words[i] == NBB_ONES)
                                     * (low < 0 && i == count - 1 ? -1 : 1) * (INT64_C(1) << i));
        made.values[point] = number;
        made.possible |= (uint64_t)(number >= low && number <= high) << point;
    }
    nbb_bits_tidy(&made);
    return made;
}

nbb_function nbb_bits_function(const nbb_bits *a, int i)
{
    nbb_function function = { 0, 0 };
    NBB_EACH_POINT (a, point) {
        *(a->values[point] >> i & 1 ? &function.on : &function.off) |= UINT64_C(1) << point;
    }
    return function;
}

int nbb_bits_words(nbb_code *code, const nbb_bits *a, nbb_value words[NBB_BITS_MAX])
{
    int count = nbb_bits_needed(a->low, a->high);
    nbb_value of[NBB_FUNCTION_WORDS] = { NBB_ZERO };
    memcpy(of, a->of, (size_t)(a->words < 0 ? 0 : a->words) * sizeof of[0]);
    NBB_FILL(i, NBB_BITS_MAX, words[i],
             i >= count     ? (a->low < 0 ? words[count - 1] : NBB_ZERO)
             : a->words < 0 ? a->of[i]
                            : nbb_code_function(code, nbb_bits_function(a, i), of));
    return count;
}

nbb_value nbb_bits_bool(nbb_code *code, const nbb_bits *a)
{
    nbb_value words[NBB_BITS_MAX];
    nbb_bits_words(code, a, words);
    return words[0];
}

bool nbb_bits_join(nbb_bits *a, const nbb_bits *b, int to[NBB_FUNCTION_WORDS])
{
    nbb_bits joint = { .words = a->words };
    memcpy(joint.of, a->of, sizeof joint.of);
    for (int i = 0; i < b->words; ++i) {
        to[i] = add_word(&joint, b->of[i]);
        NBB_FAIL_IF(to[i] == NBB_FUNCTION_WORDS, false);
    }
    for (int point = 0; point < 1 << joint.words; ++point) {
        int mine = point & ((1 << a->words) - 1), other = nbb_point_of(point, b->words, to);
        joint.values[point] = a->values[mine];
        joint.possible |= (uint64_t)(is_possible(a, mine) && is_possible(b, other)) << point;
    }
    joint.low = a->low;
    joint.high = a->high;
    *a = joint;
    return true;
}

int nbb_point_of(int point, int count, const int to[NBB_FUNCTION_WORDS])
{
    return NBB_SUM(i, count, (point >> to[i] & 1) << i);
}

/* --- narrower integers --- */

nbb_bits nbb_bits_within(nbb_code *code, const nbb_bits *a, int64_t low, int64_t high)
{
    nbb_bits made = *a;
    if (a->words < 0) {
        nbb_value words[NBB_BITS_MAX];
        nbb_bits_words(code, a, words);
        return nbb_bits_vector(words, low > a->low ? low : a->low, high < a->high ? high : a->high);
    }
    for (int point = 0; point < 1 << a->words; ++point) {
        bool inside = a->values[point] >= low && a->values[point] <= high;
        made.possible &= inside ? ~UINT64_C(0) : ~(UINT64_C(1) << point);
    }
    nbb_bits_tidy(&made);
    return made;
}

nbb_bits nbb_bits_reached(nbb_code *code, const nbb_bits *a)
{
    int count = a->words < 0 ? nbb_bits_needed(a->low, a->high) : a->words;
    NBB_FAIL_IF(count > NBB_REACH_WORDS, *a);
    nbb_patterns reached = nbb_code_reach(code, a->of, count);
    nbb_bits made = *a;
    if (a->words >= 0) {
        made.possible &= reached.at[0];
        nbb_bits_tidy(&made);
        return made;
    }
    /* Of a vector: the least range that holds what its words are when taken together. */
    int64_t low = a->high, high = a->low;
    for (int pattern = 0; pattern < 1 << count; ++pattern) {
        int64_t value = pattern - (a->low < 0 && pattern >> (count - 1) & 1 ? INT64_C(1) << count : 0);
        if (nbb_patterns_has(&reached, pattern) && value >= a->low && value <= a->high) {
            low = value < low ? value : low;
            high = value > high ? value : high;
        }
    }
    return nbb_bits_vector(a->of, low, high);
}
