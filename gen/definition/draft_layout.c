/* draft_layout.c - reads the rows and slices of a layout, and fields that say of its letters what they mean. */
#include "gen/base/lua_read.h"
#include "gen/definition/draft_layout.h"
#include "gen/domain/isometry.h"

nbb_status nbb_draft_at_element(const char *kind, int number, nbb_status status)
{
    return nbb_fail(status, "%s %d: %s", kind, number, nbb_message());
}

nbb_status nbb_draft_read_elements(lua_State *state, nbb_draft *draft, const char *kind, int most,
                                   nbb_status (*read)(lua_State *state, nbb_draft *draft, int index))
{
    lua_Unsigned length = lua_rawlen(state, -1);
    if (length == 0 || length > (lua_Unsigned)most) {
        return nbb_fail(NBB_ERROR_DEFINITION, "has %llu %ss; expected from 1 to %d", (unsigned long long)length, kind,
                        most);
    }
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
    const char *letter = maybe && turns ? " or a letter of 'maybe' or 'turns'"
                         : maybe        ? " or a letter of 'maybe'"
                         : turns        ? " or a letter of 'turns'"
                                        : "";
    if (isprint(found)) {
        return nbb_fail(NBB_ERROR_DEFINITION, "character %zu is '%c'; expected '#' or '.'%s", number, found, letter);
    }
    return nbb_fail(NBB_ERROR_DEFINITION, "character %zu is the byte 0x%02x; expected '#' or '.'%s", number, found,
                    letter);
}

static nbb_status read_cells(const nbb_draft *draft, const char *row, size_t length, char cells[NBB_SIDE_MAX])
{
    for (size_t x = 0; x < length; x++) {
        if (row[x] != '#' && row[x] != '.' && !draft->letters[(unsigned char)row[x]]) {
            return fail_character(draft, (unsigned char)row[x], x + 1);
        }
        cells[x] = row[x];
    }
    return NBB_OK;
}

static nbb_status read_row(lua_State *state, nbb_draft *draft, int y)
{
    if (lua_type(state, -1) != LUA_TSTRING) {
        return nbb_draft_at_element("row", y + 1, nbb_lua_fail_type(state, "a string of '#' and '.'"));
    }
    size_t length;
    const char *row = lua_tolstring(state, -1, &length);
    if (length == 0 || length > NBB_SIDE_MAX) {
        return nbb_fail(NBB_ERROR_DEFINITION, "row %d has %zu characters; a row has from 1 to %d", y + 1, length,
                        NBB_SIDE_MAX);
    }
    if ((y > 0 || draft->slice > 0) && (int64_t)length != draft->extent.at[0]) {
        return nbb_fail(NBB_ERROR_DEFINITION,
                        "row %d has %zu characters, row 1%s has %lld; all rows must be equally "
                        "long",
                        y + 1, length, draft->slice > 0 ? " of slice 1" : "", (long long)draft->extent.at[0]);
    }
    draft->extent.at[0] = (int64_t)length;
    nbb_status status = read_cells(draft, row, length, draft->layout[draft->slice][y]);
    return status == NBB_OK ? NBB_OK : nbb_draft_at_element("row", y + 1, status);
}

/* Rows at the top, of which each slice must have the same number. */
static nbb_status read_rows(lua_State *state, nbb_draft *draft)
{
    if (!nbb_lua_is_array(state)) {
        return nbb_lua_fail_type(state, "an array (keys 1, 2, ...) of strings of '#' and '.'");
    }
    int64_t rows = (int64_t)lua_rawlen(state, -1);
    if (draft->slice > 0 && rows != draft->extent.at[1]) {
        return nbb_fail(NBB_ERROR_DEFINITION, "has %lld rows, slice 1 has %lld; all slices must have equally many",
                        (long long)rows, (long long)draft->extent.at[1]);
    }
    draft->extent.at[1] = rows;
    return nbb_draft_read_elements(state, draft, "row", NBB_SIDE_MAX, read_row);
}

static nbb_status read_slice(lua_State *state, nbb_draft *draft, int z)
{
    draft->slice = z;
    nbb_status status = read_rows(state, draft);
    return status == NBB_OK ? NBB_OK : nbb_draft_at_element("slice", z + 1, status);
}

/* Whether the array at the top begins with a table. */
static bool holds_slices(lua_State *state)
{
    bool is_array = nbb_lua_is_array(state), does = is_array && lua_rawgeti(state, -1, 1) == LUA_TTABLE;
    lua_pop(state, is_array ? 1 : 0);
    return does;
}

nbb_status nbb_draft_read_layout(lua_State *state, nbb_draft *draft, nbb_field field)
{
    (void)field;
    draft->axes = holds_slices(state) ? 3 : 2;
    draft->extent.at[2] = draft->axes == 3 ? (int64_t)lua_rawlen(state, -1) : 1;
    return draft->axes == 3 ? nbb_draft_read_elements(state, draft, "slice", NBB_SIDE_MAX, read_slice)
                            : read_rows(state, draft);
}

static bool is_letter(const char *name, const void *context)
{
    (void)context;
    return isalpha((unsigned char)name[0]) && name[1] == '\0';
}

/* What the table at the top says of letters of the layout, each put at the top for `read`. */
static nbb_status read_letters(lua_State *state, nbb_draft *draft, nbb_field field,
                               nbb_status (*read)(lua_State *state, nbb_draft *draft, int letter))
{
    nbb_status status = NBB_OK;
    int table = lua_gettop(state);
    if (!lua_istable(state, table)) {
        return nbb_lua_fail_type(state, "a table of letters, { m = ... }");
    }
    if (nbb_lua_unknown_key(state, table, draft->source, is_letter, NULL)) {
        status = nbb_lua_fail_type(state, "single letters as keys");
        lua_pop(state, 1);
    }
    for (int letter = 'A'; letter <= 'z' && status == NBB_OK; letter++) {
        lua_pushlstring(state, &(char){ (char)letter }, 1);
        draft->letters[letter] |= (unsigned)(lua_rawget(state, table) != LUA_TNIL) << field;
        status = lua_isnil(state, -1) ? NBB_OK : read(state, draft, letter);
        lua_pop(state, 1);
    }
    return status;
}

static nbb_status read_chance(lua_State *state, nbb_draft *draft, int letter)
{
    double chance = lua_type(state, -1) == LUA_TNUMBER ? lua_tonumber(state, -1) : -1;
    draft->chances[letter] = chance;
    if (chance >= 0 && chance <= 1) {
        return NBB_OK;
    }
    nbb_status status = nbb_lua_fail_type(state, "a number from 0 to 1");
    return nbb_fail(status, "letter %c: %s", letter, nbb_message());
}

nbb_status nbb_draft_read_chances(lua_State *state, nbb_draft *draft, nbb_field field)
{
    return read_letters(state, draft, field, read_chance);
}

static nbb_status read_turn(lua_State *state, nbb_draft *draft, int letter)
{
    const char *name = lua_type(state, -1) == LUA_TSTRING ? lua_tostring(state, -1) : "";
    draft->turns[letter] = (int8_t)(1 + nbb_spelling_index(&nbb_isometry_names, name));
    if (draft->turns[letter] > 0) {
        return NBB_OK;
    }
    nbb_status status = nbb_lua_fail_type(state,
                                          "\"0\", \"90\", \"180\", \"270\", \"flip-x\", \"flip-y\", \"transpose\""
                                          " or \"antitranspose\"");
    return nbb_fail(status, "letter %c: %s", letter, nbb_message());
}

nbb_status nbb_draft_read_turns(lua_State *state, nbb_draft *draft, nbb_field field)
{
    return read_letters(state, draft, field, read_turn);
}
