/* program_check.c - types expressions: names, literals, operators; program_calls.c types calls. */
#include "gen/program/program_checker.h"

nbb_checker nbb_checker_open(nbb_program *program, nbb_part part, nbb_section *section)
{
    return (nbb_checker){
        .program = program,
        .part = part == NBB_PART_GLOBAL ? NBB_PART_OBSERVE
                : part == NBB_PART_MEAN ? NBB_PART_AVERAGE
                                        : part,
        .of_global = part == NBB_PART_GLOBAL,
        .reach = section != NULL         ? NBB_REACH_CELL
                 : part == NBB_PART_MEAN ? NBB_REACH_MEAN
                                         : NBB_REACH_NONE,
        .section = section,
        .integer = part == NBB_PART_UPDATE ? NBB_TYPE_I32 : NBB_TYPE_I64,
        .real = section != NULL ? program->real : NBB_TYPE_F64,
        .check = nbb_check_expression,
    };
}

/* ---- literals ---- */

static nbb_expression *make_integer(nbb_checker *checker, const nbb_syntax *syntax, int64_t value)
{
    NBB_FAIL_SYNTAX_IF(checker->integer == NBB_TYPE_I32 && (value > INT32_MAX || value < INT32_MIN), syntax,
                       "the number %lld is too big for an int, which has 32 bits in update", (long long)value);
    return NBB_CHECK_NODE(checker, syntax, NBB_EXPRESSION_INTEGER, checker->integer, 0, .integer = value);
}

static nbb_expression *make_literal(nbb_checker *checker, const nbb_syntax *syntax)
{
    bool is_real = syntax->kind == NBB_SYNTAX_REAL;
    NBB_FAIL_IF(syntax->kind == NBB_SYNTAX_INTEGER, make_integer(checker, syntax, syntax->integer));
    return NBB_CHECK_NODE(checker, syntax, is_real ? NBB_EXPRESSION_REAL : NBB_EXPRESSION_INTEGER,
                          is_real ? checker->real : NBB_TYPE_BOOL, 0, .integer = syntax->integer,
                          .real = syntax->real);
}

/* ---- names ---- */

static nbb_expression *fail_cell(nbb_checker *checker, const nbb_syntax *syntax)
{
    NBB_FAIL_SYNTAX_IF(nbb_check_made_of(checker->part) != NULL, syntax, "%s, and '%s' is none of these",
                       nbb_check_made_of(checker->part), syntax->name);
    return NBB_CHECK_FAIL(syntax,
                          "'%s' is of a cell: reduce it over all, as in sum(%s), or name the cell by at(x, y, %s)",
                          syntax->name, syntax->name, syntax->name);
}

/* Whose a cell's name is. */
static nbb_status find_whose(nbb_checker *checker, const nbb_syntax *syntax, nbb_whose *whose)
{
    bool pairs = checker->reach == NBB_REACH_PAIRS, there = syntax->owner == NBB_OWNER_THERE;
    *whose = there || (checker->reach == NBB_REACH_NEIGHBOURS && syntax->owner == NBB_OWNER_NONE) ? NBB_THERE
                                                                                                  : NBB_HERE;
    NBB_FAIL_IF(checker->reach == NBB_REACH_NONE, (fail_cell(checker, syntax), nbb_failure()));
    NBB_FAIL_PLACE_IF(pairs && syntax->owner == NBB_OWNER_NONE, syntax->place,
                      "in pairs a cell's name needs its owner: here.%s or there.%s", syntax->name, syntax->name);
    NBB_FAIL_PLACE_IF(checker->reach == NBB_REACH_CELL && syntax->owner != NBB_OWNER_NONE, syntax->place,
                      "'%s' is for reductions over neighbours and for pairs%s%s%s", there ? "there" : "here",
                      there ? "" : ": the cell's own is '", there ? "" : syntax->name, there ? "" : "'");
    return NBB_OK;
}

/* A field's value where reals have the program's type. */
static nbb_expression *widen(nbb_checker *checker, nbb_expression *value)
{
    bool is_real = value != NULL && nbb_is_real(value->type);
    return is_real ? nbb_check_convert(checker, value, checker->real) : value;
}

static nbb_expression *make_field(nbb_checker *checker, const nbb_syntax *syntax, int field)
{
    nbb_whose whose = NBB_HERE;
    NBB_RETURN_IF(checker->program->fields[field].bond != NULL,
                  widen(checker, nbb_bond_check(checker, syntax, field)));
    NBB_FAIL_IF(find_whose(checker, syntax, &whose) != NBB_OK, NULL);
    return widen(checker, NBB_CHECK_NODE(checker, syntax, NBB_EXPRESSION_FIELD, nbb_check_field_type(checker, field),
                                         field, .whose = whose));
}

static nbb_expression *make_builtin(nbb_checker *checker, const nbb_syntax *syntax, int builtin)
{
    nbb_whose whose = NBB_HERE;
    NBB_FAIL_IF(nbb_builtin_of_cell[builtin] && find_whose(checker, syntax, &whose) != NBB_OK, NULL);
    NBB_FAIL_SYNTAX_IF(!nbb_builtin_of_cell[builtin] && syntax->owner != NBB_OWNER_NONE, syntax,
                       "'%s' is the same for all cells: write it without here or there", syntax->name);
    bool of_bond = checker->reach == NBB_REACH_CELL && checker->forward != NULL;
    bool is_step = builtin == NBB_BUILTIN_STEP, is_first_step = is_step && checker->part == NBB_PART_INIT;
    if (is_first_step || (builtin >= NBB_BUILTIN_DX && of_bond && checker->program->forward_count > 0)) {
        int64_t known = is_first_step ? 0 : checker->forward->at[builtin - NBB_BUILTIN_DX];
        return NBB_CHECK_NODE(checker, syntax, NBB_EXPRESSION_INTEGER, checker->integer, builtin, .integer = known,
                              .whose = NBB_THERE);
    }
    NBB_FAIL_SYNTAX_IF(builtin >= NBB_BUILTIN_DX && checker->reach != NBB_REACH_NEIGHBOURS && !of_bond, syntax,
                       "'%s' is of a neighbour's offset: it is for reductions over neighbours, as in sum(%s * s)",
                       syntax->name, syntax->name);
    NBB_FAIL_SYNTAX_IF(checker->of_global && checker->reach == NBB_REACH_NONE, syntax,
                       "a global is made of totals over all cells, parameters and numbers: '%s' is for update",
                       syntax->name);
    NBB_FAIL_IF((checker->part == NBB_PART_REQUIRE && builtin != NBB_BUILTIN_MAXDEGREE)
                    || (checker->part == NBB_PART_SCHEDULE && !is_step)
                    || (checker->part == NBB_PART_AVERAGE && is_step),
                fail_cell(checker, syntax));
    return NBB_CHECK_NODE(checker, syntax, NBB_EXPRESSION_BUILTIN,
                          builtin == NBB_BUILTIN_FIRST ? NBB_TYPE_BOOL : checker->integer, builtin, .whose = whose);
}

static nbb_expression *make_parameter(nbb_checker *checker, const nbb_syntax *syntax, int number)
{
    bool may_be = checker->part == NBB_PART_UPDATE || (checker->part == NBB_PART_OBSERVE && !checker->of_global);
    NBB_FAIL_SYNTAX_IF(checker->program->parameters[number].is_global && !may_be, syntax,
                       "'%s' is a global: it is for update and observe", syntax->name);
    checker->program->parameters[number].used = true;
    return NBB_CHECK_NODE(checker, syntax, NBB_EXPRESSION_PARAMETER, checker->real, number);
}

/* An observable, in means and stops. */
static nbb_expression *make_observable(nbb_checker *checker, const nbb_syntax *syntax, int number)
{
    nbb_type type = checker->program->observables[number].value->type;
    NBB_FAIL_IF(checker->part == NBB_PART_AVERAGE && checker->reach != NBB_REACH_MEAN, fail_cell(checker, syntax));
    nbb_expression *made = NBB_CHECK_NODE(checker, syntax, NBB_EXPRESSION_TOTAL, type, number);
    return checker->part == NBB_PART_AVERAGE ? nbb_check_convert(checker, made, NBB_TYPE_F64) : made;
}

static nbb_expression *make_name(nbb_checker *checker, const nbb_syntax *syntax)
{
    bool owned = syntax->owner != NBB_OWNER_NONE;
    NBB_RETURN_IF(checker->given != NULL,
                  syntax->name[1] == '\0'
                      ? checker->given[*syntax->name - 'a']
                      : make_builtin(checker, syntax, nbb_spelling_index(&nbb_builtin_names, syntax->name)));
    int observable = checker->part >= NBB_PART_AVERAGE && !owned
                         ? nbb_program_find(checker->program, NBB_NAMED_OBSERVABLE, syntax->name)
                         : -1;
    NBB_RETURN_IF(observable >= 0, make_observable(checker, syntax, observable));
    const nbb_binding *local = nbb_check_local(checker, syntax->name);
    int field = nbb_program_find(checker->program, NBB_NAMED_FIELD, syntax->name);
    int parameter = nbb_program_parameter_index(checker->program, syntax->name);
    int builtin = nbb_spelling_index(&nbb_builtin_names, syntax->name);
    NBB_FAIL_SYNTAX_IF(owned && (local != NULL || parameter >= 0), syntax,
                       "'%s' is a %s: write it without here or there", syntax->name,
                       local != NULL ? "local" : "parameter");
    if (local != NULL) {
        nbb_local *named = &checker->section->locals[local->number];
        named->is_read = true;
        return NBB_CHECK_NODE(checker, syntax, NBB_EXPRESSION_LOCAL, named->type, local->number);
    }
    NBB_RETURN_IF(parameter >= 0, make_parameter(checker, syntax, parameter));
    NBB_RETURN_IF(!owned && field < 0 && nbb_program_find(checker->program, NBB_NAMED_LET, syntax->name) >= 0,
                  nbb_let_expand(checker, syntax));
    NBB_RETURN_IF(!owned && field < 0 && strcmp(syntax->name, "pi") == 0,
                  NBB_CHECK_NODE(checker, syntax, NBB_EXPRESSION_REAL, checker->real, 0, .real = M_PI));
    return field >= 0     ? make_field(checker, syntax, field)
           : builtin >= 0 ? make_builtin(checker, syntax, builtin)
                          : nbb_check_fail_unknown(checker, syntax);
}

/* ---- offsets ---- */

/* NAME[e] of a constant table. */
static nbb_expression *make_table(nbb_checker *checker, const nbb_syntax *syntax)
{
    int number = nbb_program_find(checker->program, NBB_NAMED_TABLE, syntax->name);
    NBB_FAIL_SYNTAX_IF(number < 0, syntax->parts[0],
                       "'%s' is no constant table: an offset is [dx, dy] or [dx, dy, dz]", syntax->name);
    nbb_type type = checker->program->tables[number].is_whole ? checker->integer : checker->real;
    nbb_expression *index = nbb_check_integer(checker, checker->check(checker, syntax->parts[0]), "an index");
    return NBB_CHECK_NODE(checker, syntax, NBB_EXPRESSION_TABLE, type, number, NBB_CHECK_PARTS(1, index));
}

static nbb_expression *make_offset(nbb_checker *checker, const nbb_syntax *syntax)
{
    NBB_RETURN_IF(syntax->axes == 0, make_table(checker, syntax));
    bool exists = strcmp(syntax->name, "exists") == 0;
    int field = nbb_program_find(checker->program, NBB_NAMED_FIELD, syntax->name);
    NBB_FAIL_IF(!exists && field < 0, nbb_check_fail_unknown(checker, syntax));
    if (checker->reach != NBB_REACH_CELL) {
        NBB_FAIL_IF(checker->reach == NBB_REACH_NONE, fail_cell(checker, syntax));
        return NBB_CHECK_FAIL(syntax, "%s[...] is the cell's own neighbour: it cannot stand in %s%s", syntax->name,
                              checker->reach == NBB_REACH_PAIRS ? "pairs" : "a reduction over neighbours",
                              checker->reach == NBB_REACH_PAIRS ? "" : "; put it into a local before");
    }
    NBB_FAIL_SYNTAX_IF(!exists && checker->part == NBB_PART_INIT, syntax,
                       "%s[...] is a neighbour's, which holds nothing yet: it is for update", syntax->name);
    NBB_RETURN_IF(!exists && checker->program->fields[field].bond != NULL,
                  widen(checker, nbb_bond_check_offset(checker, syntax, field)));
    return widen(checker, NBB_CHECK_NODE(checker, syntax, exists ? NBB_EXPRESSION_EXISTS : NBB_EXPRESSION_OFFSET,
                                         exists ? NBB_TYPE_BOOL : nbb_check_field_type(checker, field), field,
                                         .offset = syntax->offset, .neighbour = -1));
}

/* ---- operators ---- */

static nbb_expression *make_unary(nbb_checker *checker, const nbb_syntax *syntax)
{
    const nbb_syntax *part = syntax->parts[0];
    if (syntax->operation == NBB_OP_NEG && part->kind == NBB_SYNTAX_INTEGER
        && part->integer == -(int64_t)INT32_MIN) { /* the one number that is too big without its sign */
        return make_integer(checker, syntax, -part->integer);
    }
    nbb_expression *a = checker->check(checker, part);
    a = syntax->operation == NBB_OP_NOT          ? nbb_check_convert(checker, a, NBB_TYPE_BOOL)
        : syntax->operation == NBB_OP_COMPLEMENT ? nbb_check_integer(checker, a, "'~'")
                                                 : nbb_check_number(checker, a);
    NBB_FAIL_IF(a == NULL, NULL);
    return NBB_CHECK_NODE(checker, syntax, NBB_EXPRESSION_OPERATOR, a->type, (int)syntax->operation,
                          NBB_CHECK_PARTS(1, a));
}

/* An operator's operand as it takes it: converted to what both have in common. */
static nbb_expression *operand(nbb_checker *checker, nbb_operator operation, nbb_expression *part, nbb_type common)
{
    NBB_RETURN_IF(nbb_is_of(NBB_LOGICAL, (int)operation), nbb_check_convert(checker, part, NBB_TYPE_BOOL));
    if (operation == NBB_OP_MOD || nbb_is_of(NBB_BITWISE | NBB_SHIFT, (int)operation)) { /* of ints alone */
        NBB_LOCAL_TEXT quoted = nbb_text_of("'%s'", nbb_operator_names.names[operation]);
        return nbb_check_integer(checker, part, nbb_text_string(&quoted));
    }
    return nbb_check_operand(checker, part, common);
}

static nbb_expression *make_binary(nbb_checker *checker, const nbb_syntax *syntax)
{
    nbb_expression *a = checker->check(checker, syntax->parts[0]);
    nbb_expression *b = a != NULL ? checker->check(checker, syntax->parts[1]) : NULL;
    NBB_FAIL_IF(b == NULL, NULL);
    nbb_operator operation = syntax->operation;
    if (operation == NBB_OP_BIT_XOR && checker->part == NBB_PART_AVERAGE) {
        /* Of small whole numbers a product, from the left. */
        enum { FACTORS_MOST = 9 };
        static const char product[] = "a * a * a * a * a * a * a * a * a";
        nbb_expression *given[] = { nbb_check_convert(checker, a, NBB_TYPE_F64), b };
        bool is_small = b->kind == NBB_EXPRESSION_INTEGER && b->integer >= 1 && b->integer <= FACTORS_MOST;
        return is_small ? nbb_check_formula(checker, syntax, given, "%.*s", 4 * (int)b->integer - 3, product)
                        : nbb_check_formula(checker, syntax, given, "pow(a, b)");
    }
    /* A schedule is of f64: its quotients keep what ints would cut. */
    bool is_real = operation == NBB_OP_DIV && checker->part == NBB_PART_SCHEDULE;
    nbb_type common = is_real ? NBB_TYPE_F64 : nbb_check_common(checker, a, b);
    nbb_type type = nbb_is_of(NBB_LOGICAL | NBB_COMPARISON, (int)operation) ? NBB_TYPE_BOOL : common;
    a = operand(checker, operation, a, common);
    b = operand(checker, operation, b, common);
    return NBB_CHECK_NODE(checker, syntax, NBB_EXPRESSION_OPERATOR, type, (int)operation, NBB_CHECK_PARTS(2, a, b));
}

static nbb_expression *make_select(nbb_checker *checker, const nbb_syntax *syntax)
{
    nbb_expression *parts[3] = { NULL, NULL, NULL };
    for (int i = 0; i < 3; ++i) {
        parts[i] = checker->check(checker, syntax->parts[i]);
        NBB_FAIL_IF(parts[i] == NULL, NULL);
    }
    bool both = parts[1]->type == NBB_TYPE_BOOL && parts[2]->type == NBB_TYPE_BOOL;
    nbb_type type = both ? NBB_TYPE_BOOL : nbb_check_common(checker, parts[1], parts[2]);
    NBB_FILL(i, 3, parts[i],
             (i == 0 ? nbb_check_convert : nbb_check_operand)(checker, parts[i], i == 0 ? NBB_TYPE_BOOL : type));
    return NBB_CHECK_NODE(checker, syntax, NBB_EXPRESSION_SELECT, type, 0,
                          NBB_CHECK_PARTS(3, parts[0], parts[1], parts[2]));
}

nbb_expression *nbb_check_expression(nbb_checker *checker, const nbb_syntax *syntax)
{
    nbb_syntax_kind kind = syntax->kind;
    NBB_FAIL_SYNTAX_IF(kind == NBB_SYNTAX_LIST, syntax, "a list of numbers is for correlation(e, {1, 2, 4}) alone");
    return (kind == NBB_SYNTAX_NAME       ? make_name
            : kind == NBB_SYNTAX_INDEX    ? make_offset
            : kind == NBB_SYNTAX_CALL     ? nbb_check_call
            : kind == NBB_SYNTAX_SELECT   ? make_select
            : kind != NBB_SYNTAX_OPERATOR ? make_literal
            : syntax->part_count == 1     ? make_unary
                                          : make_binary)(checker, syntax);
}
