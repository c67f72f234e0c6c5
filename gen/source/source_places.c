/* source_places.c - hands the templates where a layout's replicas stand, in each orientation of a level. */
#include "gen/source/source_values.h"

#include "gen/domain/isometry.h"
#include "gen/source/lua_values.h"

/* The lists; TAU and NEXT are by replica, the others by place. */
enum { ID, MEMBER, BELOW, TAU, NEXT, LISTS };
static const char *const names[LISTS] = { "id", "member", "below", "tau", "next" };

/* Pushes what a list has of place or replica i of a table whose level is turned so. */
static void push_item(lua_State *state, const nbb_fractal *fractal, const nbb_replicas *replicas, int isometry,
                      int64_t i, int list)
{
    int id = list >= TAU ? (int)i : nbb_turned_at(replicas, isometry, nbb_layout_place(replicas, i));
    if (list == TAU) {
        nbb_push_vector(state, nbb_turned_place(replicas, isometry, id));
    } else if (list == ID || list == MEMBER || id < 0) {
        lua_pushinteger(state, list == MEMBER ? id >= 0 : id);
    } else {
        int next = nbb_isometry_after(isometry, replicas->isometry[id]);
        lua_pushinteger(state, nbb_fractal_orientation(fractal, next));
    }
}

void nbb_source_set_places(lua_State *state, const nbb_fractal *fractal, const nbb_replicas *const *tables, int count)
{
    for (int list = 0; list < LISTS; ++list) {
        lua_Integer length = 0;
        lua_newtable(state);
        for (int i = 0; i < fractal->orientations * count; ++i) {
            const nbb_replicas *replicas = tables[i % count];
            for (int64_t at = 0; at < (list >= TAU ? replicas->k : nbb_layout_places(replicas)); ++at) {
                push_item(state, fractal, replicas, fractal->isometries[i / count], at, list);
                lua_seti(state, -2, ++length);
            }
        }
        lua_setfield(state, -2, names[list]);
        nbb_set_field(state, list >= TAU ? "replicas" : "places", length / fractal->orientations);
    }
    int count_of = fractal->orientations;
    nbb_set_field(state, "orientations", count_of);
    NBB_SET_LIST(state, "composed", count_of * count_of, i, {
        int both = nbb_isometry_after(fractal->isometries[i / count_of], fractal->isometries[i % count_of]);
        lua_pushinteger(state, nbb_fractal_orientation(fractal, both));
    });
}
