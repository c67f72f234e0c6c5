/* source_program.c - prints the statements of a program's sections, and its totals. */
#include "gen/source/source_program.h"

#include "gen/plan/plan_program.h"

#include <inttypes.h>
#include <stdlib.h>

/* --- statements --- */

static void begin_line(nbb_program_writer *w)
{
    nbb_text_add(w->text, "%*s", w->indent, "");
}

/* Whether a local is assigned to after its declaration. */
static bool is_changed(const nbb_statement *statement, int local)
{
    for (; statement != NULL; statement = statement->next) {
        if (statement->kind == NBB_STATEMENT_LOCAL && statement->number == local && !statement->declares) {
            return true;
        }
        if (is_changed(statement->body, local) || is_changed(statement->otherwise, local)) {
            return true;
        }
    }
    return false;
}

static void write_local(nbb_program_writer *w, const nbb_statement *statement)
{
    const nbb_local *local = &w->section->locals[statement->number];
    begin_line(w);
    if (statement->declares) {
        nbb_text_add(w->text, "%s%s ", is_changed(w->section->first, statement->number) ? "" : "const ",
                     nbb_program_type_name(local->type));
    }
    nbb_program_spell(local->name, w->text);
    nbb_text_add(w->text, " = ");
    if (statement->value != NULL) {
        nbb_program_write_value(w, statement->value);
    } else {
        nbb_text_add(w->text, "0");
    }
    nbb_text_add(w->text, ";\n");
    if (statement->declares && !local->is_read) {
        begin_line(w);
        nbb_text_add(w->text, "(void)");
        nbb_program_spell(local->name, w->text);
        nbb_text_add(w->text, ";\n");
    }
}

/* Whether the statement gives a field of the cell the value that it has, of which compilers warn. */
static bool keeps_field(const nbb_statement *statement)
{
    return statement->value->kind == NBB_EXPRESSION_FIELD && statement->value->number == statement->number;
}

/* A field's variable holds what a kernel of its own would read back: uN's bits alone, 32 of an i32 and u32. */
static void write_field(nbb_program_writer *w, const nbb_statement *statement)
{
    const nbb_field *field = &w->program->fields[statement->number];
    const nbb_expression *value = statement->value;
    int64_t most = (INT64_C(1) << field->bits % 64) - 1;
    bool masked = field->kind == NBB_FIELD_BITS && (value->low < 0 || value->high > most);
    bool narrowed = value->type == NBB_TYPE_I64 && (field->kind == NBB_FIELD_I32 || field->kind == NBB_FIELD_U32);
    w->uses->fields = true;
    if (keeps_field(statement)) {
        return;
    }
    begin_line(w);
    nbb_program_spell(field->name, w->text);
    nbb_text_add(w->text, " = %s", masked ? "(" : narrowed ? field->kind == NBB_FIELD_I32 ? "(int)(" : "(u32)(" : "");
    nbb_program_write_value(w, value);
    if (masked) {
        nbb_text_add(w->text, ") & %" PRId64, most);
    } else if (narrowed) {
        nbb_text_add(w->text, ")");
    }
    nbb_text_add(w->text, ";\n");
}

static void write_statements(nbb_program_writer *w, const nbb_statement *statement);

static void write_body(nbb_program_writer *w, const nbb_statement *body)
{
    bool block = body != NULL && body->kind == NBB_STATEMENT_BLOCK && body->next == NULL;
    nbb_text_add(w->text, "{\n");
    w->indent += 4;
    write_statements(w, block ? body->body : body);
    w->indent -= 4;
    begin_line(w);
    nbb_text_add(w->text, "}");
}

static void write_if(nbb_program_writer *w, const nbb_statement *statement)
{
    begin_line(w);
    for (;;) {
        nbb_text_add(w->text, "if (");
        nbb_program_write_value(w, statement->value);
        nbb_text_add(w->text, ") ");
        write_body(w, statement->body);
        const nbb_statement *otherwise = statement->otherwise;
        if (otherwise == NULL) {
            break;
        }
        nbb_text_add(w->text, " else ");
        if (otherwise->kind != NBB_STATEMENT_IF || otherwise->next != NULL) {
            write_body(w, otherwise);
            break;
        }
        statement = otherwise;
    }
    nbb_text_add(w->text, "\n");
}

static void write_statement(nbb_program_writer *w, const nbb_statement *statement)
{
    switch (statement->kind) {
    case NBB_STATEMENT_LOCAL:
        write_local(w, statement);
        break;
    case NBB_STATEMENT_FIELD:
        write_field(w, statement);
        break;
    case NBB_STATEMENT_IF:
        write_if(w, statement);
        break;
    default:
        begin_line(w);
        write_body(w, statement->body);
        nbb_text_add(w->text, "\n");
    }
}

/* Each behind the loops whose results it reads. */
static void write_statements(nbb_program_writer *w, const nbb_statement *statement)
{
    nbb_text *text = w->text, *outer = w->before;
    for (; statement != NULL; statement = statement->next) {
        nbb_text before = NBB_TEXT_EMPTY, own = NBB_TEXT_EMPTY;
        w->text = &own;
        w->before = &before;
        write_statement(w, statement);
        nbb_text_put(text, nbb_text_string(&before), before.length);
        nbb_text_put(text, nbb_text_string(&own), own.length);
        nbb_text_free(&before);
        nbb_text_free(&own);
    }
    w->text = text;
    w->before = outer;
}

void nbb_program_write_section(nbb_program_writer *writer)
{
    write_statements(writer, writer->section->first);
}

/* --- totals --- */

bool nbb_program_total_wraps(const nbb_plan *plan, const nbb_total *total)
{
    const nbb_expression *value = total->value;
    int64_t least, most, count = plan->cells;
    if (value->type != NBB_TYPE_I64 || (total->kind != NBB_TOTAL_SUM && total->kind != NBB_TOTAL_PAIRS)) {
        return false;
    }
    return (total->kind == NBB_TOTAL_PAIRS && __builtin_mul_overflow(count, nbb_program_near(plan->program), &count))
           || __builtin_mul_overflow(value->low, count, &least) || __builtin_mul_overflow(value->high, count, &most);
}

/* Adds the pair with the neighbour that the writer is at. */
static void write_pair(nbb_program_writer *w, const nbb_total *total)
{
    bool wraps = nbb_program_total_wraps(w->plan, total);
    w->uses->has[w->there] = true;
    nbb_text_add(w->text, "%sif (has%d) {\n    value ", w->text->length > 0 ? "\n" : "", w->there);
    if (wraps) {
        nbb_text_add(w->text, "= ");
        nbb_program_begin_call(w, "sum", nbb_program_type_suffix(total->value->type));
        nbb_text_add(w->text, "value, ");
    } else {
        nbb_text_add(w->text, "+= ");
    }
    nbb_program_write_value(w, total->value);
    nbb_text_add(w->text, "%s;\n}", wraps ? ")" : "");
}

/* The value of a cell; of PAIRS the statements that add to `value`, one for each neighbour that counts. */
static void write_total(nbb_program_writer *w, const nbb_total *total)
{
    if (total->kind != NBB_TOTAL_PAIRS) {
        nbb_program_write_value(w, total->value);
        return;
    }
    if (nbb_list_is_long(&w->program->lists[0])) {
        nbb_program_write_looped_pairs(w, total);
        return;
    }
    for (int i = 0; i < nbb_program_near(w->program); ++i) {
        if (nbb_neighbours_counts_pair(&w->program->neighbours, i)) {
            w->there = i;
            write_pair(w, total);
        }
    }
    w->there = -1;
}

/* --- all texts --- */

static nbb_status write_section_text(nbb_program_writer *w, const nbb_section *section, bool initial,
                                     nbb_section_text *text)
{
    w->section = section;
    w->initial = initial;
    w->text = &text->text;
    w->uses = &text->uses;
    nbb_program_write_section(w);
    return nbb_text_status(&text->text, "a program's statements");
}

static nbb_status write_totals(nbb_program_writer *w, nbb_source_program *texts)
{
    w->section = NULL;
    w->initial = false;
    w->uses = &texts->totals.uses;
    for (int i = 0; i < w->program->total_count; ++i) {
        nbb_text text = NBB_TEXT_EMPTY;
        w->text = &text;
        write_total(w, &w->program->totals[i]);
        NBB_TRY(nbb_list_take(&texts->values, &text, "a program's total"));
    }
    return NBB_OK;
}

/* The update, and the totals. What these call is not printed where kernels have them in words. */
static nbb_status write_steps(nbb_program_writer *w, nbb_source_program *texts)
{
    const nbb_plan *plan = w->plan;
    nbb_program_calls *calls = w->calls, unprinted = { NBB_TEXT_EMPTY };
    bool in_words = plan->map == NBB_MAP_LANES || plan->storage == NBB_STORAGE_BITS || plan->law == NBB_LAW_RULE;
    w->calls = in_words ? &unprinted : calls;
    nbb_status status = write_section_text(w, &w->program->update, false, &texts->update);
    w->calls = plan->totals.count > 0 ? &unprinted : calls;
    status = status == NBB_OK ? write_totals(w, texts) : status;
    w->calls = calls;
    nbb_text_free(&unprinted.names);
    return status;
}

static nbb_status write_scalars(nbb_program_writer w, nbb_source_program *texts)
{
    const nbb_lowering *lowering = &w.plan->lowering;
    nbb_program_uses unused = { .fields = false };
    w.uses = &unused;
    for (int i = 0; i < lowering->scalar_count; ++i) {
        nbb_text text = NBB_TEXT_EMPTY;
        w.text = &text;
        nbb_program_write_value(&w, lowering->scalars[i]);
        NBB_TRY(nbb_list_take(&texts->scalars, &text, "a program's scalar"));
    }
    return NBB_OK;
}

nbb_program_writer nbb_source_program_writer(const nbb_plan *plan, nbb_source_program *texts)
{
    return (nbb_program_writer){ .plan = plan,
                                 .program = plan->program,
                                 .arguments = &texts->arguments,
                                 .calls = &texts->calls,
                                 .write_call = nbb_program_write_call,
                                 .indent = 4,
                                 .there = -1 };
}

nbb_status nbb_source_program_build(const nbb_plan *plan, bool has_main, nbb_source_program *texts)
{
    const nbb_program *program = plan->program;
    NBB_TRY(nbb_plan_build_arguments(plan, &texts->arguments));
    nbb_arguments_print(&texts->arguments, &texts->structure);
    nbb_program_writer writer = nbb_source_program_writer(plan, texts);
    NBB_TRY(write_section_text(&writer, &program->init, true, &texts->init));
    NBB_TRY(write_steps(&writer, texts));
    NBB_TRY(write_scalars(writer, texts));
    if (has_main) {
        NBB_TRY(nbb_source_program_main(&writer, texts));
    }
    NBB_TRY(nbb_text_status(&texts->calls.names, "a program's functions"));
    return nbb_text_status(&texts->structure, "a program's arguments");
}

void nbb_source_program_free(nbb_source_program *texts)
{
    nbb_list_free(&texts->values);
    nbb_list_free(&texts->scalars);
    nbb_list_free(&texts->observed);
    nbb_list_free(&texts->conditions);
    nbb_list_free(&texts->required);
    nbb_text_free(&texts->filling);
    nbb_text_free(&texts->init.text);
    nbb_text_free(&texts->update.text);
    nbb_text_free(&texts->structure);
    nbb_text_free(&texts->calls.names);
    nbb_arguments_free(&texts->arguments);
    *texts = (nbb_source_program){ .values = { NULL, 0 } };
}
