/* source_alike.c - operations of which a word may follow from the two others.

   ptxas makes a wrong instruction of some lop3 of such words (docs/lanes.md). Equal values of code are the same one,
   but a sum of five words taken in two orders is two values, and a compiler sees through that. So values are sampled:
   where a word follows from others it does so for random bits. What is hardly ever 1 may seem to; that merely misses
   an instruction. */
#include "gen/source/source_values.h"

/* A value's bits, where input words are random, all 0, or all 1. */
enum { WORLDS = 3, SAMPLES = 8 };
typedef struct sampled {
    uint64_t bits[WORLDS][SAMPLES];
} sampled;

bool nbb_source_is_neighbour(const nbb_node *node)
{
    return node->operation == NBB_GIVEN && (node->number >= NBB_GIVEN_THERE || node->number < NBB_GIVEN_LANES);
}

static bool is_input(const nbb_node *node)
{
    return (node->operation == NBB_GIVEN && !nbb_source_is_neighbour(node)) || node->operation == NBB_ARGUMENT;
}

/* A turn's cells, or a stage: two of them may be each other's complement. */
static bool is_turn(const nbb_node *node)
{
    bool is_parity = node->number >= NBB_GIVEN_ODD && node->number < NBB_GIVEN_STAGE;
    return node->operation == NBB_GIVEN && is_input(node) && node->number >= NBB_GIVEN_TURN && !is_parity;
}

/* Random bits of a word that is not made. Of some samples half are 1, of others three quarters, a quarter or seven
   eighths, so that what is seldom 1 or 0 is so in one of them. */
static uint64_t draw(nbb_value value, int number)
{
    uint64_t a = nbb_mix((uint64_t)(SAMPLES * value + number)), b = nbb_mix(a), c = nbb_mix(b);
    return number % 4 == 0 ? a : number % 4 == 1 ? a | b : number % 4 == 2 ? a & b : a | b | c;
}

static void sample(const nbb_code *code, nbb_value value, int worlds, sampled *of)
{
    const nbb_node *node = &code->nodes[value];
    bool is_made = node->operation == NBB_LOGIC || node->operation == NBB_CONSTANT;
    for (int i = 0; i < worlds * SAMPLES; ++i) {
        int world = i / SAMPLES, number = i % SAMPLES;
        uint64_t from[NBB_CODE_FROM] = { 0 };
        NBB_FILL(j, nbb_node_words(node), from[j], of[node->from[j]].bits[world][number]);
        of[value].bits[world][number] = is_made                       ? nbb_table_points(node->table, from)
                                        : is_input(node) && world > 0 ? (world == 1 ? 0 : UINT64_MAX)
                                                                      : draw(value, number);
    }
}

/* The patterns of three words that samples have, a bit each. */
static unsigned patterns(const nbb_node *node, const sampled *of, int world)
{
    unsigned seen = 0;
    for (int i = 0; i < 8 * SAMPLES; ++i) {
        uint64_t found = UINT64_MAX;
        for (int j = 0; j < NBB_CODE_FROM; ++j) {
            uint64_t word = of[node->from[j]].bits[world][i / 8];
            found &= i >> j & 1 ? word : ~word;
        }
        seen |= (unsigned)(found != 0) << i % 8;
    }
    return seen;
}

/* Whether a word follows from the two others: with no pattern of them it is both 0 and 1. */
static bool has_alike(const nbb_node *node, const sampled *of, int worlds)
{
    NBB_RETURN_IF(nbb_node_words(node) < NBB_CODE_FROM, false);
    return NBB_ANY(world, worlds, {
        unsigned seen = patterns(node, of, world);
        NBB_ANY(i, NBB_CODE_FROM, (seen & seen >> (1 << i) & ~nbb_table_words[i]) == 0);
    });
}

const bool *nbb_source_find_alike(lua_State *state, const nbb_code *code, bool knows_inputs)
{
    int worlds = knows_inputs ? WORLDS : 1;
    bool *alike = lua_newuserdatauv(state, (size_t)code->count * sizeof *alike, 0);
    sampled *of = lua_newuserdatauv(state, (size_t)code->count * sizeof *of, 0);
    for (nbb_value value = 0; value < code->count; ++value) {
        const nbb_node *node = &code->nodes[value];
        sample(code, value, worlds, of);
        int turns = NBB_SUM(i, nbb_node_words(node), is_turn(&code->nodes[node->from[i]]));
        alike[value] = turns > 1 || has_alike(node, of, worlds);
    }
    lua_pop(state, 1);
    return alike;
}
