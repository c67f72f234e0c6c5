/* source_program_main.c - prints what a standalone's main computes of a program: kernels' arguments, observables. */
#include "gen/source/source_program_value.h"

#include "gen/plan/plan_program.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A loop over each input of a chance's cases, and the threshold of a case in it. */
static void write_thresholds(nbb_program_writer *w, const nbb_argument *row, const nbb_cases *cases)
{
    for (int i = 0; i < cases->input_count; ++i) {
        const nbb_expression *input = cases->inputs[i];
        const char *type = nbb_program_type_name(input->type);
        nbb_text_add(w->text, "for (%s input%d = %" PRId64 "; input%d <= %" PRId64 "; ++input%d) {\n", type, i,
                     input->low, i, input->high, i);
    }
    nbb_text_add(w->text, "arguments.%s[", nbb_text_string(&row->name));
    for (int i = 0; i < cases->input_count; ++i) {
        nbb_text_add(w->text, "%s(input%d - (%" PRId64 ")) * %d", i > 0 ? " + " : "", i, cases->inputs[i]->low,
                     cases->strides[i]);
    }
    nbb_text_add(w->text, "%s] = threshold_of(", cases->input_count == 0 ? "0" : "");
    w->cases = cases;
    nbb_program_write_value(w, cases->of);
    w->cases = NULL;
    nbb_text_add(w->text, ");\n");
    for (int i = 0; i < cases->input_count; ++i) {
        nbb_text_add(w->text, "}\n");
    }
}

static void write_place(nbb_program_writer *w, const nbb_argument *row)
{
    const nbb_total *total = &w->program->totals[row->number];
    for (int axis = 0; axis < row->count; ++axis) {
        nbb_text_add(w->text, "arguments.%s[%d] = ", nbb_text_string(&row->name), axis);
        if (total->at[axis] != NULL) {
            nbb_program_write_value(w, total->at[axis]);
        } else {
            nbb_text_add(w->text, "0");
        }
        nbb_text_add(w->text, ";\n");
    }
}

static void write_row(nbb_program_writer *w, const nbb_argument *row)
{
    nbb_cases cases;
    switch (row->kind) {
    case NBB_ARGUMENT_SEED:
        nbb_text_add(w->text, "arguments.seed = seed;\n");
        break;
    case NBB_ARGUMENT_PLACE:
        write_place(w, row);
        break;
    case NBB_ARGUMENT_PARAMETER:
        nbb_text_add(w->text, "arguments.%s = %sparameters.", nbb_text_string(&row->name),
                     row->type == NBB_ARGUMENT_F32 ? "(float)" : "");
        nbb_program_spell(w->program->parameters[row->number].name, w->text);
        nbb_text_add(w->text, ";\n");
        break;
    case NBB_ARGUMENT_CHANCE:
    case NBB_ARGUMENT_INITIAL:
        if (nbb_cases_find(w->program, row->source, &cases)) {
            write_thresholds(w, row, &cases);
        }
        break;
    default:                                          /* of lanes of bits: write_told */
        break;
    }
}

/* What lanes of bits are told is made by the plan, from the parameters as they are now. */
static nbb_status write_told(nbb_program_writer *w)
{
    const nbb_arguments *arguments = w->arguments;
    unsigned char *bytes = malloc(arguments->bytes);
    nbb_status status = bytes != NULL ? nbb_plan_fill_arguments(w->plan, arguments, 0, bytes)
                                      : nbb_fail_memory(arguments->bytes, "a program's arguments");
    for (int i = 0; status == NBB_OK && i < arguments->count; ++i) {
        const nbb_argument *row = &arguments->rows[i];
        bool words = row->kind == NBB_ARGUMENT_WORDS, rows = row->kind == NBB_ARGUMENT_ROWS;
        for (int j = 0; (words || rows) && j < row->count; ++j) {
            const unsigned char *at = bytes + row->offset + (size_t)j * (rows ? sizeof(uint64_t) : sizeof(uint32_t));
            uint32_t word = 0;
            uint64_t number = 0;
            memcpy(rows ? (void *)&number : &word, at, rows ? sizeof number : sizeof word);
            nbb_text_add(w->text, "arguments.%s[%d] = %" PRIu64 "ull;\n", nbb_text_string(&row->name), j,
                         rows ? number : word);
        }
    }
    free(bytes);
    return status;
}

nbb_status nbb_source_program_main(nbb_program_writer *w, nbb_source_program *texts)
{
    nbb_program_uses unused = { .fields = false };
    const nbb_program *program = w->program;
    w->in_main = true;
    w->uses = &unused;
    w->text = &texts->filling;
    for (int i = 0; i < texts->arguments.count; ++i) {
        write_row(w, &texts->arguments.rows[i]);
    }
    NBB_TRY(write_told(w));
    texts->observed = calloc((size_t)program->observable_count + 1, sizeof *texts->observed);
    if (texts->observed == NULL) {
        return nbb_fail_memory(sizeof *texts->observed, "a program's observables");
    }
    for (; texts->observed_count < program->observable_count; ++texts->observed_count) {
        w->text = &texts->observed[texts->observed_count];
        nbb_program_write_value(w, program->observables[texts->observed_count].value);
        NBB_TRY(nbb_text_status(w->text, "a program's observable"));
    }
    return nbb_text_status(&texts->filling, "a program's arguments");
}
