/* program_draft.c - a program's Lua table into plain C data, field by field.

   All accesses are raw and never raise, so C memory may be held between them; only pushing a field's name may, and
   then nothing is held but what the arena owns. */
#include "gen/program/program_draft.h"

#include "gen/program/program_checker.h"

#define X(name, text, shapes, needed) text,
static const char *const field_names[NBB_PROGRAM_FIELD_COUNT] = { NBB_PROGRAM_FIELDS(X) };
#undef X
#define X(name, text, shapes, needed) shapes,
static const int field_shapes[NBB_PROGRAM_FIELD_COUNT] = { NBB_PROGRAM_FIELDS(X) };
#undef X
#define X(name, text, shapes, needed) needed,
static const bool field_needed[NBB_PROGRAM_FIELD_COUNT] = { NBB_PROGRAM_FIELDS(X) };
#undef X

static const struct {
    int shape;
    const char *words;
} shapes[] = {
    { NBB_SHAPE_TEXT, "a string" },
    { NBB_SHAPE_TEXTS, "an array of strings" },
    { NBB_SHAPE_NAMED_TEXTS, "a table of strings by name" },
    { NBB_SHAPE_NAMED_NUMBERS, "a table of numbers by name" },
    { NBB_SHAPE_OFFSETS, "an array of offsets { dx, dy } or { dx, dy, dz }" },
    { NBB_SHAPE_LISTS, "a table of such lists by name" },
    { NBB_SHAPE_TABLES, "a table of arrays of numbers by name" },
    { NBB_SHAPE_LETS, "a table of strings by name, as { half = \"T / 2\", [\"eq(w, c)\"] = \"w * c\" }" },
};

/* ---- places ---- */

/* Where `key` or `key.name` stands, whose value is `text` if it is a string; NULL where there is no memory. */
static bool set_place(const nbb_program_draft *draft, const char *key, const char *name, const char *text,
                      nbb_field_text *place)
{
    nbb_source_place found = nbb_source_find(draft->source, key, name, text);
    NBB_LOCAL_TEXT label = NBB_TEXT_EMPTY;
    nbb_text_add(&label, "%s%s%s", key, name != NULL ? "." : "", name != NULL ? name : "");
    *place = (nbb_field_text){ .path = draft->path,
                               .field = nbb_arena_copy(draft->arena, nbb_text_string(&label), label.length),
                               .text = text,
                               .source = draft->source,
                               .line = found.line > 0 ? found.line : draft->line,
                               .found = found.found,
                               .at = found.at };
    return place->field != NULL;
}

/* Opens the recorded message with the field's place. */
static nbb_status at_field(const nbb_field_text *place)
{
    return nbb_field_fail_whole(place, "%s", nbb_message());
}

/* ---- items: the value is at the top ---- */

static nbb_status read_text(lua_State *state, const nbb_program_draft *draft, const char *key, nbb_draft_item *item)
{
    size_t length = 0;
    NBB_FAIL_IF(lua_type(state, -1) != LUA_TSTRING, nbb_lua_fail_type(state, "a string"));
    const char *text = lua_tolstring(state, -1, &length);
    NBB_FAIL_IF(strlen(text) != length, nbb_fail(NBB_ERROR_DEFINITION, "holds a zero byte"));
    NBB_FAIL_IF(
        length > NBB_PROGRAM_TEXT_MAX,
        nbb_fail(NBB_ERROR_DEFINITION, "a text of %zu bytes; at most %d are taken", length, NBB_PROGRAM_TEXT_MAX));
    const char *copy = nbb_arena_copy(draft->arena, text, length);
    return copy != NULL && set_place(draft, key, item->name, copy, &item->text) ? NBB_OK : NBB_ERROR_RUN;
}

static nbb_status read_number(lua_State *state, nbb_draft_item *item)
{
    NBB_FAIL_IF(lua_type(state, -1) != LUA_TNUMBER, nbb_lua_fail_type(state, "a number"));
    item->number = lua_tonumber(state, -1);
    item->is_integer = lua_isinteger(state, -1);
    return isfinite(item->number) ? NBB_OK : nbb_lua_fail_type(state, "a finite number");
}

static nbb_status read_offset(lua_State *state, nbb_draft_item *item)
{
    for (item->axes = 2; item->axes <= NBB_AXES_MAX; ++item->axes) {
        if (nbb_lua_integers(state, item->offset.at, item->axes)) {
            return NBB_OK;
        }
        item->offset = (nbb_vector){ { 0 } };
    }
    return nbb_lua_fail_type(state, "two or three whole numbers, { dx, dy } or { dx, dy, dz }");
}

static nbb_status read_array(lua_State *state, const nbb_program_draft *draft, const char *key,
                             nbb_draft_items *field);

/* Reads the array of a list of neighbours, or of a constant table. */
static nbb_status read_inner(lua_State *state, const nbb_program_draft *draft, const char *key, int shape,
                             const char *expected, nbb_draft_item *item)
{
    bool fits = lua_istable(state, -1) && nbb_lua_is_array(state);
    NBB_FAIL_IF(!fits || (shape == NBB_SHAPE_NUMBERS && lua_rawlen(state, -1) == 0),
                nbb_lua_fail_type(state, expected));
    item->list = nbb_arena_take(draft->arena, sizeof *item->list);
    NBB_FAIL_IF(item->list == NULL, NBB_ERROR_RUN);
    *item->list = (nbb_draft_items){ .given = true, .shape = shape, .place = item->text };
    return read_array(state, draft, key, item->list);
}

static nbb_status read_value(lua_State *state, const nbb_program_draft *draft, const char *key, int shape,
                             nbb_draft_item *item)
{
    switch (shape) {
    case NBB_SHAPE_LISTS:
        return lua_type(state, -1) == LUA_TSTRING
                   ? read_text(state, draft, key, item)
                   : read_inner(state, draft, key, NBB_SHAPE_OFFSETS,
                                "a list's name or an array of offsets { dx, dy } or { dx, dy, dz }", item);
    case NBB_SHAPE_TABLES:
        return read_inner(state, draft, key, NBB_SHAPE_NUMBERS, "an array of numbers", item);
    case NBB_SHAPE_NAMED_NUMBERS:
    case NBB_SHAPE_NUMBERS:
        return read_number(state, item);
    case NBB_SHAPE_OFFSETS:
        return read_offset(state, item);
    default:
        return read_text(state, draft, key, item);
    }
}

/* Reads one value of the field's shape. Of a list its items say where they stand. */
static nbb_status read_item(lua_State *state, const nbb_program_draft *draft, const char *key, int shape,
                            nbb_draft_item *item)
{
    bool placed = item->text.field != NULL || set_place(draft, key, item->name, NULL, &item->text);
    nbb_status status = placed ? read_value(state, draft, key, shape, item) : NBB_ERROR_RUN;
    return status == NBB_ERROR_DEFINITION && item->list == NULL ? at_field(&item->text) : status;
}

/* ---- tables ---- */

/* Whether a field's table may have the name; formals of a named expression program_lets.c reads. */
static bool is_name(const char *name, const void *field)
{
    bool has_heads = ((const nbb_draft_items *)field)->shape == NBB_SHAPE_LETS;
    return has_heads ? *name != '\0' && strlen(name) <= NBB_PROGRAM_TEXT_MAX : nbb_is_identifier(name);
}

static nbb_status fail_name(lua_State *state, const nbb_draft_items *field)
{
    NBB_FAIL_IF(lua_type(state, -1) == LUA_TSTRING,
                nbb_field_fail_whole(&field->place,
                                     "'%.*s' cannot be a name: names are C identifiers of at most %d characters",
                                     NBB_LUA_SHOWN_MAX, lua_tostring(state, -1), NBB_IDENTIFIER_MAX));
    NBB_LOCAL_TEXT got = NBB_TEXT_EMPTY;
    nbb_lua_describe(state, -1, &got);
    nbb_field_fail_whole(&field->place, "expected a name before each value, got %s", nbb_text_string(&got));
    return NBB_ERROR_DEFINITION;
}

/* How many items an array or a table may have. */
static unsigned most_of(int shape)
{
    return shape == NBB_SHAPE_OFFSETS   ? NBB_NEIGHBOURS_LIST_MAX
           : shape == NBB_SHAPE_NUMBERS ? NBB_TABLE_VALUES_MAX
                                        : NBB_DRAFT_ITEMS_MAX;
}

static nbb_status fail_many(const nbb_draft_items *field)
{
    return nbb_field_fail_whole(&field->place, "has more than %u items", most_of(field->shape));
}

static int compare_items(const void *a, const void *b)
{
    return strcmp(((const nbb_draft_item *)a)->name, ((const nbb_draft_item *)b)->name);
}

/* The names of the table at the top become items, in their order: a table's own differs from run to run. */
static nbb_status read_names(lua_State *state, const nbb_program_draft *draft, nbb_draft_items *field)
{
    nbb_status status = NBB_OK;
    if (nbb_lua_unknown_key(state, lua_gettop(state), draft->source, is_name, field)) {
        status = fail_name(state, field);
        lua_pop(state, 1);
        return status;
    }
    for (lua_pushnil(state); lua_next(state, -2); lua_pop(state, 1)) {
        nbb_draft_item *item = &field->items[field->count];
        const char *name = lua_tostring(state, -2);
        bool fits = field->count < NBB_DRAFT_ITEMS_MAX;
        item->name = fits ? nbb_arena_copy(draft->arena, name, strlen(name)) : NULL;
        if (item->name == NULL) {
            lua_pop(state, 2);
            return fits ? NBB_ERROR_RUN : fail_many(field);
        }
        ++field->count;
    }
    qsort(field->items, (size_t)field->count, sizeof *field->items, compare_items);
    return NBB_OK;
}

static nbb_status read_array(lua_State *state, const nbb_program_draft *draft, const char *key,
                             nbb_draft_items *field)
{
    lua_Unsigned length = lua_rawlen(state, -1), most = most_of(field->shape);
    NBB_FAIL_IF(length > most, fail_many(field));
    field->items = nbb_arena_take(draft->arena, ((size_t)length + 1) * sizeof *field->items);
    NBB_FAIL_IF(field->items == NULL, NBB_ERROR_RUN);
    for (int i = 0; i < (int)length; ++i, ++field->count) {
        field->items[i].text = field->place;
        lua_rawgeti(state, -1, i + 1);
        nbb_status status = read_item(state, draft, key, field->shape, &field->items[i]);
        lua_pop(state, 1);
        NBB_TRY(status);
    }
    return NBB_OK;
}

/* ---- fields ---- */

/* The shape of the value at the top among those allowed, or 0. */
static int shape_of(lua_State *state, int allowed)
{
    if (lua_type(state, -1) == LUA_TSTRING) {
        return allowed & NBB_SHAPE_TEXT;
    }
    if (!lua_istable(state, -1)) {
        return 0;
    }
    bool array = nbb_lua_is_array(state); /* an empty table is one, and has no names either */
    int of_array = allowed & (NBB_SHAPE_TEXTS | NBB_SHAPE_OFFSETS);
    int of_names = allowed
                   & (NBB_SHAPE_NAMED_TEXTS | NBB_SHAPE_NAMED_NUMBERS | NBB_SHAPE_LISTS | NBB_SHAPE_TABLES
                      | NBB_SHAPE_LETS);
    return array && (of_array != 0 || lua_rawlen(state, -1) > 0) ? of_array : of_names;
}

static nbb_status read_field(lua_State *state, const nbb_program_draft *draft, int number, nbb_draft_items *field)
{
    const char *key = field_names[number];
    field->shape = shape_of(state, field_shapes[number]);
    if (field->shape == 0) {
        NBB_LOCAL_TEXT expected = NBB_TEXT_EMPTY;
        for (size_t i = 0; i < sizeof shapes / sizeof *shapes; ++i) {
            if (field_shapes[number] & shapes[i].shape) {
                nbb_text_add(&expected, "%s%s", expected.length > 0 ? " or " : "", shapes[i].words);
            }
        }
        nbb_lua_fail_type(state, nbb_text_string(&expected));
        return at_field(&field->place);
    }
    if (field->shape == NBB_SHAPE_TEXT) {
        field->items = nbb_arena_take(draft->arena, sizeof *field->items);
        field->count = 1;
        return field->items == NULL ? NBB_ERROR_RUN : read_item(state, draft, key, field->shape, &field->items[0]);
    }
    if (field->shape == NBB_SHAPE_TEXTS || field->shape == NBB_SHAPE_OFFSETS) {
        return read_array(state, draft, key, field);
    }
    field->items = nbb_arena_take(draft->arena, (NBB_DRAFT_ITEMS_MAX + 1) * sizeof *field->items);
    NBB_TRY(field->items != NULL ? read_names(state, draft, field) : NBB_ERROR_RUN);
    for (int i = 0; i < field->count; ++i) {
        lua_pushstring(state, field->items[i].name);
        lua_rawget(state, -2);
        nbb_status status = read_item(state, draft, key, field->shape, &field->items[i]);
        lua_pop(state, 1);
        NBB_TRY(status);
    }
    return NBB_OK;
}

nbb_status nbb_program_draft_read(lua_State *state, int index, nbb_program_draft *draft)
{
    const nbb_lua_fields fields = {
        { field_names, NBB_PROGRAM_FIELD_COUNT }, draft->path, draft->source, draft->line
    };
    NBB_TRY(nbb_lua_check_fields(state, index, &fields));
    for (int i = 0; i < NBB_PROGRAM_FIELD_COUNT; ++i) {
        nbb_draft_items *field = &draft->fields[i];
        NBB_TRY(set_place(draft, field_names[i], NULL, NULL, &field->place) ? NBB_OK : NBB_ERROR_RUN);
        lua_pushstring(state, field_names[i]);
        lua_rawget(state, index);
        field->given = !lua_isnil(state, -1);
        nbb_status status = field->given ? read_field(state, draft, i, field) : NBB_OK;
        lua_pop(state, 1);
        NBB_TRY(status);
        NBB_FAIL_IF(!field->given && field_needed[i],
                    nbb_fail_at(NBB_ERROR_DEFINITION, draft->path, draft->line,
                                "the program has no '%s', which every program needs", field_names[i]));
    }
    return NBB_OK;
}
