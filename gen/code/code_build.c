/* code_build.c - adders, functions by selection, and covers of operations. */
#include "gen/code/code.h"

void nbb_addends_put(nbb_addends *list, nbb_value word)
{
    list->words[list->count++] = word;
}

static nbb_value take(nbb_addends *list)
{
    return list->count > 0 ? list->words[--list->count] : NBB_ZERO;
}

nbb_value nbb_code_add_column(nbb_code *code, nbb_addends *list, nbb_addends *carries)
{
    while (list->count > 1) {
        nbb_value a = take(list), b = take(list), c = take(list);
        nbb_value carry = nbb_code_logic(code, NBB_TABLE_MAJORITY, a, b, c);
        nbb_value sum = nbb_code_logic(code, NBB_TABLE_SUM, a, b, c);
        nbb_code_label(code, carry, "carry");
        nbb_code_label(code, sum, list->count > 0 ? "sum" : NULL);
        nbb_addends_put(carries, carry);
        nbb_addends_put(list, sum);
    }
    return take(list);
}

void nbb_code_add_columns(nbb_code *code, nbb_addends *columns, int count, nbb_value *sum)
{
    NBB_FILL(i, count, sum[i], nbb_code_add_column(code, &columns[i], &columns[i + 1]));
}

const uint64_t nbb_function_points[NBB_FUNCTION_WORDS] = {
    UINT64_C(0xaaaaaaaaaaaaaaaa), UINT64_C(0xcccccccccccccccc), UINT64_C(0xf0f0f0f0f0f0f0f0),
    UINT64_C(0xff00ff00ff00ff00), UINT64_C(0xffff0000ffff0000), UINT64_C(0xffffffff00000000)
};

/* The function where word i is `bit`, repeated where it is not. */
static nbb_function restricted(nbb_function function, int i, int bit)
{
    int shift = 1 << i;
    nbb_function part = { function.on & (bit ? nbb_function_points[i] : ~nbb_function_points[i]),
                          function.off & (bit ? nbb_function_points[i] : ~nbb_function_points[i]) };
    return (nbb_function){ part.on | (bit ? part.on >> shift : part.on << shift),
                           part.off | (bit ? part.off >> shift : part.off << shift) };
}

/* Leaves the words out that the function need not depend on, the last ones first; returns the set of the others. */
static unsigned leave_out(nbb_function *function)
{
    unsigned left = 0;
    for (int i = NBB_FUNCTION_WORDS - 1; i >= 0; --i) {
        nbb_function with = restricted(*function, i, 1), without = restricted(*function, i, 0);
        if (((with.on | without.on) & (with.off | without.off)) != 0) {
            left |= 1U << i;
        } else {
            *function = (nbb_function){ with.on | without.on, with.off | without.off };
        }
    }
    return left;
}

int nbb_function_cost(nbb_function function, int *by)
{
    unsigned left = leave_out(&function);
    int words = __builtin_popcount(left), least = INT_MAX, ignored;
    NBB_RETURN_IF(words <= NBB_CODE_FROM, words > 1);
    for (int i = 0; i < NBB_FUNCTION_WORDS; ++i) {
        int cost = left >> i & 1 ? 1 + nbb_function_cost(restricted(function, i, 0), &ignored)
                                       + nbb_function_cost(restricted(function, i, 1), &ignored)
                                 : INT_MAX;
        *by = cost < least ? i : *by;
        least = cost < least ? cost : least;
    }
    return least;
}

nbb_value nbb_code_function(nbb_code *code, nbb_function function, const nbb_value words[NBB_FUNCTION_WORDS])
{
    nbb_value from[NBB_CODE_FROM] = { NBB_ZERO, NBB_ZERO, NBB_ZERO };
    int numbers[NBB_CODE_FROM] = { 0 }, count = 0, by = 0;
    unsigned left = leave_out(&function);
    if (__builtin_popcount(left) > NBB_CODE_FROM) {
        nbb_function_cost(function, &by);
        nbb_value without = nbb_code_function(code, restricted(function, by, 0), words);
        nbb_value with = nbb_code_function(code, restricted(function, by, 1), words);
        return nbb_code_logic(code, NBB_TABLE_SELECT, words[by], with, without);
    }
    for (; left != 0; left &= left - 1) {
        numbers[count] = __builtin_ctz(left);
        from[count] = words[numbers[count]];
        ++count;
    }
    /* What may be either is 0. */
    uint64_t table = NBB_SUM(i, 8, (function.on >> NBB_SUM(j, count, (i >> j & 1) << numbers[j]) & 1) << i);
    return nbb_code_logic_of(code, (nbb_table)table, from);
}

/* ---- finds the cheapest formula of every table at once ---- */

enum { COMPLEMENT_COST = 1, JOIN_COST = 2 };

/* The formulas found so far, and their costs. */
typedef struct finding {
    nbb_table_formula *of;
    int costs[NBB_TABLES];
    bool changed;
} finding;

/* Takes a formula for a table if it is cheaper than the one found so far. */
static void offer(finding *find, int table, int cost, char operation, int left, int right)
{
    NBB_LEAVE_IF(cost >= find->costs[table]);
    find->of[table] = (nbb_table_formula){ operation, (nbb_table)left, (nbb_table)right };
    find->costs[table] = cost;
    find->changed = true;
}

void nbb_formulas_find(nbb_table_formula formulas[NBB_TABLES])
{
    finding find = { .of = formulas };
    NBB_FILL(table, NBB_TABLES, find.costs[table], INT_MAX / 4);
    for (int i = 0; i < NBB_CODE_FROM; ++i) {
        offer(&find, nbb_table_words[i], 0, (char)('0' + i), 0, 0);
    }
    while (find.changed) {
        find.changed = false;
        for (int right = 0; right < NBB_TABLES; ++right) {
            offer(&find, right ^ 0xff, find.costs[right] + COMPLEMENT_COST, '~', right, 0);
            for (int left = 0; left < right; ++left) {
                int cost = find.costs[left] + find.costs[right] + JOIN_COST;
                offer(&find, left ^ right, cost, '^', left, right);
                offer(&find, left & right, cost, '&', left, right);
                offer(&find, left | right, cost, '|', left, right);
            }
        }
    }
}

/* ---- covers operations by such of three words ---- */

/* What is wanted of a value, as bits: that it is there, as a result; that if it is there it is a value of its own,
   which no operation takes in. */
enum { WANTED = 1, KEPT = 2, USERS_MAX = 8 };

/* How many operations that a wanted value depends on work on each value, and once more where it is wanted. */
static void count_uses(const nbb_code *code, const uint8_t *wanted, int *uses)
{
    memset(uses, 0, (size_t)code->count * sizeof *uses);
    for (nbb_value value = code->count - 1; value >= 0; --value) {
        int count;
        const nbb_value *from = nbb_code_from(code, value, &count);
        uses[value] += wanted[value] & WANTED;
        for (int i = 0; uses[value] > 0 && i < count; ++i) {
            ++uses[from[i]];
        }
    }
}

int nbb_code_operations(const nbb_code *code, const int *uses)
{
    return NBB_SUM(value, code->count, uses[value] > 0 && code->nodes[value].operation == NBB_LOGIC);
}

/* Whether an operation alone works on a value, which is not wanted as it is. */
static bool is_of_one(const uint8_t *wanted, const int *uses, nbb_value value)
{
    return uses[value] == 1 && wanted[value] == 0;
}

/* Takes in word i if the node alone works on it; those words of it that the node has itself are used once less. */
static bool take_in(nbb_node *nodes, const uint8_t *wanted, int *uses, nbb_node *node, int i)
{
    nbb_value taken = node->from[i];
    nbb_node join;
    NBB_FAIL_IF(!is_of_one(wanted, uses, taken) || !nbb_node_join(nodes, node, 1U << i, &join), false);
    uses[taken] = 0;
    for (int j = 0; j < nbb_node_words(&nodes[taken]); ++j) {
        nbb_value word = nodes[taken].from[j];
        uses[word] -= NBB_SUM(k, NBB_CODE_FROM, node->from[k] == word);
    }
    *node = join;
    return true;
}

/* The table of words 0 and 1 that a table of three is made of, with the last one: *outer, of that table's word and
   the last one. 0 where it is no such table. */
static nbb_table split(nbb_table table, nbb_table *outer)
{
    nbb_table halves[2] = { table & 15, (nbb_table)(table >> 4) };
    nbb_table inner = halves[halves[0] == 0 || halves[0] == 15];
    *outer = 0;
    NBB_FAIL_IF(inner == 0 || inner == 15, 0);
    for (int i = 0; i < 2; ++i) {
        bool is_ones = halves[i] == 15, is_other = halves[i] == (inner ^ 15);
        NBB_FAIL_IF(halves[i] != 0 && halves[i] != inner && !is_ones && !is_other, 0);
        *outer |= (nbb_table)((is_ones || is_other) << 2 * i | (is_ones || halves[i] == inner) << (2 * i + 1));
    }
    return (nbb_table)(inner * 17);
}

/* Takes in half of word i if the node alone works on it: then the word is the other half, which takes in a word. */
static bool take_half(nbb_node *nodes, const uint8_t *wanted, int *uses, nbb_node *node, int i)
{
    nbb_value taken = node->from[i];
    nbb_node whole = nodes[taken], join, half;
    NBB_FAIL_IF(!is_of_one(wanted, uses, taken) || whole.operation != NBB_LOGIC || nbb_node_words(&whole) != 3,
                false);
    for (int order = 0; order < NBB_CODE_FROM; ++order) {
        nbb_value last = whole.from[2];
        nbb_table outer, inner = split(whole.table, &outer);
        half = (nbb_node){ NBB_LOGIC, inner, { whole.from[0], whole.from[1], NBB_NO_VALUE }, .label = whole.label };
        nodes[taken] = (nbb_node){
            NBB_LOGIC, (nbb_table)(outer * 17), { taken, last, NBB_NO_VALUE }, .label = whole.label
        };
        if (inner != 0 && nbb_node_join(nodes, node, 1U << i, &join)
            && (take_in(nodes, wanted, uses, &half, 0) || take_in(nodes, wanted, uses, &half, 1))) {
            uses[last] -= NBB_ANY(j, nbb_node_words(node), node->from[j] == last);
            nodes[taken] = half;
            *node = join;
            return true;
        }
        nbb_table table = whole.table; /* the next word comes last */
        whole = (nbb_node){ NBB_LOGIC, 0, { whole.from[1], last, whole.from[0] }, .label = whole.label };
        whole.table = (nbb_table)NBB_SUM(point, 8, (table >> ((point << 1 & 6) | point >> 2) & 1) << point);
    }
    nodes[taken] = whole;
    return false;
}

/* Which operations work on each value: a list of links from heads[value] on, some of whose users no longer do. */
typedef struct user_link {
    nbb_value user;
    int next; /* -1 after the last */
} user_link;
typedef struct users_of {
    int *heads, count, room;
    user_link *links;
} users_of;

static void add_user(users_of *of, nbb_value value, nbb_value user)
{
    if (of->count < of->room) { /* else the value stays, for want of a user */
        of->links[of->count] = (user_link){ user, of->heads[value] };
        of->heads[value] = of->count++;
    }
}

/* Does away with a value that several operations work on, if each of them can take it in. */
static void hand_out(nbb_node *nodes, users_of *of, const uint8_t *wanted, int *uses, nbb_value value)
{
    nbb_value users[USERS_MAX];
    nbb_node joins[USERS_MAX];
    int found = 0;
    NBB_LEAVE_IF(nodes[value].operation != NBB_LOGIC || uses[value] < 2 || uses[value] > USERS_MAX
                 || wanted[value] != 0);
    for (int link = of->heads[value]; link >= 0 && found < uses[value]; link = of->links[link].next) {
        nbb_value user = of->links[link].user;
        int words = nbb_node_words(&nodes[user]), word = NBB_FIND(i, words, nodes[user].from[i] == value);
        if (word < words && uses[user] > 0 && NBB_ALL(i, found, users[i] != user)) {
            NBB_LEAVE_IF(!nbb_node_join(nodes, &nodes[user], 1U << word, &joins[found]));
            users[found++] = user;
        }
    }
    NBB_LEAVE_IF(found < uses[value]); /* a draw works on it too */
    for (int j = 0; j < nbb_node_words(&nodes[value]); ++j) {
        nbb_value word = nodes[value].from[j];
        for (int i = 0; i < found; ++i) {
            if (NBB_ALL(k, nbb_node_words(&nodes[users[i]]), nodes[users[i]].from[k] != word)) {
                ++uses[word];
                add_user(of, word, users[i]);
            }
        }
        --uses[word];
    }
    NBB_FILL(i, found, nodes[users[i]], joins[i]);
    uses[value] = 0;
}

/* Marks results: those from number `kept` on as values of their own, those from `wanted` on as wanted. */
static void mark(const nbb_value *results, size_t count, size_t kept, size_t wanted, uint8_t *marks)
{
    for (size_t i = kept; i < count; ++i) {
        if (results[i] != NBB_NO_VALUE) {
            marks[results[i]] |= (uint8_t)(KEPT | (i >= wanted ? WANTED : 0));
        }
    }
}

nbb_status nbb_code_cover(nbb_arena *arena, const nbb_code *code, nbb_value *results, size_t count, size_t kept,
                          size_t wanted, nbb_code *covered)
{
    NBB_LOCAL_ARENA local = { 0 };
    nbb_node *nodes;
    nbb_value *to;
    int *uses;
    uint8_t *marks;
    users_of users = { .room = 2 * NBB_CODE_FROM * code->count };
    NBB_TRY(nbb_code_status(code));
    NBB_TRY(NBB_ARRAYS(&local, NBB_ARRAY(nodes, code->count), NBB_ARRAY(to, code->count),
                       NBB_ARRAY(uses, code->count), NBB_ARRAY(marks, code->count),
                       NBB_ARRAY(users.heads, code->count), NBB_ARRAY(users.links, users.room)));
    memcpy(nodes, code->nodes, (size_t)code->count * sizeof *nodes);
    mark(results, count, kept, wanted, marks);
    count_uses(code, marks, uses);
    /* Joins what the nodes can take in, from those on which none depends. */
    for (nbb_value value = code->count - 1; value >= 0; --value) {
        nbb_node *node = &nodes[value];
        bool is_live = node->operation == NBB_LOGIC && uses[value] > 0;
        for (int i = 0; is_live && i < nbb_node_words(node); ++i) {
            i = take_in(nodes, marks, uses, node, i) || take_half(nodes, marks, uses, node, i) ? -1 : i;
        }
    }
    memset(users.heads, 0xff, (size_t)code->count * sizeof *users.heads); /* -1 */
    for (nbb_value user = 0; user < code->count; ++user) {
        for (int i = 0; i < nbb_node_words(&nodes[user]); ++i) {
            add_user(&users, nodes[user].from[i], user);
        }
    }
    /* Hands out what several work on. */
    for (nbb_value value = code->count - 1; value >= 0; --value) {
        hand_out(nodes, &users, marks, uses, value);
    }
    *covered = nbb_code_of(arena);
    /* Makes the nodes that are left anew, so that they are folded and shared. */
    NBB_FILL(value, code->count, to[value],
             value <= NBB_ONES || uses[value] > 0 ? nbb_code_copy(code, &nodes[value], to, false, covered)
                                                  : NBB_NO_VALUE);
    NBB_FILL(i, count, results[i], results[i] != NBB_NO_VALUE ? to[results[i]] : NBB_NO_VALUE);
    NBB_TRY(nbb_code_status(covered));
    return nbb_code_uses(arena, covered, results + wanted, count - wanted, &covered->uses);
}

nbb_status nbb_code_uses(nbb_arena *arena, const nbb_code *code, const nbb_value *results, size_t count, int **uses)
{
    uint8_t *marks;
    NBB_TRY(NBB_ARRAYS(arena, NBB_ARRAY(*uses, code->count), NBB_ARRAY(marks, code->count)));
    mark(results, count, 0, 0, marks);
    count_uses(code, marks, *uses);
    return NBB_OK;
}
