/* program.c - a program's parameters, its file, as the page program.lua reads it, and its end. */
#include "gen/program/program_checker.h"

static nbb_status fail_parameter(const nbb_program *program, const char *asked, const char *name)
{
    const char *names[NBB_PARAMETERS_MAX];
    NBB_LOCAL_TEXT words = NBB_TEXT_EMPTY;
    int count = program->given_count;
    nbb_program_names(program, NBB_NAMED_PARAMETER, names);
    nbb_add_near(&words, name, names, count);
    nbb_text_add(&words, count > 0 ? " (the parameters are" : " (it has none)");
    for (int i = 0; i < count; ++i) {
        nbb_text_add(&words, "%s %s%s", i > 0 ? "," : "", names[i], i + 1 == count ? ")" : "");
    }
    return NBB_REFUSE("%s: %s has no parameter '%s'%s", asked, program->name, name, nbb_text_string(&words));
}

nbb_status nbb_program_set(nbb_program *program, const char *asked, const char *assignment)
{
    const char *sign = strchr(assignment, '=');
    char *end = NULL;
    NBB_REFUSE_IF(sign == NULL || sign == assignment, "%s: NAME=VALUE is expected", asked);
    char *name = nbb_arena_copy(program->arena, assignment, (size_t)(sign - assignment));
    NBB_FAIL_IF(name == NULL, NBB_ERROR_RUN);
    int number = nbb_program_parameter_index(program, name);
    double value = strtod(sign + 1, &end);
    NBB_FAIL_IF(number < 0, fail_parameter(program, asked, name));
    NBB_REFUSE_IF(end == sign + 1 || *end != '\0' || !isfinite(value), "%s: '%s' is no finite number", asked,
                  sign + 1);
    NBB_REFUSE_IF(program->parameters[number].is_global, "%s: '%s' is a global, to which each step gives its value",
                  asked, name);
    program->parameters[number].value = value;
    return NBB_OK;
}

void nbb_program_free(nbb_program *program)
{
    nbb_arena_free(program->arena);
    free(program->arena);
    *program = (nbb_program){ 0 };
}

/* ---- reads a program's Lua file: runs it in the sandbox, drafts and checks what it returns ---- */

extern const nbb_page_script nbb_program_pages;

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

static const nbb_script_limit limits[] = {
    { "text", NBB_PROGRAM_TEXT_MAX },       { "name", NBB_IDENTIFIER_MAX },      { "items", NBB_DRAFT_ITEMS_MAX },
    { "offsets", NBB_NEIGHBOURS_LIST_MAX }, { "numbers", NBB_TABLE_VALUES_MAX }, { NULL, 0 }
};
static const nbb_script_reader reader = { 1u << NBB_MAKER_PROGRAM, &nbb_program_pages, limits, NULL, take_file };

/* The file's name without folders and ".lua", as a C identifier: it becomes part of kernels' names. */
static nbb_status set_name(const char *path, nbb_program *program)
{
    int length = (int)strcspn(basename(path), ".");
    NBB_LOCAL_TEXT name = nbb_text_of("%.*s", length < NBB_IDENTIFIER_MAX ? length : NBB_IDENTIFIER_MAX,
                                      basename(path));
    for (size_t i = 0; i < name.length; ++i) {
        unsigned char byte = (unsigned char)name.data[i];
        name.data[i] = isalnum(byte) && (i > 0 || !isdigit(byte)) ? name.data[i] : '_';
    }
    return nbb_program_copy(program, name.length > 0 ? name.data : "program", &program->name);
}

static nbb_status read_into(const char *text, const char *path, nbb_program *program)
{
    nbb_program_draft *draft;
    NBB_TRY(set_name(path, program));
    NBB_TRY(NBB_ARRAYS(program->arena, NBB_ARRAY(draft, 1)));
    draft->arena = program->arena;
    NBB_TRY(nbb_script_read(path, text, &reader, draft));
    program->draft = draft;
    NBB_TRY(nbb_program_fill(program));
    program->draft = nbb_draft_of(draft, "bonds")->count > 0 ? draft : NULL;
    NBB_LOCAL_TEXT shown = NBB_TEXT_EMPTY;
    NBB_DONE_IF(text != NULL);
    nbb_text_show(&shown, path, strlen(path)); /* as reports print it */
    return nbb_program_copy(program, nbb_text_string(&shown), &program->path);
}

nbb_status nbb_program_read(const char *text, const char *path, nbb_program *program)
{
    *program = (nbb_program){ .arena = calloc(1, sizeof *program->arena) };
    NBB_TRY_OR(read_into(text, path, program), nbb_program_free(program));
    return NBB_OK;
}

/* ---- a program's names as names of C ---- */

/* Keywords of C11 and C++20 but those that nbb_word_as has, which no name is; what headers and compilers define in
   small letters, and what generated text names. */
static const char reserved[] =
    " alignas alignof and and_eq asm bitand bitor catch char8_t char16_t char32_t class compl concept consteval "
    "constexpr constinit const_cast co_await co_return co_yield decltype delete dynamic_cast explicit export "
    "friend mutable namespace new noexcept not not_eq nullptr operator or or_eq private protected public "
    "reinterpret_cast requires static_assert static_cast template this thread_local throw try typeid typename "
    "typeof using virtual volatile wchar_t xor xor_eq errno linux unix stdin stdout stderr arguments cell colour "
    "draw found in key out parameters seed state threshold_of thresholds totals value values degree first step x "
    "y z has reduced abs min max floor sqrt exp log pow sin cos tanh fabs fabsf floorf sqrtf expf logf powf sinf "
    "cosf tanhf sign round fmod atan2 hypot roundf fmodf atan2f hypotf ";

void nbb_program_spell(const char *name, nbb_text *text)
{
    if (strchr(name, '[') != NULL) {
        /* A bond's, "J[-1,0]", as _b_J_m1_0_: no other spelled name begins with '_'. */
        nbb_text_add(text, "_b_");
        for (; *name != '\0'; ++name) {
            nbb_text_add(text, "%c", strchr("[,]", *name) != NULL ? '_' : *name == '-' ? 'm' : *name);
        }
        return;
    }
    NBB_LOCAL_TEXT word = nbb_text_of(" %s ", name);
    char last = name[strlen(name) - 1];
    bool is_reserved = strstr(reserved, nbb_text_string(&word)) != NULL || strncmp(name, "nbb_", 4) == 0;
    /* Names of several letters without a small one may be macros. */
    bool is_like_macro = strlen(name) > 1 && strpbrk(name, "abcdefghijklmnopqrstuvwxyz") == NULL;
    bool changed = name[0] == '_' || last == '_' || isdigit((unsigned char)last) || is_reserved || is_like_macro;
    nbb_text_add(text, "%s%s%s", changed && name[0] == '_' ? "v" : "", name, changed ? "_" : "");
}
