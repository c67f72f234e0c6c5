/* source_program_loop.c - prints reductions over long lists as loops over a table of offsets, and weights.

       int reduced0 = 0;
       for (u32 i0 = 0; i0 < 120; ++i0) {
           const u64 at0 = nbb_cell_beside(cell, nbb_offsets1[i0][0], nbb_offsets1[i0][1]);
           if (at0 != NBB_NOWHERE) {
               const int s0 = nbb_get_s(in, at0);
               reduced0 += s0 == 1;
           }
       }

   A loop's neighbour has the number 0 in names: what neighbour 0 is called outside means nothing inside. */
#include "gen/source/source_program.h"

#include "gen/program/program_weights.h"

#include <inttypes.h>

enum { INDENT = 4 };

void nbb_program_name_table(int list, nbb_text *text)
{
    nbb_text_add(text, "nbb_offsets%d", list);
}

/* ---- weights ---- */

/* The position of the writer's neighbour in the weight's list. */
static void write_position(nbb_program_writer *w, const nbb_expression *weight)
{
    const nbb_program_list *list = nbb_list_of(w->program, weight);
    int position = 0;
    while (w->table == NULL && list->numbers[position] != w->there) {
        ++position;
    }
    nbb_text_add(w->text, w->table != NULL ? "i0" : "%d", position);
}

static int write_argument(nbb_program_writer *w, const nbb_expression *weight)
{
    const nbb_argument *row = nbb_arguments_find(w->arguments, NBB_ARGUMENT_WEIGHT, weight->number);
    const char *arguments = w->plan->target != NBB_TARGET_HOST ? "arguments." : "arguments->";
    const char *cast = nbb_is_real(weight->type) ? "" : "(int)";
    w->uses->arguments = true;
    if (row->in_table) {
        nbb_program_begin_call(w, "weight", nbb_program_type_suffix(weight->type));
        nbb_text_add(w->text, "%sthresholds[%zu + ", arguments, row->offset);
    } else {
        nbb_text_add(w->text, "%s%s%s[", cast, arguments, nbb_arguments_array(row));
    }
    write_position(w, weight);
    nbb_text_add(w->text, row->in_table ? "])" : "]");
    return NBB_BINDS_UNARY;
}

int nbb_program_write_weight(nbb_program_writer *w, const nbb_expression *weight)
{
    if (nbb_weight_is_argument(w->program, weight)) {
        return write_argument(w, weight);
    }
    bool is_real = nbb_is_real(weight->type);
    nbb_value_of value = nbb_weight_value(w->program, weight, w->program->neighbours.offsets[w->there]);
    nbb_expression number = { .kind = is_real ? NBB_EXPRESSION_REAL : NBB_EXPRESSION_INTEGER, .type = weight->type };
    if (is_real) {
        number.real = value.real;
    } else {
        number.integer = value.integer;
    }
    return nbb_program_write_leaf(w, &number);
}

/* ---- what a loop reads ---- */

static void add_line(nbb_text *text, int indent, const char *line)
{
    nbb_text_add(text, "%*s%s\n", indent, "", line);
}

/* The steps to a table's offset, as arguments. */
static void add_steps(const nbb_program_writer *w, nbb_text *text)
{
    for (int axis = 0; axis < w->program->neighbours.axes; ++axis) {
        nbb_text_add(text, ", %s[i0][%d]", w->table, axis);
    }
}

/* The variables of a neighbour's field that the loop's text reads; in totals ints have 64 bits. */
static void declare_field(const nbb_program_writer *w, int number, int indent, nbb_text *text)
{
    const nbb_field *field = &w->program->fields[number];
    bool is_total = w->section == NULL;
    const char *type = field->kind == NBB_FIELD_F32   ? "float"
                       : field->kind == NBB_FIELD_F64 ? "double"
                       : is_total                     ? "i64"
                                                      : "int";
    nbb_text name = NBB_TEXT_EMPTY;
    nbb_program_spell(field->name, &name);
    bool is_real = field->kind == NBB_FIELD_F32 || field->kind == NBB_FIELD_F64;
    nbb_text_add(text, "%*sconst %s %s0 = ", indent, "", type, nbb_text_string(&name));
    nbb_text_add(text, is_real ? "" : "(%s)", type);
    nbb_text_add(text, "nbb_get_%s(%s, at0);\n", nbb_text_string(&name), is_total ? "state" : "in");
    nbb_text_free(&name);
}

/* Begins the loop over so many offsets of the table, up to what is done for a neighbour that exists. */
static void begin_loop(const nbb_program_writer *w, const nbb_program_uses *inner, int count, int indent,
                       nbb_text *text)
{
    nbb_text_add(text, "%*sfor (u32 i0 = 0; i0 < %d; ++i0) {\n", indent, "", count);
    nbb_text_add(text, "%*sconst u64 at0 = nbb_cell_beside(cell", indent + INDENT, "");
    add_steps(w, text);
    nbb_text_add(text, ");\n");
    add_line(text, indent + INDENT, "if (at0 != NBB_NOWHERE) {");
    for (int field = 0; field < w->program->field_count; ++field) {
        if (inner->values[0][field]) {
            declare_field(w, field, indent + 2 * INDENT, text);
        }
    }
    if (inner->degrees[0]) {
        nbb_text_add(text, "%*sconst int degree0 = nbb_degree_beside(cell", indent + 2 * INDENT, "");
        add_steps(w, text);
        nbb_text_add(text, ");\n");
    }
}

static void end_loop(int indent, nbb_text *text)
{
    add_line(text, indent + INDENT, "}");
    add_line(text, indent, "}");
}

/* What the loop's text reads of the cell itself, its statement reads too. */
static void add_uses(const nbb_program_uses *inner, nbb_program_uses *uses)
{
    uses->fields = uses->fields || inner->fields;
    uses->place = uses->place || inner->place;
    uses->degree = uses->degree || inner->degree;
    uses->first = uses->first || inner->first;
    uses->step = uses->step || inner->step;
    uses->arguments = uses->arguments || inner->arguments;
    uses->counts_degree = uses->counts_degree || inner->counts_degree;
    for (int axis = 0; axis < NBB_AXES_MAX; ++axis) {
        uses->axes[axis] = uses->axes[axis] || inner->axes[axis];
    }
}

/* The expression's text, as it stands in a loop over the table. */
static void write_inner(nbb_program_writer *w, const char *table, const nbb_expression *expression,
                        nbb_program_uses *inner, nbb_text *value)
{
    nbb_text *text = w->text;
    nbb_program_uses *uses = w->uses;
    w->table = table;
    w->text = value;
    w->uses = inner;
    w->there = 0;
    nbb_program_write_bound(w, expression, NBB_BINDS_ADDED);
    w->text = text;
    w->uses = uses;
    w->there = -1;
    add_uses(inner, uses);
}

/* ---- reductions ---- */

/* The statement that adds a value to what is reduced so far. */
static void add_value(nbb_program_writer *w, const nbb_expression *reduce, int number, const char *value,
                      nbb_text *text)
{
    const char *suffix = nbb_program_type_suffix(reduce->type);
    nbb_text *own = w->text;
    w->text = text;
    nbb_text_add(text, "reduced%d ", number);
    switch ((nbb_reduction)reduce->number) {
    case NBB_REDUCTION_ANY:
        nbb_text_add(text, "|= (%s)", value);
        break;
    case NBB_REDUCTION_ALL:
        nbb_text_add(text, "&= (%s)", value);
        break;
    case NBB_REDUCTION_MIN:
    case NBB_REDUCTION_MAX:
        nbb_text_add(text, "= ");
        nbb_program_begin_call(w, reduce->number == NBB_REDUCTION_MIN ? "lesser" : "greater", suffix);
        nbb_text_add(text, "reduced%d, 1, %s)", number, value);
        break;
    default:
        if (reduce->number == NBB_REDUCTION_COUNT || nbb_is_real(reduce->type) || nbb_program_sum_stays(w, reduce)) {
            nbb_text_add(text, "+= %s", value);
        } else {
            nbb_text_add(text, "= ");
            nbb_program_begin_call(w, "sum", suffix);
            nbb_text_add(text, "reduced%d, %s)", number, value);
        }
    }
    nbb_text_add(text, ";\n");
    w->text = own;
}

/* Declares what is reduced, as it is before the first neighbour. */
static void declare_reduced(nbb_program_writer *w, const nbb_expression *reduce, int number, nbb_text *text)
{
    const char *suffix = nbb_program_type_suffix(reduce->type);
    bool folds = reduce->number == NBB_REDUCTION_MIN || reduce->number == NBB_REDUCTION_MAX;
    if (folds) {
        nbb_text *own = w->text;
        w->text = text;
        nbb_text_add(text, "%*snbb_extreme_%s reduced%d = ", w->indent, "", suffix, number);
        nbb_program_begin_call(w, "none", suffix);
        nbb_text_add(text, ");\n");
        w->text = own;
        return;
    }
    nbb_text_add(text, "%*s%s reduced%d = %s;\n", w->indent, "", nbb_program_type_name(reduce->type), number,
                 reduce->number == NBB_REDUCTION_ALL ? "1" : nbb_program_zero(reduce->type));
}

void nbb_program_write_looped(nbb_program_writer *w, const nbb_expression *reduce)
{
    bool folds = reduce->number == NBB_REDUCTION_MIN || reduce->number == NBB_REDUCTION_MAX;
    int number = w->reduced++, inside = w->indent + 2 * INDENT;
    nbb_program_uses inner = { .fields = false };
    nbb_text table = NBB_TEXT_EMPTY, value = NBB_TEXT_EMPTY;
    nbb_program_name_table(reduce->list, &table);
    write_inner(w, nbb_text_string(&table), reduce->from[0], &inner, &value);
    declare_reduced(w, reduce, number, w->before);
    begin_loop(w, &inner, nbb_list_of(w->program, reduce)->count, w->indent, w->before);
    nbb_text_add(w->before, "%*s", inside, "");
    add_value(w, reduce, number, nbb_text_string(&value), w->before);
    end_loop(w->indent, w->before);
    w->uses->loops[reduce->list] = true;
    w->table = NULL;
    nbb_text_add(w->text, "reduced%d%s", number, folds ? ".value" : "");
    nbb_text_free(&table);
    nbb_text_free(&value);
}

/* ---- pairs ---- */

void nbb_program_write_looped_pairs(nbb_program_writer *w, const nbb_total *total)
{
    const nbb_neighbours *list = &w->program->neighbours;
    nbb_program_uses inner = { .fields = false };
    nbb_text value = NBB_TEXT_EMPTY;
    int count = 0;
    for (int i = 0; i < nbb_program_near(w->program); ++i) {
        count += nbb_neighbours_counts_pair(list, i);
    }
    write_inner(w, "nbb_pairs", total->value, &inner, &value);
    begin_loop(w, &inner, count, 0, w->text);
    nbb_text_add(w->text, "%*svalue ", 2 * INDENT, "");
    if (nbb_program_total_wraps(w->plan, total)) {
        nbb_text_add(w->text, "= ");
        nbb_program_begin_call(w, "sum", nbb_program_type_suffix(total->value->type));
        nbb_text_add(w->text, "value, %s);\n", nbb_text_string(&value));
    } else {
        nbb_text_add(w->text, "+= %s;\n", nbb_text_string(&value));
    }
    end_loop(0, w->text);
    w->uses->loops_pairs = true;
    w->table = NULL;
    nbb_text_free(&value);
}
