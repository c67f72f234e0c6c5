/* source_fractal.c - hands the templates a fractal, and the tiles that its cells are in. */
#include "gen/source/source_values.h"

/* --- domain --- */

/* Pushes a table: k, s; layout, as text. */
static void push_table(lua_State *state, const nbb_replicas *replicas)
{
    int64_t width = replicas->s.at[0];
    char row[NBB_PLACES_MAX];
    NBB_FILL(i, nbb_box_places(replicas->s), row[i], nbb_layout_sign(replicas, i));
    NBB_PUSH_FIELDS(state, replicas, k, s);
    NBB_SET_LIST(state, "layout", nbb_box_places(replicas->s) / width, y,
                 lua_pushlstring(state, row + y * width, (size_t)width));
}

/* The lists; TAU and NEXT are by replica, the others by place. */
enum { ID, BELOW, TAU, NEXT, LISTS };
static const char *const list_names[LISTS] = { "id", "below", "tau", "next" };

/* Pushes what a list has of place or replica i of a table whose level is turned so. */
static void push_item(lua_State *state, const nbb_fractal *fractal, const nbb_replicas *replicas, int isometry,
                      int64_t i, int list)
{
    nbb_vector place = nbb_box_place((nbb_vector){ { 0 } }, replicas->s, i);
    int id = list >= TAU ? (int)i : nbb_turned_at(replicas, isometry, place);
    if (list == TAU) {
        nbb_push_vector(state, nbb_turned_place(replicas, isometry, id));
    } else if (list == ID || id < 0) {
        lua_pushinteger(state, id);
    } else {
        int next = nbb_isometry_after(isometry, replicas->isometry[id]);
        lua_pushinteger(state, nbb_fractal_orientation(fractal, next));
    }
}

/* Adds lists of all tables, one after the other, and so for each orientation of a level: id, the replica at a place
   or -1; below, its orientation or -1. By replica: tau; next, its orientation. And orientations, how many. */
static void set_places(lua_State *state, const nbb_fractal *fractal, const nbb_replicas *const *tables, int count)
{
    for (int list = 0; list < LISTS; ++list) {
        lua_Integer length = 0;
        lua_newtable(state);
        for (int i = 0; i < fractal->orientations * count; ++i) {
            const nbb_replicas *replicas = tables[i % count];
            for (int64_t at = 0; at < (list >= TAU ? replicas->k : nbb_box_places(replicas->s)); ++at) {
                push_item(state, fractal, replicas, fractal->isometries[i / count], at, list);
                lua_seti(state, -2, ++length);
            }
        }
        lua_setfield(state, -2, list_names[list]);
    }
    int count_of = fractal->orientations;
    NBB_SET_INTEGER(state, "orientations", count_of);
    NBB_SET_LIST(state, "composed", count_of * count_of, i, {
        int both = nbb_isometry_after(fractal->isometries[i / count_of], fractal->isometries[i % count_of]);
        lua_pushinteger(state, nbb_fractal_orientation(fractal, both));
    });
}

/* Pushes by axis the sides of so many levels from t on, in level-t fractals: 1 of level t itself. */
static void push_sides(lua_State *state, const nbb_fractal *fractal, int t, int levels)
{
    lua_newtable(state);
    for (int axis = 0; axis < nbb_fractal_axes(fractal); ++axis) {
        NBB_SET_INTEGERS(state, nbb_axis_names[axis], levels, mu, nbb_fractal_side(fractal, t, t + (int)mu).at[axis]);
    }
}

bool nbb_membership_is_bitwise(const nbb_replicas *replicas)
{
    return replicas->axes == 2 && replicas->s.at[0] == replicas->s.at[1]
           && (replicas->s.at[0] == 2 || replicas->s.at[0] == 4);
}

nbb_function nbb_membership_holes(const nbb_replicas *replicas, int r, uint32_t *mask)
{
    nbb_function function = { 0, 0 };
    int64_t s = replicas->s.at[0];
    for (int point = 0; point < 1 << NBB_FUNCTION_WORDS; ++point) {
        int x = point & 3, y = point >> 2 & 3;
        if (x < s && y < s) {
            bool hole = nbb_replica_at(replicas, (nbb_vector){ { x, y } }) < 0;
            *(hole ? &function.on : &function.off) |= UINT64_C(1) << point;
        }
    }
    *mask = NBB_SUM(level, r, UINT32_C(1) << (s == 4 ? 2 : 1) * level);
    return function;
}

/* Appends tau(beta) on an axis by arithmetic, of the table whose first replica has this number among all tables'. */
static void print_hash(lua_State *state, const nbb_replicas *replicas, int axis, int first, nbb_text *text)
{
    const char *names[NBB_FORMULA_VALUES_MAX];
    const char *cast = replicas->hash[0] == NULL ? "" : "(int)"; /* a definition's may be negative */
    int64_t values[NBB_FORMULA_VALUES_MAX];
    int count = nbb_hash_scope(replicas)->count;
    nbb_formula_values(replicas, &(int64_t){ 0 }, 1, values);
    names[0] = first > 0 ? lua_pushfstring(state, "%s(beta - %d)", cast, first)
                         : lua_pushfstring(state, "%sbeta", cast);
    for (int i = 1; i < count; ++i) {
        names[i] = lua_pushfstring(state, "%d", (int)values[i]);
    }
    nbb_hash_print(replicas, axis, names, text);
    lua_pop(state, count);
}

/* hashes: by axis tau(beta) as C where it is arithmetic, of so many tables: "beta < 8 ? ... : ...". */
static void set_hashes(lua_State *state, const nbb_fractal *fractal, const nbb_replicas *const *tables, int count)
{
    lua_newtable(state);
    for (int axis = 0; axis < nbb_fractal_axes(fractal); ++axis) {
        NBB_LOCAL_TEXT text = NBB_TEXT_EMPTY;
        for (int i = 0, first = 0; i < count; first += tables[i++]->k) {
            NBB_TEXT_ADD_IF(i + 1 < count, &text, "beta < %d ? (u32)(", first + tables[i]->k);
            print_hash(state, tables[i], axis, first, &text);
            nbb_text_add(&text, i + 1 < count ? ") : " : "");
        }
        NBB_SET_WORD(state, nbb_axis_names[axis], nbb_text_string(&text));
    }
    lua_setfield(state, -2, "hashes");
}

/* tables: the different ones; levels: by level from 1, the number of its table; sides: by axis, the side of the level
   below each, and of the last; holes: {of, a function of the bits of x and y, mask}, or false where membership is
   none. */
void nbb_source_set_fractal(lua_State *state, const nbb_plan *plan)
{
    const nbb_fractal *fractal = plan->asked.fractal;
    int r = plan->asked.r;
    const nbb_replicas *tables[NBB_LEVELS_MAX], *replicas = nbb_fractal_alike(fractal, 0, r);
    int count = nbb_fractal_tables(fractal, r, tables);
    NBB_SET_LIST(state, "tables", count, i, push_table(state, tables[i]));
    set_places(state, fractal, tables, count);
    NBB_SET_INTEGERS(state, "levels", r, level, NBB_FIND(i, count, tables[i] == fractal->levels[level]) + 1);
    NBB_SET(state, "sides", push_sides(state, fractal, 0, r + 1));
    lua_pushboolean(state, false);
    if (r > 0 && replicas != NULL && fractal->orientations == 1 && nbb_membership_is_bitwise(replicas)) {
        uint32_t mask;
        lua_newtable(state);
        NBB_SET(state, "of", nbb_source_push_function(state, nbb_membership_holes(replicas, r, &mask)));
        NBB_SET_INTEGER(state, "mask", mask);
        lua_replace(state, -2);
    }
    lua_setfield(state, -2, "holes");
    set_hashes(state, fractal, tables, plan->asked.hash == NBB_HASH_ARITH ? count : 0);
}

/* --- tiles --- */

void nbb_source_define_tile(lua_State *state, const nbb_plan *plan)
{
    const nbb_fractal *fractal = plan->asked.fractal;
    const nbb_tile *tile = &plan->space.tile;
    int t = plan->space.t, r_b = plan->space.r_b;
    NBB_PUSH_FIELDS(state, tile, columns, words, box_pitch, box_words);
    /* By level from 0: divisors, k^floor(mu/2) of lambda's digits; weights of nu's digits; sides, s^mu by axis. */
    NBB_SET_INTEGERS(state, "divisors", r_b, mu, nbb_digit_power(fractal, t, t + (int)mu));
    NBB_SET_INTEGERS(state, "weights", r_b, mu, nbb_digit_weight(fractal, t, t + r_b, t + (int)mu));
    NBB_SET(state, "sides", push_sides(state, fractal, t, r_b));
    NBB_SET_INTEGER(state, "members", nbb_fractal_cells(fractal, 0, t));
    /* mask: words of cells, a byte each, of each orientation; halo; directions: those that it comes from. */
    NBB_SET_INTEGERS(state, "mask", tile->orientations * tile->words, i, tile->mask[i]);
    NBB_SET_LIST(state, "halo", tile->halo_count, i,
                 { /* {x, y, direction, from (a byte of that tile)} */
                   const nbb_halo_cell *cell = &tile->halo[i];
                   nbb_push_vector(state, cell->at);
                   NBB_SET_INTEGER(state, "direction", cell->direction);
                   NBB_SET_INTEGER(state, "from",
                                 (cell->from.at[2] * tile->rho.at[1] + cell->from.at[1]) * 4 * tile->columns
                                     + cell->from.at[0]);
                 });
    NBB_SET_NUMBERS(state, "directions", NBB_DIRECTIONS_MAX, d, tile->direction_used[d]);
    nbb_end_table(state, "tile");
}

/* ---- hands the templates what plans of simplices alone have ---- */

/* The word that a lane, of 32, holds of an operand of 16 rows of 8 bytes: lane 4 c + q has rows 4 q .. 4 q + 3 of
   column c. */
static int64_t register_of(const uint8_t *matrix, int64_t lane)
{
    const uint8_t *first = &matrix[4 * (lane % 4) * NBB_BYTE_COLUMNS + lane / 4];
    return NBB_SUM(byte, 4, (int64_t)first[byte * NBB_BYTE_COLUMNS] << (8 * byte));
}

void nbb_source_define_simplex(lua_State *state, const nbb_plan *plan)
{
    const nbb_cover *cover = &plan->space.simplex.cover;
    const nbb_march *march = &plan->launch.march;
    int64_t first = 0;
    NBB_PUSH_FIELDS(state, &plan->space.simplex, pitch, double_roots);
    NBB_ADD_FIELDS(state, &plan->asked, dimensions);
    NBB_ADD_FIELDS(state, &plan->launch, chunk, parts, depth);
    NBB_ADD_FIELDS(state, march, apart);
    NBB_SET_INTEGER(state, "march_depth", march->depth);
    NBB_SET_INTEGER(state, "march_slab", march->slab);
    NBB_SET_INTEGER(state, "march_lines", march->lines);
    NBB_SET_INTEGER(state, "cover_side", cover->side);
    NBB_SET_WORD(state, "from", nbb_from_names.names[cover->from]);
    NBB_SET_INTEGER(state, "resident_blocks", nbb_plan_simplex_resident(plan)); /* of a multiprocessor */
    /* cover: its steps; level_first[i + 1]: the first tile of level i of lambda's branches, and their number at the
       end; empty in one pass. */
    NBB_SET_LIST(state, "cover", cover->step_count, i,
                 NBB_PUSH_FIELDS(state, &cover->steps[i], at, side, rest, log, tiles, slab, wedge));
    NBB_SET_LIST(state, "level_first", cover->levels > 0 ? cover->levels + 1 : 0, level, {
        lua_pushinteger(state, first);
        first += level < cover->levels ? nbb_cover_level_tiles(cover, (int)level) : 0;
    });
    /* Matrix B of the products, form after form: registers, the words of the 32 lanes, and rows of 8 weights each. */
    lua_newtable(state);
    NBB_SET_INTEGERS(state, "registers", 32 * plan->space.simplex.product.forms, i,
                     register_of((const uint8_t *)plan->space.simplex.product.b[i / 32], i % 32));
    NBB_SET_LIST(
        state, "rows", NBB_PRODUCT_ROWS * plan->space.simplex.product.forms, i,
        NBB_PUSH_LIST(state, NBB_PRODUCT_COLUMNS, column,
                      lua_pushinteger(
                          state, plan->space.simplex.product.b[i / NBB_PRODUCT_ROWS][i % NBB_PRODUCT_ROWS][column])));
    lua_setfield(state, -2, "product");
    nbb_end_table(state, "simplex");
}

/* ---- hands the templates the operands of tensor cores ---- */

/* lambda_halves, nu_halves: products; groups; a = all halves; rows = weights by group. */
static void set_encoding(lua_State *state, const char *name, const nbb_encoding *encoding)
{
    const uint16_t *all = &encoding->a[0][0][0];
    if (encoding->products == 0) {
        NBB_SET_FLAG(state, name, false);
        return;
    }
    NBB_PUSH_FIELDS(state, encoding, products);
    NBB_SET_LIST(state, "groups", encoding->group_count, i,
                 NBB_PUSH_FIELDS(state, &encoding->groups[i], axis, row, first, scale));
    NBB_SET_INTEGERS(state, "a", encoding->products * NBB_FRAGMENT * NBB_FRAGMENT, i, all[i]);
    NBB_SET_LIST(
        state, "rows", encoding->group_count, i, /* the weights of a group, level by level */
        NBB_PUSH_LIST(
            state, encoding->products * NBB_FRAGMENT, level,
            lua_pushinteger(state,
                            (int64_t)nbb_half_value(
                                encoding->a[level / NBB_FRAGMENT][encoding->groups[i].row][level % NBB_FRAGMENT]))));
    lua_setfield(state, -2, name);
}

/* lambda_bytes, nu_bytes: products, entries, levels_a_lane, bytes; registers = B as the 32 lanes' words of each
   product; rows = B by level and entry, a list of 8 bytes each. */
static void set_byte_encoding(lua_State *state, const char *name, const nbb_byte_encoding *encoding)
{
    int entries = encoding->entries;
    if (encoding->products == 0) {
        NBB_SET_FLAG(state, name, false);
        return;
    }
    NBB_PUSH_FIELDS(state, encoding, products, entries, levels_a_lane, bytes);
    NBB_SET_INTEGERS(state, "registers", encoding->products * 32, i, register_of(&encoding->b[i / 32][0][0], i % 32));
    NBB_SET_LIST(state, "rows", 4 * encoding->levels_a_lane * entries, i,
                 NBB_PUSH_LIST(state, NBB_BYTE_COLUMNS, column,
                               lua_pushinteger(state, nbb_byte_encoding_row(encoding, (int)i / entries,
                                                                            (int)i % entries)[column])));
    lua_setfield(state, -2, name);
}

void nbb_source_set_encodings(lua_State *state, const nbb_plan *plan)
{
    static const nbb_products none = { 0 };
    const nbb_products *products = plan->space.products != NULL ? plan->space.products : &none;
    set_encoding(state, "lambda_halves", &products->lambda);
    set_encoding(state, "nu_halves", &products->nu);
    set_byte_encoding(state, "lambda_bytes", &products->lambda_bytes);
    set_byte_encoding(state, "nu_bytes", &products->nu_bytes);
}
