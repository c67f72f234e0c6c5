/* lanes_resolve.c - puts draws in the places of the words that stand for them.

   What depends on a draw is made anew. The lanes that care are looked for at the last few draws of a cell alone: all
   draws before these are put in at once, in one pass over the code, then these one after another. So a cell's code
   grows as its text does, however many draws follow each other. */
#include "gen/lanes/lanes_program.h"

/* The lanes in which a draw's result makes a difference.

   What depends on draws is a small part of a cell's code: it begins at words that do not (the cut) and at the words
   that stand for draws. Where the cut has at most six words, all of their points are tried with all results:

         next bits    s1' = s0 & (burning | struck), s0' = (s0 & ~(burning | struck)) | (~s0 & ~s1 & grows)
         cut          s0, s1, burning
         struck       makes a difference at s0 & ~burning */

enum { RESULTS_MAX = 128 };
enum { CUT_MAX = 24 }; /* a cut as large as this may not be whole */

/* What is looked at: a plane of the next state, or a mask of a draw. */
typedef struct result {
    nbb_value value;
    int draw; /* of a mask, else -1 */
} result;

/* The end of a cell's code, from what stands for the first draw that is not resolved: nothing before depends on
   draws. By value, from `first` on: whether the planes, or masks of draws after that one, need it; whether it depends
   on a draw, and its bits at the points that are tried. */
typedef struct tail {
    nbb_arena arena;
    nbb_lower *lower;
    int from; /* that draw */
    nbb_value first, end;
    bool *needed, *depends;
    uint64_t *bits;
    nbb_value cut[CUT_MAX];
    int count;
    result results[RESULTS_MAX];
    int result_count;
    uint64_t *tried; /* [choices of draws' results][result_count] */
} tail;

/* --- the tail --- */

static void need(const tail *of, const nbb_value *words, int count)
{
    for (int i = 0; i < count; ++i) {
        if (words[i] >= of->first) {
            of->needed[words[i] - of->first] = true;
        }
    }
}

/* Marks what the planes and the masks are made of; its arena is due to be freed. */
static bool begin_tail(nbb_lower *lower, int from, const nbb_value *planes, int count, tail *of)
{
    *of = (tail){ .lower = lower, .from = from, .first = lower->pending[from].stands, .end = lower->code->count };
    size_t values = (size_t)(of->end - of->first);
    nbb_status status = NBB_ARRAYS(&of->arena, NBB_ARRAY(of->bits, values), NBB_ARRAY(of->depends, values),
                                   NBB_ARRAY(of->needed, values));
    lower->code->failed |= status != NBB_OK;
    NBB_FAIL_IF(status != NBB_OK, false);
    need(of, planes, count);
    for (int i = from + 1; i < lower->pending_count; ++i) {
        need(of, &lower->pending[i].words[1], lower->pending[i].draw.words - 1);
    }
    for (nbb_value value = of->end - 1; value >= of->first; --value) {
        if (of->needed[value - of->first]) {
            need(of, lower->code->nodes[value].from, nbb_node_words(&lower->code->nodes[value]));
        }
    }
    return true;
}

/* --- the cut --- */

static bool depends(const tail *cut, nbb_value word)
{
    return word >= cut->first && cut->depends[word - cut->first];
}

/* Whether it is one of the values that draws change and results need. */
static bool changes(const tail *cut, nbb_value value)
{
    return cut->needed[value - cut->first] && depends(cut, value);
}

static int find_word(const tail *cut, nbb_value word)
{
    return NBB_FIND(i, cut->count, cut->cut[i] == word);
}

/* Lists the planes, and the masks of draws after the first; false where they are too many. */
static bool list_results(tail *cut, const nbb_value *planes, int count)
{
    NBB_FILL(i, count, cut->results[cut->result_count++], (result){ planes[i], -1 });
    for (int i = cut->from + 1; i < cut->lower->pending_count; ++i) {
        const nbb_pending_draw *draw = &cut->lower->pending[i];
        for (int j = 1; j < draw->draw.words; ++j) {
            NBB_RETURN_IF(cut->result_count == RESULTS_MAX, false);
            cut->results[cut->result_count++] = (result){ draw->words[j], i };
        }
    }
    return true;
}

/* Puts a word that results need into the cut unless a draw changes it. */
static void cut_at(tail *cut, nbb_value word)
{
    if (word != NBB_ZERO && word != NBB_ONES && !depends(cut, word) && find_word(cut, word) == cut->count
        && cut->count < CUT_MAX) {
        cut->cut[cut->count++] = word;
    }
}

/* Marks what depends on draws; the words beside what of it the results need are the cut. */
static void find_cut(tail *cut)
{
    const nbb_lower *lower = cut->lower;
    const nbb_pending_draw *pending = &lower->pending[cut->from];
    NBB_FILL(i, lower->pending_count - cut->from, cut->depends[pending[i].stands - cut->first], true);
    for (nbb_value value = cut->first; value < cut->end; ++value) {
        const nbb_node *node = &lower->code->nodes[value];
        for (int i = 0; i < nbb_node_words(node); ++i) {
            cut->depends[value - cut->first] = depends(cut, value) || depends(cut, node->from[i]);
        }
    }
    for (int i = 0; i < cut->result_count; ++i) {
        cut_at(cut, cut->results[i].value);
    }
    for (nbb_value value = cut->end - 1; value >= cut->first; --value) {
        const nbb_node *node = &lower->code->nodes[value];
        for (int i = 0; changes(cut, value) && i < nbb_node_words(node); ++i) {
            cut_at(cut, node->from[i]);
        }
    }
}

/* --- the points --- */

/* The bits of a word that no draw changes: one of the cut, or what follows from it. */
static uint64_t bits_of(const tail *cut, nbb_value word)
{
    const nbb_node *node = &cut->lower->code->nodes[word];
    int place = find_word(cut, word);
    NBB_RETURN_IF(depends(cut, word), cut->bits[word - cut->first]);
    NBB_RETURN_IF(place < cut->count, nbb_function_points[place]);
    uint64_t from[NBB_CODE_FROM] = { 0 }, bits = word == NBB_ONES ? ~UINT64_C(0) : 0;
    NBB_FILL(i, nbb_node_words(node), from[i], bits_of(cut, node->from[i]));
    return nbb_node_words(node) == 0 ? bits : nbb_table_points(node->table, from);
}

/* Computes the results where the draws' own results are the bits of a choice. */
static void try_choice(tail *cut, unsigned choice)
{
    const nbb_lower *lower = cut->lower;
    for (int i = cut->from; i < lower->pending_count; ++i) {
        cut->bits[lower->pending[i].stands - cut->first] = choice >> (i - cut->from) & 1 ? ~UINT64_C(0) : 0;
    }
    for (nbb_value value = cut->first; value < cut->end; ++value) {
        const nbb_node *node = &lower->code->nodes[value];
        uint64_t from[NBB_CODE_FROM] = { 0 };
        if (node->operation == NBB_LOGIC && changes(cut, value)) {
            NBB_FILL(i, nbb_node_words(node), from[i], bits_of(cut, node->from[i]));
            cut->bits[value - cut->first] = nbb_table_points(node->table, from);
        }
    }
    NBB_FILL(i, cut->result_count, cut->tried[choice * (unsigned)cut->result_count + (unsigned)i],
             bits_of(cut, cut->results[i].value));
}

/* The points at which the first draw that is not resolved matters: where a draw's result makes a difference to a
   plane, with any results of the others, or to a mask of a later draw where that one's makes a difference. */
static uint64_t points_that_care(tail *cut)
{
    uint64_t differ[NBB_CARE_DRAWS] = { 0 };
    int draws = cut->lower->pending_count - cut->from, count = cut->result_count;
    cut->lower->code->failed |= NBB_ARRAYS(&cut->arena, NBB_ARRAY(cut->tried, count << draws)) != NBB_OK;
    NBB_RETURN_IF(cut->lower->code->failed, ~UINT64_C(0));
    for (unsigned choice = 0; choice < 1U << draws; ++choice) {
        try_choice(cut, choice);
    }
    for (int draw = draws - 1; draw >= 0; --draw) {
        for (int i = 0; i < count << draws; ++i) {
            int choice = i / count, of = cut->results[i % count].draw - cut->from;
            uint64_t without = cut->tried[(choice & ~(1 << draw)) * count + i % count];
            uint64_t with = cut->tried[(choice | 1 << draw) * count + i % count];
            bool is_plane = cut->results[i % count].draw < 0;
            differ[draw] |= (without ^ with) & (is_plane ? ~UINT64_C(0) : of > draw ? differ[of] : 0);
        }
    }
    return differ[0];
}

/* The planes that the tail's draw inverts at all points that care, with any results of the others; none if it changes
   something at other points too, or only with some. */
static unsigned planes_that_flip(const tail *cut, uint64_t care)
{
    unsigned planes = 0;
    NBB_RETURN_IF(cut->lower->code->failed, 0);
    int draws = cut->lower->pending_count - cut->from, count = cut->result_count;
    for (int choice = 0; choice < 1 << draws; choice += 2) {
        const uint64_t *without = &cut->tried[choice * count], *with = without + count;
        for (int i = 0; i < count; ++i) {
            bool is_plane = cut->results[i].draw < 0; /* these come first */
            uint64_t differ = with[i] ^ without[i];
            planes |= is_plane && choice == 0 && differ == care ? 1U << i : 0;
            NBB_RETURN_IF(differ != (is_plane && (planes >> i & 1) != 0 ? care : 0), 0);
        }
    }
    return planes;
}

/* The don't-care mask of the tail's draw, inverted: the lanes that use its result, of those that act: all where the
   cut is not small, or too long to find. It is one of the last NBB_CARE_DRAWS, and none before it waits. */
static nbb_value care_of(tail *cut, const nbb_value *planes, int count)
{
    nbb_code *code = cut->lower->code;
    nbb_value care = NBB_ONES, words[NBB_FUNCTION_WORDS] = { NBB_ZERO };
    if (list_results(cut, planes, count)) {
        find_cut(cut);
        /* Leaves out what follows from others, the last ones first: their words come before them. */
        for (int i = 0, is_whole = cut->count < CUT_MAX; is_whole && i < cut->count; ++i) {
            const nbb_node *node = &code->nodes[cut->cut[i]];
            int from = nbb_node_words(node);
            if (from > 0 && NBB_ALL(j, from, find_word(cut, node->from[j]) < cut->count)) {
                memmove(&cut->cut[i], &cut->cut[i + 1], (size_t)(cut->count - i - 1) * sizeof cut->cut[0]);
                --cut->count;
                i = -1;
            }
        }
        if (cut->count <= NBB_FUNCTION_WORDS) {
            uint64_t all = cut->count == NBB_FUNCTION_WORDS ? ~UINT64_C(0) : (UINT64_C(1) << (1 << cut->count)) - 1;
            uint64_t differ = points_that_care(cut);
            memcpy(words, cut->cut, (size_t)cut->count * sizeof words[0]);
            care = nbb_code_function(code, (nbb_function){ differ & all, ~differ & all }, words);
            cut->lower->pending[cut->from].draw.flips = planes_that_flip(cut, differ);
        }
    }
    return nbb_code_logic(code, NBB_TABLE_AND, care, cut->lower->cell->acts, NBB_ZERO);
}

/* --- the draws put in --- */

/* What a value has become, by value from the tail's first on. */
static nbb_value moved(const tail *of, const nbb_value *to, nbb_value value)
{
    return value < of->first ? value : to[value - of->first];
}

static void move_masks(const tail *of, const nbb_value *to, nbb_pending_draw *draw)
{
    nbb_value *masks = &draw->words[1];
    NBB_FILL(i, draw->draw.words - 1, masks[i], moved(of, to, masks[i]));
}

/* Puts in the tail's draws before number `end`, whose `care` is found, in the order of the code: masks depend on
   earlier draws alone, and those of the first on none that still waits. */
static void put_in(tail *of, int end, nbb_value *planes, int count)
{
    nbb_lower *lower = of->lower;
    nbb_value *to;
    int next = of->from;
    lower->code->failed |= NBB_ARRAYS(&of->arena, NBB_ARRAY(to, of->end - of->first)) != NBB_OK;
    NBB_LEAVE_IF(lower->code->failed);
    for (nbb_value value = of->first; value < of->end; ++value) {
        /* The same operation of what its words have become. */
        const nbb_node node = lower->code->nodes[value];
        nbb_value made = value, from[NBB_CODE_FROM] = { NBB_ZERO, NBB_ZERO, NBB_ZERO };
        int words = of->needed[value - of->first] ? nbb_node_words(&node) : 0;
        NBB_FILL(i, words, from[i], moved(of, to, node.from[i]));
        bool is_changed = words > 0 && memcmp(from, node.from, (size_t)words * sizeof *from) != 0;
        made = is_changed ? nbb_code_logic_of(lower->code, node.table, from) : made;
        if (next < end && value == lower->pending[next].stands) {
            nbb_pending_draw *draw = &lower->pending[next++];
            if (value > of->first) {
                move_masks(of, to, draw);
            }
            made = nbb_code_draw(lower->code, draw->draw, draw->words);
        }
        to[value - of->first] = made;
    }
    NBB_FILL(i, count, planes[i], moved(of, to, planes[i]));
    for (int i = end; i < lower->pending_count; ++i) {
        move_masks(of, to, &lower->pending[i]);
    }
}

void nbb_lower_resolve(nbb_lower *lower, nbb_value *planes, int count)
{
    int many = lower->pending_count - NBB_CARE_DRAWS;
    for (int from = 0, end; from < lower->pending_count && !lower->code->failed; from = end) {
        bool at_once = from < many;
        tail of;
        end = at_once ? many : from + 1;
        if (begin_tail(lower, from, planes, count, &of)) {
            NBB_FILL(i, end - from, lower->pending[from + i].words[0],
                     at_once ? lower->cell->acts : care_of(&of, planes, count));
            put_in(&of, end, planes, count);
        }
        nbb_arena_free(&of.arena);
    }
}
