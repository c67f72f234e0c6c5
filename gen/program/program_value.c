/* program_value.c - walks an expression's tree, and a section's statements; how programs take numbers from Philox. */
#include "gen/program/program_value.h"

static nbb_value_of integer_value(int64_t integer)
{
    return (nbb_value_of){ .integer = integer };
}

static nbb_value_of real_value(double real)
{
    return (nbb_value_of){ .real = real };
}

/* A value as its type holds it. An F32 operation that was carried out in F64 is rounded here: twice, and that gives
   what one rounding would, since F64 has more than twice the digits of F32. */
static nbb_value_of fit(nbb_type type, nbb_value_of value)
{
    return type == NBB_TYPE_BOOL  ? integer_value(value.integer != 0)
           : type == NBB_TYPE_I32 ? integer_value((int32_t)(uint32_t)(uint64_t)value.integer)
           : type == NBB_TYPE_F32 ? real_value((double)(float)value.real)
                                  : value;
}

/* --- operations --- */

/* The operation on words of type `from`; its value is of type `to`. */
static nbb_value_of operate(int operator, nbb_type from, nbb_type to, nbb_value_of a, nbb_value_of b)
{
    NBB_RETURN_IF(!nbb_is_real(from),
                  fit(to, integer_value(nbb_operator_value(operator, nbb_type_bits(to), a.integer, b.integer))));
    double made = nbb_operator_real(operator, a.real, b.real);
    return nbb_is_real(to) ? fit(to, real_value(made)) : integer_value(made != 0);
}

/* --- conversions --- */

int64_t nbb_value_truncated(nbb_type type, double real)
{
    double limit = type == NBB_TYPE_I64 ? 0x1p63 : 0x1p31;
    nbb_range whole = nbb_range_whole(nbb_type_bits(type));
    return isnan(real) ? 0 : real >= limit ? whole.high : real < -limit ? whole.low : (int64_t)real;
}

static nbb_value_of convert(nbb_type from, nbb_type to, nbb_value_of value)
{
    NBB_RETURN_IF(nbb_is_real(from) == nbb_is_real(to), fit(to, value));
    return to == NBB_TYPE_F32    ? real_value((double)(float)value.integer)
           : to == NBB_TYPE_F64  ? real_value((double)value.integer)
           : to == NBB_TYPE_BOOL ? integer_value(value.real != 0)
                                 : integer_value(nbb_value_truncated(to, value.real));
}

/* --- reductions over neighbours --- */

static nbb_value_of reduce(const nbb_evaluation *evaluation, const nbb_expression *expression)
{
    /* Before the first neighbour; min and max have it only where there is none. */
    nbb_value_of sum = nbb_is_real(expression->type) ? real_value(0)
                                                     : integer_value(expression->number == NBB_REDUCTION_ALL);
    int operation = nbb_reduction_operations[expression->number];
    bool first = true, is_extreme = operation == NBB_OP_MIN || operation == NBB_OP_MAX;
    const nbb_program_list *list = nbb_list_of(evaluation->program, expression);
    for (int i = 0; i < list->count; ++i) {
        int number = list->numbers[i];
        if (evaluation->exists(evaluation, number)) {
            nbb_value_of value = nbb_value_evaluate(evaluation, expression->from[0], number);
            sum = first && is_extreme ? value : operate(operation, expression->type, expression->type, sum, value);
            first = false;
        }
    }
    return sum;
}

/* --- expressions --- */

/* What is known without a cell. A total that is fixed has its other parts behind it (program_calls.c). */
static nbb_value_of known(const nbb_evaluation *evaluation, const nbb_expression *expression, int there)
{
    nbb_builtin builtin = (nbb_builtin)expression->number;
    if (expression->kind == NBB_EXPRESSION_TOTAL) {
        const nbb_value_of *total = &evaluation->totals[expression->number];
        NBB_RETURN_IF(!expression->is_fixed, *total);
        bool holds = total[2].real >= 0 && total[2].real < 0x1p46;
        double sum = ((double)total[0].integer + (double)total[1].integer * 0x1p-24) * 0x1p-16;
        return real_value(holds ? sum : NAN);
    }
    return integer_value(builtin >= NBB_BUILTIN_DX
                             ? evaluation->program->neighbours.offsets[there].at[builtin - NBB_BUILTIN_DX]
                             : nbb_builtin_value(evaluation->domain, builtin, evaluation->step));
}

static nbb_value_of ask(const nbb_evaluation *evaluation, const nbb_expression *expression, int there)
{
    NBB_RETURN_IF(expression->kind == NBB_EXPRESSION_BUILTIN && expression->number == NBB_BUILTIN_MAXDEGREE,
                  integer_value(nbb_program_near(evaluation->program)));
    bool has_argument = expression->from_count > 0;
    nbb_value_of argument = has_argument ? nbb_value_evaluate(evaluation, expression->from[0], there)
                                         : (nbb_value_of){ 0 };
    return fit(expression->type, evaluation->ask != NULL ? evaluation->ask(evaluation, expression, argument, there)
                                                         : known(evaluation, expression, there));
}

/* 0 past the table's ends. */
static nbb_value_of look_up(const nbb_evaluation *evaluation, const nbb_expression *expression, int there)
{
    const nbb_constants *table = &evaluation->program->tables[expression->number];
    int64_t index = nbb_value_evaluate(evaluation, expression->from[0], there).integer;
    double value = index >= 0 && index < table->count ? table->values[index] : 0;
    return table->is_whole ? integer_value((int64_t)value) : fit(expression->type, real_value(value));
}

nbb_value_of nbb_value_evaluate(const nbb_evaluation *evaluation, const nbb_expression *expression, int there)
{
    nbb_value_of value, parts[2] = { { 0 } };
    nbb_type type = expression->type;
    NBB_RETURN_IF(evaluation->given != NULL && evaluation->given(evaluation, expression, &value), value);
    switch (expression->kind) {
    case NBB_EXPRESSION_INTEGER:
        return fit(type, integer_value(expression->integer));
    case NBB_EXPRESSION_REAL:
        return fit(type, real_value(expression->real));
    case NBB_EXPRESSION_LOCAL:
        return evaluation->locals[expression->number];
    case NBB_EXPRESSION_PARAMETER:
        return fit(type, real_value(evaluation->program->parameters[expression->number].value));
    case NBB_EXPRESSION_SELECT:
        value = nbb_value_evaluate(evaluation, expression->from[0], there);
        return nbb_value_evaluate(evaluation, expression->from[value.integer != 0 ? 1 : 2], there);
    case NBB_EXPRESSION_REDUCE:
        return reduce(evaluation, expression);
    case NBB_EXPRESSION_TABLE:
        return look_up(evaluation, expression, there);
    case NBB_EXPRESSION_BOND: {
        nbb_expression field = nbb_bond_between(evaluation->program, expression, there);
        return ask(evaluation, &field, there);
    }
    case NBB_EXPRESSION_WEIGHT:
        return nbb_weight_value(evaluation->program, expression, there);
    case NBB_EXPRESSION_CONVERT:
    case NBB_EXPRESSION_OPERATOR:
        NBB_FILL(i, expression->from_count, parts[i], nbb_value_evaluate(evaluation, expression->from[i], there));
        return expression->kind == NBB_EXPRESSION_CONVERT
                   ? convert(expression->from[0]->type, type, parts[0])
                   : operate(expression->number, expression->from[0]->type, type, parts[0], parts[1]);
    default:
        return ask(evaluation, expression, there);
    }
}

/* --- weights --- */

nbb_value_of nbb_weight_value(const nbb_program *program, const nbb_expression *weight, int there)
{
    return fit(weight->type, nbb_value_evaluate(&(nbb_evaluation){ .program = program }, weight->from[0], there));
}

/* --- statements --- */

int64_t nbb_field_wrapped(const nbb_field *field, int64_t value)
{
    uint64_t bits = (uint64_t)value & ((UINT64_C(1) << field->bits) - 1), sign = UINT64_C(1) << (field->bits - 1);
    return nbb_field_has_sign(field) ? (int64_t)(bits ^ sign) - (int64_t)sign : (int64_t)bits;
}

void nbb_value_run(nbb_evaluation *evaluation, const nbb_section *section, nbb_value_of *fields)
{
    nbb_section inner = *section; /* of a block, whose locals are the section's */
    for (const nbb_statement *statement = section->first; statement != NULL; statement = statement->next) {
        if (statement->kind == NBB_STATEMENT_BLOCK) {
            inner.first = statement->body;
            nbb_value_run(evaluation, &inner, fields);
            continue;
        }
        nbb_value_of value = nbb_value_evaluate(evaluation, statement->value, -1);
        int number = statement->number;
        if (statement->kind == NBB_STATEMENT_LOCAL) {
            evaluation->locals[number] = fit(section->locals[number].type, value);
        } else if (statement->kind == NBB_STATEMENT_FIELD) {
            const nbb_field *field = &evaluation->program->fields[number];
            fields[number] = field->kind == NBB_FIELD_F32   ? fit(NBB_TYPE_F32, value)
                             : field->kind == NBB_FIELD_F64 ? value
                                                            : integer_value(nbb_field_wrapped(field, value.integer));
        } else {
            inner.first = value.integer != 0 ? statement->body : statement->otherwise;
            nbb_value_run(evaluation, &inner, fields);
        }
    }
}

int64_t nbb_builtin_value(const nbb_domain *domain, nbb_builtin builtin, int64_t step)
{
    bool is_first_cell = builtin >= NBB_BUILTIN_X0 && builtin <= NBB_BUILTIN_Z0;
    return builtin == NBB_BUILTIN_N       ? nbb_domain_side(domain).at[0]
           : builtin == NBB_BUILTIN_CELLS ? nbb_domain_cells(domain)
           : is_first_cell                ? nbb_domain_cell(domain, 0).at[builtin - NBB_BUILTIN_X0]
                                          : step;
}

/* --- Philox --- */

enum { WORD_LANES = 32, LANES_MOST = 256, DIGITS = 32, ROUNDS = 10 };

void nbb_draw_philox(uint32_t counter[4], const uint32_t key[2])
{
    uint32_t low = key[0], high = key[1];
    for (int round = 0; round < ROUNDS; ++round) {
        uint64_t first = (uint64_t)counter[0] * 0xD2511F53u, second = (uint64_t)counter[2] * 0xCD9E8D57u;
        counter[0] = (uint32_t)(second >> 32) ^ counter[1] ^ low;
        counter[1] = (uint32_t)second;
        counter[2] = (uint32_t)(first >> 32) ^ counter[3] ^ high;
        counter[3] = (uint32_t)first;
        low += 0x9E3779B9u;
        high += 0xBB67AE85u;
    }
}

uint32_t nbb_draw_word(uint64_t seed, uint64_t v, uint32_t step, uint32_t request, uint32_t w)
{
    uint32_t key[2] = { (uint32_t)seed, (uint32_t)(seed >> 32) };
    uint32_t counter[4] = { (uint32_t)v, (uint32_t)(v >> 32), step, request * 8 + w / 4 };
    nbb_draw_philox(counter, key);
    return counter[w % 4];
}

/* --- the layout --- */

static int64_t words_for(int64_t lanes)
{
    return (lanes + WORD_LANES - 1) / WORD_LANES;
}

nbb_draw_layout nbb_draw_layout_of(const nbb_domain *domain, bool planes)
{
    NBB_RETURN_IF(!planes, (nbb_draw_layout){ .lanes = 1, .below = nbb_domain_cells(domain), .parts = 1 });
    NBB_RETURN_IF(domain->simplex != NULL,
                  (nbb_draw_layout){ true, 0, WORD_LANES, domain->size, words_for(domain->size) });
    /* The top digits whose lanes fill their words best, the fewest of those that fill them alike. */
    int r = (int)domain->size;
    nbb_draw_layout best = {
        .planes = true, .lanes = 1, .below = nbb_fractal_cells(domain->fractal, 0, r), .parts = 1
    };
    for (int a = 1; a <= r && nbb_fractal_cells(domain->fractal, r - a, r) <= LANES_MOST; ++a) {
        int64_t lanes = nbb_fractal_cells(domain->fractal, r - a, r), parts = words_for(lanes);
        if (best.digits == 0 || lanes * best.parts > best.lanes * parts) {
            best = (nbb_draw_layout){ true, a, lanes, nbb_fractal_cells(domain->fractal, 0, r - a), parts };
        }
    }
    return best;
}

nbb_draw_place nbb_draw_place_of(const nbb_draw_layout *layout, const nbb_domain *domain, nbb_vector cell)
{
    if (layout->planes && domain->simplex != NULL) {
        int64_t row = cell.at[2] * domain->size + cell.at[1];
        return (nbb_draw_place){ (uint64_t)(row * layout->parts + cell.at[0] / WORD_LANES),
                                 (int)(cell.at[0] % WORD_LANES) };
    }
    /* The cell's number: digit order of a fractal, reading order of a simplex's box. */
    int64_t n = domain->size;
    int64_t j = domain->simplex != NULL ? (cell.at[2] * n + cell.at[1]) * n + cell.at[0]
                                        : nbb_domain_index(domain, cell);
    NBB_RETURN_IF(!layout->planes, (nbb_draw_place){ (uint64_t)j, 0 });
    int64_t lane = j / layout->below, i = j % layout->below;
    return (nbb_draw_place){ (uint64_t)(i * layout->parts + lane / WORD_LANES), (int)(lane % WORD_LANES) };
}

uint32_t nbb_draw_number(const nbb_draw_layout *layout, nbb_draw_place place, uint64_t seed, uint32_t step,
                         uint32_t request)
{
    NBB_RETURN_IF(!layout->planes, nbb_draw_word(seed, place.v, step, request, 0));
    uint32_t key[2] = { (uint32_t)seed, (uint32_t)(seed >> 32) }, u = 0;
    for (uint32_t d = 0; d < DIGITS; d += 4) {
        uint32_t words[4] = { (uint32_t)place.v, (uint32_t)(place.v >> 32), step, request * 8 + d / 4 };
        nbb_draw_philox(words, key);
        NBB_FILL(i, 4, u, u << 1 | (words[i] >> place.bit & 1));
    }
    return u;
}

/* --- what is made of the numbers --- */

/* floor(p * 2^bits), from 0 to 2^bits. */
static uint64_t threshold_of(double p, int bits)
{
    uint64_t all = UINT64_C(1) << bits;
    return p >= 1 ? all : p > 0 ? (uint64_t)(p * (double)all) : 0;
}

uint64_t nbb_draw_threshold(double p)
{
    return threshold_of(p, 32);
}

uint64_t nbb_draw_compared(double p, bool or_equal)
{
    double digits = or_equal ? floor(p * 0x1p24) + 1 : ceil(p * 0x1p24);
    return p >= 1 ? UINT64_C(1) << DIGITS : digits > 0 ? (uint64_t)digits << 8 : 0;
}

double nbb_draw_real(uint32_t u)
{
    return (double)(u >> 8) * 0x1p-24;
}

int64_t nbb_draw_below(uint32_t u, int64_t m)
{
    return m > 0 ? (int64_t)((uint64_t)u * (uint64_t)m >> 32) : 0;
}

uint32_t nbb_draw_initial(uint64_t seed, int axes, nbb_vector cell, int request)
{
    uint64_t h = nbb_state_hash(nbb_mix(seed), axes, cell);
    return (uint32_t)((request > 0 ? nbb_mix(h ^ (uint64_t)request) : h) >> 40) << 8;
}

uint64_t nbb_draw_initial_threshold(double p)
{
    return threshold_of(p, 24) << 8;
}
