/* source_lanes.c - hands the templates the lanes layout. */
#include "gen/source/source_values.h"

/* look: the look-ups; steps, of step_type: by orientation of the parent there, direction and number, to where each
   leads, above step_bits: the direction_bits of the direction that is left and, above these, the orientation there;
   moves, first_move: by direction and part. */
static void set_steps(lua_State *state, const nbb_lanes *lanes)
{
    int rows = lanes->directions->count * (int)lanes->parts;
    int direction_bits = nbb_bits_needed(0, lanes->directions->count - 1);
    int bits = direction_bits + nbb_bits_needed(0, lanes->orientations - 1);
    NBB_SET_INTEGER(state, "direction_bits", direction_bits);
    NBB_SET_INTEGER(state, "step_bits", bits);
    NBB_SET_LIST(state, "look", lanes->look_ups, i, NBB_PUSH_FIELDS(state, &lanes->look[i], digits, numbers, first));
    bool wide = NBB_ANY(i, lanes->look_ups, lanes->look[i].numbers << bits > INT16_MAX + 1);
    NBB_SET_WORD(state, "step_type", wide ? "int" : "short");
    NBB_SET_LIST(state, "steps", lanes->orientations * lanes->directions->count * lanes->step_numbers, i, {
        const nbb_digits_step *step = &lanes->steps[i];
        lua_pushinteger(state, step->to * (1 << bits) + (step->orientation << direction_bits) + step->carry);
    });
    NBB_SET_LIST(state, "moves", lanes->first_move[rows], i,
                 NBB_PUSH_FIELDS(state, &lanes->moves[i], mask, part, rotate, orientation));
    NBB_SET_INTEGERS(state, "first_move", rows + 1, row, lanes->first_move[row]);
}

/* Where a lane's replica begins, and how it is turned. */
static nbb_vector lane_at(const nbb_plan *plan, int64_t lane, int *isometry)
{
    int r = plan->asked.r;
    return nbb_fractal_corner(plan->asked.fractal, r - plan->space.lanes.a, r, lane, isometry);
}

/* By axis: first, where the lanes' replicas begin; place, of each position in its tile, in each orientation. Where
   replicas are turned also: isometries, the lanes' own; halo: of each orientation that a tile beside may have, as
   seen from the tile, the position there of each place of its box, or -1. */
static void set_places(lua_State *state, const nbb_plan *plan)
{
    const nbb_fractal *fractal = plan->asked.fractal;
    const nbb_lanes *lanes = &plan->space.lanes;
    const int64_t positions = lanes->positions;
    int isometry;
    lua_newtable(state);
    for (int axis = 0; axis < nbb_fractal_axes(fractal); ++axis) {
        NBB_SET_INTEGERS(state, nbb_axis_names[axis], lanes->lanes, lane, lane_at(plan, lane, &isometry).at[axis]);
    }
    lua_setfield(state, -2, "first");
    lua_newtable(state);
    for (int axis = 0; axis < nbb_fractal_axes(fractal); ++axis) {
        NBB_SET_LIST(state, nbb_axis_names[axis], fractal->orientations * positions, i, {
            nbb_vector place = nbb_fractal_cell(fractal, plan->space.t, i % positions);
            place = nbb_isometry_place(fractal->isometries[i / positions], plan->space.rho, place);
            lua_pushinteger(state, place.at[axis]);
        });
    }
    lua_setfield(state, -2, "place");
    if (fractal->orientations > 1) {
        int64_t places = nbb_box_places(plan->space.rho);
        NBB_SET_LIST(state, "isometries", lanes->lanes, lane, {
            lane_at(plan, lane, &isometry);
            lua_pushinteger(state, isometry);
        });
        NBB_SET_LIST(state, "halo", fractal->orientations * places, i, {
            int inverse = nbb_isometry_inverse(fractal->isometries[i / places]);
            nbb_vector place = nbb_box_place((nbb_vector){ { 0 } }, plan->space.rho, i % places);
            place = nbb_isometry_place(inverse, plan->space.rho, place);
            lua_pushinteger(state, nbb_fractal_index(fractal, plan->space.t, place));
        });
    }
}

/* boundary: its positions, in ascending order; colours_known (lanes.h). */
void nbb_source_define_lanes(lua_State *state, const nbb_plan *plan)
{
    NBB_PUSH_FIELDS(state, &plan->space.lanes, a, m, lanes, parts, positions, words, look_ups, step_numbers);
    set_steps(state, &plan->space.lanes);
    set_places(state, plan);
    uint32_t positions = plan->launch.boundary.count > 0 ? plan->space.lanes.positions : 0;
    NBB_SET_NUMBERS(state, "boundary", positions, position, plan->launch.boundary.holds[position]);
    NBB_SET_FLAG(state, "colours_known", plan->code.step.closure.colours_known);
    nbb_end_table(state, "lanes");
}
