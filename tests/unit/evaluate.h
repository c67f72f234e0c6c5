/* evaluate.h - computes the values of code. */
#ifndef NBB_EVALUATE_H
#define NBB_EVALUATE_H

#include "gen/code/code.h"

/* What code begins with, by number; NULL where it has no such words. */
typedef struct nbb_words nbb_words;
struct nbb_words {
    const uint32_t *loaded, *given, *arguments;
    const uint64_t *rows;                                                   /* bit 32 is the digit before U's */
    uint32_t (*given_of)(const nbb_words *words, int number);               /* or NULL: `given` has all */
    uint32_t (*digit)(const nbb_words *words, const nbb_draw *draw, int d); /* of the lanes' U */
    void *context;
};

/* Digit d of the lanes' threshold; -1 is the digit before the first. */
static inline uint32_t threshold_digit(const nbb_words *words, const nbb_draw *draw, const nbb_value *from,
                                       const uint32_t *values, int d)
{
    uint32_t digit = 0;
    for (int i = 0; i < draw->words; ++i) {
        bool one = words->rows[draw->row + i] >> (31 - d) & 1;
        digit ^= one ? (i == 0 ? ~UINT32_C(0) : values[from[i]]) : 0;
    }
    return digit;
}

static inline uint32_t drawn_word(const nbb_code *code, const nbb_words *words, int number, const uint32_t *values)
{
    const nbb_draw *draw = &code->draws[number];
    const nbb_value *from = &code->draw_words[draw->first];
    if (draw->digit >= 0) {
        return words->digit(words, draw, draw->digit);
    }
    uint32_t care = values[from[0]], always = threshold_digit(words, draw, from, values, -1);
    uint32_t less = care & always, equal = care & ~always;
    for (int d = 0; d < 32 && equal != 0; ++d) {
        uint32_t u = words->digit(words, draw, d), digit = threshold_digit(words, draw, from, values, d);
        less |= equal & ~u & digit;
        equal &= ~(u ^ digit);
    }
    return less;
}

/* Computes the values, all of them: values[i], count of them. */
static inline void nbb_code_evaluate(const nbb_code *code, const nbb_words *words, uint32_t *values)
{
    for (nbb_value value = 0; value < code->count; ++value) {
        const nbb_node *node = &code->nodes[value];
        uint32_t from[NBB_CODE_FROM] = { 0 };
        for (int i = 0; i < nbb_node_words(node); ++i) {
            from[i] = values[node->from[i]];
        }
        switch (node->operation) {
        case NBB_CONSTANT:
            values[value] = value == NBB_ONES ? ~UINT32_C(0) : 0;
            break;
        case NBB_PENDING:
            values[value] = 0;
            break;
        case NBB_LOADED:
            values[value] = words->loaded[node->number];
            break;
        case NBB_GIVEN:
            values[value] = words->given_of != NULL ? words->given_of(words, node->number)
                                                    : words->given[node->number];
            break;
        case NBB_ARGUMENT:
            values[value] = words->arguments[node->number];
            break;
        case NBB_LOGIC:
            values[value] = (uint32_t)nbb_table_points(node->table, (const uint64_t[]){ from[0], from[1], from[2] });
            break;
        case NBB_DRAWN:
            values[value] = drawn_word(code, words, node->number, values);
            break;
        }
    }
}

#endif
