/* test_formula.c - formulas against the C compiler's own reading of them, their failures, and printing. */
#include "gen/domain/fractal.h"

#include "unit.h"

static const char *const names[] = { "x", "y", "beta" };
static const nbb_spellings scope = { names, 3 };
static const int64_t values[] = { 7, 3, -2 };

static nbb_arena arena; /* of the formulas of a case */

static nbb_formula *parse(const char *text)
{
    nbb_formula *formula = NULL;
    if (nbb_formula_parse(&arena, text, &scope, 1, &formula) != NBB_OK) {
        fail_msg("%s: %s", text, nbb_message());
    }
    return formula;
}

static void check_value(const char *text, int64_t expected)
{
    nbb_formula *formula = parse(text);
    int64_t result = 0;
    if (nbb_formula_evaluate(formula, values, &result) != NBB_OK || result != expected) {
        fail_msg("%s is %lld, expected %lld", text, (long long)result, (long long)expected);
    }
    nbb_arena_free(&arena);
}

/* What the compiler makes of the same text. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wparentheses"
#pragma GCC diagnostic ignored "-Wlogical-not-parentheses"
#pragma GCC diagnostic ignored "-Wbool-compare"
#pragma GCC diagnostic ignored "-Wbool-operation"
#pragma GCC diagnostic ignored "-Wint-in-bool-context"
TEST(test_reads_as_c)
{
    const int64_t x = 7, y = 3, beta = -2;
#define CHECK(...) check_value(#__VA_ARGS__, __VA_ARGS__)
    CHECK(x - y - beta);
    CHECK(x - (y - beta));
    CHECK(x / y * y + x % y);
    CHECK(beta * x / y % 4);
    CHECK(-x / y);
    CHECK(-x % y);
    CHECK(x % beta);
    CHECK(-(-x));
    CHECK(!x == y);
    CHECK(!!x + ~y);
    CHECK(1 << 2 + y);
    CHECK(x >> 1 << 1);
    CHECK(beta >> 1);
    CHECK(x & y == y);
    CHECK(x | y ^ 6 & 12);
    CHECK(x ^ 5 | 8 & x);
    CHECK(1 < 2 == 2 > 1);
    CHECK(x > y > beta);
    CHECK(x >= 7 && y <= 2 || beta != 0);
    CHECK(0 || x && 0);
    CHECK(x ? y : beta);
    CHECK(0 ? 1 : 0 ? 2 : 3);
    CHECK(1 ? 0 ? 4 : 5 : 6);
    CHECK(x < y ? x + 1 : y - 1 << 2);
    CHECK((x < y) + (x > y) * 2 - !(x == y));
    CHECK(2147483647 - x);
    CHECK(((((((x)))))));
#undef CHECK
}
#pragma GCC diagnostic pop

TEST(test_reads_beyond_c)
{
    check_value("x // 2", 3);
    check_value(" \tx\n+\n1 ", 8);
    check_value("-2147483647 - 1", INT_MIN);
    check_value("(-2147483647 - 1) / 1", INT_MIN);
    check_value("1 << 30", 1 << 30);
}

TEST(test_decides_early)
{
    check_value("0 && 1 / 0", 0);
    check_value("x || 1 / 0", 1);
    check_value("x ? y : 1 / 0", 3);
    check_value("0 ? 1 / 0 : y", 3);
}

static void check_failure(const char *text, const char *expected)
{
    nbb_formula *formula = parse(text);
    int64_t result;
    assert_int_equal(nbb_formula_evaluate(formula, values, &result), NBB_ERROR_DEFINITION);
    assert_string_equal(nbb_message(), expected);
    nbb_arena_free(&arena);
}

TEST(test_fails_where_c_is_undefined)
{
    check_failure("x / 0", "7 / 0: division by zero");
    check_failure("x % (y - 3)", "7 % 0: division by zero");
    check_failure("2147483648", "2147483648 does not fit a C int");
    check_failure("2147483647 + 1 - 1", "2147483647 + 1: overflow");
    check_failure("beta - 2147483647", "-2 - 2147483647: overflow");
    check_failure("1073741824 * -3", "1073741824 * -3: overflow");
    check_failure("(-2147483647 - 1) / -1", "-2147483648 / -1: overflow");
    check_failure("(-2147483647 - 1) % -1", "-2147483648 % -1: overflow");
    check_failure("-(-2147483647 - 1)", "0 - -2147483648: overflow");
    check_failure("1 << 31", "1 << 31: a shift is from 0 to 30");
    check_failure("x >> 31", "7 >> 31: a shift is from 0 to 30");
    check_failure("1 >> beta", "1 >> -2: a shift is from 0 to 30");
    check_failure("4 << 30", "4 << 30: overflow");
    check_failure("beta << 1", "-2 << 1: a negative number cannot be shifted left");
}

TEST(test_rejects)
{
    static const char *const cases[][2] = {
        { "", "column 1: expected a number, a name or '(', got the end" },
        { "x +", "column 4: expected a number, a name or '(', got the end" },
        { "x + * 2", "column 5: expected a number, a name or '(', got '*'" },
        { "(x", "column 3: expected ')', got the end" },
        { "x)", "column 2: expected an operator or the end, got ')'" },
        { "x y", "column 3: expected an operator or the end, got 'y'" },
        { "x = 1", "column 3: expected an operator or the end, got '='" },
        { "x, y", "column 2: expected an operator or the end, got ','" },
        { "x ? 1", "column 6: expected ':', got the end" },
        { "bet", "column 1: unknown variable 'bet': did you mean 'beta'? (there are x, y, beta)" },
        { "2 * width", "column 5: unknown variable 'width' (there are x, y, beta)" },
        { "0xfg", "column 4: 'g' cannot follow a number: numbers have no suffix" },
        { "00", "column 1: a number that begins with 0: octal ones are not taken, write it without the 0" },
        { "x + 1.5", "column 5: a formula has whole numbers, variables and operators alone" },
        { "9223372036854775808", "column 1: this number is too big for an int of 64 bits" },
        { "x[0, 0]", "column 1: a formula has whole numbers, variables and operators alone" },
        { "2 * abs(x)", "column 5: a formula has whole numbers, variables and operators alone" },
        { "here.x", "column 1: a formula has whole numbers, variables and operators alone" },
        { "x++", "column 2: expected an operator or the end, got '++'" }
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        nbb_formula *formula = NULL;
        assert_int_equal(nbb_formula_parse(&arena, cases[i][0], &scope, 1, &formula), NBB_ERROR_DEFINITION);
        assert_string_equal(nbb_message(), cases[i][1]);
        nbb_arena_free(&arena);
    }
}

/* One character, `count` times, then x. */
static void check_repeated(char character, int count, nbb_status expected)
{
    NBB_LOCAL_TEXT text = NBB_TEXT_EMPTY;
    for (int i = 0; i < count; i++) {
        nbb_text_put(&text, &character, 1);
    }
    nbb_text_add(&text, "x");
    nbb_formula *formula = NULL;
    assert_int_equal(nbb_formula_parse(&arena, text.data, &scope, 1, &formula), expected);
    nbb_arena_free(&arena);
}

TEST(test_bounds_nesting)
{
    check_repeated('!', 199, NBB_OK);
    check_repeated('!', 200, NBB_ERROR_DEFINITION);
    check_repeated('(', 4095, NBB_ERROR_DEFINITION);
    assert_string_equal(nbb_message(), "column 201: nested deeper than 200 levels");
    check_repeated(' ', 4095, NBB_OK);
    check_repeated(' ', 4096, NBB_ERROR_DEFINITION);
    assert_string_equal(nbb_message(), "4097 characters; a formula has at most 4096");
}

TEST(test_lists)
{
    nbb_formula *formulas[2] = { NULL, NULL };
    int64_t result;
    assert_int_equal(nbb_formula_parse(&arena, "x, y ? 1 : 2", &scope, 2, formulas), NBB_OK);
    assert_int_equal(nbb_formula_evaluate(formulas[1], values, &result), NBB_OK);
    assert_int_equal(result, 1);
    assert_int_equal(nbb_formula_parse(&arena, "x, *y", &scope, 2, formulas), NBB_ERROR_DEFINITION);
    assert_int_equal(nbb_formula_parse(&arena, "x", &scope, 2, formulas), NBB_ERROR_DEFINITION);
    assert_int_equal(nbb_formula_parse(&arena, "x, y, x", &scope, 2, formulas), NBB_ERROR_DEFINITION);
    nbb_arena_free(&arena);
}

/* ---- printing ---- */

static nbb_text print(const nbb_formula *formula)
{
    nbb_text text = NBB_TEXT_EMPTY;
    nbb_formula_print(formula, names, &text);
    return text;
}

/* Appends a random formula of at most `depth` levels, every part in parentheses. */
static void add_random(nbb_text *text, int depth)
{
    static const char *const operators[] = { "||", "&&", "|",  "^",  "&", "==", "!=", "<", "<=",
                                             ">",  ">=", "<<", ">>", "+", "-",  "*",  "/", "%" };
    int kind = depth == 0 ? rand() % 2 : rand() % 10;
    if (kind == 0) {
        nbb_text_add(text, "%d", rand() % 5);
    } else if (kind == 1) {
        nbb_text_add(text, "%s", names[rand() % 3]);
    } else if (kind == 2) {
        nbb_text_add(text, "%c(", "-~!"[rand() % 3]);
        add_random(text, depth - 1);
        nbb_text_add(text, ")");
    } else {
        nbb_text_add(text, "(");
        add_random(text, depth - 1);
        nbb_text_add(text, ")%s(", kind == 3 ? "?" : operators[rand() % 18]);
        add_random(text, depth - 1);
        if (kind == 3) {
            nbb_text_add(text, "):(");
            add_random(text, depth - 1);
        }
        nbb_text_add(text, ")");
    }
}

/* The printed text means the same: equal value or equal failure, and printing it again changes nothing. */
static void check_round_trip(const char *text)
{
    nbb_formula *before = parse(text);
    NBB_LOCAL_TEXT printed = print(before);
    nbb_formula *after = parse(printed.data);
    NBB_LOCAL_TEXT again = print(after);
    assert_string_equal(again.data, printed.data);
    for (int64_t x = -3; x < 4; x++) {
        const int64_t random[] = { x, rand() % 7, rand() % 7 - 3 };
        int64_t a = 0, b = 0;
        nbb_status status = nbb_formula_evaluate(before, random, &a);
        if (nbb_formula_evaluate(after, random, &b) != status || (status == NBB_OK && a != b)) {
            fail_msg("%s = %lld, printed as %s = %lld", text, (long long)a, printed.data, (long long)b);
        }
    }
    nbb_arena_free(&arena);
}

TEST(test_round_trips)
{
    srand(1);
    for (int i = 0; i < (nbb_unit_is_quick() ? 4000 : 20000); i++) {
        NBB_LOCAL_TEXT text = NBB_TEXT_EMPTY;
        add_random(&text, 5);
        if (text.length < 4096) {
            check_round_trip(text.data);
        }
    }
}
