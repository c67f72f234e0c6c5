/* code.c - makes values: equal ones once, constants folded. */
#include "gen/code/code.h"

#include <xxhash.h>

const nbb_table nbb_table_words[NBB_CODE_FROM] = { NBB_TABLE_A, NBB_TABLE_B, NBB_TABLE_C };

/* Halves the table word by word: of two points that differ in the word alone its bits choose. */
uint64_t nbb_table_points(nbb_table table, const uint64_t from[NBB_CODE_FROM])
{
    uint64_t points[1 << NBB_CODE_FROM];
    NBB_FILL(i, 1 << NBB_CODE_FROM, points[i], -(uint64_t)(table >> i & 1));
    for (int word = 0; word < NBB_CODE_FROM; ++word) {
        NBB_FILL(i, 1 << NBB_CODE_FROM >> (word + 1), points[i],
                 points[2 * i] ^ ((points[2 * i] ^ points[2 * i + 1]) & from[word]));
    }
    return points[0];
}

/* The table of a table's bits of words with these tables. */
static nbb_table compose(nbb_table table, nbb_table a, nbb_table b, nbb_table c)
{
    return (nbb_table)nbb_table_points(table, (const uint64_t[NBB_CODE_FROM]){ a, b, c });
}

static bool is_same(const nbb_node *a, const nbb_node *b)
{
    return a->operation == b->operation && a->table == b->table && a->number == b->number
           && memcmp(a->from, b->from, sizeof a->from) == 0;
}

/* The slot of a node that is the same, or a free one. */
static nbb_value *find_slot(const nbb_code *code, const nbb_node *node)
{
    uint64_t seed = (uint64_t)node->number << 16 | (uint64_t)node->operation << 8 | node->table;
    uint64_t slot = XXH3_64bits_withSeed(node->from, sizeof node->from, seed);
    uint64_t mask = (uint64_t)code->slot_count - 1;
    while (code->slots[slot & mask] != NBB_NO_VALUE && !is_same(&code->nodes[code->slots[slot & mask]], node)) {
        ++slot;
    }
    return &code->slots[slot & mask];
}

/* Puts the nodes into twice as many slots. */
static bool grow(nbb_code *code)
{
    int count = code->slot_count == 0 ? 512 : 2 * code->slot_count;
    code->failed |= NBB_ARRAYS(code->arena, NBB_ARRAY(code->slots, count)) != NBB_OK;
    NBB_FAIL_IF(code->failed, false);
    memset(code->slots, 0xff, (size_t)count * sizeof *code->slots); /* NBB_NO_VALUE */
    code->slot_count = count;
    NBB_FILL(value, code->count, *find_slot(code, &code->nodes[value]), value);
    return true;
}

static nbb_value add_node(nbb_code *code, nbb_node node)
{
    NBB_FAIL_IF(code->failed || (2 * code->count == code->slot_count && !grow(code)), NBB_ZERO);
    nbb_value *slot = find_slot(code, &node);
    if (*slot == NBB_NO_VALUE) {
        *slot = code->count;
        code->failed |= NBB_ARENA_APPEND(code->arena, code->nodes, code->count, node) != NBB_OK;
    }
    return code->failed ? NBB_ZERO : *slot;
}

nbb_value nbb_code_word(nbb_code *code, nbb_operation operation, int number)
{
    const nbb_value none = NBB_NO_VALUE;
    nbb_table table = operation == NBB_CONSTANT && number == NBB_ONES ? 0xff : 0;
    return add_node(code, (nbb_node){ operation, table, { none, none, none }, .number = number });
}

nbb_code nbb_code_of(nbb_arena *arena)
{
    nbb_code code = { .arena = arena };
    nbb_code_word(&code, NBB_CONSTANT, NBB_ZERO);
    nbb_code_word(&code, NBB_CONSTANT, NBB_ONES);
    return code;
}

void nbb_code_bound(nbb_code *code, nbb_value word, nbb_value within)
{
    if (!code->failed) {
        code->nodes[word].within = within;
    }
}

/* --- logic --- */

bool nbb_node_join(const nbb_node *nodes, const nbb_node *node, unsigned which, nbb_node *join)
{
    nbb_table literals[NBB_CODE_FROM] = { 0 };
    int count = 0, words_before = nbb_node_words(node);
    nbb_node made = { .operation = NBB_LOGIC, .from = { NBB_NO_VALUE, NBB_NO_VALUE, NBB_NO_VALUE } };
    for (int i = 0; i < 2 * NBB_CODE_FROM; ++i) {
        int word = i % NBB_CODE_FROM, is_inner = i / NBB_CODE_FROM; /* the words that stay come first */
        if (word >= words_before || (int)(which >> word & 1) != is_inner) {
            continue;
        }
        const nbb_node *inner = &nodes[node->from[word]];
        const nbb_value *words = is_inner ? inner->from : &node->from[word];
        int inner_words = is_inner ? nbb_node_words(inner) : 1;
        nbb_table points[NBB_CODE_FROM] = { 0 };
        NBB_FAIL_IF(is_inner && inner->operation != NBB_LOGIC && inner->operation != NBB_CONSTANT, false);
        for (int j = 0; j < inner_words; ++j) {
            int place = NBB_FIND(k, count, made.from[k] == words[j]);
            NBB_FAIL_IF(place == NBB_CODE_FROM, false);
            made.from[place] = words[j];
            points[j] = nbb_table_words[place];
            count += place == count;
        }
        literals[word] = is_inner ? compose(inner->table, points[0], points[1], points[2]) : points[0];
    }
    made.table = compose(node->table, literals[0], literals[1], literals[2]);
    made.label = node->label;
    *join = made;
    return true;
}

/* Puts the words in ascending order: the first two change places, the last two, and the first two. */
static void sort(nbb_node *node)
{
    /* of the points that two words distinguish those where the one, or the other, is 1 alone; so far apart */
    static const struct {
        unsigned left, right, apart;
    } swaps[2] = { { NBB_TABLE_A & ~NBB_TABLE_B, NBB_TABLE_B & ~NBB_TABLE_A, 1 },
                   { NBB_TABLE_B & ~NBB_TABLE_C, NBB_TABLE_C & ~NBB_TABLE_B, 2 } };
    for (int i = 0; i < NBB_CODE_FROM; ++i) {
        int at = i % 2;
        nbb_value left = node->from[at], right = node->from[at + 1];
        if (right != NBB_NO_VALUE && left > right) {
            unsigned table = node->table, both = swaps[at].left | swaps[at].right;
            node->from[at] = right;
            node->from[at + 1] = left;
            node->table = (nbb_table)((table & ~both) | (table & swaps[at].left) << swaps[at].apart
                                      | (table & swaps[at].right) >> swaps[at].apart);
        }
    }
}

/* The node of a table's bits of three words, each once and none constant or a complement; of no words one that stands
   for a constant. */
static nbb_node fold(const nbb_code *code, nbb_table table, const nbb_value from[NBB_CODE_FROM])
{
    nbb_node node = { .operation = NBB_LOGIC, .table = table, .from = { from[0], from[1], from[2] } };
    const nbb_node *nodes = code->nodes;
    unsigned literals = NBB_SUM(
        i, NBB_CODE_FROM, /* words that are constant, or another one's complement */
        (unsigned)(nodes[from[i]].operation == NBB_CONSTANT
                   || (nodes[from[i]].operation == NBB_LOGIC && nbb_node_words(&nodes[from[i]]) == 1))
            << i);
    if (literals != 0 || from[0] == from[1] || from[1] == from[2] || from[0] == from[2]) {
        nbb_node_join(code->nodes, &node, literals, &node);
    }
    sort(&node);
    for (int i = nbb_node_words(&node) - 1; i >= 0; --i) { /* leaves out words on which the table does not depend */
        if (((node.table >> (1 << i) ^ node.table) & ~nbb_table_words[i] & 0xff) == 0) {
            node.from[i] = NBB_ZERO;
            nbb_node_join(code->nodes, &node, 1U << i, &node);
        }
    }
    return node;
}

/* The value of a folded node. */
static nbb_value add_folded(nbb_code *code, nbb_node node)
{
    int words = nbb_node_words(&node);
    return words == 0                                ? (node.table == 0 ? NBB_ZERO : NBB_ONES)
           : words == 1 && node.table == NBB_TABLE_A ? node.from[0]
                                                     : add_node(code, node);
}

nbb_value nbb_code_logic_of(nbb_code *code, nbb_table table, const nbb_value from[NBB_CODE_FROM])
{
    return code->failed ? NBB_ZERO : add_folded(code, fold(code, table, from));
}

nbb_value nbb_code_logic(nbb_code *code, nbb_table table, nbb_value a, nbb_value b, nbb_value c)
{
    return nbb_code_logic_of(code, table, (const nbb_value[NBB_CODE_FROM]){ a, b, c });
}

void nbb_code_label(nbb_code *code, nbb_value value, const char *label)
{
    nbb_node *node = code->failed ? NULL : &code->nodes[value];
    if (node != NULL && node->operation == NBB_LOGIC && node->label == NULL) {
        node->label = label;
    }
}

/* --- draws --- */

/* The number of a draw; draw_count of one that is not there yet. A cell's draws follow each other. */
static int find_draw(const nbb_code *code, const nbb_draw *draw, const nbb_value *words)
{
    for (int i = code->draw_count - 1; i >= 0 && code->draws[i].cell == draw->cell; --i) {
        const nbb_draw *other = &code->draws[i];
        size_t bytes = (size_t)draw->words * sizeof *words;
        NBB_RETURN_IF(other->request == draw->request && other->digit == draw->digit && other->row == draw->row
                          && other->words == draw->words
                          && (bytes == 0 || memcmp(&code->draw_words[other->first], words, bytes) == 0),
                      i);
    }
    return code->draw_count;
}

nbb_value nbb_code_draw(nbb_code *code, nbb_draw draw, const nbb_value *words)
{
    NBB_FAIL_IF(code->failed || (draw.words > 0 && words[0] == NBB_ZERO), NBB_ZERO);
    int number = find_draw(code, &draw, words);
    if (number == code->draw_count) {
        draw.first = code->draw_word_count;
        code->failed |= NBB_ARENA_APPEND(code->arena, code->draws, code->draw_count, draw) != NBB_OK;
        code->failed |= NBB_EACH(i, draw.words,
                                 NBB_ARENA_APPEND(code->arena, code->draw_words, code->draw_word_count, words[i]))
                        != NBB_OK;
    }
    return code->failed ? NBB_ZERO : nbb_code_word(code, NBB_DRAWN, number);
}

/* The same on words that these are made of. */
static nbb_value logic_below(nbb_code *code, nbb_table table, const nbb_value from[NBB_CODE_FROM])
{
    NBB_FAIL_IF(code->failed, NBB_ZERO);
    nbb_node node = fold(code, table, from), join;
    for (unsigned which = 1; which < 1U << nbb_node_words(&node); ++which) {
        if (nbb_node_join(code->nodes, &node, which, &join)) {
            for (int i = nbb_node_words(&join); i < NBB_CODE_FROM; ++i) {
                join.from[i] = NBB_ZERO;
            }
            node = fold(code, join.table, join.from);
            which = 0;
        }
    }
    return add_folded(code, node);
}

nbb_value nbb_code_copy(const nbb_code *code, const nbb_node *node, const nbb_value *to, bool below, nbb_code *into)
{
    nbb_value from[NBB_CODE_FROM] = { NBB_ZERO, NBB_ZERO, NBB_ZERO };
    NBB_RETURN_IF(node->operation == NBB_CONSTANT, node->number);
    if (node->operation == NBB_DRAWN) {
        const nbb_draw *draw = &code->draws[node->number];
        nbb_value words[NBB_DRAW_WORDS_MAX];
        NBB_FILL(i, draw->words, words[i], to[code->draw_words[draw->first + i]]);
        return nbb_code_draw(into, *draw, words);
    }
    NBB_RETURN_IF(node->operation != NBB_LOGIC, nbb_code_word(into, node->operation, node->number));
    NBB_FILL(i, nbb_node_words(node), from[i], to[node->from[i]]);
    nbb_value made = (below ? logic_below : nbb_code_logic_of)(into, node->table, from);
    nbb_code_label(into, made, node->label);
    return made;
}

const nbb_value *nbb_code_from(const nbb_code *code, nbb_value value, int *count)
{
    const nbb_node *node = &code->nodes[value];
    if (node->operation == NBB_DRAWN) {
        *count = code->draws[node->number].words;
        return &code->draw_words[code->draws[node->number].first];
    }
    *count = nbb_node_words(node);
    return node->from;
}

nbb_status nbb_code_status(const nbb_code *code)
{
    return code->failed ? nbb_fail_memory((size_t)code->slot_count * sizeof *code->nodes, "the code of a launch")
                        : NBB_OK;
}
