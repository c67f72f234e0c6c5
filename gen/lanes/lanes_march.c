/* lanes_march.c - computes each row once, as a march does. */
#include "gen/lanes/lanes_rows.h"

#include "gen/code/code_bits.h"
#include "gen/code/code_build.h"

#include <stdlib.h>
#include <string.h>

/* Where the cells are on which a value depends: all in one row, all in one place, or several; ALIKE if on none. */
typedef enum extent { ALIKE, PLACE, ROW, SEVERAL } extent;

/* A value of the code that is read: where its cells are, and what it becomes in the forms that are needed. */
typedef enum form { SIGNAL = 1, ENTERING = 2, FULL = 4 } form;
typedef struct seen {
    extent extent;
    int dx, dy;         /* of PLACE; dy of ROW */
    int needed;         /* forms */
    nbb_value signal;   /* of `signals`: of the cell itself, in the row that enters */
    nbb_value entering; /* of the march's code, of the row that enters */
    nbb_value full;     /* the value itself */
} seen;

typedef struct rewriting {
    const nbb_program *program;
    const nbb_code *from;
    seen *seen;
    nbb_code signals, code;
    nbb_march_source *sources;
    int source_count, source_capacity;
    bool failed;
} rewriting;

static int reach_of(const rewriting *rewrite)
{
    return rewrite->program->neighbours.reach;
}

/* --- numbers of words --- */

static int number_of(int reach, nbb_march_word word)
{
    int width = 2 * reach + 1;
    return (word.source * width + word.age) * width + word.dx + reach;
}

nbb_march_word nbb_march_word_of(int reach, int number)
{
    int width = 2 * reach + 1;
    return (nbb_march_word){ number / width / width, number / width % width, number % width - reach };
}

/* --- where values are --- */

static seen place_of(const rewriting *rewrite, int number)
{
    int neighbour = number / rewrite->program->planes - 1;
    nbb_vector at = { { 0 } };
    if (neighbour >= 0) {
        at = rewrite->program->neighbours.offsets[neighbour];
    }
    return (seen){ .extent = PLACE, .dx = (int)at.at[0], .dy = (int)at.at[1] };
}

static seen join(seen a, seen b)
{
    if (a.extent == ALIKE || b.extent == ALIKE) {
        return a.extent == ALIKE ? b : a;
    }
    bool is_row = a.extent != SEVERAL && b.extent != SEVERAL && a.dy == b.dy;
    bool is_place = a.extent == PLACE && b.extent == PLACE && is_row && a.dx == b.dx;
    return is_place ? a : (seen){ .extent = is_row ? ROW : SEVERAL, .dy = a.dy };
}

static void find_extents(rewriting *rewrite)
{
    for (nbb_value value = 0; value < rewrite->from->count; ++value) {
        const nbb_node *node = &rewrite->from->nodes[value];
        seen found = { .extent = ALIKE };
        if (node->operation == NBB_LOADED) {
            found = place_of(rewrite, node->number);
        } else if (node->operation == NBB_LOGIC) {
            for (int i = 0; i < nbb_node_words(node); ++i) {
                found = join(found, rewrite->seen[node->from[i]]);
            }
        } else if (node->operation != NBB_CONSTANT && node->operation != NBB_ARGUMENT) {
            found.extent = SEVERAL; /* of the row that is updated */
        }
        rewrite->seen[value] = found;
    }
}

/* Of the cell that is updated: its planes are held anyway, and its other values made of these where they are used. */
static bool is_own(const rewriting *rewrite, nbb_value value)
{
    const seen *of = &rewrite->seen[value];
    return of->extent == PLACE && of->dx == 0 && of->dy == 0 && rewrite->from->nodes[value].operation == NBB_LOGIC;
}

/* --- which forms are needed --- */

static void need_of_words(rewriting *rewrite, nbb_value value, int needed)
{
    int count;
    const nbb_value *from = nbb_code_from(rewrite->from, value, &count);
    for (int i = 0; i < count; ++i) {
        seen *word = &rewrite->seen[from[i]];
        word->needed |= word->extent == ALIKE && needed == ENTERING ? FULL : needed;
    }
}

static void find_needed(rewriting *rewrite)
{
    for (nbb_value value = rewrite->from->count - 1; value >= 0; --value) {
        seen *of = &rewrite->seen[value];
        if (of->extent == PLACE && of->needed != 0 && (of->needed != FULL || !is_own(rewrite, value))) {
            of->needed |= SIGNAL;
        } else if (of->extent == ROW && of->needed != 0) {
            of->needed |= ENTERING;
            need_of_words(rewrite, value, ENTERING);
        }
        if ((of->needed & FULL) && (of->extent == ALIKE || of->extent == SEVERAL || is_own(rewrite, value))) {
            need_of_words(rewrite, value, FULL);
        }
        if (of->needed & SIGNAL) {
            need_of_words(rewrite, value, SIGNAL);
        }
    }
}

/* --- the forms --- */

/* The loaded word of a source, which is made known and held for so long. */
static nbb_value load(rewriting *rewrite, bool is_signal, nbb_value value, int age, int dx)
{
    int number = 0;
    while (number < rewrite->source_count
           && (rewrite->sources[number].is_signal != is_signal || rewrite->sources[number].value != value)) {
        ++number;
    }
    if (number == rewrite->source_capacity) {
        int capacity = 2 * rewrite->source_capacity + 8;
        nbb_march_source *more = realloc(rewrite->sources, (size_t)capacity * sizeof *more);
        rewrite->failed = rewrite->failed || more == NULL;
        if (more == NULL) {
            return NBB_ZERO;
        }
        rewrite->sources = more;
        rewrite->source_capacity = capacity;
    }
    nbb_march_source *source = &rewrite->sources[number];
    if (number == rewrite->source_count) {
        *source = (nbb_march_source){ is_signal, value, 0 };
        ++rewrite->source_count;
    }
    source->age = age > source->age ? age : source->age;
    return nbb_code_word(&rewrite->code, NBB_LOADED,
                         number_of(reach_of(rewrite), (nbb_march_word){ number, age, dx }));
}

static bool is_constant(nbb_value value)
{
    return value == NBB_ZERO || value == NBB_ONES;
}

/* A node's operation in other code, on a form of its words. */
static nbb_value remake(rewriting *rewrite, nbb_code *code, nbb_value value, form wanted)
{
    const nbb_node *node = &rewrite->from->nodes[value];
    nbb_value from[NBB_CODE_FROM] = { NBB_ZERO, NBB_ZERO, NBB_ZERO };
    if (node->operation == NBB_CONSTANT) {
        return value;
    }
    if (node->operation == NBB_ARGUMENT || node->operation == NBB_GIVEN) {
        return nbb_code_word(code, node->operation, node->number);
    }
    for (int i = 0; i < nbb_node_words(node); ++i) {
        const seen *word = &rewrite->seen[node->from[i]];
        from[i] = wanted == SIGNAL                              ? word->signal
                  : wanted == ENTERING && word->extent != ALIKE ? word->entering
                                                                : word->full;
    }
    nbb_value made = nbb_code_logic_below(code, node->table, from);
    nbb_code_label(code, made, node->label);
    return made;
}

static nbb_value remake_draw(rewriting *rewrite, nbb_value value)
{
    const nbb_draw *draw = &rewrite->from->draws[rewrite->from->nodes[value].number];
    nbb_value words[NBB_BASIS_MAX];
    for (int i = 0; i < draw->words; ++i) {
        words[i] = rewrite->seen[rewrite->from->draw_words[draw->first + i]].full;
    }
    return nbb_code_draw(&rewrite->code, *draw, words);
}

static void make_signal(rewriting *rewrite, nbb_value value)
{
    const nbb_node *node = &rewrite->from->nodes[value];
    rewrite->seen[value].signal = node->operation == NBB_LOADED ? nbb_code_word(
                                      &rewrite->signals, NBB_LOADED, node->number % rewrite->program->planes)
                                                                : remake(rewrite, &rewrite->signals, value, SIGNAL);
}

/* The value, so many rows after its row entered; a signal that turns out constant needs no row. */
static nbb_value full_of(rewriting *rewrite, nbb_value value)
{
    const seen *of = &rewrite->seen[value];
    int age = reach_of(rewrite) - of->dy;
    if (of->extent == PLACE && !is_own(rewrite, value)) {
        return is_constant(of->signal) ? of->signal : load(rewrite, true, of->signal, age, of->dx);
    }
    if (of->extent == ROW) {
        return age == 0 || is_constant(of->entering) ? of->entering : load(rewrite, false, of->entering, age, 0);
    }
    return rewrite->from->nodes[value].operation == NBB_DRAWN ? remake_draw(rewrite, value)
                                                              : remake(rewrite, &rewrite->code, value, FULL);
}

static void make_forms(rewriting *rewrite)
{
    for (nbb_value value = 0; value < rewrite->from->count; ++value) {
        seen *of = &rewrite->seen[value];
        if (of->needed & SIGNAL) {
            make_signal(rewrite, value);
        }
        if (of->needed & ENTERING) {
            of->entering = of->extent == ROW         ? remake(rewrite, &rewrite->code, value, ENTERING)
                           : is_constant(of->signal) ? of->signal
                                                     : load(rewrite, true, of->signal, 0, of->dx);
        }
        if (of->needed & FULL) {
            of->full = full_of(rewrite, value);
        }
    }
}

/* --- covered --- */

/* Covers one of the two codes, with its sources among the results. */
static nbb_status cover(rewriting *rewrite, bool is_signal, nbb_value *results, size_t count, nbb_code *covered)
{
    size_t sources = (size_t)rewrite->source_count;
    nbb_value *all = malloc((count + sources + 1) * sizeof *all);
    if (all == NULL) {
        return nbb_fail_memory((count + sources + 1) * sizeof *all, "a march's code");
    }
    for (size_t i = 0; i < sources; ++i) {
        all[i] = rewrite->sources[i].is_signal == is_signal ? rewrite->sources[i].value : NBB_NO_VALUE;
    }
    for (size_t i = 0; i < count; ++i) {
        all[sources + i] = results[i];
    }
    nbb_status status = nbb_code_cover_results(is_signal ? &rewrite->signals : &rewrite->code, all, sources + count,
                                               0, 0, covered);
    for (size_t i = 0; i < sources && status == NBB_OK; ++i) {
        rewrite->sources[i].value = all[i] != NBB_NO_VALUE ? all[i] : rewrite->sources[i].value;
    }
    for (size_t i = 0; i < count && status == NBB_OK; ++i) {
        results[i] = all[sources + i];
    }
    free(all);
    return status;
}

static nbb_status finish(rewriting *rewrite, nbb_value *results, size_t count, nbb_code *covered,
                         nbb_march_code *made)
{
    if (rewrite->failed) {
        return nbb_fail_memory(sizeof *rewrite->sources, "a march's code");
    }
    NBB_TRY(cover(rewrite, true, NULL, 0, &made->signals));
    NBB_TRY(cover(rewrite, false, results, count, covered));
    for (int i = 0; i < rewrite->source_count; ++i) {
        made->held += rewrite->sources[i].age;
    }
    made->sources = rewrite->sources;
    made->source_count = rewrite->source_count;
    rewrite->sources = NULL;
    return NBB_OK;
}

nbb_status nbb_march_code_build(const nbb_program *program, const nbb_code *code, nbb_value *results, size_t count,
                                nbb_code *covered, nbb_march_code *made)
{
    rewriting rewrite = { .program = program, .from = code };
    *made = (nbb_march_code){ .held = 0 };
    rewrite.seen = calloc((size_t)code->count, sizeof *rewrite.seen);
    if (rewrite.seen == NULL) {
        return nbb_fail_memory((size_t)code->count * sizeof *rewrite.seen, "a march's code");
    }
    nbb_code_begin(&rewrite.signals);
    nbb_code_begin(&rewrite.code);
    find_extents(&rewrite);
    for (size_t i = 0; i < count; ++i) {
        rewrite.seen[results[i]].needed |= FULL;
    }
    find_needed(&rewrite);
    make_forms(&rewrite);
    for (size_t i = 0; i < count; ++i) {
        results[i] = rewrite.seen[results[i]].full;
    }
    nbb_status status = finish(&rewrite, results, count, covered, made);
    free(rewrite.seen);
    free(rewrite.sources);
    nbb_code_free(&rewrite.signals);
    nbb_code_free(&rewrite.code);
    return status;
}

/* --- uses --- */

/* Adds what words of the code are loaded of to the list; of signals, or of what is held. */
static size_t list_sources(const nbb_march_code *made, const nbb_code *covered, int reach, const int *uses,
                           bool signals, nbb_value *list, size_t count)
{
    for (nbb_value value = 0; value < covered->count; ++value) {
        const nbb_node *node = &covered->nodes[value];
        if (node->operation == NBB_LOADED && uses[value] > 0) {
            const nbb_march_source *source = &made->sources[nbb_march_word_of(reach, node->number).source];
            if (source->is_signal == signals) {
                list[count++] = source->value;
            }
        }
    }
    return count;
}

nbb_status nbb_march_uses_of(const nbb_march_code *made, const nbb_code *covered, int reach, const nbb_value *results,
                             size_t count, int **uses, int **signal_uses)
{
    *uses = *signal_uses = NULL;
    nbb_value *list = malloc((count + (size_t)covered->count) * sizeof *list);
    if (list == NULL) {
        return nbb_fail_memory((count + (size_t)covered->count) * sizeof *list, "a march's code");
    }
    memcpy(list, results, count * sizeof *list);
    nbb_status status = nbb_code_uses_of(covered, list, count, uses);
    if (status == NBB_OK) {
        count = list_sources(made, covered, reach, *uses, false, list, count);
        free(*uses);
        status = nbb_code_uses_of(covered, list, count, uses);
    }
    if (status == NBB_OK) {
        count = list_sources(made, covered, reach, *uses, true, list, 0);
        status = nbb_code_uses_of(&made->signals, list, count, signal_uses);
    }
    free(list);
    return status;
}

void nbb_march_code_free(nbb_march_code *made)
{
    nbb_code_free(&made->signals);
    free(made->sources);
    *made = (nbb_march_code){ .held = 0 };
}
