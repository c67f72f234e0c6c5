/* source_code.c - schedules the code of a module's launches, and cuts that of a rule on rows. */
#include "gen/source/source_values.h"

#include "gen/code/code.h"
#include "gen/code/code_rows.h"

#include <stdlib.h>

/* A load is on its way for no longer than it takes to draw for so many cells. */
enum { DRAWING_CELLS_AHEAD = 2 };

/* The loads that the target's kernel leaves to the statements. On CUDA a thread's own words, and where lanes are
   turned in registers those beside, are loaded before; but what draws takes long, and holds no words meanwhile. Other
   words are loaded as many cells before they are used as the card computes while a load is on its way. */
static nbb_loading loading_of(const nbb_plan *plan, int launch)
{
    if (plan->target == NBB_TARGET_HOST) {
        return (nbb_loading){ true, true, nbb_plan_in_place(plan), 0 };
    }
    bool permuted_in_memory = plan->crossed == NBB_CROSSING_MEMORY && launch == NBB_LAUNCH_MAIN;
    bool persists = plan->persistent && launch == NBB_LAUNCH_MAIN; /* it has its words */
    bool draws = plan->traits.draws && !persists;
    return (nbb_loading){ draws, permuted_in_memory, draws && nbb_plan_in_place(plan),
                          draws ? DRAWING_CELLS_AHEAD : plan->card->cells_ahead };
}

nbb_status nbb_source_code_build(const nbb_plan *plan, nbb_entry_set kernels, nbb_source_code *code)
{
    const nbb_entry_set entries = 1U << NBB_ENTRY_STEP | 1U << NBB_ENTRY_ROUNDS | 1U << NBB_ENTRY_REST;
    const nbb_lanes_launch *launches[NBB_LAUNCHES] = { &plan->step, &plan->rest };
    if ((kernels & entries) == 0) {
        return NBB_OK;
    }
    nbb_formulas_find(&code->formulas);
    for (int i = 0; i < NBB_LAUNCHES; ++i) {
        if (launches[i]->closure.steps > 0) {
            NBB_TRY(nbb_schedule_build(launches[i], loading_of(plan, i), &code->shapes, &code->schedules[i]));
        }
    }
    return NBB_OK;
}

/* --- a rule on rows --- */

/* The code before and after it is covered; by value of the latter its uses, and what is kept. */
typedef struct cutting {
    nbb_code code, covered;
    nbb_value self, next;
    int neighbours;
    int *uses;
    nbb_kept *kept;
    nbb_parts parts;
} cutting;

/* The rule's code on words that are loaded, by the numbers of nbb_source_bits. */
static nbb_status make_code(int axes, nbb_rule rule, cutting *cut)
{
    nbb_value words[NBB_BITS_WORDS_USED];
    int count = axes == 2 ? 2 * NBB_ROWS : NBB_ROWS * NBB_LAYER_BITS;
    nbb_code_begin(&cut->code);
    for (int i = 0; i <= count; ++i) {
        words[i] = nbb_code_word(&cut->code, NBB_LOADED, i);
    }
    cut->self = words[count];
    cut->next = axes == 2 ? nbb_code_next_of_rows(&cut->code, rule, words, words + NBB_ROWS, cut->self)
                          : nbb_code_next_of_layers(&cut->code, rule, words, cut->self);
    return nbb_code_status(&cut->code);
}

/* Covers the code and makes a part of its one result. */
static nbb_status cut_code(cutting *cut, nbb_shapes *shapes)
{
    nbb_value results[] = { cut->self, cut->next }; /* of which the last one is wanted */
    NBB_TRY(nbb_code_cover_results(&cut->code, results, 2, 1, 1, &cut->covered));
    cut->next = results[1];
    NBB_TRY(nbb_code_uses_of(&cut->covered, &cut->next, 1, &cut->uses));
    cut->kept = malloc((size_t)cut->covered.count * sizeof *cut->kept);
    if (cut->kept == NULL) {
        return nbb_fail_memory((size_t)cut->covered.count * sizeof *cut->kept, "a rule's code");
    }
    for (nbb_value value = 0; value < cut->covered.count; ++value) {
        cut->kept[value] = (nbb_kept){ -1, NBB_NO_VALUE };
    }
    cut->kept[cut->next] = (nbb_kept){ cut->neighbours, results[0] };
    return nbb_parts_build(&cut->covered, cut->kept, cut->uses, shapes, &cut->parts);
}

static void list_words(const cutting *cut, nbb_source_bits *bits)
{
    const nbb_node *next = &cut->covered.nodes[cut->next];
    *bits = (nbb_source_bits){ .is_call = next->operation == NBB_LOGIC,
                               .constant = next->operation == NBB_CONSTANT ? cut->next : NBB_NO_VALUE };
    if (bits->is_call) {
        for (; bits->count < cut->parts.argument_count; ++bits->count) {
            bits->words[bits->count] = cut->covered.nodes[cut->parts.arguments[bits->count]].number;
        }
    } else if (next->operation == NBB_LOADED) {
        bits->words[bits->count++] = next->number;
    }
}

nbb_status nbb_source_bits_build(int axes, nbb_rule rule, nbb_source_code *code, nbb_source_bits *bits)
{
    cutting cut = { .neighbours = axes == 2 ? NBB_NEIGHBOURS_MAX : NBB_NEIGHBOURS_CUBE };
    nbb_status status = make_code(axes, rule, &cut);
    if (status == NBB_OK) {
        status = cut_code(&cut, &code->shapes);
    }
    if (status == NBB_OK) {
        list_words(&cut, bits);
        nbb_formulas_find(&code->formulas);
    }
    nbb_parts_free(&cut.parts);
    nbb_code_free(&cut.code);
    nbb_code_free(&cut.covered);
    free(cut.uses);
    free(cut.kept);
    return status;
}

void nbb_source_code_free(nbb_source_code *code)
{
    for (int i = 0; i < NBB_LAUNCHES; ++i) {
        nbb_schedule_free(&code->schedules[i]);
    }
    nbb_shapes_free(&code->shapes);
}
