/* source_program_call.c - prints chances and other random numbers, functions, and reductions over neighbours. */
#include "gen/source/source_program.h"

#include "gen/program/program_checker.h"

#include <inttypes.h>
#include <string.h>

/* --- random numbers --- */

/* The threshold of a chance that was decided before the launch: its case's. */
static void write_case(nbb_program_writer *w, const nbb_expression *chance, const nbb_cases *cases)
{
    const nbb_argument *row = nbb_arguments_find(
        w->arguments, w->initial ? NBB_ARGUMENT_INITIAL : NBB_ARGUMENT_CHANCE, chance->number);
    w->uses->arguments = true;
    nbb_text_add(w->text, "arguments%s%s[", w->plan->target != NBB_TARGET_HOST && !w->in_main ? "." : "->",
                 nbb_arguments_array(row));
    if (row->in_table && (row->offset > 0 || cases->input_count == 0)) {
        nbb_text_add(w->text, "%zu%s", row->offset, cases->input_count > 0 ? " + " : "");
    }
    for (int i = 0; i < cases->input_count; ++i) {
        const nbb_expression *input = cases->inputs[i];
        bool scaled = cases->strides[i] != 1, moved = input->low != 0;
        nbb_text_add(w->text, "%s%s", i > 0 ? " + " : "", scaled && moved ? "(" : "");
        if (scaled && !moved) {
            nbb_program_write_bound(w, input, NBB_BINDS_MULTIPLIED);
        } else {
            nbb_program_write_bound(w, input, NBB_BINDS_ADDED);
        }
        if (moved) {
            nbb_text_add(w->text, " %c %" PRId64, input->low < 0 ? '+' : '-',
                         input->low < 0 ? -input->low : input->low);
        }
        if (scaled) {
            nbb_text_add(w->text, "%s * %d", moved ? ")" : "", cases->strides[i]);
        }
    }
    nbb_text_add(w->text, "%s]", cases->input_count == 0 && !row->in_table ? "0" : "");
}

/* What the random numbers of a section begin with: the cell's place in the words, or init's hash. */
static void write_source(nbb_program_writer *w, const nbb_expression *expression)
{
    w->uses->draws = true;
    nbb_text_add(w->text, w->initial ? "key, %d" : "draw, %d", expression->number);
}

static void write_chance(nbb_program_writer *w, const nbb_expression *chance)
{
    nbb_cases cases;
    nbb_program_begin_call(w, w->initial ? "initial_chance" : "chance", "");
    write_source(w, chance);
    nbb_text_add(w->text, ", ");
    if (chance->on_processor && nbb_cases_find(chance, &cases)) {
        write_case(w, chance, &cases);
    } else {
        nbb_program_begin_call(w, "threshold", nbb_program_type_suffix(chance->from[0]->type));
        nbb_program_write_value(w, chance->from[0]);
        nbb_text_add(w->text, ")");
    }
    nbb_text_add(w->text, ")");
}

static void write_uniform(nbb_program_writer *w, const nbb_expression *expression)
{
    const char *name = w->initial ? "initial_uniform" : "uniform";
    nbb_program_begin_call(w, name, nbb_program_type_suffix(expression->type));
    write_source(w, expression);
    if (expression->from_count > 0) {
        nbb_text_add(w->text, ", ");
        nbb_program_write_value(w, expression->from[0]);
    }
    nbb_text_add(w->text, ")");
}

/* --- functions --- */

/* C's and CUDA's own functions of reals; a float's end in f. */
static const char *own_function(nbb_function_name function)
{
    static const char *const names[NBB_FUNCTION_COUNT] = {
        [NBB_FUNCTION_ABS] = "fabs", [NBB_FUNCTION_FLOOR] = "floor", [NBB_FUNCTION_SQRT] = "sqrt",
        [NBB_FUNCTION_EXP] = "exp",  [NBB_FUNCTION_LOG] = "log",     [NBB_FUNCTION_POW] = "pow",
        [NBB_FUNCTION_SIN] = "sin",  [NBB_FUNCTION_COS] = "cos",     [NBB_FUNCTION_TANH] = "tanh"
    };
    return names[function];
}

static void write_function(nbb_program_writer *w, const nbb_expression *expression)
{
    nbb_function_name function = (nbb_function_name)expression->number;
    bool single = expression->type == NBB_TYPE_F32;
    if (function == NBB_FUNCTION_MIN || function == NBB_FUNCTION_MAX) {
        nbb_program_begin_call(w, function == NBB_FUNCTION_MIN ? "least" : "most",
                               nbb_program_type_suffix(expression->type));
    } else if (!nbb_is_real(expression->type)) {
        nbb_program_begin_call(w, "absolute", nbb_program_type_suffix(expression->type));
    } else if (function == NBB_FUNCTION_SQRT && nbb_program_for_cuda(w)) {
        nbb_text_add(w->text, "__%csqrt_rn(", single ? 'f' : 'd');
    } else {
        nbb_text_add(w->text, "%s%s(", own_function(function), single ? "f" : "");
    }
    nbb_program_end_call(w, expression);
}

/* --- reductions --- */

static nbb_presence presence_of(const nbb_program_writer *w, int neighbour)
{
    return w->presence != NULL ? w->presence[neighbour] : NBB_PRESENCE_TESTED;
}

/* A new line within an expression. */
static void break_line(nbb_program_writer *w)
{
    nbb_text_add(w->text, "\n%*s", w->indent + 8, "");
}

const char *nbb_program_zero(nbb_type type)
{
    return type == NBB_TYPE_F32 ? "0.0f" : type == NBB_TYPE_F64 ? "0.0" : "0";
}

/* One neighbour's word of a sum: its value, 0 where the neighbour does not exist. 0 may be added: a sum that began
   with 0 is never -0. */
static void write_summand(nbb_program_writer *w, const nbb_expression *reduce)
{
    if (presence_of(w, w->there) == NBB_PRESENCE_ALWAYS) {
        nbb_text_add(w->text, "(");
        nbb_program_write_value(w, reduce->from[0]);
        nbb_text_add(w->text, ")");
        return;
    }
    nbb_text_add(w->text, "(");
    nbb_program_write_has(w, w->there);
    nbb_text_add(w->text, " ? ");
    nbb_program_write_bound(w, reduce->from[0], NBB_BINDS_ADDED);
    nbb_text_add(w->text, " : %s)", nbb_program_zero(reduce->type));
}

/* One neighbour's word of any, all and count. */
static void write_condition(nbb_program_writer *w, const nbb_expression *reduce)
{
    bool all = reduce->number == NBB_REDUCTION_ALL, always = presence_of(w, w->there) == NBB_PRESENCE_ALWAYS;
    nbb_text_add(w->text, "(");
    if (!always) {
        nbb_text_add(w->text, "%s", all ? "!" : "");
        nbb_program_write_has(w, w->there);
        nbb_text_add(w->text, all ? " || " : " && ");
        nbb_program_write_bound(w, reduce->from[0], NBB_BINDS_ADDED);
    } else {
        nbb_program_write_value(w, reduce->from[0]);
    }
    nbb_text_add(w->text, ")");
}

bool nbb_program_sum_stays(const nbb_program_writer *w, const nbb_expression *reduce)
{
    int64_t count = nbb_list_of(w->program, reduce)->count, low = reduce->from[0]->low, high = reduce->from[0]->high;
    int64_t most = (reduce->type == NBB_TYPE_I64 ? INT64_MAX : INT32_MAX) / count;
    return low >= -most && high <= most;
}

/* Words joined by an operator, a line each; of reals they follow 0. */
static int write_joined(nbb_program_writer *w, const nbb_expression *reduce, const char *operator,
                                   void (*write)(nbb_program_writer *, const nbb_expression *), const char *nothing)
{
    bool begun = nbb_is_real(reduce->type);
    if (begun) {
        nbb_text_add(w->text, "%s", nothing);
    }
    const nbb_program_list *list = nbb_list_of(w->program, reduce);
    for (int i = 0; i < list->count; ++i) {
        w->there = list->numbers[i];
        if (presence_of(w, w->there) == NBB_PRESENCE_NEVER) {
            continue;
        }
        if (begun) {
            break_line(w);
            nbb_text_add(w->text, "%s ", operator);
        }
        write(w, reduce);
        begun = true;
    }
    if (!begun) {
        nbb_text_add(w->text, "%s", nothing);
    }
    return NBB_BINDS_ADDED;
}

/* Functions nested around the first word, for what no operator joins: least, most, sums that may wrap. `begins` is
   what stands for no neighbours. */
static void write_nested(nbb_program_writer *w, const nbb_expression *reduce, const char *name, bool folds)
{
    const nbb_program_list *list = nbb_list_of(w->program, reduce);
    int count = 0;
    for (int i = 0; i < list->count; ++i) {
        count += presence_of(w, list->numbers[i]) != NBB_PRESENCE_NEVER;
    }
    for (int i = 0; i < count; ++i) {
        nbb_program_begin_call(w, name, nbb_program_type_suffix(reduce->type));
    }
    if (folds) {
        nbb_program_begin_call(w, "none", nbb_program_type_suffix(reduce->type));
        nbb_text_add(w->text, ")");
    } else {
        nbb_text_add(w->text, "0");
    }
    for (int i = 0; i < list->count; ++i) {
        w->there = list->numbers[i];
        if (presence_of(w, w->there) == NBB_PRESENCE_NEVER) {
            continue;
        }
        nbb_text_add(w->text, ",");
        break_line(w);
        if (folds) {
            nbb_program_write_has(w, w->there);
            nbb_text_add(w->text, ", ");
            nbb_program_write_value(w, reduce->from[0]);
        } else {
            write_summand(w, reduce);
        }
        nbb_text_add(w->text, ")");
    }
    nbb_text_add(w->text, "%s", folds ? ".value" : "");
}

static int write_reduce(nbb_program_writer *w, const nbb_expression *reduce)
{
    int precedence = NBB_BINDS_ALONE;
    if (nbb_list_is_long(nbb_list_of(w->program, reduce))) {
        nbb_program_write_looped(w, reduce);
        return precedence;
    }
    switch ((nbb_reduction)reduce->number) {
    case NBB_REDUCTION_COUNT:
        precedence = write_joined(w, reduce, "+", write_condition, "0");
        break;
    case NBB_REDUCTION_ANY:
        write_joined(w, reduce, "||", write_condition, "0");
        precedence = nbb_operator_strength(NBB_OP_OR);
        break;
    case NBB_REDUCTION_ALL:
        write_joined(w, reduce, "&&", write_condition, "1");
        precedence = nbb_operator_strength(NBB_OP_AND);
        break;
    case NBB_REDUCTION_SUM:
        if (nbb_is_real(reduce->type) || nbb_program_sum_stays(w, reduce)) {
            precedence = write_joined(w, reduce, "+", write_summand, nbb_program_zero(reduce->type));
        } else {
            write_nested(w, reduce, "sum", false);
        }
        break;
    default:
        write_nested(w, reduce, reduce->number == NBB_REDUCTION_MIN ? "lesser" : "greater", true);
    }
    w->there = -1;
    return precedence;
}

int nbb_program_write_call(nbb_program_writer *w, const nbb_expression *expression)
{
    switch (expression->kind) {
    case NBB_EXPRESSION_REDUCE:
        return write_reduce(w, expression);
    case NBB_EXPRESSION_CHANCE:
        write_chance(w, expression);
        break;
    case NBB_EXPRESSION_UNIFORM:
        write_uniform(w, expression);
        break;
    default:
        write_function(w, expression);
    }
    return NBB_BINDS_ALONE;
}
