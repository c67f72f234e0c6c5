/* draft_layout.c - reads the rows and slices of a layout, and fields that say of its letters what they mean. */
#include "gen/base/lua_read.h"
#include "gen/definition/draft.h"
#include "gen/domain/isometry.h"

nbb_status nbb_draft_at_element(const char *kind, int number, nbb_status status)
{
    return nbb_fail(status, "%s %d: %s", kind, number, nbb_message());
}

nbb_status nbb_draft_read_elements(lua_State *state, nbb_draft *draft, const char *kind, const char *what, int most,
                                   nbb_status (*read)(lua_State *state, nbb_draft *draft, int index))
{
    lua_Unsigned length = lua_rawlen(state, -1);
    NBB_LOCAL_TEXT expected = nbb_text_of("an array (keys 1, 2, ...) of %s", what);
    NBB_FAIL_IF(!nbb_lua_is_array(state), nbb_lua_fail_type(state, nbb_text_string(&expected)));
    NBB_FAIL_IF(length == 0 || length > (lua_Unsigned)most,
                nbb_fail(NBB_ERROR_DEFINITION, "has %llu %ss; expected from 1 to %d", (unsigned long long)length,
                         kind, most));
    nbb_status status = NBB_OK;
    for (int i = 0; i < (int)length && status == NBB_OK; i++) {
        lua_rawgeti(state, -1, i + 1);
        status = read(state, draft, i);
        lua_pop(state, 1);
    }
    return status;
}

static nbb_status fail_character(const nbb_draft *draft, unsigned char found, size_t number)
{
    bool maybe = draft->given[NBB_FIELD_MAYBE], turns = draft->given[NBB_FIELD_TURNS];
    NBB_LOCAL_TEXT is = nbb_text_of(isprint(found) ? "'%c'" : "the byte 0x%02x", found);
    return nbb_fail(NBB_ERROR_DEFINITION, "character %zu is %s; expected '#' or '.'%s", number, nbb_text_string(&is),
                    maybe && turns ? " or a letter of 'maybe' or 'turns'"
                    : maybe        ? " or a letter of 'maybe'"
                    : turns        ? " or a letter of 'turns'"
                                   : "");
}

static nbb_status read_row(lua_State *state, nbb_draft *draft, int y)
{
    NBB_FAIL_IF(lua_type(state, -1) != LUA_TSTRING,
                nbb_draft_at_element("row", y + 1, nbb_lua_fail_type(state, "a string of '#' and '.'")));
    size_t length;
    const char *row = lua_tolstring(state, -1, &length);
    NBB_FAIL_IF(length == 0 || length > NBB_SIDE_MAX,
                nbb_fail(NBB_ERROR_DEFINITION, "row %d has %zu characters; a row has from 1 to %d", y + 1, length,
                         NBB_SIDE_MAX));
    NBB_FAIL_IF((y > 0 || draft->slice > 0) && (int64_t)length != draft->extent.at[0],
                nbb_fail(NBB_ERROR_DEFINITION,
                         "row %d has %zu characters, row 1%s has %lld; all rows must be equally "
                         "long",
                         y + 1, length, draft->slice > 0 ? " of slice 1" : "", (long long)draft->extent.at[0]));
    draft->extent.at[0] = (int64_t)length;
    for (size_t x = 0; x < length; x++) {
        NBB_FAIL_IF(row[x] != '#' && row[x] != '.' && !draft->letters[(unsigned char)row[x]],
                    nbb_draft_at_element("row", y + 1, fail_character(draft, (unsigned char)row[x], x + 1)));
        draft->layout[draft->slice][y][x] = row[x];
    }
    return NBB_OK;
}

/* Rows at the top, of which each slice must have the same number. */
static nbb_status read_rows(lua_State *state, nbb_draft *draft)
{
    int64_t rows = (int64_t)lua_rawlen(state, -1);
    NBB_FAIL_IF(draft->slice > 0 && nbb_lua_is_array(state) && rows != draft->extent.at[1],
                nbb_fail(NBB_ERROR_DEFINITION, "has %lld rows, slice 1 has %lld; all slices must have equally many",
                         (long long)rows, (long long)draft->extent.at[1]));
    draft->extent.at[1] = rows;
    return nbb_draft_read_elements(state, draft, "row", "strings of '#' and '.'", NBB_SIDE_MAX, read_row);
}

static nbb_status read_slice(lua_State *state, nbb_draft *draft, int z)
{
    draft->slice = z;
    nbb_status status = read_rows(state, draft);
    return status == NBB_OK ? NBB_OK : nbb_draft_at_element("slice", z + 1, status);
}

nbb_status nbb_draft_read_layout(lua_State *state, nbb_draft *draft)
{
    bool is_array = nbb_lua_is_array(state), holds_slices = is_array && lua_rawgeti(state, -1, 1) == LUA_TTABLE;
    lua_pop(state, is_array ? 1 : 0);
    draft->axes = holds_slices ? 3 : 2;
    draft->extent.at[2] = holds_slices ? (int64_t)lua_rawlen(state, -1) : 1;
    return holds_slices ? nbb_draft_read_elements(state, draft, "slice", "slices", NBB_SIDE_MAX, read_slice)
                        : read_rows(state, draft);
}

static bool is_letter(const char *name, const void *context)
{
    (void)context;
    return isalpha((unsigned char)name[0]) && name[1] == '\0';
}

/* What the table at the top says of letters of the layout, each put at the top for `read`. */
static nbb_status read_letters(lua_State *state, nbb_draft *draft,
                               nbb_status (*read)(lua_State *state, nbb_draft *draft, int letter))
{
    nbb_status status = NBB_OK;
    int table = lua_gettop(state);
    NBB_FAIL_IF(!lua_istable(state, table), nbb_lua_fail_type(state, "a table of letters, { m = ... }"));
    if (nbb_lua_unknown_key(state, table, draft->source, is_letter, NULL)) {
        status = nbb_lua_fail_type(state, "single letters as keys");
        lua_pop(state, 1);
    }
    for (int letter = 'A'; letter <= 'z' && status == NBB_OK; letter++) {
        lua_pushlstring(state, &(char){ (char)letter }, 1);
        draft->letters[letter] |= (unsigned)(lua_rawget(state, table) != LUA_TNIL) << draft->field;
        status = lua_isnil(state, -1) ? NBB_OK : read(state, draft, letter);
        status = status == NBB_OK ? NBB_OK : nbb_fail(status, "letter %c: %s", letter, nbb_message());
        lua_pop(state, 1);
    }
    return status;
}

static nbb_status read_chance(lua_State *state, nbb_draft *draft, int letter)
{
    double chance = lua_type(state, -1) == LUA_TNUMBER ? lua_tonumber(state, -1) : -1;
    draft->chances[letter] = chance;
    return chance >= 0 && chance <= 1 ? NBB_OK : nbb_lua_fail_type(state, "a number from 0 to 1");
}

static nbb_status read_turn(lua_State *state, nbb_draft *draft, int letter)
{
    const char *name = lua_type(state, -1) == LUA_TSTRING ? lua_tostring(state, -1) : "";
    draft->turns[letter] = (int8_t)(1 + nbb_spelling_index(&nbb_isometry_names, name));
    return draft->turns[letter] > 0
               ? NBB_OK
               : nbb_lua_fail_type(state, "\"0\", \"90\", \"180\", \"270\", \"flip-x\", \"flip-y\", \"transpose\""
                                          " or \"antitranspose\"");
}

nbb_status nbb_draft_read_letters(lua_State *state, nbb_draft *draft)
{
    return read_letters(state, draft, draft->field == NBB_FIELD_MAYBE ? read_chance : read_turn);
}
