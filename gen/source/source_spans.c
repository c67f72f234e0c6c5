/* source_spans.c - hands the templates counts that run along rows (gen/lanes/lanes_spans.h), in `dag`. */
#include "gen/source/source_values.h"

#include "gen/source/lua_values.h"

static const nbb_lua_field span_fields[] = { NBB_LUA(nbb_span_word, x),
                                             NBB_LUA(nbb_span_word, y),
                                             NBB_LUA(nbb_span_word, from),
                                             NBB_LUA(nbb_span_word, to),
                                             { 0 } };

static const nbb_lua_field count_fields[] = { NBB_LUA(nbb_span_count, bits), NBB_LUA(nbb_span_count, around), { 0 } };

/* table.name = {code, uses, by value; results, from 0}. */
static void set_span_code(lua_State *state, const char *name, const nbb_span_code *of)
{
    lua_newtable(state);
    nbb_source_set_code(state, &of->code, 0);
    nbb_source_set_numbers(state, "uses", of->uses, of->code.count);
    nbb_source_set_numbers(state, "results", of->results, of->count);
    lua_setfield(state, -2, name);
}

static void set_sum(lua_State *state, const char *name, const nbb_span_sum *sum)
{
    lua_newtable(state);
    set_span_code(state, "of", &sum->of);
    NBB_SET_LIST(state, "words", sum->word_count, i, nbb_push_struct(state, span_fields, &sum->words[i]));
    lua_setfield(state, -2, name);
}

void nbb_source_set_spans(lua_State *state, const nbb_plan *plan)
{
    const nbb_spans *spans = &plan->code.spans;
    lua_newtable(state);
    set_span_code(state, "next", &spans->next);
    NBB_SET_LIST(state, "signals", spans->signal_count, i, {
        lua_newtable(state);
        set_span_code(state, "of", &spans->signals[i]);
    });
    NBB_SET_LIST(state, "counts", spans->count_count, i, {
        nbb_push_struct(state, count_fields, &spans->counts[i]);
        nbb_set_field(state, "signal", spans->counts[i].signal + 1);
        set_sum(state, "begins", &spans->counts[i].begins);
        set_sum(state, "moves", &spans->counts[i].moves);
    });
    nbb_set_field(state, "items", plan->launch.depth);
    nbb_set_field(state, "threads", plan->launch.threads);
    nbb_set_field(state, "operations", spans->operations);
    nbb_set_field(state, "rows", spans->rows);
    nbb_set_field(state, "there", NBB_SPAN_THERE);
    nbb_set_field(state, "exists", NBB_SPAN_EXISTS);
    nbb_set_field(state, "first_bit", NBB_SPAN_COUNT);
    nbb_set_field(state, "most_bits", NBB_SPAN_BITS);
    lua_setfield(state, -2, "spans");
}
