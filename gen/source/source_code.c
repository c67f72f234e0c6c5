/* source_code.c - hands the templates a code as it is: nodes by value, and draws; and that of counts along rows. */
#include "gen/source/source_values.h"

#include "gen/program/program_draw.h"
#include "gen/source/lua_values.h"

/* An input word: argument, step, lanes, first, turn, stage or far; the number of an argument, a step of the launch, a
   residue, a stage or two neighbours; of a step the bit, and the scalar that it is of, if it is not 0. */
typedef struct input_word {
    const char *kind, *name;
    int number, bit, scalar;
} input_word;

static input_word input_of(const nbb_node *node)
{
    int number = node->number, bit = number - NBB_STEP_WORDS, steps = bit / NBB_BITS_MAX;
    if (node->operation == NBB_ARGUMENT && bit < 0) {
        return (input_word){ "argument", "a%d", number, 0, 0 };
    }
    if (node->operation == NBB_ARGUMENT) {
        return (input_word){ "step", steps < NBB_STEPS_MOST ? "t%d_%d" : "t%d_%d_%d", steps % NBB_STEPS_MOST,
                             bit % NBB_BITS_MAX, steps / NBB_STEPS_MOST };
    }
    return number >= NBB_GIVEN_FAR     ? (input_word){ "far", "far%d", number - NBB_GIVEN_FAR, 0, 0 }
           : number >= NBB_GIVEN_STAGE ? (input_word){ "stage", "stage%d", number - NBB_GIVEN_STAGE, 0, 0 }
           : number >= NBB_GIVEN_TURN  ? (input_word){ "turn", "turn%d", number - NBB_GIVEN_TURN, 0, 0 }
           : number == NBB_GIVEN_LANES ? (input_word){ "lanes", "lanes", 0, 0, 0 }
                                       : (input_word){ "first", "is_first", 0, 0, 0 };
}

/* Pushes {kind, number (below 0 of a cell, -1 of the first, that may not be in its tile), table, label or nil, its
   words: values; input, of an input word; word, of one of a march's sources if it is of a code with a reach: source
   (from 1), age, dx, dy}. */
static void push_node(lua_State *state, const nbb_node *node, int reach)
{
    static const char *const kinds[] = {
        [NBB_CONSTANT] = "constant", [NBB_LOADED] = "loaded", [NBB_GIVEN] = "input",  [NBB_ARGUMENT] = "input",
        [NBB_LOGIC] = "logic",       [NBB_DRAWN] = "drawn",   [NBB_PENDING] = "none",
    };
    bool is_there = node->operation == NBB_GIVEN && node->number >= NBB_GIVEN_THERE;
    bool is_neighbour = is_there || (node->operation == NBB_GIVEN && node->number < NBB_GIVEN_LANES);
    lua_createtable(state, NBB_CODE_FROM, 4);
    nbb_set_word(state, "kind", is_neighbour ? "neighbour" : kinds[node->operation]);
    nbb_set_field(state, "number", is_there ? NBB_GIVEN_THERE - 1 - node->number : node->number);
    if (node->operation == NBB_LOGIC) {
        nbb_set_field(state, "table", node->table);
        nbb_set_word(state, "label", node->label);
        for (int i = 0; i < nbb_node_words(node); ++i) {
            nbb_add_integer(state, i + 1, node->from[i]);
        }
    } else if ((node->operation == NBB_GIVEN && !is_neighbour) || node->operation == NBB_ARGUMENT) {
        /* Sets input: the word, with its name. */
        input_word word = input_of(node);
        NBB_PUSH_FIELDS(state, &word, input_word, kind, number, bit, scalar);
        lua_pushfstring(state, word.name, word.number, word.bit, word.scalar);
        lua_setfield(state, -2, "name");
        lua_setfield(state, -2, "input");
    } else if (node->operation == NBB_LOADED && reach > 0) {
        nbb_march_word word = nbb_march_word_of(reach, node->number);
        ++word.source;
        NBB_PUSH_FIELDS(state, &word, nbb_march_word, source, age, dx, dy);
        lua_setfield(state, -2, "word");
    }
}

/* table.name = the numbers, from 0 on; none where there are no numbers: a text without the kernel has no schedule. */
void nbb_source_set_numbers(lua_State *state, const char *name, const int *numbers, int64_t count)
{
    lua_newtable(state);
    for (int64_t i = 0; i < count && numbers != NULL; ++i) {
        nbb_add_integer(state, i, numbers[i]);
    }
    lua_setfield(state, -2, name);
}

void nbb_source_set_code(lua_State *state, const nbb_code *code, int reach)
{
    lua_newtable(state);
    nbb_set_field(state, "count", code->count);
    lua_createtable(state, code->count, 1);
    for (nbb_value value = 0; value < code->count; ++value) {
        push_node(state, &code->nodes[value], reach);
        lua_seti(state, -2, value);
    }
    lua_setfield(state, -2, "nodes");
    /* {request, row, digit (-1 of a threshold), cell, slot (-1 of one that is drawn where it stands), its words: care
       and masks} */
    lua_newtable(state);
    for (int i = 0, slots = 0; i < code->draw_count; ++i) {
        const nbb_draw *draw = &code->draws[i];
        NBB_PUSH_FIELDS(state, draw, nbb_draw, request, row, digit, cell);
        nbb_set_field(state, "slot", nbb_draw_is_once(code, i) ? slots++ : -1);
        for (int word = 0; word < draw->words; ++word) {
            nbb_add_integer(state, word + 1, code->draw_words[draw->first + word]);
        }
        lua_seti(state, -2, i);
    }
    lua_setfield(state, -2, "draws");
    lua_setfield(state, -2, "code");
    nbb_source_set_numbers(state, "uses", code->uses, code->count);
}

int nbb_source_define_formulas(lua_State *state)
{
    nbb_formulas formulas;
    char bytes[UINT8_MAX + 1][3];
    nbb_formulas_find(&formulas);
    for (int table = 0; table <= UINT8_MAX; ++table) {
        bytes[table][0] = formulas.of[table].operation;
        bytes[table][1] = (char)formulas.of[table].left;
        bytes[table][2] = (char)formulas.of[table].right;
    }
    lua_pushlstring(state, bytes[0], sizeof bytes);
    lua_setglobal(state, "formulas");
    return 0;
}

/* Sets the code of a function, and its value. */
static nbb_status set_function_code(lua_State *state, nbb_function function)
{
    NBB_LOCAL_ARENA arena = { 0 };
    nbb_code code;
    nbb_value value;
    NBB_TRY(nbb_function_code(&arena, function, &code, &value));
    nbb_source_set_code(state, &code, 0);
    nbb_set_field(state, "value", value);
    return NBB_OK;
}

void nbb_source_push_function(lua_State *state, nbb_function function)
{
    lua_newtable(state);
    nbb_need(state, set_function_code(state, function));
}

/* --- counts that run along rows (gen/lanes/lanes_spans.h) --- */

/* table.name = {code, uses, by value; results, from 0}. */
static void set_span_code(lua_State *state, const char *name, const nbb_span_code *of)
{
    lua_newtable(state);
    nbb_source_set_code(state, &of->code, 0);
    nbb_source_set_numbers(state, "results", of->results, of->count);
    lua_setfield(state, -2, name);
}

static void set_sum(lua_State *state, const char *name, const nbb_span_sum *sum)
{
    lua_newtable(state);
    set_span_code(state, "of", &sum->of);
    NBB_SET_LIST(state, "words", sum->word_count, i,
                 NBB_PUSH_FIELDS(state, &sum->words[i], nbb_span_word, x, y, from, to));
    lua_setfield(state, -2, name);
}

void nbb_source_set_spans(lua_State *state, const nbb_plan *plan)
{
    const nbb_spans *spans = &plan->code.spans;
    NBB_PUSH_FIELDS(state, spans, nbb_spans, operations, rows);
    set_span_code(state, "next", &spans->next);
    NBB_SET_LIST(state, "signals", spans->signal_count, i, {
        lua_newtable(state);
        set_span_code(state, "of", &spans->signals[i]);
    });
    NBB_SET_LIST(state, "counts", spans->count_count, i, {
        NBB_PUSH_FIELDS(state, &spans->counts[i], nbb_span_count, bits, around);
        nbb_set_field(state, "signal", spans->counts[i].signal + 1);
        set_sum(state, "begins", &spans->counts[i].begins);
        set_sum(state, "moves", &spans->counts[i].moves);
    });
    nbb_set_field(state, "items", plan->launch.depth);
    nbb_set_field(state, "threads", plan->launch.threads);
    nbb_set_field(state, "there", NBB_SPAN_THERE);
    nbb_set_field(state, "exists", NBB_SPAN_EXISTS);
    nbb_set_field(state, "first_bit", NBB_SPAN_COUNT);
    nbb_set_field(state, "most_bits", NBB_SPAN_BITS);
    lua_setfield(state, -2, "spans");
}
