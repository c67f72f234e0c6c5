/* source_program_leaf.c - prints the parts of expressions that stand alone: numbers, fields, locals, builtins. */
#include "gen/source/source_program.h"

#include <inttypes.h>
#include <math.h>

static void write_integer(nbb_program_writer *w, nbb_type type, int64_t value)
{
    const char *suffix = type == NBB_TYPE_I64 ? "ll" : "";
    if (value == INT64_MIN || (value == INT32_MIN && type != NBB_TYPE_I64)) {
        nbb_text_add(w->text, "(%" PRId64 "%s - 1)", value + 1, suffix);  /* its digits alone are past the type */
    } else {
        nbb_text_add(w->text, value < 0 ? "(%" PRId64 "%s)" : "%" PRId64 "%s", value, suffix);
    }
}

/* The fewest digits that are read as the same number. */
void nbb_program_write_real(nbb_program_writer *w, nbb_type type, double value)
{
    bool single = type == NBB_TYPE_F32;
    value = single ? (double)(float)value : value;
    if (isinf(value)) {
        nbb_text_add(w->text, single ? "(%s1e38f * 10)" : "(%s1e308 * 10)", value < 0 ? "-" : "");
        return;
    }
    nbb_text_add(w->text, "%s", signbit(value) ? "(" : "");
    nbb_text_add_shortest(w->text, value, single, true);
    nbb_text_add(w->text, "%s%s", single ? "f" : "", signbit(value) ? ")" : "");
}

/* The neighbour that a field or builtin is of; -1: the cell's own. */
static int neighbour_of(const nbb_program_writer *w, const nbb_expression *expression)
{
    return expression->whose == NBB_THERE ? w->there : -1;
}

static void write_neighbour_field(nbb_program_writer *w, int neighbour, int field)
{
    int number = w->table != NULL ? 0 : neighbour;
    w->uses->has[number] = w->uses->values[number][field] = true;
    nbb_program_spell(w->program->fields[field].name, w->text);
    nbb_text_add(w->text, "%d", number);
}

static void write_field(nbb_program_writer *w, const nbb_expression *expression)
{
    int neighbour = neighbour_of(w, expression);
    if (neighbour >= 0) {
        write_neighbour_field(w, neighbour, expression->number);
        return;
    }
    w->uses->fields = true;
    nbb_program_spell(w->program->fields[expression->number].name, w->text);
}

void nbb_program_write_has(nbb_program_writer *w, int neighbour)
{
    nbb_presence presence = w->presence != NULL ? w->presence[neighbour] : NBB_PRESENCE_TESTED;
    if (presence == NBB_PRESENCE_TESTED) {
        w->uses->has[neighbour] = true;
        nbb_text_add(w->text, "has%d", neighbour);
    } else {
        nbb_text_add(w->text, "%d", presence == NBB_PRESENCE_ALWAYS);
    }
}

static int write_coordinate(nbb_program_writer *w, const nbb_expression *expression, int axis)
{
    int neighbour = neighbour_of(w, expression);
    int64_t step = neighbour >= 0 ? w->program->neighbours.offsets[neighbour].at[axis] : 0;
    if (axis >= w->program->neighbours.axes) {
        nbb_text_add(w->text, "0");
        return NBB_BINDS_ALONE;
    }
    w->uses->place = w->uses->axes[axis] = true;
    const char *cast = expression->type == NBB_TYPE_I64 ? "(i64)" : "";
    if (neighbour >= 0 && w->table != NULL) {
        nbb_text_add(w->text, "%s%c + %s[i0][%d]", cast, "xyz"[axis], w->table, axis);
        return NBB_BINDS_ADDED;
    }
    nbb_text_add(w->text, step == 0 ? "%s%c" : "%s%c %c %d", cast, "xyz"[axis], step < 0 ? '-' : '+',
                 (int)(step < 0 ? -step : step));
    return step == 0 ? NBB_BINDS_UNARY : NBB_BINDS_ADDED;
}

static int write_first(nbb_program_writer *w, const nbb_expression *expression)
{
    int neighbour = neighbour_of(w, expression);
    w->uses->place = w->uses->axes[0] = w->uses->axes[1] = w->uses->axes[2] = true;
    if (neighbour < 0) {
        w->uses->first = true;
        nbb_text_add(w->text, "first");
        return NBB_BINDS_ALONE;
    }
    nbb_vector first = nbb_domain_cell(&w->plan->domain, 0);
    nbb_text_add(w->text, "(");
    for (int axis = 0; axis < w->program->neighbours.axes; ++axis) {
        nbb_text_add(w->text, "%s%c", axis > 0 ? " && " : "", "xyz"[axis]);
        if (w->table != NULL) {
            nbb_text_add(w->text, " + %s[i0][%d] == %" PRId64, w->table, axis, first.at[axis]);
        } else {
            nbb_text_add(w->text, " == %" PRId64,
                         first.at[axis] - w->program->neighbours.offsets[neighbour].at[axis]);
        }
    }
    nbb_text_add(w->text, ")");
    return NBB_BINDS_ALONE;
}

static int write_degree(nbb_program_writer *w, const nbb_expression *expression)
{
    int neighbour = neighbour_of(w, expression);
    bool is_long = nbb_list_is_long(&w->program->lists[0]);
    w->uses->counts_degree = w->uses->counts_degree || is_long || (neighbour >= 0 && w->table != NULL);
    if (neighbour >= 0) {
        int number = w->table != NULL ? 0 : neighbour;
        w->uses->has[number] = w->uses->degrees[number] = true;
        nbb_text_add(w->text, "degree%d", number);
    } else {
        w->uses->degree = true;
        nbb_text_add(w->text, "degree");
    }
    return NBB_BINDS_ALONE;
}

static int write_builtin(nbb_program_writer *w, const nbb_expression *expression)
{
    nbb_builtin builtin = (nbb_builtin)expression->number;
    switch (builtin) {
    case NBB_BUILTIN_DEGREE:
        return write_degree(w, expression);
    case NBB_BUILTIN_X:
    case NBB_BUILTIN_Y:
    case NBB_BUILTIN_Z:
        return write_coordinate(w, expression, (int)builtin - NBB_BUILTIN_X);
    case NBB_BUILTIN_FIRST:
        return write_first(w, expression);
    case NBB_BUILTIN_STEP:
        w->uses->step = true;
        nbb_text_add(w->text, expression->type == NBB_TYPE_I64 ? "(i64)step" : "(int)step");
        return NBB_BINDS_UNARY;
    case NBB_BUILTIN_DX:
    case NBB_BUILTIN_DY:
    case NBB_BUILTIN_DZ: /* in main, where a weight is computed */
        nbb_text_add(w->text, "%s", nbb_builtin_names.names[builtin]);
        return NBB_BINDS_ALONE;
    default:
        break;
    }
    int64_t value = builtin == NBB_BUILTIN_MAXDEGREE ? nbb_program_near(w->program)
                                                     : nbb_builtin_value(&w->plan->domain, builtin, 0);
    write_integer(w, expression->type, expression->type == NBB_TYPE_I64 ? value : (int32_t)(uint32_t)(uint64_t)value);
    return NBB_BINDS_ALONE;
}

static void write_local(nbb_program_writer *w, const nbb_expression *expression)
{
    nbb_program_spell(w->section->locals[expression->number].name, w->text);
}

static void write_parameter(nbb_program_writer *w, const nbb_expression *expression)
{
    if (w->in_main) {
        nbb_text_add(w->text, expression->type == NBB_TYPE_F32 ? "(float)parameters." : "parameters.");
        nbb_program_spell(w->program->parameters[expression->number].name, w->text);
        return;
    }
    const nbb_argument *row = nbb_arguments_parameter(w->arguments, expression);
    w->uses->arguments = true;
    nbb_text_add(w->text, "arguments%s%s", w->plan->target != NBB_TARGET_HOST ? "." : "->",
                 nbb_text_string(&row->name));
}

/* s[dx, dy] of a neighbour that does not exist is 0, as its word is. */
static void write_offset(nbb_program_writer *w, const nbb_expression *expression)
{
    bool never = w->presence != NULL && w->presence[expression->neighbour] == NBB_PRESENCE_NEVER;
    if (never && nbb_is_real(expression->type)) {
        nbb_program_write_real(w, expression->type, 0);
    } else if (never) {
        write_integer(w, expression->type, 0);
    } else {
        write_neighbour_field(w, expression->neighbour, expression->number);
    }
}

int nbb_program_write_leaf(nbb_program_writer *w, const nbb_expression *expression)
{
    switch (expression->kind) {
    case NBB_EXPRESSION_BUILTIN:
        return write_builtin(w, expression);
    case NBB_EXPRESSION_INTEGER:
        write_integer(w, expression->type, expression->integer);
        break;
    case NBB_EXPRESSION_REAL:
        nbb_program_write_real(w, expression->type, expression->real);
        break;
    case NBB_EXPRESSION_FIELD:
        write_field(w, expression);
        break;
    case NBB_EXPRESSION_OFFSET:
        write_offset(w, expression);
        break;
    case NBB_EXPRESSION_EXISTS:
        nbb_program_write_has(w, expression->neighbour);
        break;
    case NBB_EXPRESSION_LOCAL:
        write_local(w, expression);
        break;
    case NBB_EXPRESSION_PARAMETER:
        write_parameter(w, expression);
        break;
    default:                                          /* a total, in main */
        nbb_text_add(w->text, "sum%d", expression->number);
    }
    return NBB_BINDS_ALONE;
}
