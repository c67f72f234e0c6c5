/* program_draft.c - takes what the page program.lua read of a program's table. */
#include "gen/program/program_draft.h"

#include "gen/base/lua_read.h"

extern const nbb_page_script nbb_program_pages;

const nbb_draft_items *nbb_draft_of(const nbb_program_draft *draft, const char *field)
{
    int i = 0;
    while (strcmp(draft->fields[i].field, field) != 0) {
        ++i;
    }
    return &draft->fields[i];
}

/* Where `key` or `key.name` stands, whose value is `text` if it is a string; NULL where there is no memory. */
static nbb_status set_place(const nbb_program_draft *draft, const char *key, const char *name, const char *text,
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
    return place->field != NULL ? NBB_OK : NBB_ERROR_RUN;
}

/* A copy of a text of the table at the top, if it has that. */
static nbb_status copy_text(lua_State *state, const nbb_program_draft *draft, const char *member, const char **copy)
{
    bool has = lua_getfield(state, -1, member) == LUA_TSTRING;
    *copy = has ? nbb_arena_copy(draft->arena, lua_tostring(state, -1), lua_rawlen(state, -1)) : NULL;
    lua_pop(state, 1);
    return *copy != NULL || !has ? NBB_OK : NBB_ERROR_RUN;
}

static nbb_status take_items(lua_State *state, const nbb_program_draft *draft, nbb_draft_items *items);

/* The item at the top, of a field or of a list in it. */
static nbb_status take_item(lua_State *state, const nbb_program_draft *draft, const nbb_draft_items *items,
                            nbb_draft_item *item)
{
    const char *text = NULL;
    NBB_TRY(copy_text(state, draft, "name", &item->name));
    NBB_TRY(copy_text(state, draft, "text", &text));
    item->text = items->place;
    NBB_TRY(item->name != NULL || text != NULL ? set_place(draft, items->field, item->name, text, &item->text)
                                               : NBB_OK);
    lua_getfield(state, -1, "number");
    item->number = lua_tonumber(state, -1);
    item->is_integer = lua_isinteger(state, -1);
    item->integer = lua_tointeger(state, -1);
    if (lua_getfield(state, -2, "list") == LUA_TTABLE) {
        item->list = nbb_arena_take(draft->arena, sizeof *item->list);
        NBB_FAIL_IF(item->list == NULL, NBB_ERROR_RUN);
        *item->list = (nbb_draft_items){ .field = items->field, .given = true, .place = item->text };
        NBB_TRY(take_items(state, draft, item->list));
    }
    lua_pop(state, 2);
    return NBB_OK;
}

/* Those of the array at the top. */
static nbb_status take_items(lua_State *state, const nbb_program_draft *draft, nbb_draft_items *items)
{
    int count = (int)lua_rawlen(state, -1);
    items->items = nbb_arena_take(draft->arena, ((size_t)count + 1) * sizeof *items->items);
    NBB_FAIL_IF(items->items == NULL, NBB_ERROR_RUN);
    for (; items->count < count; ++items->count) {
        lua_rawgeti(state, -1, items->count + 1);
        NBB_TRY(take_item(state, draft, items, &items->items[items->count]));
        lua_pop(state, 1);
    }
    return NBB_OK;
}

static nbb_status take_field(lua_State *state, const nbb_program_draft *draft, nbb_draft_items *items)
{
    NBB_TRY(copy_text(state, draft, "field", &items->field));
    NBB_TRY(set_place(draft, items->field, NULL, NULL, &items->place));
    lua_getfield(state, -1, "is_named");
    items->is_named = lua_toboolean(state, -1);
    items->given = lua_getfield(state, -2, "items") == LUA_TTABLE;
    NBB_TRY(items->given ? take_items(state, draft, items) : NBB_OK);
    lua_pop(state, 2);
    return NBB_OK;
}

static nbb_status take_fields(lua_State *state, const nbb_script_found *found, void *context)
{
    nbb_program_draft *draft = context;
    int count = (int)lua_rawlen(state, -1);
    draft->line = found->line;
    draft->path = nbb_arena_copy(draft->arena, found->path, strlen(found->path));
    draft->source = nbb_arena_copy(draft->arena, found->text, strlen(found->text));
    draft->fields = nbb_arena_take(draft->arena, (size_t)count * sizeof *draft->fields);
    NBB_FAIL_IF(draft->path == NULL || draft->source == NULL || draft->fields == NULL, NBB_ERROR_RUN);
    for (; draft->count < count; ++draft->count) {
        lua_rawgeti(state, -1, draft->count + 1);
        NBB_TRY(take_field(state, draft, &draft->fields[draft->count]));
        lua_pop(state, 1);
    }
    return NBB_OK;
}

static void push_limits(lua_State *state)
{
    static const nbb_lua_number limits[] = {
        { "text", NBB_PROGRAM_TEXT_MAX },       { "name", NBB_IDENTIFIER_MAX },      { "items", NBB_DRAFT_ITEMS_MAX },
        { "offsets", NBB_NEIGHBOURS_LIST_MAX }, { "numbers", NBB_TABLE_VALUES_MAX }, { NULL, 0 }
    };
    nbb_lua_push_numbers(state, limits);
}

const nbb_script_reader nbb_program_reader = { 1u << NBB_MAKER_PROGRAM, &nbb_program_pages, push_limits,
                                               take_fields };
