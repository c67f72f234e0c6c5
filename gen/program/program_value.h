/* program_value.h - evaluates a program's expressions on the processor: cases of chances, requirements, observables,
   and the reference that runs are verified against.

   Types mean what kernels make of them: I32 wraps, F32 is rounded to float after every operation, nothing is
   contracted. Division of an int by 0 and the remainder are 0; INT_MIN / -1 wraps, and so does abs(INT_MIN). A
   shift's count is taken modulo the type's bits. real to int truncates, saturating, and of a NaN it is 0. min(a, b)
   is b < a ? b : a, and max(a, b) is a < b ? b : a, of reals too, so that NaN and -0 have one meaning. A reduction's
   sum begins with 0; its min and max begin with the first neighbour. */
#pragma once

#include "gen/program/program.h"

/* A value: `integer` of BOOL and ints, sign-extended; `real` of reals, F32 as the double that equals it. */
typedef union nbb_value_of {
    int64_t integer;
    double real;
} nbb_value_of;

/* Who knows what an expression asks for. Members may be NULL where the expression cannot ask. Without `ask` the last
   three know totals and what no cell has; dx, dy and dz are those of neighbour `there`. */
typedef struct nbb_evaluation nbb_evaluation;
struct nbb_evaluation {
    const nbb_program *program;
    void *context;
    nbb_value_of *locals; /* of the section, by number */
    /* The value of a FIELD (HERE or THERE), OFFSET, EXISTS, BUILTIN (maxdegree apart), CHANCE, UNIFORM or TOTAL;
       `argument` is from[0]'s value where there is one. It is brought to the expression's type here: a u32 field may
       answer its unsigned number. `there` is the neighbour's number in the list, -1 outside reductions. */
    nbb_value_of (*ask)(const nbb_evaluation *evaluation, const nbb_expression *expression, nbb_value_of argument,
                        int there);
    /* Whether neighbour `number` of the cell exists. */
    bool (*exists)(const nbb_evaluation *evaluation, int number);
    /* Whether an expression's value is given, and so not evaluated. May be NULL. */
    bool (*given)(const nbb_evaluation *evaluation, const nbb_expression *expression, nbb_value_of *value);
    const nbb_domain *domain;
    int64_t step;
    const nbb_value_of *totals; /* by number */
};

nbb_value_of nbb_value_evaluate(const nbb_evaluation *evaluation, const nbb_expression *expression, int there);

/* Carries out statements: locals change in the evaluation; fields in `fields`, by number, uN's masked to their bits,
   F32's rounded. The caller's ask for HERE's fields answers from them. */
void nbb_value_run(nbb_evaluation *evaluation, const nbb_section *section, nbb_value_of *fields);

/* A real as an int: truncated, at most the type's largest, at least its smallest; 0 of a NaN. */
int64_t nbb_value_truncated(nbb_type type, double real);

/* A weight's value at the offset of a neighbour, by its number, with the parameters' values. */
nbb_value_of nbb_weight_value(const nbb_program *program, const nbb_expression *weight, int there);

/* A builtin that no cell has, maxdegree apart, after so many steps. */
int64_t nbb_builtin_value(const nbb_domain *domain, nbb_builtin builtin, int64_t step);
