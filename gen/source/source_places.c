/* source_places.c - hands the templates where a layout's replicas stand, in each orientation of a level. */
#include "gen/source/source_values.h"

#include "gen/domain/isometry.h"
#include "gen/source/lua_values.h"

/* What a list has of place or replica i of a table whose level is turned so. */
typedef void pushed(lua_State *state, const nbb_fractal *fractal, const nbb_replicas *replicas, int isometry,
                    int64_t i);

static int id_at(const nbb_replicas *replicas, int isometry, int64_t i)
{
    return nbb_turned_at(replicas, isometry, nbb_layout_place(replicas, i));
}

static void push_id(lua_State *state, const nbb_fractal *fractal, const nbb_replicas *replicas, int isometry,
                    int64_t i)
{
    (void)fractal;
    lua_pushinteger(state, id_at(replicas, isometry, i));
}

static void push_member(lua_State *state, const nbb_fractal *fractal, const nbb_replicas *replicas, int isometry,
                        int64_t i)
{
    (void)fractal;
    lua_pushinteger(state, id_at(replicas, isometry, i) >= 0);
}

static void push_tau(lua_State *state, const nbb_fractal *fractal, const nbb_replicas *replicas, int isometry,
                     int64_t i)
{
    (void)fractal;
    nbb_push_vector(state, nbb_turned_place(replicas, isometry, (int)i));
}

static void push_next(lua_State *state, const nbb_fractal *fractal, const nbb_replicas *replicas, int isometry,
                      int64_t i)
{
    int next = nbb_isometry_after(isometry, replicas->isometry[i]);
    lua_pushinteger(state, nbb_fractal_orientation(fractal, next));
}

static void push_below(lua_State *state, const nbb_fractal *fractal, const nbb_replicas *replicas, int isometry,
                       int64_t i)
{
    int id = id_at(replicas, isometry, i);
    if (id < 0) {
        lua_pushinteger(state, -1);
    } else {
        push_next(state, fractal, replicas, isometry, id);
    }
}

static const struct {
    const char *name;
    bool by_replica;
    pushed *push;
} lists[] = {
    { "id", false, push_id },  { "member", false, push_member }, { "below", false, push_below },
    { "tau", true, push_tau }, { "next", true, push_next },
};
enum { LISTS = sizeof lists / sizeof *lists };

void nbb_source_set_places(lua_State *state, const nbb_fractal *fractal, const nbb_replicas *const *tables, int count)
{
    for (int list = 0; list < LISTS; ++list) {
        lua_Integer length = 0;
        lua_newtable(state);
        for (int i = 0; i < fractal->orientations * count; ++i) {
            const nbb_replicas *replicas = tables[i % count];
            for (int64_t at = 0; at < (lists[list].by_replica ? replicas->k : nbb_layout_places(replicas)); ++at) {
                lists[list].push(state, fractal, replicas, fractal->isometries[i / count], at);
                lua_seti(state, -2, ++length);
            }
        }
        lua_setfield(state, -2, lists[list].name);
        nbb_set_field(state, lists[list].by_replica ? "replicas" : "places", length / fractal->orientations);
    }
    int count_of = fractal->orientations;
    nbb_set_field(state, "orientations", count_of);
    NBB_SET_LIST(state, "composed", count_of * count_of, i, {
        int both = nbb_isometry_after(fractal->isometries[i / count_of], fractal->isometries[i % count_of]);
        lua_pushinteger(state, nbb_fractal_orientation(fractal, both));
    });
}
