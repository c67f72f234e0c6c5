/* source_program_check.c - prints a program's sections as the processor's C once more, by which a standalone checks
   itself. Random numbers have calls of their own, and thresholds come from the parameters, so that the text shares
   with kernels the guards of C's open operations alone (templates/shared/program_check.in). */
#include "gen/source/source_program_value.h"

/* A request's random digits as a number: 32 of them, in init 24. */
static void write_number(nbb_program_writer *w, const nbb_expression *request)
{
    w->uses->draws = true;
    nbb_text_add(w->text, w->initial ? "nbb_check_bits(key, %d)" : "nbb_check_number(draw, %d)", request->number);
}

static void write_chance(nbb_program_writer *w, const nbb_expression *chance)
{
    nbb_text_add(w->text, "(");
    write_number(w, chance);
    nbb_text_add(w->text, " < threshold_of(");
    nbb_program_write_value(w, chance->from[0]);
    nbb_text_add(w->text, ")%s)", w->initial ? " >> 8" : "");
}

static void write_uniform(nbb_program_writer *w, const nbb_expression *uniform)
{
    const char *type = nbb_program_type_name(uniform->type);
    nbb_text_add(w->text, "((%s)", type);
    if (nbb_is_real(uniform->type)) {
        nbb_text_add(w->text, w->initial ? "" : "(");
        write_number(w, uniform);
        nbb_text_add(w->text, "%s * (%s)5.9604644775390625e-8)", w->initial ? "" : " >> 8)", type);
        return;
    }
    nbb_text_add(w->text, "nbb_check_below(");
    write_number(w, uniform);
    nbb_text_add(w->text, ", ");
    nbb_program_write_value(w, uniform->from[0]);
    nbb_text_add(w->text, ", %d))", w->initial ? 24 : 32);
}

static nbb_precedence write_call(nbb_program_writer *w, const nbb_expression *expression)
{
    if (expression->kind == NBB_EXPRESSION_CHANCE) {
        write_chance(w, expression);
    } else if (expression->kind == NBB_EXPRESSION_UNIFORM) {
        write_uniform(w, expression);
    } else {
        return nbb_program_write_call(w, expression);
    }
    return NBB_PRIMARY;
}

static nbb_status write_section(nbb_program_writer w, const nbb_section *section, bool initial,
                                nbb_section_text *text)
{
    w.section = section;
    w.initial = initial;
    w.text = &text->text;
    w.uses = &text->uses;
    nbb_program_write_section(&w);
    return nbb_text_status(&text->text, "a program's check");
}

nbb_status nbb_source_program_check(const nbb_program_writer *writer, nbb_source_program *texts)
{
    nbb_program_writer w = *writer;
    w.in_main = true;
    w.write_call = write_call;
    NBB_TRY(write_section(w, &w.program->init, true, &texts->checked_init));
    NBB_TRY(write_section(w, &w.program->update, false, &texts->checked_update));
    return nbb_text_status(&texts->calls.names, "a program's functions");
}
