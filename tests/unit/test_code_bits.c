/* test_code_bits.c - integers as vectors of bits do what plain integers do, lane by lane. */
#include "gen/code/code_bits.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gen/domain/domain.h"

enum { LANES = 32, OPERANDS = 3, LOADED = 32 * OPERANDS, KINDS = NBB_BITS_MAX_OF + 1 };

/* Code with some integers whose lanes are known. */
typedef struct sample {
    nbb_code code;
    uint32_t loaded[LOADED];
    int loaded_count;
    uint64_t seed;
} sample;

/* An integer, and what it is in each lane. */
typedef struct operand {
    nbb_bits bits;
    int64_t plain[LANES];
} operand;

static uint64_t draw(sample *drawn)
{
    return nbb_mix(drawn->seed++);
}

/* An integer of a range drawn at random, of a few bits or of many. */
static operand draw_operand(sample *drawn)
{
    static const int64_t spans[] = { 0, 1, 1, 2, 3, 4, 8, 15, 40, 255, 1000, INT32_MAX };
    operand made;
    int64_t span = spans[draw(drawn) % 12], low = (int64_t)(draw(drawn) % 3) - 1;
    low = low * (int64_t)(draw(drawn) % (uint64_t)(span + 2));
    low = low + span > INT32_MAX ? 0 : low;
    low = draw(drawn) % 40 == 0 ? INT32_MIN : low;
    nbb_value words[NBB_BITS_MAX];
    int count = nbb_bits_needed(low, low + span);
    for (int lane = 0; lane < LANES; ++lane) {
        made.plain[lane] = low + (int64_t)(draw(drawn) % (uint64_t)(span + 1));
    }
    for (int i = 0; i < count; ++i) {
        uint32_t *word = &drawn->loaded[drawn->loaded_count];
        *word = 0;
        for (int lane = 0; lane < LANES; ++lane) {
            *word |= (uint32_t)(made.plain[lane] >> i & 1) << lane;
        }
        words[i] = nbb_code_word(&drawn->code, NBB_LOADED, drawn->loaded_count++);
    }
    made.bits = nbb_bits_vector(words, low, low + span);
    return made;
}

static void check(sample *drawn, const operand *made)
{
    nbb_value words[NBB_BITS_MAX];
    nbb_bits_words(&drawn->code, &made->bits, words);
    uint32_t *values = malloc((size_t)drawn->code.count * sizeof *values);
    assert_non_null(values);
    assert_int_equal(nbb_code_status(&drawn->code), NBB_OK);
    nbb_code_evaluate(&drawn->code, &(nbb_words){ .loaded = drawn->loaded }, values);
    for (int lane = 0; lane < LANES; ++lane) {
        uint32_t number = 0;
        for (int i = 0; i < NBB_BITS_MAX; ++i) {
            number |= (values[words[i]] >> lane & 1) << i;
        }
        assert_int_equal((int32_t)number, made->plain[lane]);
        assert_in_range(made->plain[lane] - made->bits.low, 0, made->bits.high - made->bits.low);
    }
    free(values);
}

static operand operate(sample *drawn, int operation, const operand *a, const operand *b)
{
    operand made = { .bits = nbb_bits_operate(&drawn->code, operation, &a->bits, &b->bits) };
    for (int lane = 0; lane < LANES; ++lane) {
        made.plain[lane] = nbb_bits_plain(operation, a->plain[lane], b->plain[lane]);
    }
    return made;
}

static operand choose(sample *drawn, const operand *condition, const operand *a, const operand *b)
{
    operand when = { .bits = nbb_bits_operate(&drawn->code, NBB_OP_LESS, &condition->bits, &a->bits) };
    operand made = { .bits = nbb_bits_select(&drawn->code, &when.bits, &a->bits, &b->bits) };
    for (int lane = 0; lane < LANES; ++lane) {
        made.plain[lane] = condition->plain[lane] < a->plain[lane] ? a->plain[lane] : b->plain[lane];
    }
    return made;
}

static operand as_field(sample *drawn, const operand *a)
{
    operand made;
    int bits = 1 + (int)(draw(drawn) % 8);
    made.bits = nbb_bits_modulo(&drawn->code, &a->bits, bits);
    for (int lane = 0; lane < LANES; ++lane) {
        made.plain[lane] = a->plain[lane] & ((1 << bits) - 1);
    }
    assert_in_range(made.bits.high, 0, (1 << bits) - 1);
    return made;
}

/* Every operation on integers drawn at random, and on what it makes of them. */
static void operations(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 3000; ++i) {
        sample drawn = { .seed = i * 1000 };
        nbb_code_begin(&drawn.code);
        operand a = draw_operand(&drawn), b = draw_operand(&drawn), c = draw_operand(&drawn);
        int operation = (int)(i % KINDS);
        operand first = operate(&drawn, operation, &a, &b);
        check(&drawn, &first);
        operand field = as_field(&drawn, &first);
        check(&drawn, &field);
        operand second = operate(&drawn, (int)(draw(&drawn) % KINDS), &first, &c);
        check(&drawn, &second);
        operand third = choose(&drawn, &c, &second, &field);
        check(&drawn, &third);
        operand last = operate(&drawn, (int)(draw(&drawn) % KINDS), &a, &third);
        check(&drawn, &last);
        nbb_code_free(&drawn.code);
    }
}

static void sums(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 500; ++i) {
        sample drawn = { .seed = i * 1000 };
        nbb_code_begin(&drawn.code);
        operand of[OPERANDS], sum = { .bits = { 0 } };
        nbb_bits addends[NBB_SUM_MAX];
        for (int j = 0; j < OPERANDS; ++j) {
            of[j] = draw_operand(&drawn);
        }
        int count = (int)(i % (NBB_SUM_MAX + 1));
        for (int j = 0; j < count; ++j) {
            addends[j] = of[j % OPERANDS].bits;
            for (int lane = 0; lane < LANES; ++lane) {
                sum.plain[lane] = (int32_t)(uint32_t)(sum.plain[lane] + of[j % OPERANDS].plain[lane]);
            }
        }
        sum.bits = nbb_bits_sum(&drawn.code, addends, count);
        check(&drawn, &sum);
        nbb_code_free(&drawn.code);
    }
}

/* A chain of arithmetic on a count is a table of the count's words until its bits are asked for. */
static void tables(void **state)
{
    (void)state;
    sample drawn = { .seed = 7 };
    nbb_code_begin(&drawn.code);
    nbb_value words[3];
    for (int i = 0; i < 3; ++i) {
        words[i] = nbb_code_word(&drawn.code, NBB_LOADED, i);
    }
    nbb_bits count = nbb_bits_vector(words, 0, 4), two = nbb_bits_constant(2), four = nbb_bits_constant(4);
    int before = drawn.code.count;
    nbb_bits twice = nbb_bits_operate(&drawn.code, NBB_OP_MUL, &count, &two);
    nbb_bits field = nbb_bits_operate(&drawn.code, NBB_OP_SUB, &twice, &four);
    nbb_bits none = nbb_bits_constant(0);
    nbb_bits positive = nbb_bits_operate(&drawn.code, NBB_OP_LESS, &none, &field);
    assert_int_equal(field.low, -4);
    assert_int_equal(field.high, 4);
    assert_int_equal(drawn.code.count, before);
    nbb_bits_bool(&drawn.code, &positive);
    assert_int_equal(drawn.code.count, before + 1);
    nbb_code_free(&drawn.code);
}

/* Long division by a small number has small remainders on its way: what is kept between digits is as short. */
static void division(void **state)
{
    (void)state;
    sample drawn = { .seed = 8 };
    nbb_code_begin(&drawn.code);
    nbb_value words[NBB_BITS_MAX - 1];
    for (int i = 0; i < NBB_BITS_MAX - 1; ++i) {
        words[i] = nbb_code_word(&drawn.code, NBB_LOADED, i);
    }
    nbb_bits step = nbb_bits_vector(words, 0, INT32_MAX), three = nbb_bits_constant(3);
    nbb_bits_operate(&drawn.code, NBB_OP_MOD, &step, &three);
    assert_in_range(drawn.code.count, NBB_BITS_MAX, 500);
    nbb_code_free(&drawn.code);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(operations),
        cmocka_unit_test(sums),
        cmocka_unit_test(tables),
        cmocka_unit_test(division),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
