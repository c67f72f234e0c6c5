/* source_program_values.c - a program's trees and sizes as the templates' global `program`. */
#include "gen/source/source_values.h"

/* --- totals --- */

/* Whether a total of ints may pass 64 bits, of which it keeps the low ones. */
static bool wraps(const nbb_plan *plan, const nbb_total *total)
{
    const nbb_expression *value = total->value;
    int64_t least, most, count = plan->asked.cells;
    NBB_RETURN_IF(value->type == NBB_TYPE_I64 && total->kind == NBB_TOTAL_ALONG, true); /* products may */
    NBB_FAIL_IF(value->type != NBB_TYPE_I64 || (total->kind != NBB_TOTAL_SUM && total->kind != NBB_TOTAL_PAIRS),
                false);
    return (total->kind == NBB_TOTAL_PAIRS
            && __builtin_mul_overflow(count, nbb_program_near(plan->asked.program), &count))
           || __builtin_mul_overflow(value->low, count, &least) || __builtin_mul_overflow(value->high, count, &most);
}

/* Pushes {kind, value, wraps, distance, row (of its place, or nil), pairs (numbers of the neighbours that count)}. */
static void push_total(const nbb_tree *of, int number)
{
    lua_State *state = of->state;
    const nbb_total *total = &of->program->totals[number];
    const nbb_neighbours *neighbours = &of->program->neighbours;
    NBB_PUSH_FIELDS(state, total, distance);
    NBB_SET_WORD(state, "kind", nbb_total_names.names[total->kind]);
    nbb_tree_set(of, "value", total->value);
    NBB_SET_FLAG(state, "wraps", wraps(of->plan, total));
    nbb_tree_set_row(of, "row", nbb_arguments_find(of->arguments, NBB_ARGUMENT_PLACE, number));
    NBB_SET_NUMBERS(state, "pairs", nbb_program_near(of->program), i, nbb_neighbours_counts_pair(neighbours, (int)i));
}

/* --- the arguments, as main fills them --- */

/* Adds the cases of an expression that has some, the least or all, and its tree of their inputs; falls of
   one that a random real decides. */
static bool set_found(const nbb_tree *main, const nbb_expression *e, bool least, bool is_drawn)
{
    nbb_cases cases = { .count = 1 };
    nbb_tree of = *main;
    bool relies[NBB_PARAMETERS_MAX];
    bool is_found = is_drawn ? nbb_drawn_find(e, main->plan->code.lowering.bounds, relies, &cases)
                             : nbb_cases_find(e, least, &cases);
    NBB_SET_INTEGER(main->state, "compared", cases.compared);
    if (is_drawn) {
        NBB_SET_FLAG(main->state, "falls", cases.falls);
        NBB_SET_WORD(main->state, "type", cases.drawn->type == NBB_TYPE_F32 ? "float" : "double");
    }
    of.cases = &cases;
    nbb_tree_set_cases(&of, &cases);
    if (is_found) {
        nbb_tree_set(&of, "of", cases.of);
    }
    return is_found;
}

/* Pushes {bit, is_chance: of a word; is_folded, is_uniform, is_drawn: of a row; inputs, of; cases: numbers, or of a
   word that is a chance {low, high}, inputs of a sign} (lanes_program.h). A uniform(m) has no `of` where parameters
   do not tell m. */
static void push_sum(const nbb_tree *main, const nbb_case_sum *sum, bool is_word)
{
    lua_State *state = main->state;
    const int *numbers = main->plan->code.lowering.cases + sum->first;
    bool is_uniform = !is_word && sum->of->kind == NBB_EXPRESSION_UNIFORM, is_found = is_uniform;
    bool is_chance = is_word && sum->of->kind == NBB_EXPRESSION_CHANCE;
    NBB_PUSH_FIELDS(state, sum, bit, is_folded, is_drawn, least);
    NBB_SET_FLAG(state, "is_chance", is_chance);
    NBB_SET_FLAG(state, "is_uniform", is_uniform);
    if (is_uniform) {
        nbb_cases cases;
        nbb_tree_set(main, "of", nbb_lowering_size_known(sum->of, &cases) ? sum->of->from[0] : NULL);
        NBB_SET_LIST(state, "inputs", 0, i, lua_pushnil(state));
    } else {
        is_found = set_found(main, sum->of, true, sum->is_drawn);
    }
    NBB_SET_LIST(state, "cases", is_found ? sum->count : 0, i, {
        if (is_chance) {
            nbb_cases cases;
            nbb_cases_find(sum->of, true, &cases);
            nbb_range inputs = nbb_fold_range(&cases, numbers[i]);
            NBB_PUSH_FIELDS(state, &inputs, low, high);
        } else {
            lua_pushinteger(state, numbers[i]);
        }
    });
}

/* Adds what main fills an argument with: none of the table, which is filled by chances and weights. */
static void set_filling(const nbb_tree *of, const nbb_argument *row)
{
    lua_State *state = of->state;
    const nbb_program *program = of->program;
    const nbb_lowering *lowering = &of->plan->code.lowering;
    if (row->kind == NBB_ARGUMENT_PLACE) {
        NBB_SET_LIST(state, "at", row->count, axis, {
            const nbb_expression *at = program->totals[row->number].at[axis];
            at != NULL ? nbb_tree_push(of, at) : lua_pushboolean(state, false);
        });
    } else if (row->kind == NBB_ARGUMENT_PARAMETER) {
        nbb_source_set_spelled(state, "parameter", program->parameters[row->number].name);
    } else if (row->kind == NBB_ARGUMENT_WEIGHT) {
        NBB_SET_INTEGER(state, "list", row->source->list + 1);
        nbb_tree_set(of, "of", row->source->from[0]);
    } else if (row->kind == NBB_ARGUMENT_WORDS) {
        NBB_SET_LIST(state, "words", lowering->word_count, i, push_sum(of, &lowering->words[i], true));
    } else if (row->kind == NBB_ARGUMENT_ROWS) {
        NBB_SET_LIST(state, "words", lowering->row_count, i, push_sum(of, &lowering->rows[i], false));
    } else if (row->source != NULL) {
        set_found(of, row->source, false, false);
    }
}

/* Pushes {kind, type (as C has it), name, count, in_table, offset, array (that its values are in)}. */
static void push_row(const nbb_tree *of, const nbb_argument *row, bool has_main)
{
    static const char *const kinds[] = { NBB_ARGUMENTS(NBB_SPELLING) };
    static const char *const types[] = { NBB_ARGUMENT_TYPES(NBB_SPELLING) };
    NBB_PUSH_FIELDS(of->state, row, name, count, in_table, offset);
    NBB_SET_WORD(of->state, "kind", kinds[row->kind]);
    NBB_SET_WORD(of->state, "type", types[row->type]);
    NBB_SET_WORD(of->state, "array", row->in_table ? "thresholds" : row->name);
    if (has_main) {
        set_filling(of, row);
    }
}

/* --- main --- */

/* Pushes {text, value, low and high (as texts, of a parameter's bounds)}: what must hold of the parameters. The first
   are the program's, the others those of the kernels that are printed. */
static void push_required(const nbb_tree *of, int number)
{
    lua_State *state = of->state;
    const nbb_program *program = of->program;
    int parameter = number - program->requirement_count;
    if (parameter < 0) {
        lua_newtable(state);
        NBB_SET_WORD(state, "text", program->requirements[number].text);
        nbb_tree_set(of, "value", program->requirements[number].value);
    } else if (of->plan->code.lowering.relies[parameter]) {
        nbb_bound bound = of->plan->code.lowering.bounds[parameter];
        NBB_LOCAL_TEXT said = NBB_TEXT_EMPTY;
        nbb_bounds_print(program, parameter, bound, &said);
        lua_newtable(state);
        NBB_SET_WORD(state, "text", nbb_text_string(&said));
        nbb_source_set_spelled(state, "parameter", program->parameters[parameter].name);
        nbb_source_set_real(state, "low", NBB_TYPE_F64, bound.low);
        nbb_source_set_real(state, "high", NBB_TYPE_F64, bound.high);
    }
}

/* Pushes {name, value}: a parameter, and what a schedule makes of it in a step. */
static void push_scheduled(const nbb_tree *of, const nbb_scheduled *scheduled)
{
    lua_newtable(of->state);
    nbb_source_set_spelled(of->state, "name", of->program->parameters[scheduled->parameter].name);
    nbb_tree_set(of, "value", scheduled->value);
}

/* scheduled, observed, required: empty but in a standalone, as rows' filling. And globals; whether copies exchange,
   what, and their energy. */
static void set_main(const nbb_tree *of, bool has_main)
{
    const nbb_program *program = of->program;
    int given = program->given_count, globals = program->parameter_count - given;
    int scheduled = program->schedule_count - globals; /* the globals stand behind these */
    NBB_SET_LIST(of->state, "parameters", given, i, {  /* {name (of C), option, value} */
                                                      const nbb_parameter *parameter = &program->parameters[i];
                                                      lua_newtable(of->state);
                                                      nbb_source_set_spelled(of->state, "name", parameter->name);
                                                      NBB_SET_WORD(of->state, "option", parameter->name);
                                                      NBB_SET_WORD(of->state, "value", NBB_REAL(parameter->value));
    });
    NBB_SET_LIST(of->state, "globals", globals, i, push_scheduled(of, &program->schedules[scheduled + i]));
    NBB_SET_LIST(of->state, "rows", of->arguments->count, i, push_row(of, &of->arguments->rows[i], has_main));
    NBB_SET_LIST(of->state, "scheduled", has_main ? scheduled : 0, i, push_scheduled(of, &program->schedules[i]));
    NBB_SET_LIST(of->state, "observed", has_main ? program->observable_count : 0, i,
                 { /* {name, real, value, element (of an array, from 0, or -1), array} */
                   const nbb_observable *observable = &program->observables[i];
                   NBB_PUSH_FIELDS(of->state, observable, name, element, array);
                   NBB_SET_FLAG(of->state, "real", observable->value->type == NBB_TYPE_F64);
                   nbb_tree_set(of, "value", observable->value);
                 });
    NBB_SET_FLAG(of->state, "exchanges", nbb_plan_has(of->plan, NBB_ENTRY_TEMPER));
    if (nbb_plan_has(of->plan, NBB_ENTRY_TEMPER)) {
        nbb_source_set_spelled(of->state, "exchanged", program->parameters[program->exchanged].name);
        nbb_tree_set(of, "energy", program->observables[program->energy].value);
    }
    NBB_SET_LIST(of->state, "required", has_main ? program->requirement_count + program->parameter_count : 0, i,
                 push_required(of, (int)i));
}

/* --- all --- */

static void set_section(nbb_tree of, const char *name, const nbb_section *section, bool initial)
{
    of.section = section;
    of.initial = initial;
    NBB_SET(of.state, name, nbb_tree_push_statements(&of, section->first));
}

/* Beside these: init_seed, or false where it is the seed; table, values of that of thresholds, 0 without one; parts
   and blocks of TOTALS; first, the cell with number 0; offsets of all neighbours, their reach, the lists of them;
   constant tables; trees: init, update, total, scalars; passes, of update's blocks. */
void nbb_source_define_program(lua_State *state, const nbb_source_request *request)
{
    const nbb_plan *plan = request->plan;
    const nbb_program *program = plan->asked.program;
    const nbb_lowering *lowering = &plan->code.lowering;
    const nbb_tree of = { .state = state, .plan = plan, .program = program, .arguments = request->arguments };
    NBB_PUSH_FIELDS(state, program, name, sublattices, inexact);
    program->seeds_apart ? lua_pushinteger(state, (lua_Integer)program->init_seed) : lua_pushboolean(state, false);
    lua_setfield(state, -2, "init_seed");
    NBB_SET_INTEGER(state, "table", (int64_t)request->arguments->table);
    NBB_SET_INTEGER(state, "parts", nbb_plan_total_parts(plan));
    NBB_SET_INTEGER(state, "blocks", (int64_t)nbb_plan_cell_blocks(plan));
    NBB_SET(state, "first", nbb_push_vector(state, nbb_domain_cell(&plan->asked.domain, 0)));
    NBB_SET_INTEGER(state, "reach", program->neighbours.reach);
    NBB_SET_LIST(state, "offsets", program->neighbours.count, i,
                 nbb_push_vector(state, program->neighbours.offsets[i]));
    NBB_SET_LIST(state, "tables", program->table_count, i, {
        const nbb_constants *table = &program->tables[i]; /* {name, values (as texts)} */
        NBB_PUSH_FIELDS(state, table, name);
        NBB_SET_LIST(state, "values", table->count, j,
                     lua_pushstring(state, nbb_shortest(table->values[j], false, !table->is_whole).text));
    });
    NBB_SET_LIST(state, "lists", program->list_count, i, {
        const nbb_program_list *list = &program->lists[i]; /* {long, numbers (of neighbours, from 0)} */
        lua_newtable(state);
        NBB_SET_FLAG(state, "long", nbb_list_is_long(list));
        NBB_SET_INTEGERS(state, "numbers", list->count, j, list->numbers[j]);
    });
    set_section(of, "init", &program->init, true);
    set_section(of, "update", &program->update, false);
    NBB_SET_INTEGER(state, "passes", program->passes);
    NBB_SET_LIST(state, "total", program->total_count, i, push_total(&of, (int)i));
    NBB_SET_LIST(state, "scalars", lowering->scalar_count, i, nbb_tree_push(&of, lowering->scalars[i]));
    set_main(&of, request->standalone);
    nbb_draw_layout layout = nbb_draw_layout_of(&plan->asked.domain, program->bits);
    NBB_PUSH_FIELDS(state, &layout, planes, below, parts);
    NBB_SET_INTEGER(state, "requests", program->update.requests);
    lua_setfield(state, -2, "draws");
    const int *factors = program->colouring.factors;
    nbb_push_vector(state, (nbb_vector){ { factors[0], factors[1], factors[2] } });
    NBB_SET_INTEGER(state, "q", program->colouring.q);
    lua_setfield(state, -2, "colouring"); /* {q, x, y, z} */
    nbb_end_table(state, "program");
}
