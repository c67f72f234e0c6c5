/* program_draft.c - takes what the page program.lua read of a program's table. */
#include "gen/program/program_checker.h"

#include "gen/base/lua_read.h"

extern const nbb_page_script nbb_program_pages;

const nbb_draft_item *nbb_draft_of(const nbb_program_draft *draft, const char *field)
{
    const nbb_draft_item *items = draft->file.items;
    return &items[NBB_FIND(i, INT_MAX, strcmp(items[i].name, field) == 0)];
}

/* Where `key` or `key.name` stands, whose value is `text` if it is a string; NULL where there is no memory. */
static nbb_status set_place(const nbb_program_draft *draft, const char *key, const char *name, const char *text,
                            nbb_field_text *place)
{
    nbb_source_place found = nbb_source_find(draft->source, key, 0, name, text);
    NBB_LOCAL_TEXT label = nbb_text_of("%s%s%s", key, name != NULL ? "." : "", name != NULL ? name : "");
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

/* The item at the top, which is in another one, and those in it. */
static nbb_status take_item(lua_State *state, const nbb_program_draft *draft, const nbb_draft_item *of,
                            nbb_draft_item *item)
{
    const char *text = NULL;
    NBB_TRY(copy_text(state, draft, "name", &item->name));
    NBB_TRY(copy_text(state, draft, "text", &text));
    item->text = of->text;
    if (item->name != NULL || text != NULL) {
        bool is_field = of == &draft->file;
        NBB_TRY(set_place(draft, is_field ? item->name : of->name, is_field ? NULL : item->name, text, &item->text));
    }
    lua_getfield(state, -1, "number");
    item->number = lua_tonumber(state, -1);
    item->is_integer = lua_isinteger(state, -1);
    item->integer = lua_tointeger(state, -1);
    lua_pop(state, 1);
    item->is_given = lua_getfield(state, -1, "list") == LUA_TTABLE;
    int count = item->is_given ? (int)lua_rawlen(state, -1) : 0;
    NBB_TRY(NBB_ARRAYS(draft->arena, NBB_ARRAY(item->items, count + 1)));
    for (; item->count < count; ++item->count) {
        lua_rawgeti(state, -1, item->count + 1);
        NBB_TRY(take_item(state, draft, item, &item->items[item->count]));
        lua_pop(state, 1);
    }
    lua_pop(state, 1);
    return NBB_OK;
}

static nbb_status take_file(lua_State *state, const nbb_script_found *found, void *context)
{
    nbb_program_draft *draft = context;
    draft->line = found->line;
    draft->path = nbb_arena_copy(draft->arena, found->path, strlen(found->path));
    draft->source = nbb_arena_copy(draft->arena, found->text, strlen(found->text));
    NBB_FAIL_IF(draft->path == NULL || draft->source == NULL, NBB_ERROR_RUN);
    return take_item(state, draft, &draft->file, &draft->file);
}

static void push_limits(lua_State *state)
{
    static const nbb_lua_number limits[] = {
        { "text", NBB_PROGRAM_TEXT_MAX },       { "name", NBB_IDENTIFIER_MAX },      { "items", NBB_DRAFT_ITEMS_MAX },
        { "offsets", NBB_NEIGHBOURS_LIST_MAX }, { "numbers", NBB_TABLE_VALUES_MAX }, { NULL, 0 }
    };
    nbb_lua_push_numbers(state, limits);
}

const nbb_script_reader nbb_program_reader = { 1u << NBB_MAKER_PROGRAM, &nbb_program_pages, push_limits, take_file };
