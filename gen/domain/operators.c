/* operators.c - the table of operators, and their values. */
#include "gen/domain/operators.h"

#define X(name, text, words, strength) text,
static const char *const names[] = { NBB_OPERATORS(X) };
#undef X
const nbb_spellings nbb_operator_names = { names, NBB_OP_COUNT };

int nbb_operator_strength(nbb_operator operation)
{
#define X(name, text, words, strength) strength,
    static const int strengths[] = { NBB_OPERATORS(X) };
#undef X
    return strengths[operation];
}

bool nbb_is_arithmetic(int operation)
{
    return operation >= NBB_OP_ADD && operation <= NBB_OP_MOD;
}

bool nbb_is_comparison(int operation)
{
    return operation >= NBB_OP_LESS && operation <= NBB_OP_NOT_EQUAL;
}

bool nbb_is_logical(int operation)
{
    return operation == NBB_OP_AND || operation == NBB_OP_OR;
}

bool nbb_is_bitwise(int operation)
{
    return operation >= NBB_OP_BIT_AND && operation <= NBB_OP_BIT_XOR;
}

bool nbb_is_shift(int operation)
{
    return operation == NBB_OP_SHIFT_LEFT || operation == NBB_OP_SHIFT_RIGHT;
}

static int64_t divide(int64_t a, int64_t b)
{
    return b == 0 ? 0 : b == -1 ? (int64_t)(0 - (uint64_t)a) : a / b;
}

int64_t nbb_operator_value(nbb_operator operation, int bits, int64_t a, int64_t b)
{
    switch (operation) {
    case NBB_OP_NEG:
        return (int64_t)(0 - (uint64_t)a);
    case NBB_OP_NOT:
        return a == 0;
    case NBB_OP_COMPLEMENT:
        return ~a;
    case NBB_OP_ADD:
        return (int64_t)((uint64_t)a + (uint64_t)b);
    case NBB_OP_SUB:
        return (int64_t)((uint64_t)a - (uint64_t)b);
    case NBB_OP_MUL:
        return (int64_t)((uint64_t)a * (uint64_t)b);
    case NBB_OP_DIV:
        return divide(a, b);
    case NBB_OP_MOD:
        return b == 0 || b == -1 ? 0 : a % b;
    case NBB_OP_LESS:
        return a < b;
    case NBB_OP_LESS_EQUAL:
        return a <= b;
    case NBB_OP_GREATER:
        return a > b;
    case NBB_OP_GREATER_EQUAL:
        return a >= b;
    case NBB_OP_EQUAL:
        return a == b;
    case NBB_OP_NOT_EQUAL:
        return a != b;
    case NBB_OP_AND:
    case NBB_OP_BIT_AND:
        return a & b;
    case NBB_OP_OR:
    case NBB_OP_BIT_OR:
        return a | b;
    case NBB_OP_BIT_XOR:
        return a ^ b;
    case NBB_OP_SHIFT_LEFT:
        return (int64_t)((uint64_t)a << (b & (bits - 1)));
    default:
        return a >> (b & (bits - 1));
    }
}
