/* lanes_reals.c - real locals: what is computed with one is computed with the expression that it was assigned.

         real dE = J * field * (other - s);       field', other' and s' are what the integers were then; the processor
         if (chance(exp(dE / T))) s = other;      decides chance(exp(J * field' * (other' - s') / T)), case by case

   So a real's value does not depend on how many statements it is computed by, nor on what is assigned in between. */
#include "gen/lanes/lanes_program.h"

/* --- what expressions, reductions and draws ask of a cell --- */

nbb_status nbb_lowering_refuse(nbb_lowering *lowering, const char *why)
{
    lowering->refusal = nbb_arena_copy(lowering->arena, why, strlen(why));
    return lowering->refusal != NULL ? NBB_REFUSE("%s", why) : NBB_ERROR_RUN;
}

nbb_bits nbb_lower_refuse(nbb_lower *lower, const nbb_expression *expression, const char *why)
{
    if (lower->status == NBB_OK) {
        nbb_lowering *lowering = lower->lowering;
        nbb_place_fail(expression->place, "bits of words cannot compute this: %s", why);
        lowering->refusal = nbb_arena_copy(lowering->arena, nbb_message(), strcspn(nbb_message(), "\n"));
        lower->status = nbb_failure() == NBB_ERROR_DEFINITION ? NBB_ERROR_USAGE : NBB_ERROR_RUN;
    }
    return nbb_bits_constant(0);
}

bool nbb_lower_spend(nbb_lower *lower, const nbb_expression *expression, int work)
{
    int values = lower->code->count;
    int64_t spent = lower->lowering->work += work;
    if (values - lower->begun > NBB_CELL_VALUES_MAX) {
        nbb_lower_refuse(lower, expression, "up to here a cell takes more than 16384 operations");
    } else if (values > NBB_LAUNCH_VALUES_MAX) {
        nbb_lower_refuse(lower, expression, "up to here a launch takes more than 524288 operations");
    } else if (spent - lower->before > NBB_CELL_WORK_MAX || spent > NBB_PLAN_WORK_MAX) {
        nbb_lower_refuse(lower, expression, "up to here the update is too long");
    }
    return lower->status == NBB_OK;
}

nbb_bits nbb_lower_field(nbb_lower *lower, int field, int there)
{
    const nbb_field *of = &lower->lowering->program->fields[field];
    const nbb_value *planes = there < 0 ? lower->cell->planes : lower->cell->neighbours[there].planes;
    return planes == NULL ? nbb_bits_constant(0)
                          : nbb_bits_vector(&planes[of->plane], 0, (INT64_C(1) << of->bits) - 1);
}

static bool is_real_local(const nbb_expression *expression, NBB_UNUSED const void *nothing)
{
    return expression->kind == NBB_EXPRESSION_LOCAL && nbb_is_real(expression->type);
}

/* A node of the lowering's own; NULL without memory. */
static nbb_expression *copy_node(nbb_lower *lower, const nbb_expression *expression)
{
    nbb_expression *node = nbb_arena_copy(lower->lowering->arena, expression, sizeof *expression);
    lower->status = node != NULL ? lower->status : nbb_failure();
    return node;
}

/* --- integers as they were --- */

static bool same_bits(const nbb_bits *a, const nbb_bits *b)
{
    int words = a->words >= 0 ? a->words : nbb_bits_needed(a->low, a->high);
    bool same = a->words == b->words && a->low == b->low && a->high == b->high && a->possible == b->possible;
    same = same && memcmp(a->of, b->of, (size_t)words * sizeof a->of[0]) == 0;
    return same
           && NBB_ALL(point, a->words >= 0 ? 1 << a->words : 0,
                      (a->possible >> point & 1) == 0 || a->values[point] == b->values[point]);
}

static const uint64_t drawn = NBB_ASKS(CHANCE) | NBB_ASKS(UNIFORM);

static bool is_value(const nbb_expression *expression)
{
    return expression->kind == NBB_EXPRESSION_LOCAL
           || (expression->kind == NBB_EXPRESSION_FIELD && expression->whose == NBB_HERE);
}

static bool same_names(const nbb_captured_name *a, const nbb_captured_name *b)
{
    return nbb_same_expressions(a->of, b->of) && a->low == b->low && a->high == b->high;
}

/* The number of the name that the cell has captured the value by, or -1; counts other values of the name. Of what
   draws, whose value is not known yet, there is one. */
static int find_captured(const nbb_lower *lower, const nbb_bits *value, nbb_captured_name *name)
{
    for (int i = 0; i < lower->captured_count; ++i) {
        const nbb_captured_name *has = &lower->lowering->names[lower->captured[i].name];
        bool same = value != NULL ? same_names(has, name) : nbb_same_expressions(has->of, name->of);
        NBB_RETURN_IF(same && (value == NULL || same_bits(&lower->captured[i].value, value)),
                      lower->captured[i].name);
        name->version += same;
    }
    return -1;
}

/* The number of the name that a value of the expression has in the cell. What draws is drawn once: its value is asked
   for the first time only. A variable has a name for each of its values. */
static int capture_value(nbb_lower *lower, const nbb_expression *expression, const nbb_bits *known)
{
    nbb_lowering *lowering = lower->lowering;
    nbb_captured_name name = { .of = expression };
    bool draws = !is_value(expression);
    int found = draws ? find_captured(lower, NULL, &name) : -1;
    NBB_RETURN_IF(found >= 0, found);
    nbb_bits value = known != NULL ? *known : lower->expression(lower, expression, -1);
    /* The first name of it. An integer whose type alone bounds it has the range of its words. */
    name = (nbb_captured_name){ .of = expression, .low = expression->low, .high = expression->high };
    if (name.high - name.low >= NBB_CASES_MAX) {
        int64_t beyond = INT64_C(1) << nbb_bits_needed(value.low < 0 ? ~value.low : 0, value.high);
        name.low = value.low < 0 ? -beyond : 0;
        name.high = beyond - 1;
    }
    found = draws ? -1 : find_captured(lower, &value, &name);
    NBB_RETURN_IF(found >= 0, found);
    const nbb_captured_name *names = lowering->names;
    const nbb_captured captured = {
        NBB_FIND(i, lowering->name_count, same_names(&names[i], &name) && names[i].version == name.version), value
    };
    NBB_LOWER_TRY(lower, captured.name < lowering->name_count
                             ? NBB_OK
                             : NBB_ARENA_APPEND(lowering->arena, lowering->names, lowering->name_count, name));
    NBB_LOWER_TRY(lower, NBB_ARENA_APPEND(&lower->arena, lower->captured, lower->captured_count, captured));
    return lower->status == NBB_OK ? captured.name : -1;
}

/* A local past the program's own, which has the integer's value of now. */
static nbb_expression *capture(nbb_lower *lower, const nbb_expression *expression, const nbb_bits *known)
{
    int name = capture_value(lower, expression, known);
    NBB_FAIL_IF(name < 0, NULL);
    return copy_node(lower, &(nbb_expression){ .kind = NBB_EXPRESSION_LOCAL,
                                               .type = expression->type,
                                               .place = expression->place,
                                               .number = lower->lowering->program->update.local_count + name,
                                               .low = lower->lowering->names[name].low,
                                               .high = lower->lowering->names[name].high });
}

/* --- trees --- */

/* What real locals are in their places, and the integers as they are now. */
static nbb_expression *copy_tree(nbb_lower *lower, const nbb_expression *expression)
{
    if (is_real_local(expression, NULL)) {
        nbb_expression *is = lower->values[lower->lowering->program->field_count + expression->number].real;
        if (is == NULL) {
            nbb_lower_refuse(lower, expression, "a real that is not assigned on every way to here");
        }
        return is;
    }
    NBB_RETURN_IF(!nbb_is_real(expression->type)
                      && ((nbb_asks_itself(expression) & drawn) != 0 || is_value(expression)),
                  capture(lower, expression, NULL));
    nbb_expression *node = copy_node(lower, expression);
    for (int i = 0; node != NULL && i < node->from_count; ++i) {
        node->from[i] = copy_tree(lower, expression->from[i]);
        node = node->from[i] != NULL ? node : NULL;
    }
    return node;
}

/* The tree, or one that is the same and was made before: rows and words are found by it. Refuses a tree, in which
   what two reals are made of stands twice, past the limits. NULL stays NULL. */
static nbb_expression *settle(nbb_lower *lower, nbb_expression *tree)
{
    nbb_lowering *lowering = lower->lowering;
    NBB_FAIL_IF(tree == NULL, NULL);
    int parts = nbb_count_parts(tree, NBB_REAL_PARTS_MAX);
    if (parts > NBB_REAL_PARTS_MAX) {
        nbb_lower_refuse(lower, tree, "with what its reals were assigned it has more than 512 parts");
    }
    NBB_FAIL_IF(!nbb_lower_spend(lower, tree, parts), NULL);
    int found = NBB_FIND(i, lowering->tree_count, nbb_same_expressions(lowering->trees[i], tree));
    NBB_FAIL_IF(found < lowering->tree_count, lowering->trees[found]);
    lower->status = NBB_ARENA_APPEND(lowering->arena, lowering->trees, lowering->tree_count, tree);
    return tree;
}

/* --- products --- */

/* A whole number of a cell's, made a real. */
static bool is_integer(const nbb_expression *e)
{
    return e->kind == NBB_EXPRESSION_CONVERT && nbb_is_real(e->type) && !nbb_is_real(e->from[0]->type)
           && nbb_varies(e);
}

static bool is_sign(const nbb_expression *e)
{
    return e->from[0]->low >= -1 && e->from[0]->high <= 1;
}

/* Whether a product is one of two integers, or of a product with one, of which either is -1, 0 or 1: that of the two
   integers tells it, to the last bit but for the sign of a zero. The last one, where the first is more, must not be
   0: what overflows before would be no number then. */
static bool joins(const nbb_expression *e, NBB_UNUSED const void *nothing)
{
    const nbb_expression *left = e->from[0], *right = e->from[1];
    NBB_FAIL_IF(nbb_operation_of(e) != NBB_OP_MUL || !nbb_is_real(e->type) || !is_integer(right), false);
    bool are_two = is_integer(left);
    const nbb_expression *other = are_two ? left : left->from[1];
    NBB_FAIL_IF(!are_two && (nbb_operation_of(left) != NBB_OP_MUL || !is_integer(other)), false);
    nbb_range most = nbb_operator_range(NBB_OP_MUL, 64, (nbb_range){ other->from[0]->low, other->from[0]->high },
                                        (nbb_range){ right->from[0]->low, right->from[0]->high });
    return most.low > -NBB_CASES_MAX && most.high < NBB_CASES_MAX && (are_two || is_sign(other) || is_sign(right));
}

/* Whether the sign of a zero that is such a product may make a difference. */
static bool tells_zeros(const nbb_expression *e, NBB_UNUSED const void *nothing)
{
    int operation = nbb_operation_of(e);
    bool may = operation == NBB_OP_POW || operation == NBB_OP_ATAN2 || operation == NBB_OP_DIV;
    return may && NBB_ANY(i, 2, nbb_has_part(e->from[i], joins, NULL) && (i == 1 || operation != NBB_OP_DIV));
}

/* 2 * J * me * field as 2 * J * (me * field), of which a chance has fewer cases. */
static nbb_expression *join(nbb_lower *lower, nbb_expression *tree)
{
    nbb_expression *node = tree;
    for (int i = 0; tree != NULL && i < tree->from_count && node != NULL; ++i) {
        nbb_expression *part = join(lower, tree->from[i]);
        node = part != tree->from[i] && node == tree ? copy_node(lower, tree) : node;
        if (node != NULL) {
            node->from[i] = part;
        }
    }
    NBB_RETURN_IF(node == NULL || !joins(node, NULL), node);
    nbb_expression *left = node->from[0], *right = node->from[1], *other = is_integer(left) ? left : left->from[1];
    if (other != left && !is_sign(other)) {
        nbb_bits sign = lower->expression(lower, right->from[0], -1);
        int points = sign.words >= 0 ? 1 << sign.words : 0;
        NBB_RETURN_IF(points == 0 || NBB_ANY(i, points, (sign.possible >> i & 1) != 0 && sign.values[i] == 0), node);
    }
    bool is_wide = other->from[0]->type == NBB_TYPE_I64 || right->from[0]->type == NBB_TYPE_I64;
    nbb_expression whole = { .kind = NBB_EXPRESSION_OPERATOR,
                             .type = is_wide ? NBB_TYPE_I64 : NBB_TYPE_I32,
                             .number = NBB_OP_MUL,
                             .place = node->place,
                             .from = { other->from[0], right->from[0] },
                             .from_count = 2 };
    nbb_range range = nbb_operator_range(NBB_OP_MUL, 32, (nbb_range){ whole.from[0]->low, whole.from[0]->high },
                                         (nbb_range){ whole.from[1]->low, whole.from[1]->high });
    whole.low = range.low;
    whole.high = range.high;
    nbb_expression *real = copy_node(lower, right), *product = copy_node(lower, &whole);
    NBB_FAIL_IF(real == NULL || product == NULL, NULL);
    real->from[0] = product;
    NBB_RETURN_IF(other == left, real);
    node = copy_node(lower, node);
    NBB_FAIL_IF(node == NULL, NULL);
    node->from[0] = left->from[0];
    node->from[1] = real;
    return node;
}

const nbb_expression *nbb_lower_compared(nbb_lower *lower, const nbb_expression *comparison,
                                         const nbb_expression *uniform)
{
    int operation = nbb_operation_of(comparison);
    bool is_below = operation == NBB_OP_LESS || operation == NBB_OP_LESS_EQUAL;
    bool is_above = operation == NBB_OP_GREATER || operation == NBB_OP_GREATER_EQUAL;
    int side = is_above, compared = operation == NBB_OP_LESS || operation == NBB_OP_GREATER ? 1 : 2;
    NBB_FAIL_IF((!is_below && !is_above) || !nbb_same_expressions(comparison->from[side], uniform), NULL);
    return settle(lower, copy_node(lower, &(nbb_expression){ .kind = NBB_EXPRESSION_CHANCE,
                                                             .type = NBB_TYPE_BOOL,
                                                             .place = comparison->place,
                                                             .number = uniform->number,
                                                             .on_processor = true,
                                                             .compared = compared,
                                                             .high = 1,
                                                             .from = { comparison->from[1 - side] },
                                                             .from_count = 1 }));
}

const nbb_expression *nbb_lower_inline(nbb_lower *lower, const nbb_expression *expression)
{
    bool is_chance = expression->kind == NBB_EXPRESSION_CHANCE;
    NBB_RETURN_IF(!nbb_has_part(expression, is_real_local, NULL) && !nbb_has_part(expression, joins, NULL)
                      && !(is_chance && !expression->on_processor),
                  expression);
    nbb_expression *copy = is_chance ? copy_node(lower, expression) : copy_tree(lower, expression);
    if (is_chance && copy != NULL) {
        copy->from[0] = copy_tree(lower, expression->from[0]);
        copy = copy->from[0] != NULL ? copy : NULL;
    }
    copy = settle(lower, copy != NULL && !nbb_has_part(copy, tells_zeros, NULL) ? join(lower, copy) : copy);
    return copy != NULL ? copy : expression;
}

void nbb_lower_set_real(nbb_lower *lower, int local, const nbb_expression *value)
{
    lower->values[lower->lowering->program->field_count + local].real = settle(lower, copy_tree(lower, value));
}

nbb_expression *nbb_lower_condition(nbb_lower *lower, const nbb_expression *condition, const nbb_bits *known)
{
    bool draws = (nbb_asks(condition) & drawn) != 0;
    return settle(lower, draws ? capture(lower, condition, known) : copy_tree(lower, condition));
}

nbb_expression *nbb_lower_select_real(nbb_lower *lower, nbb_expression *condition, nbb_expression *then,
                                      nbb_expression *otherwise)
{
    NBB_RETURN_IF(then == otherwise || then == NULL || otherwise == NULL || condition == NULL,
                  then == otherwise ? then : NULL);
    const nbb_expression node = { .kind = NBB_EXPRESSION_SELECT,
                                  .type = then->type,
                                  .place = then->place,
                                  .from = { condition, then, otherwise },
                                  .from_count = 3 };
    return settle(lower, copy_node(lower, &node));
}
