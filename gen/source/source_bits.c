/* source_bits.c - has the code of a rule on rows covered and cut. */
#include "gen/source/source_bits.h"

#include "gen/code/code.h"
#include "gen/code/code_rows.h"

#include <stdlib.h>

/* A rule's code, and what is known by value of the covered one. */
typedef struct cutting {
    nbb_code code, covered;
    nbb_value results[2]; /* the cell's own word, and its next one */
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
    cut->results[0] = words[count];
    cut->results[1] = axes == 2 ? nbb_code_next_of_rows(&cut->code, rule, words, words + NBB_ROWS, words[count])
                          : nbb_code_next_of_layers(&cut->code, rule, words, words[count]);
    return nbb_code_status(&cut->code);
}

/* Covers the code and makes a part of its one result. */
static nbb_status cut_code(cutting *cut, nbb_shapes *shapes)
{
    NBB_TRY(nbb_code_cover_results(&cut->code, cut->results, 2, 1, 1, &cut->covered));
    NBB_TRY(nbb_code_uses_of(&cut->covered, &cut->results[1], 1, &cut->uses));
    cut->kept = malloc((size_t)cut->covered.count * sizeof *cut->kept);
    if (cut->kept == NULL) {
        return nbb_fail_memory((size_t)cut->covered.count * sizeof *cut->kept, "a rule's code");
    }
    for (nbb_value value = 0; value < cut->covered.count; ++value) {
        cut->kept[value] = (nbb_kept){ -1, NBB_NO_VALUE };
    }
    cut->kept[cut->results[1]] = (nbb_kept){ cut->neighbours, cut->results[0] };
    return nbb_parts_build(&cut->covered, cut->kept, cut->uses, shapes, &cut->parts);
}

static void list_words(const cutting *cut, nbb_source_bits *bits)
{
    const nbb_node *next = &cut->covered.nodes[cut->results[1]];
    *bits = (nbb_source_bits){ .is_call = next->operation == NBB_LOGIC,
                               .constant = next->operation == NBB_CONSTANT ? cut->results[1] : NBB_NO_VALUE };
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
