/* source_program_main.c - prints what a standalone's main computes of a program: kernels' arguments, observables. */
#include "gen/source/source_program.h"

#include "gen/plan/plan_program.h"
#include "gen/program/program_cases.h"

#include <inttypes.h>
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
    nbb_text_add(w->text, "%s%s[", row->in_table ? "" : "arguments.", nbb_arguments_array(row));
    if (row->in_table) {
        nbb_text_add(w->text, "%zu%s", row->offset, cases->input_count > 0 ? " + " : "");
    }
    for (int i = 0; i < cases->input_count; ++i) {
        nbb_text_add(w->text, "%s(input%d - (%" PRId64 ")) * %d", i > 0 ? " + " : "", i, cases->inputs[i]->low,
                     cases->strides[i]);
    }
    nbb_text_add(w->text, "%s] = threshold_of(", cases->input_count == 0 && !row->in_table ? "0" : "");
    w->cases = cases;
    nbb_program_write_value(w, cases->of);
    w->cases = NULL;
    nbb_text_add(w->text, ");\n");
    for (int i = 0; i < cases->input_count; ++i) {
        nbb_text_add(w->text, "}\n");
    }
}

/* --- words and rows of lanes (lanes_program.h) --- */

/* Begins a block with the cases' inputs as they are in one of them. */
static void begin_case(nbb_program_writer *w, const nbb_cases *cases, int number)
{
    nbb_text_add(w->text, "{\n");
    for (int i = 0; i < cases->input_count; ++i) {
        const nbb_expression *input = cases->inputs[i];
        int64_t value = input->low + number / cases->strides[i] % (input->high - input->low + 1);
        nbb_text_add(w->text, "const %s input%d = %" PRId64 ";\n", nbb_program_type_name(input->type), i, value);
    }
    w->cases = cases;
}

static void end_case(nbb_program_writer *w)
{
    nbb_text_add(w->text, ");\n}\n");
    w->cases = NULL;
}

/* What a loop over inputs of one chance does with each threshold. */
static void write_loop(nbb_program_writer *w, const nbb_cases *cases, const char *loop, const char *statement)
{
    nbb_text_add(w->text, "%s {\nconst u64 threshold = threshold_of(", loop);
    w->cases = cases;
    nbb_program_write_value(w, cases->of);
    w->cases = NULL;
    nbb_text_add(w->text, ");\n%s;\n}\n", statement);
}

/* Whether all chances of a sign are certain. */
static void write_certain(nbb_program_writer *w, const nbb_cases *cases, int sign, int word)
{
    int64_t low, high;
    nbb_text loop = { 0 };
    nbb_fold_range(cases, sign, &low, &high);
    nbb_text_add(w->text, "{\nu64 certain = 1;\n");
    nbb_text_add(&loop, "for (int input0 = %" PRId64 "; input0 <= %" PRId64 "; ++input0)", low, high);
    write_loop(w, cases, nbb_text_string(&loop), "certain &= threshold >> 32");
    nbb_text_add(w->text, "arguments.words[%d] ^= 0u - (u32)certain;\n}\n", word);
    nbb_text_free(&loop);
}

/* The least threshold of a magnitude. */
static void write_least(nbb_program_writer *w, const nbb_cases *cases, int magnitude, int row)
{
    const nbb_expression *input = cases->inputs[0];
    int low = -magnitude < input->low ? 0 : -magnitude, high = magnitude > input->high ? 0 : magnitude;
    nbb_text loop = { 0 };
    nbb_text_add(w->text, "{\nu64 least = 1ull << 32;\n");
    nbb_text_add(&loop, "for (int input0 = %d; input0 <= %d; input0 += %d)", low, high,
                 magnitude > 0 ? magnitude : 1);
    write_loop(w, cases, nbb_text_string(&loop), "least = threshold < least ? threshold : least");
    nbb_text_add(w->text, "arguments.rows[%d] ^= least;\n}\n", row);
    nbb_text_free(&loop);
}

/* Words are the sums modulo 2 of a bit of an expression in some cases. */
static void write_words(nbb_program_writer *w, const nbb_lowering *lowering)
{
    nbb_cases cases;
    for (int i = 0; i < lowering->word_count; ++i) {
        const nbb_argument_word *word = &lowering->words[i];
        bool found = nbb_cases_find_least(word->of, &cases);
        nbb_text_add(w->text, "arguments.words[%d] = 0;\n", i);
        for (int j = 0; j < word->count && found; ++j) {
            if (word->of->kind == NBB_EXPRESSION_CHANCE) {
                write_certain(w, &cases, lowering->cases[word->first + j], i);
                continue;
            }
            begin_case(w, &cases, lowering->cases[word->first + j]);
            nbb_text_add(w->text, "arguments.words[%d] ^= word_of(%d, ", i, word->bit);
            nbb_program_write_value(w, cases.of);
            end_case(w);
        }
    }
}

/* The threshold below which a result of uniform(m) is below j. */
static void write_uniform(nbb_program_writer *w, const nbb_expression *uniform, int number)
{
    int j = number & ((1 << NBB_UNIFORM_SHIFT) - 1), m = number >> NBB_UNIFORM_SHIFT;
    nbb_text_add(w->text, "below_of(%d, ", j);
    if (m > 0) {
        nbb_text_add(w->text, "%d", m);
    } else {
        nbb_program_write_value(w, uniform->from[0]);
    }
}

/* Rows are the sums modulo 2 of thresholds in some cases. */
static void write_rows(nbb_program_writer *w, const nbb_lowering *lowering)
{
    nbb_cases cases;
    for (int i = 0; i < lowering->row_count; ++i) {
        const nbb_threshold_row *row = &lowering->rows[i];
        bool uniform = row->of->kind == NBB_EXPRESSION_UNIFORM;
        bool found = !uniform && nbb_cases_find_least(row->of, &cases);
        nbb_text_add(w->text, "arguments.rows[%d] = 0;\n", i);
        for (int j = 0; j < row->count && (uniform || found); ++j) {
            int number = lowering->cases[row->first + j];
            if (row->is_folded) {
                write_least(w, &cases, number, i);
                continue;
            }
            begin_case(w, uniform ? &(nbb_cases){ .count = 1 } : &cases, number);
            nbb_text_add(w->text, "arguments.rows[%d] ^= ", i);
            if (uniform) {
                write_uniform(w, row->of, number);
            } else {
                nbb_text_add(w->text, "threshold_of(");
                nbb_program_write_value(w, cases.of);
            }
            end_case(w);
        }
    }
}

/* A loop over the offsets of a weight's list, and the weight at each. */
static void write_weights(nbb_program_writer *w, const nbb_argument *row)
{
    const nbb_program_list *list = nbb_list_of(w->program, row->source);
    const char *bits = row->type == NBB_ARGUMENT_F32 ? "bits_of_float(" : "bits_of_double(";
    const char *form = row->type == NBB_ARGUMENT_U32 ? "(u32)(" : row->in_table ? bits : "(";
    nbb_text_add(w->text, "{\nstatic const signed char at[%d][%d] = {\n", list->count, NBB_AXES_MAX);
    for (int i = 0; i < list->count; ++i) {
        const int64_t *at = w->program->neighbours.offsets[list->numbers[i]].at;
        nbb_text_add(w->text, "{ %d, %d, %d },%s", (int)at[0], (int)at[1], (int)at[2],
                     i % 8 == 7 || i + 1 == list->count ? "\n" : " ");
    }
    nbb_text_add(w->text, "};\nfor (int i = 0; i < %d; ++i) {\n", list->count);
    nbb_text_add(w->text, "const int dx = at[i][0], dy = at[i][1], dz = at[i][2];\n(void)dx, (void)dy, (void)dz;\n");
    if (row->in_table) {
        nbb_text_add(w->text, "thresholds[%zu + i] = %s", row->offset, form);
    } else {
        nbb_text_add(w->text, "arguments.%s[i] = %s%s", nbb_text_string(&row->name),
                     row->type == NBB_ARGUMENT_F32 ? "(float)" : "", form);
    }
    nbb_program_write_value(w, row->source->from[0]);
    nbb_text_add(w->text, ");\n}\n}\n");
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
        nbb_text_add(w->text, "arguments.seed = parameters.seed0;\n");
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
    case NBB_ARGUMENT_WEIGHT:
        write_weights(w, row);
        break;
    case NBB_ARGUMENT_TABLE:
        break; /* once all values are in it */
    case NBB_ARGUMENT_WORDS:
        write_words(w, &w->plan->lowering);
        break;
    case NBB_ARGUMENT_ROWS:
        write_rows(w, &w->plan->lowering);
        break;
    case NBB_ARGUMENT_CHANCE:
    case NBB_ARGUMENT_INITIAL:
        if (nbb_cases_find(row->source, &cases)) {
            write_thresholds(w, row, &cases);
        }
        break;
    }
}

/* Lists an expression's text. */
static nbb_status list_value(nbb_program_writer *w, const nbb_expression *value, nbb_list *list)
{
    nbb_text text = NBB_TEXT_EMPTY;
    w->text = &text;
    nbb_program_write_value(w, value);
    return nbb_list_take(list, &text, "a program's observable");
}

/* What the parameter must be for the kernels that are printed. */
static nbb_status write_bound(nbb_program_writer *w, int number, nbb_source_program *texts)
{
    nbb_bound bound = w->plan->lowering.bounds[number];
    nbb_text name = NBB_TEXT_EMPTY, condition = NBB_TEXT_EMPTY, said = NBB_TEXT_EMPTY;
    nbb_program_spell(w->program->parameters[number].name, &name);
    w->text = &condition;
    nbb_text_add(&condition, "parameters.%s >= ", nbb_text_string(&name));
    nbb_program_write_real(w, NBB_TYPE_F64, bound.low);
    nbb_text_add(&condition, " && parameters.%s <= ", nbb_text_string(&name));
    nbb_program_write_real(w, NBB_TYPE_F64, bound.high);
    nbb_text_free(&name);
    nbb_bounds_print(w->program, number, bound, &said);
    nbb_status status = nbb_list_take(&texts->conditions, &condition, "a program's requirement");
    nbb_status other = nbb_list_take(&texts->required, &said, "a program's requirement");
    return status != NBB_OK ? status : other;
}

static nbb_status write_required(nbb_program_writer *w, nbb_source_program *texts)
{
    const nbb_program *program = w->program;
    for (int i = 0; i < program->requirement_count; ++i) {
        const char *text = program->requirements[i].text;
        NBB_TRY(nbb_list_add(&texts->required, text, strlen(text)));
        NBB_TRY(list_value(w, program->requirements[i].value, &texts->conditions));
    }
    for (int i = 0; i < program->parameter_count; ++i) {
        NBB_TRY(w->plan->lowering.relies[i] ? write_bound(w, i, texts) : NBB_OK);
    }
    return NBB_OK;
}

nbb_status nbb_source_program_main(nbb_program_writer *w, nbb_source_program *texts)
{
    nbb_program_uses unused = { .fields = false };
    w->in_main = true;
    w->uses = &unused;
    w->text = &texts->filling;
    for (int i = 0; i < texts->arguments.count; ++i) {
        write_row(w, &texts->arguments.rows[i]);
    }
    for (int i = 0; i < w->program->observable_count; ++i) {
        NBB_TRY(list_value(w, w->program->observables[i].value, &texts->observed));
    }
    NBB_TRY(write_required(w, texts));
    return nbb_text_status(&texts->filling, "a program's arguments");
}
