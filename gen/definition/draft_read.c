/* draft_read.c - a definition's Lua table into plain C data, field by field.

   All accesses are raw and never raise, so C memory may be held between them; only pushing a field's name may, and
   then nothing is held but what the draft owns. */
#include "gen/base/lua_read.h"
#include "gen/definition/draft.h"

#include <lauxlib.h>

#define FIELD_NAME(name, spelling, reader, owners) #spelling,
const char *const nbb_field_names[NBB_FIELDS] = { NBB_DRAFT_FIELDS(FIELD_NAME) };
#undef FIELD_NAME
#define FIELD_OWNERS(name, spelling, reader, owners) owners,
static const int field_owners[NBB_FIELDS] = { NBB_DRAFT_FIELDS(FIELD_OWNERS) };
#undef FIELD_OWNERS

int nbb_draft_line(const nbb_draft *draft, nbb_field field)
{
    const char *name = nbb_field_names[field];
    switch (draft->owner) {
    case NBB_OF_LEVEL:
        return nbb_source_item_line(draft->source, nbb_field_names[NBB_FIELD_LEVELS], draft->number, name,
                                    draft->line);
    case NBB_OF_DRAW:
        return nbb_source_find(draft->source, nbb_field_names[NBB_FIELD_DRAW], name, NULL).line;
    default:
        return nbb_source_line(draft->source, name, draft->line);
    }
}

static nbb_status fail_at(const nbb_draft *draft, int line, nbb_field field, const char *between, nbb_status status)
{
    NBB_LOCAL_TEXT of = NBB_TEXT_EMPTY;
    if (draft->owner == NBB_OF_LEVEL) {
        nbb_text_add(&of, "level %d: ", draft->number);
    }
    return nbb_fail_at(status, draft->path, line, "%sfield '%s'%s%s", nbb_text_string(&of), nbb_field_names[field],
                       between, nbb_message());
}

nbb_status nbb_draft_at(const nbb_draft *draft, nbb_field field, nbb_status status)
{
    return fail_at(draft, nbb_draft_line(draft, field), field, ": ", status);
}

nbb_status nbb_draft_missing(const nbb_draft *draft, nbb_field field, nbb_status status)
{
    return fail_at(draft, draft->line, field, " is missing", status);
}

/* ---- readers: the field's value is at the top; nbb_draft_read adds the field's place to their messages ---- */

static nbb_status read_text(lua_State *state, nbb_draft *draft)
{
    NBB_FAIL_IF(lua_type(state, -1) != LUA_TSTRING, nbb_lua_fail_type(state, "a string"));
    size_t length;
    const char *text = lua_tolstring(state, -1, &length);
    NBB_FAIL_IF(strlen(text) != length, nbb_fail(NBB_ERROR_DEFINITION, "holds a zero byte"));
    draft->texts[draft->field] = strdup(text);
    return draft->texts[draft->field] != NULL ? NBB_OK : nbb_fail_memory(length + 1, "a definition");
}

static nbb_status read_integer(lua_State *state, nbb_draft *draft)
{
    int64_t *to = draft->field == NBB_FIELD_K ? &draft->k : draft->field == NBB_FIELD_M ? &draft->m : &draft->seed;
    return nbb_lua_integer(state, -1, to) ? NBB_OK : nbb_lua_fail_type(state, "an integer");
}

/* Two numbers at the top, or three; whether they are such. */
static bool read_vector(lua_State *state, nbb_vector *vector, int *axes)
{
    *axes = nbb_lua_integers(state, vector->at, 2) ? 2 : 3;
    return *axes == 2 || nbb_lua_integers(state, vector->at, 3);
}

static nbb_status read_sides(lua_State *state, nbb_draft *draft)
{
    if (nbb_lua_integer(state, -1, &draft->s.at[0])) {
        draft->side_count = 1;
    } else if (!read_vector(state, &draft->s, &draft->side_count)) {
        return nbb_lua_fail_type(state, "an integer, two or three: { sx, sy } or { sx, sy, sz }");
    }
    for (int axis = 0; axis < draft->side_count; axis++) {
        NBB_FAIL_IF(draft->s.at[axis] < 1 || draft->s.at[axis] > NBB_SIDE_MAX,
                    nbb_fail(NBB_ERROR_DEFINITION, "a side of %lld; a side is from 1 to %d",
                             (long long)draft->s.at[axis], NBB_SIDE_MAX));
    }
    return NBB_OK;
}

static nbb_status read_replica(lua_State *state, nbb_draft *draft, int index)
{
    int axes = 0;
    NBB_FAIL_IF(
        !read_vector(state, &draft->replicas[index], &axes),
        nbb_draft_at_element("replica", index + 1, nbb_lua_fail_type(state, "integers, { x, y } or { x, y, z }")));
    NBB_FAIL_IF(index > 0 && axes != draft->axes,
                nbb_fail(NBB_ERROR_DEFINITION, "replica %d has %d numbers, replica 1 has %d; all must have the same",
                         index + 1, axes, draft->axes));
    draft->axes = axes;
    draft->count = index + 1;
    return NBB_OK;
}

static nbb_status read_replicas(lua_State *state, nbb_draft *draft)
{
    return nbb_draft_read_elements(state, draft, "replica", "positions { x, y }", NBB_K_MAX, read_replica);
}

/* A level's own table, or draw's, as a draft that begins where the field stands. */
static nbb_status read_inner(lua_State *state, nbb_draft *draft, nbb_draft *inner)
{
    inner->path = draft->path;
    inner->source = draft->source;
    inner->line = nbb_draft_line(draft, inner->owner == NBB_OF_LEVEL ? NBB_FIELD_LEVELS : NBB_FIELD_DRAW);
    nbb_status status = nbb_draft_read(state, lua_gettop(state), inner);
    draft->placed = status != NBB_OK;
    return status;
}

static nbb_status read_level(lua_State *state, nbb_draft *draft, int index)
{
    nbb_draft *level = &draft->levels[index];
    level->owner = NBB_OF_LEVEL;
    level->number = draft->level_count = index + 1;
    return lua_istable(state, -1)
               ? read_inner(state, draft, level)
               : nbb_draft_at_element("level", index + 1, nbb_lua_fail_type(state, "a table, { layout = ... }"));
}

static nbb_status read_levels(lua_State *state, nbb_draft *draft)
{
    NBB_TRY(NBB_MAKE(draft->levels, NBB_LAYOUTS_MAX, "a definition's levels"));
    return nbb_draft_read_elements(state, draft, "level", "levels { layout = ... }", NBB_LAYOUTS_MAX, read_level);
}

static nbb_status read_draw(lua_State *state, nbb_draft *draft)
{
    NBB_FAIL_IF(!lua_istable(state, -1), nbb_lua_fail_type(state, "a table, { seed = ..., weights = ... }"));
    NBB_AT_END(nbb_draft_free) nbb_draft inner = { .owner = NBB_OF_DRAW };
    nbb_status status = read_inner(state, draft, &inner);
    draft->seed = inner.seed;
    draft->weight_count = inner.weight_count;
    memcpy(draft->weights, inner.weights, sizeof draft->weights);
    return status == NBB_OK && !inner.given[NBB_FIELD_SEED]
               ? nbb_fail(NBB_ERROR_DEFINITION, "has no 'seed'; expected { seed = ..., weights = { ... } }")
               : status;
}

static nbb_status read_weight(lua_State *state, nbb_draft *draft, int index)
{
    double weight = lua_type(state, -1) == LUA_TNUMBER ? lua_tonumber(state, -1) : -1;
    NBB_FAIL_IF(!(weight >= 0) || isinf(weight),
                nbb_draft_at_element("weight", index + 1, nbb_lua_fail_type(state, "a number from 0 on")));
    draft->weights[index] = weight;
    draft->weight_count = index + 1;
    return NBB_OK;
}

static nbb_status read_weights(lua_State *state, nbb_draft *draft)
{
    return nbb_draft_read_elements(state, draft, "weight", "numbers", NBB_LAYOUTS_MAX, read_weight);
}

typedef nbb_status reader(lua_State *state, nbb_draft *draft);

static reader *const readers[NBB_FIELDS] = {
#define FIELD_READER(name, spelling, reader, owners) reader,
    NBB_DRAFT_FIELDS(FIELD_READER)
#undef FIELD_READER
};

/* ---- the table ---- */

/* The names of the fields that the owner has; returns how many. */
static int names_of(int owner, const char *names[NBB_FIELDS])
{
    int count = 0;
    for (int field = 0; field < NBB_FIELDS; field++) {
        if ((field_owners[field] & owner) != 0) {
            names[count++] = nbb_field_names[field];
        }
    }
    return count;
}

nbb_status nbb_draft_read(lua_State *state, int index, nbb_draft *draft)
{
    const char *names[NBB_FIELDS];
    const nbb_lua_fields fields = {
        { names, names_of(draft->owner, names) }, draft->path, draft->source, draft->line
    };
    NBB_TRY(nbb_lua_check_fields(state, index, &fields));
    for (nbb_field field = 0; field < NBB_FIELDS; field++) {
        lua_pushstring(state, nbb_field_names[field]);
        lua_rawget(state, index);
        draft->field = field;
        draft->given[field] = (field_owners[field] & draft->owner) != 0 && !lua_isnil(state, -1);
        nbb_status status = draft->given[field] ? readers[field](state, draft) : NBB_OK;
        lua_pop(state, 1);
        if (status != NBB_OK) {
            return draft->placed ? status : nbb_draft_at(draft, field, status);
        }
    }
    return NBB_OK;
}

void nbb_draft_free(nbb_draft *draft)
{
    for (int level = 0; level < draft->level_count; level++) {
        nbb_draft_free(&draft->levels[level]);
    }
    free(draft->levels);
    draft->levels = NULL;
    draft->level_count = 0;
    for (int field = 0; field < NBB_FIELDS; field++) {
        free(draft->texts[field]);
        draft->texts[field] = NULL;
    }
}
