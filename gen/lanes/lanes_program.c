/* lanes_program.c - carries out a program's statements on vectors of bits. */
#include "gen/lanes/lanes_rows.h"

static int value_count(const nbb_program *program)
{
    return program->field_count + program->update.local_count;
}

/* Room for the values of fields and locals; NULL without memory. */
static nbb_lowered *take_values(nbb_lower *lower, nbb_arena *arena)
{
    nbb_lowered *values = nbb_arena_take(arena, (size_t)value_count(lower->lowering->program) * sizeof *values);
    lower->status = values != NULL ? lower->status : nbb_failure();
    return values;
}

/* --- statements --- */

static void run(nbb_lower *lower, const nbb_statement *statement);

/* Whether statements assign a real local. */
static bool assigns_real(const nbb_program *program, const nbb_statement *statement)
{
    bool assigns = false;
    for (; statement != NULL && !assigns; statement = statement->next) {
        nbb_type type = statement->kind == NBB_STATEMENT_LOCAL ? program->update.locals[statement->number].type
                                                               : NBB_TYPE_BOOL;
        assigns = nbb_is_real(type) || assigns_real(program, statement->body)
                  || assigns_real(program, statement->otherwise);
    }
    return assigns;
}

/* Where the condition is not known, carries out both branches on values of their own, and selects. */
static void run_if(nbb_lower *lower, const nbb_statement *statement)
{
    const nbb_program *program = lower->lowering->program;
    int count = value_count(program);
    NBB_LEAVE_IF(!nbb_lower_spend(lower, statement->value, count / 4));
    nbb_bits condition = nbb_lower_expression(lower, statement->value, -1);
    if (condition.low == condition.high) {
        run(lower, condition.low != 0 ? statement->body : statement->otherwise);
        return;
    }
    bool real = assigns_real(program, statement->body) || assigns_real(program, statement->otherwise);
    nbb_expression *real_condition = real ? nbb_lower_condition(lower, statement->value, &condition) : NULL;
    NBB_LOCAL_ARENA local = { 0 };
    nbb_lowered *values = lower->values, *otherwise = take_values(lower, &local);
    NBB_LEAVE_IF(otherwise == NULL);
    memcpy(otherwise, values, (size_t)count * sizeof *otherwise);
    run(lower, statement->body);
    lower->values = otherwise;
    run(lower, statement->otherwise);
    lower->values = values;
    for (int i = 0; i < count; ++i) {
        if (memcmp(&values[i].bits, &otherwise[i].bits, sizeof values[i].bits) != 0) {
            values[i].bits = nbb_bits_select(lower->code, &condition, &values[i].bits, &otherwise[i].bits);
        }
        values[i].real = nbb_lower_select_real(lower, real_condition, values[i].real, otherwise[i].real);
    }
}

static void assign(nbb_lower *lower, const nbb_statement *statement)
{
    const nbb_program *program = lower->lowering->program;
    if (nbb_is_real(statement->value->type)) {
        nbb_lower_set_real(lower, statement->number, statement->value);
        return;
    }
    nbb_bits made = nbb_lower_expression(lower, statement->value, -1);
    nbb_bits value = nbb_bits_reached(lower->code, &made);
    if (statement->kind == NBB_STATEMENT_FIELD) {
        /* What the field's bits hold of it. */
        int64_t most = (INT64_C(1) << program->fields[statement->number].bits) - 1;
        const nbb_bits mask = nbb_bits_constant(most);
        bool fits = value.low >= 0 && value.high <= most;
        lower->values[statement->number].bits = fits ? value
                                                     : nbb_bits_operate(lower->code, NBB_OP_BIT_AND, &value, &mask);
    } else {
        lower->values[program->field_count + statement->number].bits = value;
    }
}

static void run(nbb_lower *lower, const nbb_statement *statement)
{
    for (; statement != NULL && lower->status == NBB_OK; statement = statement->next) {
        if (statement->kind == NBB_STATEMENT_IF) {
            run_if(lower, statement);
        } else if (statement->kind == NBB_STATEMENT_BLOCK) {
            run(lower, statement->body);
        } else {
            assign(lower, statement);
        }
    }
}

/* --- a cell --- */

/* Begins with the cell's fields, and locals of 0. */
static void begin_values(nbb_lower *lower)
{
    const nbb_program *program = lower->lowering->program;
    lower->values = take_values(lower, &lower->arena);
    NBB_LEAVE_IF(lower->values == NULL);
    NBB_FILL(i, value_count(program), lower->values[i].bits,
             i < program->field_count ? nbb_lower_field(lower, i, -1) : nbb_bits_constant(0));
}

/* Begins a cell's values; end_cell is due. */
static nbb_lower begin_cell(nbb_lowering *lowering, nbb_code *code, const nbb_cell_context *cell)
{
    nbb_lower lower = { nbb_lower_expression, lowering, code, cell, .begun = code->count, .before = lowering->work };
    begin_values(&lower);
    return lower;
}

/* Carries out each stage on the cell as it was; the fields become those of the stage whose pass it is. */
static void run_stages(nbb_lower *lower)
{
    const nbb_program *program = lower->lowering->program;
    const nbb_statement *block = program->update.first;
    nbb_lowered *made = lower->values;
    for (int stage = 0; stage < program->passes && lower->status == NBB_OK; ++stage, block = block->next) {
        nbb_bits pass = nbb_bits_word(nbb_code_word(lower->code, NBB_GIVEN, NBB_GIVEN_STAGE + stage));
        begin_values(lower);
        run(lower, block->body);
        for (int i = 0; i < program->field_count && lower->status == NBB_OK; ++i) {
            made[i].bits = nbb_bits_select(lower->code, &pass, &lower->values[i].bits, &made[i].bits);
        }
    }
    lower->values = made;
}

static nbb_status end_cell(nbb_lower *lower)
{
    nbb_arena_free(&lower->arena);
    return lower->status != NBB_OK ? lower->status : nbb_code_status(lower->code);
}

nbb_status nbb_lowering_cell(nbb_lowering *lowering, nbb_code *code, const nbb_cell_context *cell,
                             nbb_value next[NBB_PLANES_MAX])
{
    const nbb_program *program = lowering->program;
    nbb_lower lower = begin_cell(lowering, code, cell);
    if (lower.status == NBB_OK && program->passes > 1) {
        run_stages(&lower);
    } else if (lower.status == NBB_OK) {
        run(&lower, program->update.first);
    }
    for (int i = 0; i < program->field_count && lower.status == NBB_OK; ++i) {
        nbb_value words[NBB_BITS_MAX];
        nbb_bits_words(code, &lower.values[i].bits, words);
        memcpy(&next[program->fields[i].plane], words, (size_t)program->fields[i].bits * sizeof *words);
    }
    if (lower.status == NBB_OK) {
        nbb_lower_resolve(&lower, next, program->planes);
    }
    return end_cell(&lower);
}

/* Whether part of it is an integer of more than 32 bits, which vectors have; of a parity one bit counts. */
static bool is_wide(const nbb_expression *expression)
{
    bool is_long = !nbb_is_real(expression->type) && (expression->low < INT32_MIN || expression->high > INT32_MAX);
    return is_long
           || (!nbb_is_parity(expression) && NBB_ANY(i, expression->from_count, is_wide(expression->from[i])));
}

bool nbb_lowering_total(nbb_lowering *lowering, nbb_code *code, const nbb_cell_context *cell, const nbb_total *total,
                        int there, nbb_bits *value)
{
    NBB_RETURN_IF(is_wide(total->value), false);
    nbb_lower lower = begin_cell(lowering, code, cell);
    if (lower.status == NBB_OK) {
        *value = nbb_lower_expression(&lower, total->value, there);
    }
    return end_cell(&lower) == NBB_OK;
}

nbb_status nbb_lowering_check(const nbb_program *program)
{
    const nbb_neighbours *list = &program->neighbours;
    NBB_REFUSE_IF(!program->bits, "program %s: bits of words hold fields of u1 to u8 alone", program->name);
    NBB_REFUSE_IF(!nbb_neighbours_fit_words(list),
                  "program %s: it reads %d neighbours, up to %d cells away; bits of words hold at most %d, up to %d"
                  " cells away",
                  program->name, list->count, list->reach, NBB_NEIGHBOURS_WORDS_MAX, NBB_REACH_WORDS_MAX);
    return NBB_OK;
}

nbb_status nbb_lowering_begin(nbb_arena *arena, const nbb_program *program, bool by_spans, int along,
                              nbb_lowering *lowering)
{
    *lowering = (nbb_lowering){ .arena = arena, .program = program, .by_spans = by_spans, .along = along };
    nbb_bounds_find(program, lowering->bounds);
    uint64_t asks = nbb_program_asks(program, NBB_WALK_UPDATE);
    lowering->asks_first = (asks & NBB_ASKS_HERE(FIRST)) != 0;
    lowering->asks_far_degree = (asks & NBB_ASKS_THERE(DEGREE)) != 0
                                && nbb_program_near(program) <= NBB_NEIGHBOURS_UNROLLED_MAX;
    NBB_FAIL_IF(!by_spans && nbb_lowering_check(program) != NBB_OK, nbb_lowering_refuse(lowering, nbb_message()));
    NBB_LOCAL_ARENA local = { 0 };
    nbb_code code = nbb_code_of(&local);
    nbb_spans spans;
    NBB_TRY(nbb_spans_begin(&local, &spans));
    lowering->spans = &spans;
    /* Lowers a cell all of whose neighbours exist, for what it refuses and asks for. */
    nbb_value next[NBB_PLANES_MAX];
    nbb_any_cell cell;
    nbb_any_cell_begin(lowering, false, &code, &cell);
    cell.context.first = nbb_code_word(&code, NBB_GIVEN, 0);
    nbb_status status = nbb_lowering_cell(lowering, &code, &cell.context, next);
    nbb_lowering_clear(lowering, false);
    lowering->spans = NULL;
    return status;
}

void nbb_lowering_clear(nbb_lowering *lowering, bool draws_once)
{
    lowering->word_count = lowering->row_count = lowering->case_count = 0;
    lowering->draws_once = draws_once;
}

void nbb_any_cell_begin(const nbb_lowering *lowering, bool given, nbb_code *code, nbb_any_cell *cell)
{
    const nbb_program *program = lowering->program;
    cell->context = (nbb_cell_context){ .planes = cell->planes[0], .acts = NBB_ONES, .first = NBB_ZERO };
    int count = lowering->by_spans ? 0 : program->neighbours.count;
    if (lowering->by_spans) { /* one neighbour stands for all */
        NBB_FILL(plane, program->planes, cell->planes[1][plane],
                 nbb_code_word(code, NBB_LOADED, NBB_SPAN_THERE + plane));
        cell->context.neighbours[0] = (nbb_cell_neighbour){
            .exists = nbb_code_word(code, NBB_LOADED, NBB_SPAN_EXISTS), .planes = cell->planes[1]
        };
    }
    for (int i = 0; i < count; ++i) {
        nbb_cell_neighbour *beside = &cell->context.neighbours[i];
        beside->exists = given ? nbb_code_word(code, NBB_GIVEN, i) : NBB_ONES;
        beside->planes = cell->planes[i + 1];
        nbb_value *far = NULL;
        int near = lowering->asks_far_degree ? nbb_program_near(program) : 0;
        code->failed |= NBB_ARRAYS(lowering->arena, NBB_ARRAY(far, near)) != NBB_OK;
        int first = NBB_GIVEN_FAR + NBB_NEIGHBOURS_UNROLLED_MAX * i;
        NBB_FILL(j, code->failed ? 0 : near, far[j], given ? nbb_code_word(code, NBB_GIVEN, first + j) : NBB_ONES);
        beside->neighbours = far;
    }
    for (int i = 0; i <= count; ++i) {
        NBB_FILL(plane, program->planes, cell->planes[i][plane],
                 nbb_code_word(code, NBB_LOADED, i * program->planes + plane));
    }
}
