/* draft_read.c - a definition's Lua table into plain C data, field by field.

   All accesses are raw and never raise, so C memory may be held between them; only pushing a field's name may, and
   then nothing is held but what the draft owns. */
#include "gen/definition/draft.h"
#include "gen/base/lua_read.h"

#include <ctype.h>
#include <lauxlib.h>
#include <stdlib.h>
#include <string.h>

#define FIELD_NAME(name, spelling, reader, owners) #spelling,
static const char *const field_names[NBB_FIELDS] = { NBB_DRAFT_FIELDS(FIELD_NAME) };
#undef FIELD_NAME
#define FIELD_OWNERS(name, spelling, reader, owners) owners,
static const int field_owners[NBB_FIELDS] = { NBB_DRAFT_FIELDS(FIELD_OWNERS) };
#undef FIELD_OWNERS

const char *nbb_field_name(nbb_field field)
{
    return field_names[field];
}

nbb_status nbb_draft_at(const nbb_draft *draft, nbb_field field, nbb_status status)
{
    const char *name = field_names[field];
    return nbb_fail_at(status, draft->path, nbb_source_line(draft->source, name, draft->line), "field '%s': %s", name,
                       nbb_message());
}

nbb_status nbb_draft_fail(const nbb_draft *draft, nbb_field field, const char *format, ...)
{
    NBB_LOCAL_TEXT words = NBB_TEXT_EMPTY;
    va_list arguments;
    va_start(arguments, format);
    nbb_text_add_list(&words, format, arguments);
    va_end(arguments);
    nbb_fail(NBB_ERROR_DEFINITION, "%s", nbb_text_string(&words));
    return nbb_draft_at(draft, field, NBB_ERROR_DEFINITION);
}

/* Opens the recorded message with the element's place in its array. */
static nbb_status at_element(const char *kind, int number, nbb_status status)
{
    return nbb_fail(status, "%s %d: %s", kind, number, nbb_message());
}

/* ---- readers: the field's value is at the top; nbb_draft_read adds the field's place to their messages ---- */

static nbb_status read_text(lua_State *state, nbb_draft *draft, nbb_field field)
{
    if (lua_type(state, -1) != LUA_TSTRING) {
        return nbb_lua_fail_type(state, "a string");
    }
    size_t length;
    const char *text = lua_tolstring(state, -1, &length);
    if (strlen(text) != length) {
        return nbb_fail(NBB_ERROR_DEFINITION, "holds a zero byte");
    }
    draft->texts[field] = strdup(text);
    return draft->texts[field] != NULL ? NBB_OK : nbb_fail_memory(length + 1, "a definition");
}

static nbb_status read_replica_count(lua_State *state, nbb_draft *draft, nbb_field field)
{
    (void)field;
    return nbb_lua_integer(state, -1, &draft->k) ? NBB_OK : nbb_lua_fail_type(state, "an integer");
}

static nbb_status read_axes(lua_State *state, nbb_draft *draft, nbb_field field)
{
    (void)field;
    return nbb_lua_integer(state, -1, &draft->m) ? NBB_OK : nbb_lua_fail_type(state, "an integer");
}

static nbb_status read_sides(lua_State *state, nbb_draft *draft, nbb_field field)
{
    (void)field;
    int64_t side = 0;
    if (nbb_lua_integer(state, -1, &side)) {
        draft->s = (nbb_vector){ { side, side } };
    } else if (!nbb_lua_integers(state, draft->s.at, NBB_AXES)) {
        return nbb_lua_fail_type(state, "an integer or two, { sx, sy }");
    }
    for (int axis = 0; axis < NBB_AXES; axis++) {
        if (draft->s.at[axis] < 1 || draft->s.at[axis] > NBB_SIDE_MAX) {
            return nbb_fail(NBB_ERROR_DEFINITION, "a side of %lld; a side is from 1 to %d",
                            (long long)draft->s.at[axis], NBB_SIDE_MAX);
        }
    }
    return NBB_OK;
}

static nbb_status fail_character(unsigned char found, size_t number)
{
    if (isprint(found)) {
        return nbb_fail(NBB_ERROR_DEFINITION, "character %zu is '%c'; expected '#' or '.'", number, found);
    }
    return nbb_fail(NBB_ERROR_DEFINITION, "character %zu is the byte 0x%02x; expected '#' or '.'", number, found);
}

static nbb_status read_cells(const char *row, size_t length, bool cells[NBB_SIDE_MAX])
{
    for (size_t x = 0; x < length; x++) {
        if (row[x] != '#' && row[x] != '.') {
            return fail_character((unsigned char)row[x], x + 1);
        }
        cells[x] = row[x] == '#';
    }
    return NBB_OK;
}

static nbb_status read_row(lua_State *state, nbb_draft *draft, int y)
{
    if (lua_type(state, -1) != LUA_TSTRING) {
        return at_element("row", y + 1, nbb_lua_fail_type(state, "a string of '#' and '.'"));
    }
    size_t length;
    const char *row = lua_tolstring(state, -1, &length);
    if (length == 0 || length > NBB_SIDE_MAX) {
        return nbb_fail(NBB_ERROR_DEFINITION, "row %d has %zu characters; a row has from 1 to %d", y + 1, length,
                        NBB_SIDE_MAX);
    }
    if (y > 0 && (int64_t)length != draft->extent.at[0]) {
        return nbb_fail(NBB_ERROR_DEFINITION,
                        "row %d has %zu characters, row 1 has %lld; all rows must be equally long", y + 1, length,
                        (long long)draft->extent.at[0]);
    }
    draft->extent = (nbb_vector){ { (int64_t)length, y + 1 } };
    nbb_status status = read_cells(row, length, draft->layout[y]);
    return status == NBB_OK ? NBB_OK : at_element("row", y + 1, status);
}

/* Reads the array at the top, 1 to `most` elements of the kind ("row"), each put at the top for `read`. */
static nbb_status read_elements(lua_State *state, nbb_draft *draft, const char *kind, int most,
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

static nbb_status read_layout(lua_State *state, nbb_draft *draft, nbb_field field)
{
    (void)field;
    if (!nbb_lua_is_array(state)) {
        return nbb_lua_fail_type(state, "an array (keys 1, 2, ...) of strings of '#' and '.'");
    }
    return read_elements(state, draft, "row", NBB_SIDE_MAX, read_row);
}

static nbb_status read_replica(lua_State *state, nbb_draft *draft, int index)
{
    if (!nbb_lua_integers(state, draft->replicas[index].at, NBB_AXES)) {
        return at_element("replica", index + 1, nbb_lua_fail_type(state, "two integers, { x, y }"));
    }
    draft->count = index + 1;
    return NBB_OK;
}

static nbb_status read_replicas(lua_State *state, nbb_draft *draft, nbb_field field)
{
    (void)field;
    if (!nbb_lua_is_array(state)) {
        return nbb_lua_fail_type(state, "an array (keys 1, 2, ...) of positions { x, y }");
    }
    return read_elements(state, draft, "replica", NBB_K_MAX, read_replica);
}

typedef nbb_status reader(lua_State *state, nbb_draft *draft, nbb_field field);

static reader *const readers[NBB_FIELDS] = {
#define FIELD_READER(name, spelling, reader, owners) read_##reader,
    NBB_DRAFT_FIELDS(FIELD_READER)
#undef FIELD_READER
};

/* ---- the table ---- */

/* The names of the fields that this kind of definition has; returns how many. */
static int names_of(nbb_kind kind, const char *names[NBB_FIELDS])
{
    int count = 0;
    for (int field = 0; field < NBB_FIELDS; field++) {
        if (field_owners[field] >> kind & 1) {
            names[count++] = field_names[field];
        }
    }
    return count;
}

nbb_status nbb_draft_read(lua_State *state, int index, nbb_draft *draft)
{
    const char *names[NBB_FIELDS];
    const nbb_lua_fields fields = {
        { names, names_of(draft->kind, names) }, draft->path, draft->source, draft->line
    };
    NBB_TRY(nbb_lua_check_fields(state, index, &fields));
    for (nbb_field field = 0; field < NBB_FIELDS; field++) {
        lua_pushstring(state, field_names[field]);
        lua_rawget(state, index);
        draft->given[field] = !lua_isnil(state, -1);
        nbb_status status = draft->given[field] ? readers[field](state, draft, field) : NBB_OK;
        lua_pop(state, 1);
        if (status != NBB_OK) {
            return nbb_draft_at(draft, field, status);
        }
    }
    return NBB_OK;
}

void nbb_draft_free(nbb_draft *draft)
{
    for (int field = 0; field < NBB_FIELDS; field++) {
        free(draft->texts[field]);
        draft->texts[field] = NULL;
    }
}
