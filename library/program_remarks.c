/* program_remarks.c - what a program says that is valid and probably not meant. */
#include "library/program_text.h"
#include "gen/program/program_value.h"

typedef struct looking {
    const nbb_program *program;
    bool is_initial; /* the expression is init's */
    nbb_program_remark *hear;
    void *context;
} looking;

#define TELL_AT(look, at, ...) (nbb_place_fail((at)->place, __VA_ARGS__), tell_failure(look))
static void tell_failure(const looking *look)
{
    if (nbb_failure() == NBB_ERROR_DEFINITION) { /* not for want of memory */
        look->hear(nbb_message(), look->context);
    }
}

static bool is_sum(const nbb_expression *expression, const void *program)
{
    const nbb_total *totals = ((const nbb_program *)program)->totals;
    return expression->kind == NBB_EXPRESSION_TOTAL
           && (totals[expression->number].kind == NBB_TOTAL_SUM
               || totals[expression->number].kind == NBB_TOTAL_PAIRS);
}

/* Whether it is a coordinate by the side of the box, which n is along x. */
static bool is_below(const nbb_expression *left, const nbb_expression *right)
{
    return left->kind == NBB_EXPRESSION_BUILTIN && right->kind == NBB_EXPRESSION_BUILTIN
           && left->number == NBB_BUILTIN_X && right->number == NBB_BUILTIN_N;
}

static bool is_offset(const nbb_expression *expression, const void *unused)
{
    (void)unused;
    return expression->kind == NBB_EXPRESSION_BUILTIN && expression->number >= NBB_BUILTIN_DX;
}

static void look_at_quotient(const looking *look, const nbb_expression *quotient)
{
    const nbb_expression *left = quotient->from[0], *right = quotient->from[1];
    bool are_numbers = left->kind == NBB_EXPRESSION_INTEGER && right->kind == NBB_EXPRESSION_INTEGER;
    if (are_numbers && right->integer != 0 && left->integer % right->integer != 0) {
        TELL_AT(look, quotient,
                "%" PRId64 " / %" PRId64 " is %" PRId64 ", the quotient of two ints; %" PRId64 ".0 / %" PRId64
                " is a real",
                left->integer, right->integer, left->integer / right->integer, left->integer, right->integer);
    } else if (nbb_has_part(left, is_sum, look->program)) {
        TELL_AT(look, quotient,
                "the quotient of two ints is an int, cut towards 0; real(...) around the sum keeps the rest");
    } else if (left->kind == NBB_EXPRESSION_INTEGER && left->integer > 0 && right->high > left->integer
               && nbb_has_part(right, is_offset, NULL)) { /* for some neighbours 0 */
        TELL_AT(look, quotient, "the quotient of two ints is an int, cut towards 0; with %" PRId64 ".0 it is a real",
                left->integer);
    } else if (is_below(left, right)
               || (!are_numbers && quotient->low == 0 && quotient->high == 0
                   && (left->low != 0 || left->high != 0))) {
        TELL_AT(look, quotient,
                "this quotient of two ints is always 0; real(...) around one of them makes it a real");
    }
}

static void look_at_chance(const looking *look, const nbb_expression *chance)
{
    NBB_LEAVE_IF(nbb_varies(chance->from[0]));
    int bits = look->is_initial ? 24 : 32;
    double p = nbb_value_evaluate(&(nbb_evaluation){ .program = look->program }, chance->from[0], -1).real;
    double kept = ldexp((double)(look->is_initial ? nbb_draw_initial_threshold : nbb_draw_threshold)(p), -32);
    if (p > 0 && p < 1 && p - kept > p / 100) {
        TELL_AT(look, chance, "a chance of %.3g is taken as %.3g: chances are multiples of 2^-%d here", p, kept,
                bits);
    }
}

static nbb_status look_at(nbb_expression *expression, void *context)
{
    if (nbb_operation_of(expression) == NBB_OP_DIV && !nbb_is_real(expression->type)) {
        look_at_quotient(context, expression);
    }
    if (expression->kind == NBB_EXPRESSION_CHANCE) {
        look_at_chance(context, expression);
    }
    return NBB_OK;
}

void nbb_program_remarks(const nbb_program *program, nbb_program_remark *hear, void *context)
{
    looking look = { .program = program, .is_initial = true, .hear = hear, .context = context };
    nbb_walk(program, NBB_WALK_INIT, look_at, &look);
    look.is_initial = false;
    nbb_walk(program, NBB_WALK_UPDATE | NBB_WALK_OBSERVED, look_at, &look);
}
