/* source_words.c - hands the templates code of words of bits as it is, nodes by value, and draws: `dag`; and what it
   draws: `draws`. words.lua names its values, and says what sections read of it. */
#include "gen/source/source_values.h"

/* table[i] = value. */
static void add_integer(lua_State *state, int64_t i, int64_t value)
{
    lua_pushinteger(state, value);
    lua_seti(state, -2, i);
}

/* An input word: argument, step, lanes, first, turn, odd, stage or far; the number of an argument, a step of the
   launch, a residue, an axis, a stage or two neighbours; of a step the bit, and the scalar that it is of or 0. */
typedef struct input_word {
    const char *kind, *name;
    int number, bit, scalar;
} input_word;

static input_word input_of(const nbb_node *node)
{
    int number = node->number, bit = number - NBB_STEP_WORDS, steps = bit / NBB_BITS_MAX;
    NBB_RETURN_IF(node->operation == NBB_ARGUMENT && bit < 0, (input_word){ "argument", "a%d", number, 0, 0 });
    NBB_RETURN_IF(node->operation == NBB_ARGUMENT,
                  (input_word){ "step", steps < NBB_STEPS_MOST ? "t%d_%d" : "t%d_%d_%d", steps % NBB_STEPS_MOST,
                                bit % NBB_BITS_MAX, steps / NBB_STEPS_MOST });
    return number >= NBB_GIVEN_FAR     ? (input_word){ "far", "far%d", number - NBB_GIVEN_FAR, 0, 0 }
           : number >= NBB_GIVEN_STAGE ? (input_word){ "stage", "stage%d", number - NBB_GIVEN_STAGE, 0, 0 }
           : number >= NBB_GIVEN_ODD   ? (input_word){ "odd", "odd%d", number - NBB_GIVEN_ODD, 0, 0 }
           : number >= NBB_GIVEN_TURN  ? (input_word){ "turn", "turn%d", number - NBB_GIVEN_TURN, 0, 0 }
           : number == NBB_GIVEN_LANES ? (input_word){ "lanes", "lanes", 0, 0, 0 }
                                       : (input_word){ "first", "is_first", 0, 0, 0 };
}

/* Pushes {kind, number (below 0 of a cell, -1 of the first, that may not be in its tile), table, alike
   (source_values.h), label or nil, its words: values; input, of an input word; word, of one of a march's sources if
   it is of a code with a reach: source (from 1), age, dx, dy}. */
static void push_node(lua_State *state, const nbb_node *node, bool alike, int reach)
{
    static const char *const kinds[] = {
        [NBB_CONSTANT] = "constant", [NBB_LOADED] = "loaded", [NBB_GIVEN] = "input",  [NBB_ARGUMENT] = "input",
        [NBB_LOGIC] = "logic",       [NBB_DRAWN] = "drawn",   [NBB_PENDING] = "none",
    };
    bool is_there = node->operation == NBB_GIVEN && node->number >= NBB_GIVEN_THERE;
    bool is_neighbour = nbb_source_is_neighbour(node);
    lua_createtable(state, NBB_CODE_FROM, 4);
    NBB_SET_WORD(state, "kind", is_neighbour ? "neighbour" : kinds[node->operation]);
    NBB_SET_INTEGER(state, "number", is_there ? NBB_GIVEN_THERE - 1 - node->number : node->number);
    if (node->operation == NBB_LOGIC) {
        NBB_SET_INTEGER(state, "table", node->table);
        NBB_SET_FLAG(state, "alike", alike);
        NBB_SET_WORD(state, "label", node->label);
        for (int i = 0; i < nbb_node_words(node); ++i) {
            add_integer(state, i + 1, node->from[i]);
        }
    } else if ((node->operation == NBB_GIVEN && !is_neighbour) || node->operation == NBB_ARGUMENT) {
        /* Sets input: the word, with its name. */
        input_word word = input_of(node);
        NBB_PUSH_FIELDS(state, &word, kind, number, bit, scalar);
        NBB_SET(state, "name", lua_pushfstring(state, word.name, word.number, word.bit, word.scalar));
        lua_setfield(state, -2, "input");
    } else if (node->operation == NBB_LOADED && reach > 0) {
        nbb_march_word word = nbb_march_word_of(reach, node->number);
        ++word.source;
        NBB_SET(state, "word", NBB_PUSH_FIELDS(state, &word, source, age, dx, dy));
    }
}

/* table.name = the numbers, from 0 on; none where there are no numbers: a text without the kernel has no schedule. */
static void set_numbers(lua_State *state, const char *name, const int *numbers, int64_t count)
{
    lua_newtable(state);
    for (int64_t i = 0; i < count && numbers != NULL; ++i) {
        add_integer(state, i, numbers[i]);
    }
    lua_setfield(state, -2, name);
}

/* In place of a reach: code of no march, which gives input words that compilers do not know. */
enum { NO_MARCH = -1 };

/* Pushes {code: {nodes, by value; draws, by number: both from 0 on; count}, uses, by value}. */
static void push_code(lua_State *state, const nbb_code *code, int reach)
{
    lua_newtable(state);
    lua_newtable(state);
    NBB_SET_INTEGER(state, "count", code->count);
    const bool *alike = nbb_source_find_alike(state, code, reach != NO_MARCH);
    lua_createtable(state, code->count, 1);
    for (nbb_value value = 0; value < code->count; ++value) {
        push_node(state, &code->nodes[value], alike[value], reach);
        lua_seti(state, -2, value);
    }
    lua_setfield(state, -3, "nodes");
    lua_pop(state, 1);
    /* {request, row, digit (-1 of a threshold), cell, flips, slot (-1 of one that is drawn where it stands), its
       words: care and masks} */
    lua_newtable(state);
    for (int i = 0, slots = 0; i < code->draw_count; ++i) {
        const nbb_draw *draw = &code->draws[i];
        NBB_PUSH_FIELDS(state, draw, request, row, digit, cell, flips);
        NBB_SET_INTEGER(state, "slot", nbb_draw_is_once(code, i) ? slots++ : -1);
        for (int word = 0; word < draw->words; ++word) {
            add_integer(state, word + 1, code->draw_words[draw->first + word]);
        }
        lua_seti(state, -2, i);
    }
    lua_setfield(state, -2, "draws");
    lua_setfield(state, -2, "code");
    set_numbers(state, "uses", code->uses, code->count);
}

int nbb_source_define_formulas(lua_State *state)
{
    nbb_table_formula formulas[NBB_TABLES];
    nbb_formulas_find(formulas);
    lua_pushlstring(state, (const char *)formulas, sizeof formulas);
    lua_setglobal(state, "formulas");
    return 0;
}

/* Pushes code of a function, which loads word i of it as its word i, and its value. */
static nbb_status push_function_code(lua_State *state, nbb_function function)
{
    NBB_LOCAL_ARENA arena = { 0 };
    nbb_code made = nbb_code_of(&arena), code;
    nbb_value words[NBB_FUNCTION_WORDS];
    NBB_FILL(i, NBB_FUNCTION_WORDS, words[i], nbb_code_word(&made, NBB_LOADED, i));
    nbb_value value = nbb_code_function(&made, function, words);
    NBB_TRY(nbb_code_cover(&arena, &made, &value, 1, 0, 0, &code));
    push_code(state, &code, NO_MARCH);
    NBB_SET_INTEGER(state, "value", value);
    return NBB_OK;
}

void nbb_source_push_function(lua_State *state, nbb_function function)
{
    nbb_need(state, push_function_code(state, function));
}

/* --- counts that run along rows (gen/lanes/lanes_rows.h) --- */

/* table.name = {code, uses, by value; results, from 0}. */
static void set_span_code(lua_State *state, const char *name, const nbb_span_code *of)
{
    push_code(state, &of->code, NO_MARCH);
    set_numbers(state, "results", of->results, of->count);
    lua_setfield(state, -2, name);
}

static void set_sum(lua_State *state, const char *name, const nbb_span_sum *sum)
{
    lua_newtable(state);
    set_span_code(state, "of", &sum->of);
    NBB_SET_LIST(state, "words", sum->word_count, i, NBB_PUSH_FIELDS(state, &sum->words[i], x, y, z, from, to));
    lua_setfield(state, -2, name);
}

/* Sets spans: next, of the planes; signals: {of}; counts: {signal (from 1), bits, around, begins, moves: {of, words},
   and of those that begin with sums of rows sum_bits, height, y (the first one's), from, to, sum, gains, passes,
   leaves} (lanes_rows.h); rows, that go along together; items of a block, and its threads; fits_twice: two blocks
   have room in a multiprocessor's shared memory, not three; operations; there, exists, first_bit, most_bits: numbers
   of loaded words. */
static void set_spans(lua_State *state, const nbb_plan *plan)
{
    const nbb_spans *spans = &plan->code.spans;
    NBB_PUSH_FIELDS(state, spans, operations, rows);
    set_span_code(state, "next", &spans->next);
    NBB_SET_LIST(state, "signals", spans->signal_count, i, {
        lua_newtable(state);
        set_span_code(state, "of", &spans->signals[i]);
    });
    NBB_SET_LIST(state, "counts", spans->count_count, i, {
        const nbb_span_count *count = &spans->counts[i];
        NBB_PUSH_FIELDS(state, count, bits, around);
        NBB_SET_INTEGER(state, "signal", count->signal + 1);
        set_sum(state, "begins", &count->begins);
        set_sum(state, "moves", &count->moves);
        if (count->sum_bits > 0) {
            NBB_SET_INTEGER(state, "sum_bits", count->sum_bits);
            NBB_SET_INTEGER(state, "height", count->spans.count);
            NBB_ADD_FIELDS(state, &count->spans.of[0], y, from, to);
            set_span_code(state, "sum", &count->sum);
            set_span_code(state, "gains", &count->gains);
            set_span_code(state, "passes", &count->passes);
            set_span_code(state, "leaves", &count->leaves);
        }
    });
    NBB_SET_INTEGER(state, "items", plan->launch.depth);
    NBB_ADD_FIELDS(state, &plan->launch, family, pieces, threads);
    uint64_t words = plan->launch.shared / sizeof(uint32_t) + nbb_plan_beside_box(plan);
    NBB_SET_FLAG(state, "fits_twice", 3 * words > 2 * nbb_plan_box_room(&plan->asked));
    NBB_SET_INTEGER(state, "there", NBB_SPAN_THERE);
    NBB_SET_INTEGER(state, "exists", NBB_SPAN_EXISTS);
    NBB_SET_INTEGER(state, "first_bit", NBB_SPAN_COUNT);
    NBB_SET_INTEGER(state, "most_bits", NBB_SPAN_BITS);
    lua_setfield(state, -2, "spans");
}

/* launches: {step}, of rows: {code; inside, edge: {uses, by value, next, the planes' values, from 0}; levels, each
   with its code and uses; sources: {level, from 1, value, is_used}}. */
static void set_rows(lua_State *state, const nbb_plan *plan)
{
    static const char *const kinds[NBB_ROW_KINDS] = { [NBB_ROW_INSIDE] = "inside", [NBB_ROW_EDGE] = "edge" };
    const nbb_row_code *rows = &plan->code.rows;
    int reach = plan->asked.program->neighbours.reach;
    lua_newtable(state);
    push_code(state, &rows->code, reach);
    for (int kind = 0; kind < NBB_ROW_KINDS; ++kind) {
        lua_newtable(state);
        set_numbers(state, "uses", rows->uses[kind], rows->code.count);
        set_numbers(state, "next", rows->next[kind], plan->asked.traits.planes);
        lua_setfield(state, -2, kinds[kind]);
    }
    NBB_SET_LIST(state, "levels", NBB_MARCH_LEVELS, level,
                 push_code(state, &rows->march.levels[level], level == NBB_MARCH_SIGNALS ? 0 : reach));
    NBB_SET_LIST(state, "sources", rows->march.source_count, i, {
        NBB_PUSH_FIELDS(state, &rows->march.sources[i], value, is_used);
        NBB_SET_INTEGER(state, "level", (int)rows->march.sources[i].level + 1);
    });
    lua_setfield(state, -2, "step");
    lua_setfield(state, -2, "launches");
}

/* --- launches of lanes --- */

/* Pushes the degree of a neighbour that exists: {always = n}, and the directions of tiles that each add one if they
   exist. */
static void push_degree(lua_State *state, const nbb_program *program, const nbb_closure *closure,
                        const nbb_closure_cell *cell, const nbb_closure_cell *there)
{
    int always = 0, tested = 0;
    lua_newtable(state);
    for (int i = 0; i < nbb_program_near(program); ++i) {
        int tile = nbb_closure_tile_at(closure, there, program->neighbours.offsets[i]);
        bool known = tile == there->direction || tile == cell->direction || tile == closure->directions->centre;
        always += tile >= 0 && known;
        if (tile >= 0 && !known) {
            add_integer(state, ++tested, tile);
        }
    }
    NBB_SET_INTEGER(state, "always", always);
}

/* Adds to a wide cell of a launch, by number of neighbour, from 1: neighbours, cells from 1; degrees of those that
   exist, if the update asks for such. */
static void set_wide(lua_State *state, const nbb_program *program, const nbb_closure *closure, int number)
{
    const nbb_closure_cell *cell = &closure->cells[number];
    bool asks = nbb_program_asks(program, NBB_WALK_UPDATE) & NBB_ASKS_THERE(DEGREE);
    lua_newtable(state);
    lua_newtable(state);
    for (int i = 0; i < cell->neighbour_count; ++i) {
        if (cell->neighbours[i] >= 0) {
            add_integer(state, cell->numbers[i] + 1, cell->neighbours[i] + 1);
        }
        if (cell->neighbours[i] >= 0 && asks) {
            push_degree(state, program, closure, cell, &closure->cells[cell->neighbours[i]]);
            lua_seti(state, -3, cell->numbers[i] + 1);
        }
    }
    lua_setfield(state, -3, "neighbours");
    lua_setfield(state, -2, "degrees");
}

/* Sets a launch, if it has steps: steps, computed (words), operations, resident, by_columns, sign; planes, own
   (cells); cells, evaluations; and but of wide cells code with its uses, and states (lanes.h), from 0. */
static void set_launch(lua_State *state, const nbb_plan *plan, const char *name, const nbb_lanes_launch *launch)
{
    const nbb_lanes_code *code = &launch->code;
    bool is_wide = nbb_plan_has_wide_lanes(plan);
    NBB_LEAVE_IF(launch->closure.steps == 0);
    is_wide ? lua_newtable(state) : push_code(state, &code->code, NO_MARCH);
    NBB_ADD_FIELDS(state, code, operations, planes);
    NBB_ADD_FIELDS(state, &launch->closure, steps, own);
    NBB_ADD_FIELDS(state, &launch->order, sign);
    NBB_SET_INTEGER(state, "computed", nbb_closure_computed(&launch->closure) * code->planes);
    NBB_SET_INTEGER(state, "resident", nbb_plan_lanes_resident(plan, launch));
    NBB_SET_FLAG(state, "by_columns", launch->order.axis == 0);
    /* Of a cell direction, position, residue, neighbour_count, computed (whether it is, of a cell beside), and what
       a wide one has. */
    NBB_SET_LIST(state, "cells", launch->closure.count, i, {
        const nbb_closure_cell *cell = &launch->closure.cells[i];
        NBB_PUSH_FIELDS(state, cell, direction, position, residue, neighbour_count);
        NBB_SET_FLAG(state, "computed", cell->needed > 1);
        if (is_wide) {
            set_wide(state, plan->asked.program, &launch->closure, (int)i);
        }
    });
    NBB_SET_LIST(state, "evaluations", launch->order.count, i,
                 NBB_PUSH_FIELDS(state, &launch->order.evaluations[i], cell, plane, step, row));
    set_numbers(state, "states", is_wide ? NULL : code->states,
                (launch->closure.steps + 1) * launch->closure.count * code->planes);
    lua_setfield(state, -2, name);
}

/* launches: {step or persistent, rest}, what the kernels of these names compute; rest only where the other advances
   several steps; none where no kernel of a launch is among those that are asked for. Else both are there, so that
   what they have in common has the same numbers in each of a plan's units. */
static void set_launches(lua_State *state, const nbb_source_request *request)
{
    const nbb_entry_set entries = 1U << NBB_ENTRY_STEP | 1U << NBB_ENTRY_PERSISTENT | 1U << NBB_ENTRY_REST;
    const nbb_plan *plan = request->plan;
    bool is_asked = request->kernels == 0 || (request->kernels & entries) != 0 || nbb_plan_has_wide_lanes(plan);
    lua_newtable(state);
    if (is_asked) {
        set_launch(state, plan, plan->launch.persistent ? "persistent" : "step", &plan->code.step);
        set_launch(state, plan, "rest", &plan->code.rest);
    }
    lua_setfield(state, -2, "launches");
}

/* --- all --- */

/* Of a program whose words are bits: words, whether it draws; slots, of what is drawn once a step (lanes.h);
   late, whether cells draw where their code stands; rows, of thresholds; wide, whether counters
   need more than 32 bits; parts and below of the layout in which it draws; apart, if that is not the lanes' own. */
static void define_draws(lua_State *state, const nbb_plan *plan)
{
    bool in_lanes = plan->space.map == NBB_MAP_LANES;
    const nbb_code *code = nbb_plan_goes_by_spans(plan) ? &plan->code.spans.next.code
                           : in_lanes                   ? &plan->code.step.code.code
                                                        : &plan->code.rows.code;
    bool draws = in_lanes ? plan->asked.traits.draws && !nbb_plan_has_wide_lanes(plan) : code->draw_count > 0;
    int slots = draws ? NBB_SUM(i, code->draw_count, nbb_draw_is_once(code, i)) : 0;
    nbb_draw_layout layout = nbb_draw_layout_of(&plan->asked.domain, true);
    uint64_t words = (uint64_t)layout.below * (uint64_t)layout.parts;
    uint64_t own = in_lanes
                       ? (uint64_t)plan->space.lanes.tiles * plan->space.lanes.positions * plan->space.lanes.parts
                   : plan->asked.domain.simplex->m == 3
                       ? nbb_saturating_product(words, (uint64_t)plan->asked.domain.size)
                       : 0;
    NBB_PUSH_FIELDS(state, &layout, parts, below);
    NBB_SET_FLAG(state, "words", draws);
    NBB_SET_FLAG(state, "late", draws && code->draw_count > slots);
    NBB_SET_INTEGER(state, "slots", slots);
    NBB_SET_INTEGER(state, "rows", plan->code.lowering.row_count);
    NBB_SET_FLAG(state, "wide", words > UINT32_MAX || own > UINT32_MAX);
    NBB_SET_FLAG(state, "apart", in_lanes && draws && layout.digits != plan->space.lanes.a);
    nbb_end_table(state, "draws");
}

void nbb_source_define_words(lua_State *state, const nbb_source_request *request)
{
    const nbb_plan *plan = request->plan;
    bool in_lanes = plan->space.map == NBB_MAP_LANES;
    NBB_LEAVE_IF(!in_lanes && plan->space.storage != NBB_STORAGE_BITS);
    define_draws(state, plan);
    lua_newtable(state);
    if (nbb_plan_goes_by_spans(plan)) {
        set_spans(state, plan);
        lua_newtable(state);
        lua_setfield(state, -2, "launches");
    } else if (in_lanes) {
        set_launches(state, request);
    } else {
        set_rows(state, plan);
    }
    if (plan->code.totals.count > 0) {
        /* totals: {code, uses, bits (lanes_rows.h)}. */
        push_code(state, &plan->code.totals.code, NO_MARCH);
        NBB_SET_LIST(state, "bits", plan->code.totals.count, i, {
            NBB_PUSH_FIELDS(state, &plan->code.totals.bits[i], total, shift, is_negative);
            NBB_SET_INTEGER(state, "value", plan->code.totals.values[i]);
        });
        lua_setfield(state, -2, "totals");
    }
    nbb_end_table(state, "dag");
}
