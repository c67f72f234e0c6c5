/* draft_turns.c - how replicas are turned: the letters of a layout, and what field turns says of each. */
#include "gen/definition/draft.h"

#include "gen/base/lua_read.h"
#include "gen/domain/isometry.h"

#include <ctype.h>

/* A letter's turn: its name at the top, below it the letter. */
static nbb_status read_turn(lua_State *state, nbb_draft *draft)
{
    size_t length = 0;
    const char *letter = lua_type(state, -2) == LUA_TSTRING ? lua_tolstring(state, -2, &length) : "";
    if (length != 1 || !isalpha((unsigned char)*letter)) {
        lua_pop(state, 1);
        return nbb_lua_fail_type(state, "a letter for a key");
    }
    const char *name = lua_type(state, -1) == LUA_TSTRING ? lua_tostring(state, -1) : "";
    int isometry = nbb_spelling_index(&nbb_isometry_names, name);
    if (isometry < 0) {
        nbb_lua_fail_type(state, "\"0\", \"90\", \"180\", \"270\", \"flip-x\", \"flip-y\", \"transpose\" or \"antitranspose\"");
        return nbb_fail(NBB_ERROR_DEFINITION, "%s: %s", letter, nbb_message());
    }
    draft->turns[(unsigned char)*letter] = (uint8_t)(1 + isometry);
    return NBB_OK;
}

nbb_status nbb_draft_read_turns(lua_State *state, nbb_draft *draft)
{
    int top = lua_gettop(state);
    nbb_status status = NBB_OK;
    if (!lua_istable(state, -1)) {
        return nbb_lua_fail_type(state, "a table, { a = \"90\", ... }");
    }
    for (lua_pushnil(state); status == NBB_OK && lua_next(state, top) != 0;) {
        status = read_turn(state, draft);
        lua_settop(state, top + 1); /* the letter */
    }
    lua_settop(state, top);
    return status;
}

static nbb_status turn_replica(const nbb_draft *draft, nbb_replicas *replicas, int beta, char sign)
{
    int isometry = draft->turns[(unsigned char)sign] - 1;
    if (sign == '#') {
        return NBB_OK;
    }
    if (isometry < 0) {
        return nbb_draft_fail(draft, NBB_FIELD_LAYOUT,
                              "row %d: character %d is '%c', which field 'turns' does not name; expected '#', '.' or a"
                              " letter that it does",
                              replicas->tau[beta][1] + 1, replicas->tau[beta][0] + 1, sign);
    }
    if ((isometry & NBB_ISOMETRY_SWAPS) != 0 && replicas->s.at[0] != replicas->s.at[1]) {
        return nbb_draft_fail(draft, NBB_FIELD_TURNS,
                              "%c = \"%s\" exchanges the sides of a layout of %lld x %lld; expected equal ones", sign,
                              nbb_isometry_names.names[isometry], (long long)replicas->s.at[0],
                              (long long)replicas->s.at[1]);
    }
    replicas->isometry[beta] = (uint8_t)isometry;
    return NBB_OK;
}

nbb_status nbb_draft_turn(const nbb_draft *draft, nbb_replicas *replicas)
{
    bool used[UCHAR_MAX + 1] = { false };
    if (draft->given[NBB_FIELD_TURNS] && draft->axes > 2) {
        return nbb_draft_fail(draft, NBB_FIELD_TURNS,
                              "turns replicas in the plane, and the layout has a third axis; leave it out");
    }
    for (int beta = 0; beta < replicas->k && draft->given[NBB_FIELD_LAYOUT]; beta++) {
        const uint8_t *tau = replicas->tau[beta];
        char sign = draft->layout[tau[2]][tau[1]][tau[0]];
        NBB_TRY(turn_replica(draft, replicas, beta, sign));
        used[(unsigned char)sign] = true;
    }
    for (int letter = 0; letter <= UCHAR_MAX; letter++) {
        if (draft->turns[letter] != 0 && !used[letter]) {
            return nbb_draft_fail(draft, NBB_FIELD_TURNS, "names '%c', which the layout does not have", letter);
        }
    }
    return NBB_OK;
}

/* Any level is below another, for they repeat. */
nbb_status nbb_draft_check_turned(const nbb_draft *draft, nbb_fractal *fractal)
{
    bool swaps = false;
    nbb_fractal_find_orientations(fractal);
    for (int i = 0; i < fractal->orientations; i++) {
        swaps = swaps || (fractal->isometries[i] & NBB_ISOMETRY_SWAPS) != 0;
    }
    for (int i = 0; i < fractal->table_count && swaps; i++) {
        const nbb_vector *s = &fractal->tables[i].s;
        if (s->at[0] != s->at[1]) {
            return nbb_draft_fail(draft, NBB_FIELD_LEVELS,
                                  "has a level that exchanges its sides above level %d of %lld x %lld; expected equal"
                                  " sides on all levels",
                                  i + 1, (long long)s->at[0], (long long)s->at[1]);
        }
    }
    return NBB_OK;
}
