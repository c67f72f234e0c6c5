/* source_program.c - hands the templates a program's typed trees; expressions.lua and program.lua print them. */
#include "gen/source/source_values.h"

enum { SLOTS = 16 }; /* of Lua's stack, for each level of a tree */

static const nbb_spellings suffixes = NBB_SPELLINGS("i32", "i32", "i64", "f32", "f64"); /* of types */

void nbb_tree_set(const nbb_tree *of, const char *name, const nbb_expression *e)
{
    if (e != NULL) {
        NBB_SET(of->state, name, nbb_tree_push(of, e));
    }
}

/* --- numbers and names --- */

void nbb_source_set_spelled(lua_State *state, const char *field, const char *name)
{
    NBB_LOCAL_TEXT text = NBB_TEXT_EMPTY;
    nbb_program_spell(name, &text);
    NBB_SET_WORD(state, field, nbb_text_string(&text));
}

void nbb_source_set_real(lua_State *state, const char *field, nbb_type type, double value)
{
    bool single = type == NBB_TYPE_F32;
    value = single ? (double)(float)value : value;
    NBB_SET(state, field,
            isfinite(value) ? lua_pushfstring(state, signbit(value) ? "(%s%s)" : "%s%s",
                                              nbb_shortest(value, single, true).text, single ? "f" : "")
                            : lua_pushfstring(state, single ? "(%s1e38f * 10%s)" : "(%s1e308 * 10%s)",
                                              value < 0 ? "-" : "", isnan(value) ? " * 0" : ""));
}

/* Those of a cell and the step are kinds of their own, an offset has a name in main; the others are numbers. */
static void set_builtin(const nbb_tree *of, const nbb_expression *e)
{
    nbb_builtin builtin = (nbb_builtin)e->number;
    bool is_offset = builtin >= NBB_BUILTIN_DX;
    if (is_offset || nbb_builtin_of_cell[builtin] || builtin == NBB_BUILTIN_STEP) {
        NBB_SET_WORD(of->state, "kind", is_offset ? "local" : nbb_builtin_names.names[builtin]);
        NBB_SET_WORD(of->state, "name", nbb_builtin_names.names[builtin]);
        return;
    }
    int64_t value = builtin == NBB_BUILTIN_MAXDEGREE ? nbb_program_near(of->program)
                                                     : nbb_builtin_value(&of->plan->asked.domain, builtin, 0);
    NBB_SET_WORD(of->state, "kind", "integer");
    NBB_SET_INTEGER(of->state, "value", e->type == NBB_TYPE_I64 ? value : (int32_t)(uint32_t)(uint64_t)value);
}

/* --- operators, conversions --- */

/* An int operation whose plain operator C leaves undefined for some words, and the function that defines it. */
static const char *guard_of(const nbb_expression *e)
{
    static const char *const guards[NBB_OP_COUNT] = {
        [NBB_OP_NEG] = "negated",     [NBB_OP_ADD] = "sum",           [NBB_OP_SUB] = "difference",
        [NBB_OP_MUL] = "product",     [NBB_OP_DIV] = "quotient",      [NBB_OP_MOD] = "remainder",
        [NBB_OP_SHIFT_LEFT] = "left", [NBB_OP_SHIFT_RIGHT] = "right",
    };
    const nbb_expression *a = e->from[0], *b = e->from[e->from_count - 1];
    nbb_range left = { a->low, a->high }, right = { b->low, b->high }, zero = { 0, 0 }, result;
    bool is_safe = nbb_is_real(e->type) || e->type == NBB_TYPE_BOOL;
    if (e->number == NBB_OP_NEG) {
        is_safe = is_safe || nbb_operator_fits(NBB_OP_SUB, nbb_type_bits(e->type), zero, left, &result);
    } else if (e->number == NBB_OP_DIV || e->number == NBB_OP_MOD) {
        is_safe = is_safe || right.low > 0 || right.high < -1;
    } else if (nbb_is_of(NBB_ARITHMETIC, e->number)) {
        is_safe = is_safe || nbb_operator_fits(e->number, nbb_type_bits(e->type), left, right, &result);
    }
    return is_safe ? NULL : guards[e->number];
}

/* ratio: a divisor that is a number of the text's that ratio_ of program_functions.in takes, odd or a power of 2;
   share: whether it is a count of neighbours that share_ takes. */
static void set_divisor(lua_State *state, const nbb_expression *divisor)
{
    enum { LARGEST = 1 << 20, LARGEST_SHARE = 5 };
    double number;
    bool is = nbb_is_number(divisor, &number) && number >= 1 && number <= LARGEST && number == trunc(number);
    int whole = is ? (int)number : 0;
    const nbb_expression *of = divisor->from[0];
    if (is && (whole % 2 == 1 || (whole & (whole - 1)) == 0)) {
        NBB_SET_INTEGER(state, "ratio", whole);
    }
    NBB_SET_FLAG(state, "share",
                 divisor->kind == NBB_EXPRESSION_CONVERT && of->type == NBB_TYPE_I32 && of->low >= 0
                     && of->high <= LARGEST_SHARE);
}

static void set_operator(const nbb_tree *of, const nbb_expression *e)
{
    NBB_SET_WORD(of->state, "name", nbb_operations[e->number].name);
    if (e->number >= NBB_OP_COUNT) {
        NBB_SET_WORD(of->state, "kind", "call");
        return;
    }
    NBB_SET_INTEGER(of->state, "strength", nbb_operations[e->number].strength);
    NBB_SET_WORD(of->state, "guard", guard_of(e));
    NBB_SET_WORD(of->state, "group",
                 nbb_is_of(NBB_BITWISE, e->number)      ? "bitwise"
                 : nbb_is_of(NBB_COMPARISON, e->number) ? "comparison"
                 : nbb_is_of(NBB_LOGICAL, e->number)    ? "logical"
                                                        : NULL);
    if (e->number == NBB_OP_DIV && nbb_is_real(e->type)) {
        set_divisor(of->state, e->from[1]);
    }
}

static void set_convert(const nbb_tree *of, const nbb_expression *e)
{
    const nbb_expression *from = e->from[0];
    if (from->kind == NBB_EXPRESSION_INTEGER && nbb_is_real(e->type)) {
        NBB_SET_WORD(of->state, "kind", "real");
        nbb_source_set_real(of->state, "text", e->type, (double)from->integer);
        return;
    }
    NBB_SET_WORD(of->state, "kind",
                 e->type == NBB_TYPE_BOOL                           ? "nonzero"
                 : nbb_is_real(from->type) && !nbb_is_real(e->type) ? "truncated"
                                                                    : "cast");
}

/* --- chances, reductions --- */

void nbb_tree_set_row(const nbb_tree *of, const char *name, const nbb_argument *row)
{
    if (row != NULL) {
        NBB_SET_INTEGER(of->state, name, row - of->arguments->rows + 1);
    }
}

void nbb_tree_set_cases(const nbb_tree *of, const nbb_cases *cases)
{
    lua_State *state = of->state;
    NBB_SET_LIST(state, "inputs", cases->input_count, i, {
        NBB_PUSH_FIELDS(state, cases->inputs[i], low, high);
        NBB_SET_WORD(state, "type", suffixes.names[cases->inputs[i]->type]);
        NBB_SET_INTEGER(state, "stride", cases->strides[i]);
        nbb_tree_set(of, "of", cases->inputs[i]);
    });
}

/* case: of a chance that is decided before the launch. */
static void set_chance(const nbb_tree *of, const nbb_expression *chance)
{
    nbb_cases cases;
    if (chance->on_processor && nbb_cases_find(chance, false, &cases)) {
        lua_newtable(of->state);
        nbb_tree_set_cases(of, &cases);
        nbb_tree_set_row(of, "row",
                         nbb_arguments_find(of->arguments, of->initial ? NBB_ARGUMENT_INITIAL : NBB_ARGUMENT_CHANCE,
                                            chance->number));
        lua_setfield(of->state, -2, "case");
    }
}

/* row: where a weight's values stand; or the values, numbers in the list's order. */
static void set_weight(const nbb_tree *of, const nbb_expression *weight)
{
    const nbb_program *program = of->program;
    const nbb_argument *row = nbb_arguments_find(of->arguments, NBB_ARGUMENT_WEIGHT, weight->number);
    const nbb_program_list *list = nbb_list_of(program, weight);
    NBB_SET_INTEGER(of->state, "list", weight->list + 1);
    nbb_tree_set_row(of, "row", row);
    NBB_SET_LIST(of->state, "values", row == NULL ? list->count : 0, i, {
        nbb_value_of value = nbb_weight_value(program, weight, list->numbers[i]);
        nbb_expression number = { .kind = NBB_EXPRESSION_INTEGER, .type = weight->type, .integer = value.integer };
        number.kind = nbb_is_real(weight->type) ? NBB_EXPRESSION_REAL : number.kind;
        number.real = nbb_is_real(weight->type) ? value.real : 0;
        nbb_tree_push(of, &number);
    });
}

/* --- expressions --- */

static const nbb_spellings kinds = NBB_SPELLINGS(NBB_EXPRESSIONS(NBB_SPELLING));

/* Adds what a kind has beside its operands. */
static void set_kind(const nbb_tree *of, const nbb_expression *e)
{
    nbb_expression_kind kind = e->kind;
    bool is_field = kind == NBB_EXPRESSION_FIELD || kind == NBB_EXPRESSION_OFFSET;
    const char *name = is_field                           ? of->program->fields[e->number].name
                       : kind == NBB_EXPRESSION_LOCAL     ? of->section->locals[e->number].name
                       : kind == NBB_EXPRESSION_PARAMETER ? of->program->parameters[e->number].name
                                                          : NULL;
    if (name != NULL) {
        nbb_source_set_spelled(of->state, "name", name);
        nbb_tree_set_row(of, "row",
                         kind == NBB_EXPRESSION_PARAMETER ? nbb_arguments_parameter(of->arguments, e) : NULL);
    } else if (kind == NBB_EXPRESSION_REAL) {
        nbb_source_set_real(of->state, "text", e->type, e->real);
    } else if (kind == NBB_EXPRESSION_BOND) {
        NBB_SET_LIST(of->state, "between", nbb_program_near(of->program), i,
                     { /* fields, by neighbour */
                       const nbb_expression field = nbb_bond_between(of->program, e, (int)i);
                       nbb_tree_push(of, &field);
                     });
    } else if (kind == NBB_EXPRESSION_BUILTIN) {
        set_builtin(of, e);
    } else if (kind == NBB_EXPRESSION_CONVERT) {
        set_convert(of, e);
    } else if (kind == NBB_EXPRESSION_OPERATOR) {
        set_operator(of, e);
    } else if (kind == NBB_EXPRESSION_CHANCE) {
        set_chance(of, e);
    } else if (kind == NBB_EXPRESSION_REDUCE) {
        /* What each of as many neighbours as there may be can have in a sum that stays in the type. */
        int64_t most = (e->type == NBB_TYPE_I64 ? INT64_MAX : INT32_MAX) / nbb_list_of(of->program, e)->count;
        NBB_SET_WORD(of->state, "name", nbb_reduction_names.names[e->number]);
        NBB_SET_INTEGER(of->state, "list", e->list + 1);
        NBB_SET_FLAG(of->state, "stays",
                     !nbb_is_real(e->type) && e->from[0]->low >= -most && e->from[0]->high <= most);
    } else if (kind == NBB_EXPRESSION_TABLE) {
        NBB_SET_WORD(of->state, "name", of->program->tables[e->number].name);
    } else if (kind == NBB_EXPRESSION_WEIGHT) {
        set_weight(of, e);
    }
}

void nbb_tree_push(const nbb_tree *of, const nbb_expression *e)
{
    lua_State *state = of->state;
    int input = of->cases != NULL ? nbb_cases_input(of->cases, e) : -1;
    luaL_checkstack(state, SLOTS, "a program");
    if (input < 0 && e->kind == NBB_EXPRESSION_CONVERT
        && (e->type == e->from[0]->type || (e->from[0]->type == NBB_TYPE_BOOL && e->type == NBB_TYPE_I32))) {
        /* the word stays as it is */
        nbb_tree_push(of, e->from[0]);
        return;
    }
    NBB_PUSH_FIELDS(state, e, number, neighbour);
    NBB_SET_WORD(state, "kind", input >= 0 ? "input" : kinds.names[e->kind]);
    NBB_SET_WORD(state, "type", suffixes.names[e->type]);
    NBB_SET_INTEGER(state, "value", e->integer);
    NBB_SET_FLAG(state, "fixed", e->is_fixed);
    if (input >= 0) {
        NBB_SET_INTEGER(state, "number", input);
    } else {
        NBB_SET_FLAG(state, "there", e->whose == NBB_THERE);
        set_kind(of, e);
        NBB_SET_LIST(state, "from", e->from_count, i, nbb_tree_push(of, e->from[i]));
    }
}

/* --- statements --- */

/* keeps: it gives the field the value that it has, of which compilers warn; most: of the bits of uN that a value may
   pass; cast: of an i64 in 32 bits, and of iN. */
static void set_field(const nbb_tree *of, const nbb_statement *s)
{
    const nbb_field *field = &of->program->fields[s->number];
    int64_t most = (INT64_C(1) << field->bits % 64) - 1;
    bool is_narrow = s->value->type == NBB_TYPE_I64;
    nbb_source_set_spelled(of->state, "name", field->name);
    NBB_SET_FLAG(of->state, "keeps", s->value->kind == NBB_EXPRESSION_FIELD && s->value->number == s->number);
    bool wraps = field->bits < 32
                 && (s->value->low != nbb_field_wrapped(field, s->value->low)
                     || s->value->high != nbb_field_wrapped(field, s->value->high));
    if (wraps && !nbb_field_has_sign(field)) {
        NBB_SET_INTEGER(of->state, "most", most);
    }
    NBB_SET_WORD(of->state, "cast",
                 field->kind == NBB_FIELD_I8 && wraps        ? "i8"
                 : field->kind == NBB_FIELD_I16 && wraps     ? "i16"
                 : field->kind == NBB_FIELD_I32 && is_narrow ? "int"
                 : field->kind == NBB_FIELD_U32 && is_narrow ? "u32"
                                                             : NULL);
}

void nbb_tree_push_statements(const nbb_tree *of, const nbb_statement *s)
{
    static const char *const names[] = { "local", "field", "if", "block" };
    lua_State *state = of->state;
    luaL_checkstack(state, SLOTS, "a program");
    lua_newtable(state);
    for (lua_Integer i = 1; s != NULL; s = s->next, ++i) {
        lua_newtable(state);
        NBB_SET_WORD(state, "kind", names[s->kind]);
        if (s->kind == NBB_STATEMENT_LOCAL) {
            const nbb_local *local = &of->section->locals[s->number];
            nbb_source_set_spelled(of->state, "name", local->name);
            NBB_SET_WORD(of->state, "type", suffixes.names[local->type]);
            NBB_SET_FLAG(of->state, "declares", s->declares);
            NBB_SET_FLAG(of->state, "changes", local->is_changed);
            NBB_SET_FLAG(of->state, "unread", s->declares && !local->is_read);
        } else if (s->kind == NBB_STATEMENT_FIELD) {
            set_field(of, s);
        }
        nbb_tree_set(of, "value", s->value);
        NBB_SET(state, "body", nbb_tree_push_statements(of, s->body));
        if (s->otherwise != NULL) {
            NBB_SET(state, "otherwise", nbb_tree_push_statements(of, s->otherwise));
        }
        lua_seti(state, -2, i);
    }
}
