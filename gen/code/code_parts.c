/* code_parts.c - finds the dependences between values, and equal parts. */
#include "gen/code/code_parts.h"

#include "gen/base/base.h"

/* While code is cut. By value: the result that alone depends on it, or SEVERAL; a result's operations as a list. */
enum { SEVERAL = -2 };
typedef struct cutting {
    nbb_arena *arena; /* of the parts and shapes */
    const nbb_code *code;
    const nbb_kept *kept;
    nbb_value *owner;
    nbb_value *first, *next;
    int *place; /* in a part: the number of an argument or result, or -1 */
    nbb_shapes *shapes;
    nbb_parts *parts;
} cutting;

static bool is_logic(const cutting *cut, nbb_value value)
{
    return cut->code->nodes[value].operation == NBB_LOGIC;
}

/* Finds the results, from the last value back, and lists each one's operations, ascending. */
static void find_owners(cutting *cut, const int *uses)
{
    for (nbb_value value = cut->code->count - 1; value >= 0; --value) {
        const nbb_node *node = &cut->code->nodes[value];
        if (uses[value] > 0 && node->operation == NBB_DRAWN) {
            /* The words of a draw are results: who draws takes them as they are. */
            int count;
            const nbb_value *from = nbb_code_from(cut->code, value, &count);
            for (int i = 0; i < count; ++i) {
                cut->owner[from[i]] = SEVERAL;
            }
        }
        if (uses[value] == 0 || !is_logic(cut, value)) {
            continue;
        }
        if (cut->owner[value] < 0 || cut->kept[value].tag >= 0) {
            cut->owner[value] = value;
        }
        nbb_value owner = cut->owner[value];
        cut->next[value] = cut->first[owner];
        cut->first[owner] = value;
        for (int i = 0; i < nbb_node_words(node); ++i) {
            nbb_value *of = &cut->owner[node->from[i]];
            *of = *of == NBB_NO_VALUE || *of == owner ? owner : SEVERAL;
        }
    }
}

static void add_argument(cutting *cut, nbb_part *part, nbb_value word)
{
    cut->place[word] = part->count++;
    cut->parts->arguments[cut->parts->argument_count++] = word;
}

/* Lists what the part's operations take from outside, but for its own cell's word: the given words, or the others. */
static void list_words(cutting *cut, bool given, nbb_part *part, nbb_shape *shape)
{
    nbb_value self = cut->kept[part->value].self;
    for (nbb_value value = cut->first[part->value]; value != NBB_NO_VALUE; value = cut->next[value]) {
        const nbb_node *node = &cut->code->nodes[value];
        for (int i = 0; i < nbb_node_words(node); ++i) {
            nbb_value word = node->from[i];
            bool is_outside = !is_logic(cut, word) || cut->owner[word] != part->value;
            bool is_listed = given == (cut->code->nodes[word].operation == NBB_GIVEN);
            shape->has_self = shape->has_self || word == self;
            if (is_outside && is_listed && word != self && cut->place[word] < 0) {
                add_argument(cut, part, word);
                shape->given += given;
            }
        }
    }
}

/* Lists a part's arguments, and says of its shape what they are. */
static void list_arguments(cutting *cut, nbb_part *part, nbb_shape *shape)
{
    part->first = cut->parts->argument_count;
    list_words(cut, false, part, shape);
    list_words(cut, true, part, shape);
    if (shape->has_self) {
        add_argument(cut, part, cut->kept[part->value].self);
    }
    shape->arguments = part->count;
}

/* An operation with its words by number, in ascending order. */
static nbb_shape_operation numbered(const cutting *cut, const nbb_node *node)
{
    nbb_shape_operation made = { 0, { -1, -1, -1 }, node->label };
    int ranks[NBB_CODE_FROM] = { -1, -1, -1 };
    for (int i = 0; i < nbb_node_words(node); ++i) {
        ranks[i] = 0;
        for (int j = 0; j < nbb_node_words(node); ++j) {
            ranks[i] += cut->place[node->from[j]] < cut->place[node->from[i]];
        }
        made.from[ranks[i]] = cut->place[node->from[i]];
    }
    made.table = nbb_table_moved(node->table, ranks);
    return made;
}

static bool is_alike(const nbb_shapes *shapes, const nbb_shape *a, const nbb_shape *b)
{
    bool alike = a->tag == b->tag && a->arguments == b->arguments && a->has_self == b->has_self;
    alike = alike && a->given == b->given && a->count == b->count;
    for (int i = 0; alike && i < a->count; ++i) {
        const nbb_shape_operation *left = &shapes->operations[a->first + i];
        const nbb_shape_operation *right = &shapes->operations[b->first + i];
        alike = left->table == right->table && memcmp(left->from, right->from, sizeof left->from) == 0;
    }
    return alike;
}

/* The shape whose operations were appended last, which are taken back if there is one like it. */
static nbb_status find_shape(const cutting *cut, const nbb_shape *wanted, int *number)
{
    nbb_shapes *shapes = cut->shapes;
    *number = 0;
    while (*number < shapes->count && !is_alike(shapes, &shapes->shapes[*number], wanted)) {
        ++*number;
    }
    if (*number == shapes->count) {
        return NBB_ARENA_APPEND(cut->arena, shapes->shapes, shapes->count, *wanted);
    }
    shapes->operation_count = wanted->first;
    return NBB_OK;
}

static nbb_status add_part(cutting *cut, nbb_value result)
{
    nbb_shapes *shapes = cut->shapes;
    nbb_part part = { .value = result };
    nbb_shape shape = { .tag = cut->kept[result].tag, .first = shapes->operation_count };
    list_arguments(cut, &part, &shape);
    for (nbb_value value = cut->first[result]; value != NBB_NO_VALUE; value = cut->next[value]) {
        const nbb_shape_operation operation = numbered(cut, &cut->code->nodes[value]);
        NBB_TRY(NBB_ARENA_APPEND(cut->arena, shapes->operations, shapes->operation_count, operation));
        cut->place[value] = shape.arguments + shape.count++;
    }
    NBB_TRY(find_shape(cut, &shape, &part.shape));
    /* Takes the numbers back that words have in a part. */
    for (int i = 0; i < part.count; ++i) {
        cut->place[cut->parts->arguments[part.first + i]] = -1;
    }
    for (nbb_value value = cut->first[part.value]; value != NBB_NO_VALUE; value = cut->next[value]) {
        cut->place[value] = -1;
    }
    cut->parts->part_of[result] = cut->parts->count;
    cut->parts->parts[cut->parts->count++] = part;
    return NBB_OK;
}

nbb_status nbb_parts_build(nbb_arena *arena, const nbb_code *code, const nbb_kept *kept, const int *uses,
                           nbb_shapes *shapes, nbb_parts *parts)
{
    NBB_LOCAL_ARENA local = { 0 };
    cutting cut = { .arena = arena, .code = code, .kept = kept, .shapes = shapes, .parts = parts };
    size_t count = (size_t)code->count;
    *parts = (nbb_parts){ 0 };
    NBB_TRY(NBB_ARRAYS(arena, NBB_ARRAY(parts->parts, count), NBB_ARRAY(parts->part_of, count),
                       NBB_ARRAY(parts->arguments, NBB_CODE_FROM * count)));
    NBB_TRY(NBB_ARRAYS(&local, NBB_ARRAY(cut.owner, count), NBB_ARRAY(cut.first, count), NBB_ARRAY(cut.next, count),
                       NBB_ARRAY(cut.place, count)));
    size_t bytes = count * sizeof(int);
    memset(cut.owner, 0xff, bytes); /* NBB_NO_VALUE, -1 */
    memset(cut.first, 0xff, bytes);
    memset(cut.place, 0xff, bytes);
    memset(cut.parts->part_of, 0xff, bytes);
    find_owners(&cut, uses);
    for (nbb_value value = 0; value < cut.code->count; ++value) {
        NBB_TRY(cut.owner[value] == value && is_logic(&cut, value) ? add_part(&cut, value) : NBB_OK);
    }
    return NBB_OK;
}
