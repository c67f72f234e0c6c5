/* lanes_reductions.c - reductions over a cell's neighbours: counts of words, where the terms have two values.

   A term that is one word of the neighbour's, or two values that depend on one, is counted; and where it also
   depends on one word of the cell's own, on each side of that. So a sum of neighbours' words is what cells that
   lie close share:

         count(s == here.s)       here.s ? count(s) : degree - count(s)
         sum(2 * s - 1)           2 * count(s) - degree

   Over a list that counts run along (lanes_rows.h) one term stands for those of all neighbours. */
#include "gen/lanes/lanes_rows.h"

/* The terms of the neighbours that exist. */
typedef struct terms {
    const nbb_expression *reduction;
    int count;
    nbb_bits *of, *exists;         /* [count], as all of these: */
    nbb_bits *summands;            /* what a sum makes of them */
    nbb_bits *others;              /* room for the terms once more */
    nbb_bits *parts[NBB_AXES_MAX]; /* and for each axis for a row's, or the rows', and what the cell itself adds */
    int *there;
    const nbb_bits *own; /* what is added to them, of the cell itself; or NULL */
} terms;

static nbb_bits operate(nbb_lower *lower, int operation, const nbb_bits *a, const nbb_bits *b)
{
    return nbb_bits_operate(lower->code, operation, a, b);
}

/* The term where the neighbour exists, else `value`: as it is if its words are all the neighbour's, and it is that
   where these are 0. */
static nbb_bits present(nbb_lower *lower, const terms *all, int i, const nbb_bits *term, int64_t value)
{
    const nbb_bits absent = nbb_bits_constant(value);
    const nbb_value *planes = lower->cell->neighbours[all->there[i]].planes;
    bool is_when_absent = term->words >= 0 && (term->possible & 1) && term->values[0] == value
                          && NBB_ALL(
                              word, term->words,
                              NBB_ANY(plane, lower->lowering->program->planes, planes[plane] == term->of[word]));
    return is_when_absent ? *term : nbb_bits_select(lower->code, &all->exists[i], term, &absent);
}

/* --- sums --- */

/* Whether a table has at most two values; the smaller and the larger. */
static bool has_two_values(const nbb_bits *term)
{
    return term->words >= 0
           && NBB_ALL(point, 1 << term->words,
                      (term->possible >> point & 1) == 0 || term->values[point] == term->low
                          || term->values[point] == term->high);
}

/* Parts, at least one, as one: for ADD their sum, for OR whether any is not 0, else the best of them. */
static nbb_bits join(nbb_lower *lower, int operation, const nbb_bits *parts, int count)
{
    nbb_value any = NBB_ZERO, waiting = NBB_ZERO;
    for (int i = 0; i < count && operation == NBB_OP_OR; ++i) {
        nbb_value word = nbb_bits_bool(lower->code, &parts[i]);
        any = i % 2 == 1 ? nbb_code_logic(lower->code, NBB_TABLE_ANY, any, waiting, word) : any;
        waiting = i % 2 == 1 ? NBB_ZERO : word;
    }
    NBB_RETURN_IF(operation == NBB_OP_ADD || operation == NBB_OP_OR,
                  operation == NBB_OP_ADD
                      ? nbb_bits_sum(lower->code, parts, count)
                      : nbb_bits_word(nbb_code_logic(lower->code, NBB_TABLE_OR, any, waiting, NBB_ZERO)));
    nbb_bits found = parts[0];
    for (int i = 1; i < count; ++i) {
        found = operate(lower, operation, &found, &parts[i]);
    }
    return found;
}

/* Joins the summands of some neighbours: of those at `at` on the axes past `axis`, first row by row, then layer by
   layer. Of how many parts. */
static int join_rows(nbb_lower *lower, const terms *all, int operation, int axis, nbb_vector at, nbb_bits *found)
{
    const nbb_neighbours *list = &lower->lowering->program->neighbours;
    nbb_bits *parts = all->parts[axis];
    int count = 0;
    for (int64_t place = -list->reach; place <= list->reach; ++place) {
        at.at[axis] = place;
        if (axis > 0) {
            count += join_rows(lower, all, operation, axis - 1, at, &parts[count]) > 0;
            continue;
        }
        int i = NBB_FIND(of, all->count, memcmp(&list->offsets[all->there[of]], &at, sizeof at) == 0);
        bool is_own = all->own != NULL && at.at[0] == 0 && at.at[1] == 0 && at.at[2] == 0;
        parts[count] = is_own ? *all->own : all->summands[i < all->count ? i : 0];
        count += is_own || i < all->count;
    }
    if (count > 0) {
        *found = join(lower, operation, parts, count);
    }
    return count;
}

/* Row by row, where rows have it in common; 0 without terms. */
static nbb_bits join_summands(nbb_lower *lower, const terms *all, int operation)
{
    nbb_bits found = nbb_bits_constant(0);
    if (lower->lowering->by_spans) {
        found = nbb_spans_sum(lower, all->reduction, &all->summands[0]);
        found = operation == NBB_OP_ADD ? found : operate(lower, NBB_OP_NOT_EQUAL, &found, NULL);
    } else if (lower->lowering->by_rows) {
        int axes = lower->lowering->program->neighbours.axes;
        join_rows(lower, all, operation, axes - 1, (nbb_vector){ { 0 } }, &found);
    } else if (all->count > 0) {
        found = join(lower, operation, all->summands, all->count);
    }
    return found;
}

/* The sum of terms that all have the same two values: base * degree + (other - base) * how many have the other. The
   base is the value at the first point, where words are 0: so it needs no complement. */
static nbb_bits sum_of_two(nbb_lower *lower, terms *all, int64_t low, int64_t high)
{
    const nbb_bits *first = &all->of[0];
    bool is_high = first->words > 0 && (first->possible & 1) && first->values[0] == first->high;
    int64_t base = is_high ? high : low, other = is_high ? low : high;
    for (int i = 0; i < all->count; ++i) {
        /* Of a term of two values: the word that tells the one that is not `base`, masked. */
        const nbb_bits value = nbb_bits_constant(base);
        nbb_bits is_other = operate(lower, NBB_OP_NOT_EQUAL, &all->of[i], &value);
        all->summands[i] = present(lower, all, i, &is_other, 0);
    }
    const nbb_bits each = nbb_bits_constant(base), more = nbb_bits_constant(other - base);
    nbb_bits counted = join_summands(lower, all, NBB_OP_ADD);
    nbb_bits degree = !lower->lowering->by_spans ? nbb_bits_sum(lower->code, all->exists, all->count)
                      : base == 0                ? each
                                                 : nbb_spans_sum(lower, all->reduction, &all->exists[0]);
    nbb_bits least = operate(lower, NBB_OP_MUL, &degree, &each);
    nbb_bits rest = operate(lower, NBB_OP_MUL, &counted, &more);
    return operate(lower, NBB_OP_ADD, &least, &rest);
}

/* The sum of terms that are no more words of the cell's own. */
static nbb_bits sum_of_neighbours(nbb_lower *lower, terms *all)
{
    int64_t low = INT64_MAX, high = INT64_MIN;
    const nbb_bits *of = all->of;
    for (int i = 0; i < all->count; ++i) {
        low = all->of[i].low < low ? all->of[i].low : low;
        high = all->of[i].high > high ? all->of[i].high : high;
    }
    bool two = NBB_ALL(i, all->count,
                       has_two_values(&of[i]) && (of[i].low == low || of[i].low == high)
                           && (of[i].high == low || of[i].high == high));
    NBB_RETURN_IF(two && all->count > 0, sum_of_two(lower, all, low, high));
    NBB_FILL(i, all->count, all->summands[i], present(lower, all, i, &all->of[i], 0));
    return join_summands(lower, all, NBB_OP_ADD);
}

/* Leaves the terms' points at which a word of theirs is 0 or 1. */
static void restrict_terms(terms *all, nbb_value word, int bit)
{
    for (int i = 0; i < all->count; ++i) {
        uint64_t ones = nbb_function_points[all->of[i].of[0] == word ? 0 : 1];
        all->of[i].possible &= bit == 1 ? ones : ~ones;
        nbb_bits_tidy(&all->of[i]);
    }
}

static nbb_bits sum(nbb_lower *lower, terms *all)
{
    const nbb_bits *of = all->of;
    nbb_value common = NBB_NO_VALUE; /* the one word that terms of two words have in common */
    for (int word = 0; all->count > 1 && of[0].words == 2 && word < 2; ++word) {
        nbb_value is = of[0].of[word];
        bool in_all = NBB_ALL(i, all->count, of[i].words == 2 && (of[i].of[0] == is || of[i].of[1] == is));
        common = in_all ? is : common;
    }
    NBB_RETURN_IF(common == NBB_NO_VALUE, sum_of_neighbours(lower, all));
    terms other = *all;
    other.of = all->others;
    memcpy(other.of, all->of, (size_t)all->count * sizeof *all->of);
    restrict_terms(&other, common, 1);
    restrict_terms(all, common, 0);
    nbb_bits one = sum_of_neighbours(lower, &other), zero = sum_of_neighbours(lower, all);
    nbb_bits is = nbb_bits_word(common);
    return nbb_bits_select(lower->code, &is, &one, &zero);
}

/* --- others --- */

/* The least or greatest term; 0 without neighbours. Where one does not exist the worst of all takes its place. */
static nbb_bits best(nbb_lower *lower, terms *all, int operation)
{
    const nbb_bits none = nbb_bits_constant(0);
    nbb_bits degree = nbb_bits_sum(lower->code, all->exists, all->count);
    int64_t worst = operation == NBB_OP_MIN ? INT32_MIN : INT32_MAX;
    for (int i = 0; i < all->count; ++i) {
        int64_t here = operation == NBB_OP_MIN ? all->of[i].high : all->of[i].low;
        worst = (operation == NBB_OP_MIN) == (here > worst) ? here : worst;
    }
    NBB_FILL(i, all->count, all->summands[i], present(lower, all, i, &all->of[i], worst));
    nbb_bits found = join_summands(lower, all, operation);
    nbb_bits has_any = operate(lower, NBB_OP_LESS, &none, &degree);
    return nbb_bits_select(lower->code, &has_any, &found, &none);
}

/* Of the terms of a reduction: a sum, the best, whether any is so or not so. */
static nbb_bits reduce(nbb_lower *lower, nbb_reduction reduction, terms *all)
{
    int operation = nbb_reduction_operations[reduction];
    bool inverts = reduction == NBB_REDUCTION_ALL;
    NBB_RETURN_IF(operation == NBB_OP_ADD, sum(lower, all));
    NBB_RETURN_IF(!nbb_is_of(NBB_LOGICAL, operation), best(lower, all, operation));
    for (int i = 0; i < all->count; ++i) {
        nbb_bits term = inverts ? operate(lower, NBB_OP_NOT, &all->of[i], NULL) : all->of[i];
        all->summands[i] = present(lower, all, i, &term, 0);
    }
    nbb_bits found = join_summands(lower, all, NBB_OP_OR);
    return inverts ? operate(lower, NBB_OP_NOT, &found, NULL) : found;
}

/* Of the one term of a list that counts run along: on both sides of each word of the cell's own. */
static nbb_bits reduce_one(nbb_lower *lower, nbb_reduction reduction, terms *all)
{
    nbb_bits term = all->of[0], sides[2];
    int own = NBB_FIND(i, term.words, !nbb_spans_asks(lower, term.of[i], true));
    NBB_LOWER_REFUSE_IF(reduction == NBB_REDUCTION_MIN || reduction == NBB_REDUCTION_MAX, lower, all->reduction,
                        "the least or largest over large lists");
    NBB_RETURN_IF(own >= term.words, reduce(lower, reduction, all));
    for (int side = 0; side < 2; ++side) {
        all->of[0] = term;
        all->of[0].possible &= side == 0 ? ~nbb_function_points[own] : nbb_function_points[own];
        nbb_bits_tidy(&all->of[0]);
        sides[side] = reduce_one(lower, reduction, all);
    }
    const nbb_bits is = nbb_bits_word(term.of[own]);
    return nbb_bits_select(lower->code, &is, &sides[1], &sides[0]);
}

nbb_bits nbb_lower_reduction(nbb_lower *lower, const nbb_expression *expression, const nbb_bits *own)
{
    NBB_LOCAL_ARENA local = { 0 };
    const nbb_program_list *list = nbb_list_of(lower->lowering->program, expression);
    bool by_spans = lower->lowering->by_spans;
    terms all = { .reduction = expression, .own = own };
    int count = by_spans ? 1 : list->count;
    NBB_LOWER_TRY(lower, NBB_ARRAYS(&local, NBB_ARRAY(all.of, count), NBB_ARRAY(all.exists, count),
                                    NBB_ARRAY(all.summands, count), NBB_ARRAY(all.others, count),
                                    NBB_ARRAY(all.there, count), NBB_ARRAY(all.parts[0], count + 1),
                                    NBB_ARRAY(all.parts[1], count + 1), NBB_ARRAY(all.parts[2], count + 1)));
    NBB_RETURN_IF(lower->status != NBB_OK, nbb_bits_constant(0));
    for (int i = 0; i < count; ++i) {
        int there = by_spans ? 0 : list->numbers[i];
        if (lower->cell->neighbours[there].exists != NBB_ZERO) {
            all.of[all.count] = lower->expression(lower, expression->from[0], there);
            all.exists[all.count] = nbb_bits_word(lower->cell->neighbours[there].exists);
            all.there[all.count++] = there;
        }
    }
    return (by_spans ? reduce_one : reduce)(lower, (nbb_reduction)expression->number, &all);
}

bool nbb_lower_with_own(nbb_lower *lower, const nbb_expression *expression, const nbb_bits *own, nbb_bits *sum)
{
    const nbb_program_list *list = nbb_list_of(lower->lowering->program, expression);
    int number = NBB_FIND(i, list->count, lower->cell->neighbours[list->numbers[i]].exists != NBB_ZERO);
    NBB_RETURN_IF(!lower->lowering->by_rows || number == list->count, false);
    nbb_bits term = lower->expression(lower, expression->from[0], list->numbers[number]);
    NBB_RETURN_IF(term.words != 1 || term.low != 0 || term.high != 1 || term.values[0] != 0, false);
    *sum = nbb_lower_reduction(lower, expression, own);
    return true;
}
