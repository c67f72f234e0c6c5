/* source_fractal.c - a fractal's values as globals of the templates. */
#include "gen/source/source_values.h"

#include "gen/source/lua_values.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { CHUNK_MAX = 16 };

/* layout (rows of text), tau ({x, y} by replica), id and member_bytes (by place), layout_bits (up to 64 places). */
static void define_layout(lua_State *state, const nbb_replicas *replicas)
{
    int width = (int)replicas->s.at[0];
    int places = width * (int)replicas->s.at[1];
    uint64_t bits = 0;
    lua_newtable(state);
    for (int y = 0; y < replicas->s.at[1]; ++y) {
        char row[NBB_SIDE_MAX];
        for (int x = 0; x < width; ++x) {
            row[x] = nbb_replica_at(replicas, (nbb_vector){ { x, y } }) >= 0 ? '#' : '.';
        }
        lua_pushlstring(state, row, (size_t)width);
        lua_seti(state, -2, y + 1);
    }
    lua_setglobal(state, "layout");
    lua_newtable(state);
    for (int place = 0; place < places; ++place) {
        nbb_add_integer(state, place + 1, replicas->id[place]);
        bits |= (uint64_t)(replicas->id[place] >= 0) << place % 64;
    }
    lua_setglobal(state, "id");
    lua_newtable(state);
    for (int place = 0; place < places; ++place) {
        nbb_add_integer(state, place + 1, replicas->id[place] >= 0);
    }
    lua_setglobal(state, "member_bytes");
    char hexadecimal[24];
    snprintf(hexadecimal, sizeof hexadecimal, "0x%" PRIx64, bits);
    nbb_set_string(state, "layout_bits", hexadecimal);
    lua_newtable(state);
    for (int beta = 0; beta < replicas->k; ++beta) {
        lua_newtable(state);
        nbb_set_field(state, "x", replicas->tau[beta][0]);
        nbb_set_field(state, "y", replicas->tau[beta][1]);
        lua_seti(state, -2, beta + 1);
    }
    lua_setglobal(state, "tau");
}

/* By level (from 0): divisors k^floor(mu/2) of lambda's digits, tile_weight of nu's, sides_x and sides_y s^mu. */
static void define_levels(lua_State *state, const nbb_plan *plan)
{
    static const char *const names[] = { "divisors", "tile_weight", "sides_x", "sides_y" };
    for (int table = 0; table < 4; ++table) {
        lua_newtable(state);
        for (int mu = 0; mu < plan->r_b; ++mu) {
            nbb_vector side = nbb_fractal_side(plan->fractal, plan->t, plan->t + mu);
            int64_t values[] = { nbb_digit_power(plan->fractal, plan->t, plan->t + mu),
                                 nbb_digit_weight(plan->fractal, plan->t, plan->t + plan->r_b, plan->t + mu),
                                 side.at[0], side.at[1] };
            nbb_add_integer(state, mu + 1, values[table]);
        }
        if (plan->r_b == 0) {
            nbb_add_integer(state, 1, 1);                 /* an array has at least one element */
        }
        lua_setglobal(state, names[table]);
    }
}

/* members (cells of a tile), member_places (theirs, row by row: y << 16 | x). */
static void define_members(lua_State *state, const nbb_plan *plan)
{
    const int64_t *rho = plan->rho.at;
    int64_t count = 0;
    lua_newtable(state);
    for (int64_t i = 0; i < rho[0] * rho[1] && plan->intra == NBB_INTRA_LUT; ++i) {
        nbb_vector place = { { i % rho[0], i / rho[0] } };
        if (nbb_fractal_member(plan->fractal, plan->t, place)) {
            nbb_add_integer(state, ++count, place.at[1] << 16 | place.at[0]);
        }
    }
    lua_setglobal(state, "member_places");
    nbb_set_integer(state, "members", nbb_fractal_cells(plan->fractal, 0, plan->t));
}

/* mask (words), halo ({from, direction, x, y}), directions (those used), directions_bits. */
static void define_tile(lua_State *state, const nbb_plan *plan)
{
    const nbb_tile *tile = &plan->tile;
    lua_newtable(state);
    for (uint32_t i = 0; i < tile->words; ++i) {
        nbb_add_integer(state, i + 1, tile->mask[i]);
    }
    lua_setglobal(state, "mask");
    lua_newtable(state);
    for (uint32_t i = 0; i < tile->halo_count; ++i) {
        const nbb_halo_cell *cell = &tile->halo[i];
        lua_newtable(state);
        nbb_set_field(state, "from", cell->from.at[1] * 4 * tile->columns + cell->from.at[0]);
        nbb_set_field(state, "direction", cell->direction);
        nbb_set_field(state, "x", cell->at.at[0]);
        nbb_set_field(state, "y", cell->at.at[1]);
        lua_seti(state, -2, i + 1);
    }
    lua_setglobal(state, "halo");
    int64_t bits = 0, count = 0;
    lua_newtable(state);
    for (int d = 0; d < NBB_DIRECTIONS_MAX; ++d) {
        if (tile->direction_used[d]) {
            nbb_add_integer(state, ++count, d);
            bits |= INT64_C(1) << d;
        }
    }
    lua_setglobal(state, "directions");
    nbb_set_integer(state, "directions_bits", bits);
}

/* hash_form = {x, y}: tau(beta) as C text; hash_uses_beta, hash_is_found = {x, y}. */
static void define_hash(lua_State *state, const nbb_source_texts *given)
{
    static const char *const axes[NBB_AXES_MAX] = { "x", "y", "z" };
    lua_newtable(state);
    lua_newtable(state);
    lua_newtable(state);
    for (int axis = 0; axis < nbb_fractal_axes(given->request->plan->fractal); ++axis) {
        const char *form = nbb_text_string(&given->hash[axis]);
        lua_pushboolean(state, given->request->plan->tau_found[axis] != NULL);
        lua_setfield(state, -2, axes[axis]);
        lua_pushboolean(state, strstr(form, "beta") != NULL);
        lua_setfield(state, -3, axes[axis]);
        lua_pushstring(state, form);
        lua_setfield(state, -4, axes[axis]);
    }
    lua_setglobal(state, "hash_is_found");
    lua_setglobal(state, "hash_uses_beta");
    lua_setglobal(state, "hash_form");
}

/* hole_function (false where membership is not bitwise), hole_mask, hole_uses = {x, y}. */
static void define_membership(lua_State *state, const nbb_source_texts *given)
{
    const char *holes = nbb_text_string(&given->holes);
    if (given->holes.length > 0) {
        nbb_set_string(state, "hole_function", holes);
    } else {
        nbb_set_boolean(state, "hole_function", false);
    }
    nbb_set_integer(state, "hole_mask", given->hole_mask);
    lua_newtable(state);
    lua_pushboolean(state, strchr(holes, 'x') != NULL);
    lua_setfield(state, -2, "x");
    lua_pushboolean(state, strchr(holes, 'y') != NULL);
    lua_setfield(state, -2, "y");
    lua_setglobal(state, "hole_uses");
}

/* Accesses of a pass over a tile: packed tiles are one long row of whole words, embedded ones keep their rows. */
static void define_passes(lua_State *state, const nbb_plan *plan)
{
    const nbb_tile *tile = &plan->tile;
    bool is_packed = plan->storage == NBB_STORAGE_PACKED;
    int64_t row_bytes = is_packed ? (int64_t)tile->words * 4 : tile->rho.at[0];
    int64_t rows = is_packed ? 1 : tile->rho.at[1];
    int64_t chunk = CHUNK_MAX;
    while (row_bytes % chunk != 0) {
        chunk /= 2;
    }
    nbb_set_integer(state, "chunk", chunk);
    nbb_set_integer(state, "chunks_a_row", row_bytes / chunk);
    nbb_set_integer(state, "chunks", row_bytes / chunk * rows);
    nbb_set_integer(state, "mask_row_bytes", (int64_t)tile->columns * 4);
    nbb_set_boolean(state, "aligned_words", is_packed || tile->rho.at[0] % 4 == 0);
}

/* Threads on tiles: how a tile's columns of words are cut into runs of rows, one a thread. */
static void define_threads(lua_State *state, const nbb_plan *plan)
{
    int64_t segments = plan->tile.columns > 0 ? plan->tile_threads / plan->tile.columns : 1;
    segments = segments < 1 ? 1 : segments > plan->rho.at[1] ? plan->rho.at[1] : segments;
    int64_t rows = (plan->rho.at[1] + segments - 1) / segments;
    nbb_set_integer(state, "segment_rows", rows);
    nbb_set_integer(state, "segments", (plan->rho.at[1] + rows - 1) / rows);
    nbb_set_integer(state, "tile_threads", plan->tile_threads);
    nbb_set_string(state, "barrier", plan->tile_threads > 32 ? "__syncthreads()" : "__syncwarp()");
}

/* choices: those that are not the default, as ", eval shuffle, hash arith". */
static void define_choices(lua_State *state, const nbb_plan *plan)
{
    nbb_text choices = NBB_TEXT_EMPTY;
    nbb_plan_print_evaluation(plan, ", ", true, &choices);
    nbb_set_string(state, "choices", nbb_text_string(&choices));
    nbb_text_free(&choices);
}

static void define_sizes(lua_State *state, const nbb_plan *plan)
{
    const nbb_replicas *replicas = nbb_fractal_table(plan->fractal);
    nbb_set_string(state, "eval", nbb_eval_names.names[plan->eval]);
    nbb_set_string(state, "hash", nbb_hash_names.names[plan->hash]);
    nbb_set_string(state, "intra", nbb_intra_names.names[plan->intra]);
    define_choices(state, plan);
    nbb_set_boolean(state, "halo_direct", plan->halo == NBB_HALO_DIRECT);
    nbb_set_boolean(state, "lambda_by_product", plan->lambda_by_product);
    nbb_set_boolean(state, "nu_by_product", plan->nu_by_product);
    nbb_set_integer(state, "product_tiles", plan->product_tiles);
    nbb_set_integer(state, "groups", plan->groups);
    nbb_set_integer(state, "k", replicas->k);
    nbb_set_vector(state, "s", replicas->s);
    nbb_set_integer(state, "r", plan->r);
    nbb_set_integer(state, "r_b", plan->r_b);
    nbb_set_integer(state, "t", plan->t);
    nbb_set_vector(state, "nb", plan->n_b);
    nbb_set_vector(state, "rho", plan->rho);
    nbb_set_vector(state, "orthotope", plan->orthotope);
    nbb_set_integer(state, "columns", plan->tile.columns);
    nbb_set_integer(state, "words", plan->tile.words);
}

void nbb_source_define_fractal(lua_State *state, nbb_source_texts *given)
{
    const nbb_plan *plan = given->request->plan;
    define_sizes(state, plan);
    define_layout(state, nbb_fractal_table(plan->fractal));
    define_levels(state, plan);
    define_tile(state, plan);
    define_members(state, plan);
    nbb_source_define_encodings(state, plan);
    if (plan->map == NBB_MAP_LANES) {
        nbb_source_define_lanes(state, given);
    }
    define_passes(state, plan);
    define_threads(state, plan);
    define_hash(state, given);
    define_membership(state, given);
}
