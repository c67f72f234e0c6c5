/* source_totals.c - the code of totals in words as text, for the templates. */
#include "gen/source/source_values.h"

#include "gen/source/lua_values.h"
#include "gen/source/source_words.h"

void nbb_source_define_totals(lua_State *state, nbb_source_texts *given)
{
    const nbb_lanes_totals *totals = &given->request->plan->totals;
    if (totals->count == 0) {
        nbb_set_boolean(state, "lane_totals", false);
        return;
    }
    nbb_formulas_find(&given->code.formulas);
    given->code.formula.length = 0;
    const nbb_word_printing print = { state, &totals->code, &given->code.formulas, &given->code.formula };
    lua_newtable(state);
    nbb_source_set_operations(&print, totals->uses);
    lua_newtable(state);
    for (int i = 0; i < totals->count; ++i) {
        lua_newtable(state);
        nbb_set_field(state, "total", totals->bits[i].total);
        nbb_set_field(state, "shift", totals->bits[i].shift);
        lua_pushboolean(state, totals->bits[i].is_negative);
        lua_setfield(state, -2, "is_negative");
        nbb_source_push_name(&print, totals->bits[i].value);
        lua_setfield(state, -2, "value");
        lua_seti(state, -2, i + 1);
    }
    lua_setfield(state, -2, "bits");
    lua_setglobal(state, "lane_totals");
}
