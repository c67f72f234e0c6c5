/* definition.c - reads a Lua definition: runs it in the sandbox, and makes a fractal or a simplex of what the page
   definition.lua found in its table. */
#include "gen/definition/definition.h"

#include "gen/base/sandbox.h"

extern const nbb_page_script nbb_definition_pages;

/* Raises the recorded failure at a field of the table at the top, as the page words it; returns one that is not the
   definition's. */
static nbb_status refuse(lua_State *state, const char *field, nbb_status status)
{
    if (status == NBB_ERROR_DEFINITION) {
        lua_getfield(state, -1, "refuse");
        lua_pushstring(state, field);
        lua_pushstring(state, nbb_message());
        lua_call(state, 2, 0);
    }
    return status;
}

/* ---- formulas: each must agree with the table everywhere, computed in int as kernels do ---- */

static nbb_status check_hash(nbb_replicas *replicas)
{
    for (int beta = 0; beta < replicas->k; beta++) {
        int64_t values[NBB_FORMULA_VALUES_MAX];
        nbb_vector tau = { { 0 } }, expected = nbb_replica_place(replicas, beta);
        nbb_formula_values(replicas, &(int64_t){ beta }, 1, values);
        for (int axis = 0; axis < replicas->axes; axis++) {
            nbb_status status = nbb_formula_evaluate(replicas->hash[axis], values, &tau.at[axis]);
            NBB_FAIL_IF(status != NBB_OK, nbb_fail(status, "beta = %d: %s", beta, nbb_message()));
        }
        NBB_LOCAL_TEXT gives = NBB_TEXT_EMPTY, says = NBB_TEXT_EMPTY;
        NBB_FAIL_IF(memcmp(tau.at, expected.at, sizeof tau.at) != 0,
                    nbb_fail(NBB_ERROR_DEFINITION, "beta = %d: gives (%s), the table says (%s)", beta,
                             nbb_vector_print(tau, replicas->axes, ", ", &gives),
                             nbb_vector_print(expected, replicas->axes, ", ", &says)));
    }
    return NBB_OK;
}

static nbb_status check_member(nbb_replicas *replicas)
{
    static const char *const places[] = { "", ", y = ", ", z = " };
    for (int64_t place = 0; place < nbb_box_places(replicas->s); place++) {
        int64_t values[NBB_FORMULA_VALUES_MAX], member;
        bool expected = replicas->id[place] >= 0;
        NBB_LOCAL_TEXT at = NBB_TEXT_EMPTY;
        nbb_vector cell = nbb_box_place((nbb_vector){ { 0 } }, replicas->s, place);
        for (int axis = 0; axis < replicas->axes; axis++) {
            nbb_text_add(&at, "%s%lld", places[axis], (long long)cell.at[axis]);
        }
        nbb_formula_values(replicas, cell.at, replicas->axes, values);
        nbb_status status = nbb_formula_evaluate(replicas->member, values, &member);
        NBB_FAIL_IF(status != NBB_OK, nbb_fail(status, "x = %s: %s", nbb_text_string(&at), nbb_message()));
        NBB_FAIL_IF((member != 0) != expected,
                    nbb_fail(NBB_ERROR_DEFINITION, "x = %s: gives %lld, but the layout has a %s there",
                             nbb_text_string(&at), (long long)member, expected ? "replica" : "hole"));
    }
    return NBB_OK;
}

/* Parses the field of the table at the top, "hash" or "member", when it is given, and checks its formulas. */
static nbb_status add_formulas(lua_State *state, const char *field, nbb_arena *arena, nbb_replicas *replicas)
{
    bool is_hash = strcmp(field, "hash") == 0;
    lua_getfield(state, -1, field);
    const char *text = lua_tostring(state, -1);
    lua_pop(state, 1); /* the table keeps it */
    NBB_FAIL_IF(text == NULL, NBB_OK);
    nbb_status status = nbb_formula_parse(arena, text,
                                          is_hash ? nbb_hash_scope(replicas) : nbb_member_scope(replicas),
                                          is_hash ? replicas->axes : 1, is_hash ? replicas->hash : &replicas->member);
    return refuse(state, field, status != NBB_OK ? status : is_hash ? check_hash(replicas) : check_member(replicas));
}

/* ---- what the page found, at the top ---- */

/* The numbers of a list, or NULL where there is none. */
static nbb_status take_numbers(lua_State *state, const char *name, nbb_arena *arena, double **numbers)
{
    int count = lua_getfield(state, -1, name) == LUA_TTABLE ? (int)lua_rawlen(state, -1) : 0;
    *numbers = NULL;
    NBB_TRY_IF(count > 0, NBB_ARRAYS(arena, NBB_ARRAY(*numbers, count)));
    for (int i = 0; i < count; i++) {
        lua_rawgeti(state, -1, i + 1);
        (*numbers)[i] = lua_tonumber(state, -1);
        lua_pop(state, 1);
    }
    lua_pop(state, 1);
    return NBB_OK;
}

static int64_t integer_of(lua_State *state, const char *name)
{
    lua_getfield(state, -1, name);
    int64_t integer = lua_tointeger(state, -1);
    lua_pop(state, 1);
    return integer;
}

static nbb_status fill_table(lua_State *state, nbb_arena *arena, nbb_replicas *replicas)
{
    double *sides;
    NBB_TRY(take_numbers(state, "s", arena, &sides));
    replicas->axes = (int)integer_of(state, "axes");
    NBB_FILL(axis, replicas->axes, replicas->s.at[axis], (int64_t)sides[axis]);
    lua_getfield(state, -1, "places");
    const char *places = lua_tostring(state, -1);
    memset(replicas->id, -1, sizeof replicas->id);
    NBB_FILL(i, nbb_box_places(replicas->s), replicas->id[i], places[i] == '.' ? -1 : 0);
    nbb_replicas_number(replicas);
    NBB_FILL(beta, replicas->k, replicas->isometry[beta],
             (uint8_t)(places[nbb_layout_number(replicas, nbb_replica_place(replicas, beta))] - '0'));
    lua_pop(state, 1);
    return NBB_OK;
}

/* Draws the levels by the weights, if there are some, and then replicas by their chances. */
static nbb_status draw(lua_State *state, nbb_fractal *fractal, double *const *chances)
{
    uint64_t seed = (uint64_t)integer_of(state, "seed");
    double *weights;
    NBB_TRY(take_numbers(state, "weights", &fractal->arena, &weights));
    if (weights != NULL) {
        nbb_fractal_draw_levels(fractal, seed, weights);
    }
    int by_chance = NBB_FIND(i, fractal->table_count, chances[i] != NULL);
    NBB_FAIL_IF(by_chance == fractal->table_count, NBB_OK);
    lua_getfield(state, -1, "tables");
    lua_rawgeti(state, -1, by_chance + 1);
    return refuse(state, "maybe", nbb_fractal_draw_places(fractal, seed, chances));
}

static nbb_status take_fractal(lua_State *state, nbb_fractal *fractal)
{
    double *chances[NBB_LAYOUTS_MAX]; /* of replicas, by place; NULL: all are kept */
    lua_getfield(state, -1, "tables");
    NBB_TRY(nbb_fractal_make_tables(fractal, (int)lua_rawlen(state, -1)));
    for (int i = 0; i < fractal->table_count; i++) {
        lua_rawgeti(state, -1, i + 1);
        nbb_replicas *table = &fractal->tables[i];
        NBB_TRY(fill_table(state, &fractal->arena, table));
        NBB_TRY(take_numbers(state, "chances", &fractal->arena, &chances[i]));
        NBB_TRY(add_formulas(state, "hash", &fractal->arena, table));
        NBB_TRY(add_formulas(state, "member", &fractal->arena, table));
        lua_pop(state, 1);
    }
    lua_pop(state, 1);
    nbb_fractal_find_orientations(fractal);
    return draw(state, fractal, chances);
}

static nbb_status take(lua_State *state, const nbb_script_found *found, void *context)
{
    nbb_definition *definition = context;
    bool is_simplex = found->maker == NBB_MAKER_SIMPLEX;
    definition->kind = is_simplex ? NBB_KIND_SIMPLEX : NBB_KIND_FRACTAL;
    lua_getfield(state, -1, "name");
    strcpy(is_simplex ? definition->simplex.name : definition->fractal.name, lua_tostring(state, -1));
    lua_pop(state, 1);
    definition->simplex.m = (int)integer_of(state, "m");
    return is_simplex ? NBB_OK : take_fractal(state, &definition->fractal);
}

/* ---- the file ---- */

nbb_status nbb_definition_read(const char *text, const char *path, nbb_definition *definition)
{
    static const nbb_script_limit limits[] = { { "side", NBB_SIDE_MAX },
                                               { "replicas", NBB_K_MAX },
                                               { "levels", NBB_LAYOUTS_MAX },
                                               { "m_min", NBB_SIMPLEX_M_MIN },
                                               { "m_max", NBB_SIMPLEX_M_MAX },
                                               { "name", NBB_NAME_MAX },
                                               { NULL, 0 } };
    static const nbb_script_reader reader = { 1u << NBB_MAKER_FRACTAL | 1u << NBB_MAKER_SIMPLEX,
                                              &nbb_definition_pages, limits, &nbb_isometry_names, take };
    NBB_LOCAL_TEXT shown = NBB_TEXT_EMPTY; /* for reports alone, which print it as it is */
    *definition = (nbb_definition){ .kind = NBB_KIND_FRACTAL };
    NBB_TRY_OR(nbb_script_read(path, text, &reader, definition), nbb_definition_free(definition));
    nbb_text_show(&shown, path, strlen(path));
    const char *copy = nbb_arena_copy(&definition->fractal.arena, nbb_text_string(&shown), shown.length);
    *(definition->kind == NBB_KIND_SIMPLEX ? &definition->simplex.path : &definition->fractal.path) = copy;
    NBB_TRY_OR(copy != NULL ? nbb_text_status(&shown, "a path") : NBB_ERROR_RUN, nbb_definition_free(definition));
    return NBB_OK;
}

void nbb_definition_free(nbb_definition *definition)
{
    nbb_fractal_free(&definition->fractal);
    definition->simplex = (nbb_simplex){ .name = "" };
}

nbb_domain nbb_definition_domain(const nbb_definition *definition, int64_t size)
{
    bool is_simplex = definition->kind == NBB_KIND_SIMPLEX;
    return (nbb_domain){ is_simplex ? NULL : &definition->fractal, is_simplex ? &definition->simplex : NULL, size };
}
