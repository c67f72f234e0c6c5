/* source_values.c - the plan's values as globals of the templates. */
#include "gen/source/source_values.h"

#include "gen/plan/plan_wide.h"
#include "gen/plan/shards.h"
#include "gen/source/interface.h"
#include "gen/source/lua_values.h"
#include "gen/source/source_program_values.h"

#include <inttypes.h>
#include <string.h>

enum { CHECK_STEPS_MAX = 4 };

static void set_text(lua_State *state, const char *name, const char *text)
{
    lua_pushstring(state, text);
    lua_setfield(state, -2, name);
}

/* rule, rule_function, rule_inputs ({name, shift} of the count's bits in use), rule_uses_count, rule_uses_self. */
static void define_rule(lua_State *state, const nbb_source_texts *given)
{
    static const char *const bits[] = { "one", "two", "four", "eight", "sixteen" };
    const char *function = nbb_text_string(&given->function);
    int used = 0;
    nbb_set_string(state, "rule", nbb_text_string(&given->rule));
    nbb_set_string(state, "rule_function", function);
    lua_newtable(state);
    for (int shift = 0; shift < 5; ++shift) {
        if (strstr(function, bits[shift]) != NULL) {
            lua_newtable(state);
            nbb_set_field(state, "shift", shift);
            lua_pushstring(state, bits[shift]);
            lua_setfield(state, -2, "name");
            lua_seti(state, -2, ++used);
        }
    }
    lua_setglobal(state, "rule_inputs");
    nbb_set_boolean(state, "rule_uses_count", used > 0);
    nbb_set_boolean(state, "rule_uses_self", strstr(function, "self") != NULL);
    nbb_set_integer(state, "birth", given->request->plan->rule.birth);
    nbb_set_integer(state, "survival", given->request->plan->rule.survival);
    nbb_set_integer(state, "most_neighbours", given->request->plan->tile.most_neighbours);
}

/* grids[entry] = {blocks, threads} */
static void define_grids(lua_State *state, const nbb_plan *plan)
{
    lua_newtable(state);
    for (int entry = 0; entry < NBB_ENTRY_COUNT; ++entry) {
        nbb_grid grid = nbb_plan_grid(plan, (nbb_entry)entry, 0, 0);
        lua_newtable(state);
        nbb_set_field(state, "blocks", (int64_t)grid.blocks);
        nbb_set_field(state, "threads", grid.threads);
        lua_setfield(state, -2, nbb_entry_suffixes[entry]);
    }
    lua_setglobal(state, "grids");
}

/* Whether numbers of tiles, or in lanes of their items, parts of a word each, need more than 32 bits, with some to
   spare for the last block's idle threads. */
static bool has_many_tiles(const nbb_plan *plan)
{
    return plan->tiles >= (INT64_C(1) << 31) / (plan->map == NBB_MAP_LANES ? plan->lanes.parts : 1);
}

/* The workload's row. evolves: a pass makes the next state of the last; pass: its kernel. */
static void define_workload(lua_State *state, const nbb_workload_row *work)
{
    nbb_set_string(state, "workload", work->name);
    nbb_set_boolean(state, "evolves", work->evolves);
    nbb_set_string(state, "pass", nbb_entry_suffixes[work->pass]);
}

/* One field: {name, stored (the array's type), real (its variable's type; false: an int's), offset (digits, for it
   may be past what a Lua integer holds), bits, bytes}. */
static void define_field(lua_State *state, const nbb_field *field, const char *stored, uint32_t bytes,
                         uint64_t offset)
{
    nbb_text text = NBB_TEXT_EMPTY;
    lua_newtable(state);
    nbb_program_spell(field->name, &text);
    set_text(state, "name", nbb_text_string(&text));
    nbb_text_free(&text);
    set_text(state, "stored", stored);
    lua_pushboolean(state, field->kind == NBB_FIELD_F32 || field->kind == NBB_FIELD_F64);
    lua_setfield(state, -2, "real");
    nbb_text_add(&text, "%" PRIu64, offset);
    set_text(state, "offset", nbb_text_string(&text));
    nbb_text_free(&text);
    nbb_set_field(state, "bits", field->bits);
    nbb_set_field(state, "bytes", bytes);
}

/* fields, of a cell; lives: they are one bit; planes: words of lanes that hold them, if any; cell_type, found_name,
   no_cell: what a cell is stored as, how the cells that were asked for are called, and what stands there for a place
   that is none. */
static void define_fields(lua_State *state, const nbb_plan *plan)
{
    static const char *const types[] = { "u8", "int", "u32", "float", "double" };
    const nbb_traits *traits = &plan->traits;
    lua_newtable(state);
    for (int i = 0; i < traits->arrays; ++i) {
        const nbb_field *field = &traits->fields[i];
        bool is_own = traits->cell->kind == NBB_CELL_FIELDS; /* of a program */
        define_field(state, field, is_own ? types[field->kind] : traits->cell->name, traits->bytes[i],
                     plan->offsets[i]);
        lua_seti(state, -2, i + 1);
    }
    lua_setglobal(state, "fields");
    nbb_set_boolean(state, "lives", traits->lives);
    nbb_set_integer(state, "planes", traits->planes);
    nbb_set_string(state, "cell_type", traits->cell->name);
    nbb_set_string(state, "found_name", traits->cell->found);
    nbb_set_string(state, "no_cell", traits->cell->none);
}

/* axes: {"x", "y"} or all three. direction_count, centre, and by direction direction_steps = {x, y, z}, as in
   directions.h. */
static void define_directions(lua_State *state, const nbb_directions *list)
{
    static const char *const names[NBB_AXES_MAX] = { "x", "y", "z" };
    lua_newtable(state);
    for (int axis = 0; axis < list->axes; ++axis) {
        lua_pushstring(state, names[axis]);
        lua_seti(state, -2, axis + 1);
    }
    lua_setglobal(state, "axes");
    lua_newtable(state);
    for (int d = 0; d < list->count; ++d) {
        lua_newtable(state);
        for (int axis = 0; axis < list->axes; ++axis) {
            nbb_set_field(state, names[axis], list->steps[d].at[axis]);
        }
        lua_seti(state, -2, d);
    }
    lua_setglobal(state, "direction_steps");
    nbb_set_integer(state, "direction_count", list->count);
    nbb_set_integer(state, "centre", list->centre);
}

/* tensor_cores: the variant of --tc, as ", tensor cores, variant 4", and why it forms no product where it does
   not. */
static void define_tensor_cores(lua_State *state, const nbb_plan *plan)
{
    const char *idle = nbb_plan_idle_products(plan);
    lua_pushliteral(state, "");
    if (plan->tc != NBB_TC_NONE) {
        lua_pushfstring(state, ", tensor cores, variant %d%s%s", plan->tc, idle != NULL ? ", not used: " : "",
                        idle != NULL ? idle : "");
        lua_concat(state, 2);
    }
    lua_setglobal(state, "tensor_cores");
}

/* asked: the choices as they were asked for, by their fields; 0 where the plan chooses. */
static void define_asked(lua_State *state, const nbb_plan *plan)
{
    lua_newtable(state);
#define X(name, type, field, ...) nbb_set_field(state, #field, (int64_t)plan->asked.field);
    NBB_ASKED_ROWS(X)
#undef X
    lua_setglobal(state, "asked");
}

/* What a fractal and a simplex both have. domain: "fractal" or "simplex"; subject: its name. */
static void define_domain(lua_State *state, const nbb_plan *plan)
{
    nbb_set_string(state, "domain", plan->fractal != NULL ? "fractal" : "simplex");
    nbb_set_string(state, "subject", nbb_domain_name(&plan->domain));
    define_directions(state, nbb_directions_of(nbb_domain_axes(&plan->domain)));
    nbb_set_string(state, "name", plan->name);
    nbb_set_string(state, "version", NBB_VERSION);
    nbb_set_string(state, "target", nbb_target_names.names[plan->target]);
    define_workload(state, plan->work);
    define_fields(state, plan);
    nbb_set_string(state, "map", nbb_map_names.names[plan->map]);
    nbb_set_string(state, "storage", nbb_storage_names.names[plan->storage]);
    nbb_set_integer(state, "tc", plan->tc);
    define_tensor_cores(state, plan);
    nbb_set_vector(state, "n", plan->n);
    nbb_set_integer(state, "cells", plan->cells);
    nbb_set_integer(state, "tiles", plan->tiles);
    nbb_set_boolean(state, "sharded", nbb_plan_is_sharded(plan));
    nbb_set_boolean(state, "tiles_wide", has_many_tiles(plan));
    nbb_set_unsigned(state, "state_bytes", plan->state_bytes);
    nbb_set_boolean(state, "in_place", nbb_plan_in_place(plan));
    nbb_set_integer(state, "block", plan->block);
    define_asked(state, plan);
}

/* The steps after which a standalone compares cells: past a launch of several steps, to a launch of one; where
   launches stay, two rounds of them before. */
static int64_t check_steps(const nbb_source_request *request)
{
    int launch = request->plan->steps_a_launch;
    int64_t most = request->plan->resident ? 2 * launch + 1 : launch > 1 ? launch + 1 : CHECK_STEPS_MAX;
    return request->steps < most ? request->steps : most;
}

/* prints: whether a kernel is in the text, by its suffix. */
static void define_kernels(lua_State *state, const nbb_source_request *request)
{
    nbb_entry_set kernels = request->kernels != 0 ? request->kernels : NBB_ENTRY_SET_ALL;
    lua_newtable(state);
    for (int entry = 0; entry < NBB_ENTRY_COUNT; ++entry) {
        lua_pushboolean(state, nbb_plan_has(request->plan, (nbb_entry)entry) && (kernels >> entry & 1) != 0);
        lua_setfield(state, -2, nbb_entry_suffixes[entry]);
    }
    lua_setglobal(state, "prints");
}

/* One kernel for `interface`: entry ("step"), does, parameters ("u8 *state, u64 seed"), steps, at_once, counts_cells,
   threads, and the blocks of each launch. */
static void define_interface(lua_State *state, const nbb_plan *plan, nbb_entry entry)
{
    nbb_interface interface = nbb_interface_of(plan, entry);
    nbb_text parameters = NBB_TEXT_EMPTY;
    nbb_interface_print(&interface, &parameters);
    lua_newtable(state);
    set_text(state, "entry", nbb_entry_suffixes[entry]);
    set_text(state, "does", interface.does);
    set_text(state, "parameters", nbb_text_string(&parameters));
    nbb_text_free(&parameters);
    nbb_set_field(state, "steps", interface.steps);
    nbb_set_field(state, "threads", nbb_plan_grid(plan, entry, 0, 0).threads);
    lua_pushboolean(state, interface.at_once);
    lua_setfield(state, -2, "at_once");
    lua_pushboolean(state, interface.counts_cells);
    lua_setfield(state, -2, "counts_cells");
    lua_newtable(state);
    for (int level = 0; level < nbb_plan_launches(plan, entry); ++level) {
        nbb_add_integer(state, level + 1, (int64_t)nbb_plan_grid(plan, entry, level, 0).blocks);
    }
    lua_setfield(state, -2, "blocks");
}

/* interface: a list of the kernels in the order of NBB_ENTRIES; described; states; turns_a_step. */
static void define_interfaces(lua_State *state, const nbb_source_request *request)
{
    const nbb_plan *plan = request->plan;
    int count = 0;
    lua_newtable(state);
    for (int entry = 0; entry < NBB_ENTRY_COUNT; ++entry) {
        if (nbb_plan_has(plan, (nbb_entry)entry)) {
            define_interface(state, plan, (nbb_entry)entry);
            lua_seti(state, -2, ++count);
        }
    }
    lua_setglobal(state, "interface");
    nbb_set_boolean(state, "described", request->described);
    nbb_set_integer(state, "states", plan->buffers);
    nbb_set_integer(state, "turns_a_step", plan->traits.turns);
}

int nbb_source_define(lua_State *state)
{
    nbb_source_texts *given = lua_touserdata(state, 1);
    const nbb_source_request *request = given->request;
    define_domain(state, request->plan);
    define_grids(state, request->plan);
    define_kernels(state, request);
    define_interfaces(state, request);
    define_rule(state, given);
    nbb_set_string(state, "law", nbb_law_names[request->plan->law]);
    nbb_set_boolean(state, "program", false);         /* without one */
    if (request->plan->program != NULL) {
        nbb_source_define_program(state, request->plan, &given->program);
    }
    nbb_set_boolean(state, "wide_cells", nbb_plan_has_wide_lanes(request->plan));
    if (request->plan->fractal != NULL) {
        nbb_source_define_fractal(state, given);
    } else {
        nbb_source_define_simplex(state, given);
    }
    nbb_set_string(state, "costs", nbb_text_string(&given->costs));
    nbb_set_string(state, "command", request->command);
    nbb_set_boolean(state, "standalone", request->standalone);
    nbb_set_integer(state, "steps", request->steps);
    nbb_set_integer(state, "steps_a_launch", request->plan->steps_a_launch);
    nbb_set_boolean(state, "resident", request->plan->resident);
    nbb_set_integer(state, "cluster", request->plan->cluster);
    nbb_set_integer(state, "check_steps", check_steps(request));
    nbb_set_unsigned(state, "seed", request->seed);
    return 0;
}
