/* lanes_march.c - computes what a row or a front has in common once, as a march does. */
#include "gen/lanes/lanes_rows.h"

/* Where the cells are on which a value depends: in one place, in one row, in one front, or in several; ALIKE if it
   depends on none. The first three are the levels of what is computed once. */
typedef enum extent { PLACE, ROW, FRONT, SEVERAL, ALIKE } extent;
enum { FORMS = SEVERAL + 1 };

/* A value of the code that is read: where its cells are, and what it becomes at the levels where it is needed: of the
   cell itself, of the row or the front that enters, or the value itself. */
typedef struct seen {
    extent extent;
    struct {
        int x, row, front;
    } at;
    unsigned needed; /* forms, a bit each */
} seen;

typedef struct rewriting {
    nbb_arena *arena; /* of what is made */
    const nbb_program *program;
    const nbb_code *from;
    seen *seen;
    nbb_code codes[FORMS];
    nbb_value *forms[FORMS]; /* by value: what it is in the form's code */
    nbb_march_code *made;    /* has the sources */
    nbb_status status;
} rewriting;

static int number_of(int reach, nbb_march_word word)
{
    int width = 2 * reach + 1;
    return ((word.source * width + word.age) * width + word.dx + reach) * width + word.dy + reach;
}

nbb_march_word nbb_march_word_of(int reach, int number)
{
    int width = 2 * reach + 1, rest = number / width;
    return (nbb_march_word){ .source = rest / width / width,
                             .age = rest / width % width,
                             .dx = rest % width - reach,
                             .dy = number % width - reach };
}

/* --- where values are --- */

/* What also depends on words of a launch's arguments is computed with the step. */
static seen join(seen a, seen b)
{
    NBB_RETURN_IF(a.extent == ALIKE || b.extent == ALIKE, (seen){ .extent = a.extent == b.extent ? ALIKE : SEVERAL });
    extent least = a.at.front != b.at.front ? SEVERAL : a.at.row != b.at.row ? FRONT : a.at.x != b.at.x ? ROW : PLACE;
    least = a.extent > least ? a.extent : least;
    return (seen){ .extent = b.extent > least ? b.extent : least, .at = a.at };
}

static void find_extents(rewriting *rewrite)
{
    for (nbb_value value = 0; value < rewrite->from->count; ++value) {
        const nbb_node *node = &rewrite->from->nodes[value];
        seen found = { .extent = ALIKE };
        if (node->operation == NBB_LOADED) {
            /* In the plane rows are the fronts. */
            const nbb_neighbours *list = &rewrite->program->neighbours;
            int neighbour = node->number / rewrite->program->planes - 1;
            nbb_vector at = neighbour >= 0 ? list->offsets[neighbour] : (nbb_vector){ { 0 } };
            bool flat = list->axes == 2;
            found = (seen){ .extent = PLACE,
                            .at = { (int)at.at[0], flat ? 0 : (int)at.at[1], (int)at.at[flat ? 1 : 2] } };
        } else if (node->operation == NBB_LOGIC) {
            found = rewrite->seen[node->from[0]];
            NBB_FILL(i, nbb_node_words(node), found, join(found, rewrite->seen[node->from[i]]));
        } else if (node->operation != NBB_CONSTANT && node->operation != NBB_ARGUMENT) {
            found.extent = SEVERAL; /* of the front that is updated */
        }
        rewrite->seen[value] = found;
    }
}

/* Whether a form of a value is made of the same form of its words; else of what its own level has. Of the cell that
   is updated the planes are held anyway, and its other values made of these where they are used. */
static bool is_made(const rewriting *rewrite, nbb_value value, int form)
{
    const seen *of = &rewrite->seen[value];
    bool own = of->extent == PLACE && of->at.x == 0 && of->at.row == 0 && of->at.front == 0;
    return of->extent == ALIKE || (int)of->extent == form
           || (form == SEVERAL && own && rewrite->from->nodes[value].operation == NBB_LOGIC);
}

static void find_needed(rewriting *rewrite)
{
    for (nbb_value value = rewrite->from->count - 1; value >= 0; --value) {
        seen *of = &rewrite->seen[value];
        for (int form = SEVERAL; form >= PLACE; --form) {
            int count;
            const nbb_value *from = nbb_code_from(rewrite->from, value, &count);
            bool is_needed = of->needed >> form & 1, loads = !is_made(rewrite, value, form);
            of->needed |= is_needed && loads ? 1U << of->extent : 0;
            for (int i = 0; i < count && is_needed && !loads; ++i) {
                rewrite->seen[from[i]].needed |= 1U << form;
            }
        }
    }
}

/* A form of a value as a word that is loaded: of what its own level has, moved to where it is; what proves
   constant needs no word. */
static nbb_value load(rewriting *rewrite, nbb_value loaded, int form)
{
    const seen *of = &rewrite->seen[loaded];
    nbb_value value = rewrite->forms[of->extent][loaded];
    int reach = rewrite->program->neighbours.reach, age = form == SEVERAL ? reach - of->at.front : 0;
    NBB_RETURN_IF(value == NBB_ZERO || value == NBB_ONES, value);
    nbb_march_code *made = rewrite->made;
    const nbb_march_source source = { .level = (int)of->extent, .value = value };
    nbb_march_word word = { .source = NBB_FIND(i, made->source_count,
                                               made->sources[i].level == source.level
                                                   && made->sources[i].value == value),
                            .age = age,
                            .dx = of->extent == PLACE ? of->at.x : 0,
                            .dy = of->extent <= ROW && form > ROW ? of->at.row : 0 };
    NBB_LOWER_TRY(rewrite, word.source == made->source_count
                               ? NBB_ARENA_APPEND(rewrite->arena, made->sources, made->source_count, source)
                               : NBB_OK);
    return nbb_code_word(&rewrite->codes[form], NBB_LOADED, number_of(reach, word));
}

/* A form of a value, made of the same form of its words. */
static nbb_value make(rewriting *rewrite, nbb_value value, int form)
{
    nbb_node node = rewrite->from->nodes[value];
    node.number = node.operation == NBB_LOADED ? node.number % rewrite->program->planes : node.number;
    return nbb_code_copy(rewrite->from, &node, rewrite->forms[form], true, &rewrite->codes[form]);
}

/* --- covered --- */

/* Lists the sources of a level among the results of its code, or those that are of use; of others NBB_NO_VALUE. */
static void list_sources(const nbb_march_code *made, int level, bool is_used, nbb_value *list)
{
    for (int i = 0; i < made->source_count; ++i) {
        const nbb_march_source *source = &made->sources[i];
        list[i] = source->level == level && (source->is_used || !is_used) ? source->value : NBB_NO_VALUE;
    }
}

/* Notes which sources words of a code are loaded of, and the oldest of each place: [source][dx][dy]. */
static void note_sources(nbb_march_code *made, const nbb_code *code, int reach, int *oldest)
{
    int places = (2 * reach + 1) * (2 * reach + 1);
    for (nbb_value value = 0; value < code->count; ++value) {
        int number = code->nodes[value].number;
        if (code->nodes[value].operation == NBB_LOADED && code->uses[value] > 0) {
            nbb_march_word word = nbb_march_word_of(reach, number);
            int *age = &oldest[word.source * places + number % places];
            made->sources[word.source].is_used = true;
            *age = word.age > *age ? word.age : *age;
        }
    }
}

/* Covers the codes, and notes what is of use. A place's words of a source are held for as many fronts as the oldest
   one asks for; those of other levels are of the front that enters. */
static nbb_status finish(const rewriting *rewrite, nbb_value *results, size_t count, nbb_code *covered)
{
    nbb_march_code *made = rewrite->made;
    int reach = rewrite->program->neighbours.reach, sources = made->source_count;
    int *oldest, places = sources * (2 * reach + 1) * (2 * reach + 1);
    nbb_value *list;
    NBB_TRY(rewrite->status);
    NBB_TRY(NBB_ARRAYS(rewrite->arena, NBB_ARRAY(list, sources), NBB_ARRAY(oldest, places)));
    NBB_TRY(nbb_code_cover(rewrite->arena, &rewrite->codes[SEVERAL], results, count, 0, 0, covered));
    for (int level = 0; level < NBB_MARCH_LEVELS; ++level) {
        list_sources(made, level, false, list);
        NBB_TRY(nbb_code_cover(rewrite->arena, &rewrite->codes[level], list, (size_t)sources, 0, 0,
                               &made->levels[level]));
        NBB_FILL(i, sources, made->sources[i].value, list[i] != NBB_NO_VALUE ? list[i] : made->sources[i].value);
    }
    note_sources(made, covered, reach, oldest);
    made->held = NBB_SUM(i, places, oldest[i]);
    for (int level = NBB_MARCH_LEVELS - 1; level >= 0; --level) {
        nbb_code *code = &made->levels[level];
        list_sources(made, level, true, list);
        NBB_TRY(nbb_code_uses(rewrite->arena, code, list, (size_t)sources, &code->uses));
        if (level > 0) {
            note_sources(made, code, reach, oldest);
        }
    }
    return NBB_OK;
}

nbb_status nbb_march_code_build(nbb_arena *arena, const nbb_program *program, const nbb_code *code,
                                nbb_value *results, size_t count, nbb_code *covered, nbb_march_code *made)
{
    NBB_LOCAL_ARENA local = { 0 };
    rewriting rewrite = { .arena = arena, .program = program, .from = code, .made = made };
    *made = (nbb_march_code){ .held = 0 };
    NBB_TRY(NBB_ARRAYS(&local, NBB_ARRAY(rewrite.seen, code->count)));
    NBB_FILL(form, FORMS, rewrite.codes[form], nbb_code_of(&local));
    NBB_TRY(NBB_EACH(form, FORMS, NBB_ARRAYS(&local, NBB_ARRAY(rewrite.forms[form], code->count))));
    find_extents(&rewrite);
    NBB_FILL(i, count, rewrite.seen[results[i]].needed, 1U << SEVERAL);
    find_needed(&rewrite);
    for (int i = 0; i < code->count * FORMS; ++i) {
        nbb_value value = i / FORMS;
        int form = i % FORMS;
        if (rewrite.seen[value].needed >> form & 1) {
            rewrite.forms[form][value] = (is_made(&rewrite, value, form) ? make : load)(&rewrite, value, form);
        }
    }
    NBB_FILL(i, count, results[i], rewrite.forms[SEVERAL][results[i]]);
    return finish(&rewrite, results, count, covered);
}
