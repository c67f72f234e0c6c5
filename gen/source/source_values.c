/* source_values.c - hands the templates what plans of fractals and of simplices both have, struct by struct. */
#include "gen/source/source_values.h"

enum { READ_AHEAD_BYTES = 16 << 20 };

/* --- plan --- */

/* asked: choices as they were asked for, numbers and words; 0 and the first word where the plan chooses. */
static void set_asked(lua_State *state, const nbb_request *asked)
{
#define INTEGER(field, spellings) NBB_ADD_FIELDS(state, asked, field);
#define VARIANT INTEGER
#define CHOICE(field, spellings) NBB_SET_WORD(state, #field, (spellings)->names[asked->field]);
#define X(name, type, field, option, argument, kind, least, most, spellings, ...) kind(field, spellings)
    lua_newtable(state);
    NBB_ASKED_ROWS(X)
    lua_setfield(state, -2, "asked");
#undef X
}

/* Pushes fields of all stages; card: cells_ahead, computed while a load is on its way; words_aim, of a tile. */
static void push_plan(lua_State *state, const nbb_plan *plan)
{
    const nbb_request *asked = &plan->asked;
    const nbb_plan_space *space = &plan->space;
    const nbb_plan_launch *launch = &plan->launch;
    NBB_PUSH_FIELDS(state, plan, name);
    set_asked(state, asked);
    NBB_PUSH_FIELDS(state, asked->card, cells_ahead);
    NBB_SET_INTEGER(state, "words_aim", asked->card->lanes.words_aim);
    lua_setfield(state, -2, "card");
    NBB_ADD_FIELDS(state, asked, cells, r);
    NBB_SET(state, "n", nbb_push_vector(state, asked->sides));
    NBB_SET_WORD(state, "target", nbb_target_names.names[asked->target]);
    NBB_SET_WORD(state, "law", nbb_law_names.names[asked->law]);
    NBB_SET_WORD(state, "map", nbb_map_names.names[space->map]);
    NBB_SET_WORD(state, "storage", nbb_storage_names.names[space->storage]);
    NBB_ADD_FIELDS(state, space, t, r_b, rho, n_b, orthotope, tiles, tc, groups);
    NBB_ADD_FIELDS(state, space, lambda_by_product, nu_by_product, product_tiles, state_bytes);
    NBB_ADD_FIELDS(state, &plan->code, steps_a_launch);
    NBB_SET_WORD(state, "permuted", nbb_permutation_names.names[launch->permuted]);
    NBB_ADD_FIELDS(state, launch, persistent, cluster, together, block, tile_threads, boxed, turns, buffers);
    NBB_ADD_FIELDS(state, launch, region, boundary_bytes, once_bytes, scratch_bytes);
}

/* How cells lie in memory. by_bits: a bit each of a row's words; by_tile: of a simplex, tile after tile; by_words:
   as bits, of several planes or of one; in_planes: a program's as bits; wide_cells: in lanes, a word or more each;
   by_cells: and steps go from cell to cell; by_spans: of bits, steps count along rows or columns. */
static void set_layout(lua_State *state, const nbb_plan *plan)
{
    bool by_bits = plan->space.storage == NBB_STORAGE_BITS, wide = nbb_plan_has_wide_lanes(plan);
    bool in_lanes = plan->space.map == NBB_MAP_LANES && !wide;
    bool in_planes = (by_bits && plan->asked.law == NBB_LAW_PROGRAM) || (in_lanes && plan->asked.law != NBB_LAW_NONE);
    NBB_SET_FLAG(state, "by_bits", by_bits);
    NBB_SET_FLAG(state, "by_tile", plan->asked.fractal == NULL && plan->space.storage != NBB_STORAGE_EMBEDDED);
    NBB_SET_FLAG(state, "by_words", by_bits || in_lanes);
    NBB_SET_FLAG(state, "in_planes", in_planes);
    NBB_SET_FLAG(state, "wide_cells", wide);
    NBB_SET_FLAG(state, "by_cells", nbb_plan_goes_by_cells(plan));
    NBB_SET_FLAG(state, "by_spans", nbb_plan_goes_by_spans(plan));
    NBB_SET_FLAG(state, "totals_in_words", (in_planes || by_bits) && plan->code.totals.count > 0);
}

/* How kernels go over them. sharded: ranks share the items; wide_numbers: these need more than 32 bits; by_level:
   lambda takes a launch a level; looks: of a persistent launch; vec4, march: a step of a program goes over a simplex
   by vec4 of cells, each from itself alone, or by a march, several steps a launch; shuffles: lanes share the levels
   of lambda; coordinates: a tile's product gives the cell that each of its words begins with; masks: some kernel asks
   which of a tile's places are cells; reads_ahead, on the host: a state of lanes is larger than caches, so that it is
   read ahead of time, and written past them. */
static void set_launches(lua_State *state, const nbb_plan *plan)
{
    bool large = plan->space.map == NBB_MAP_LANES && plan->asked.work->evolves
                 && sizeof(uint32_t) * plan->space.lanes.words >= READ_AHEAD_BYTES;
    NBB_SET_FLAG(state, "in_place", nbb_plan_in_place(plan));
    NBB_SET_FLAG(state, "sharded", nbb_plan_is_sharded(plan));
    /* Of tiles, or in lanes of their items, parts of a word each, with some to spare for idle threads. */
    int64_t parts = plan->space.map == NBB_MAP_LANES ? plan->space.lanes.parts : 1;
    NBB_SET_FLAG(state, "wide_numbers", plan->space.tiles >= (INT64_C(1) << 31) / parts);
    NBB_SET_FLAG(state, "copies", plan->asked.copies > 0);
    NBB_SET_FLAG(state, "by_level", plan->space.simplex.cover.levels > 0);
    NBB_SET_FLAG(state, "looks", nbb_plan_looks(plan));
    NBB_SET_FLAG(state, "vec4", plan->asked.fractal == NULL && nbb_plan_goes_by_vec4(plan));
    NBB_SET_FLAG(state, "march", plan->launch.march.depth > 0 && plan->asked.target != NBB_TARGET_HOST);
    NBB_SET_FLAG(state, "shuffles", plan->space.eval == NBB_EVAL_SHUFFLE && plan->space.r_b > 1);
    NBB_SET_FLAG(state, "grouped", plan->space.eval == NBB_EVAL_GROUPED && plan->space.r_b > 0);
    NBB_SET_FLAG(state, "coordinates",
                 plan->space.tc == NBB_TC_THREADS && plan->asked.target != NBB_TARGET_HOST
                     && plan->space.lambda_by_product);
    NBB_SET_FLAG(state, "masks",
                 plan->asked.work->pass != NBB_ENTRY_WRITE || plan->space.map == NBB_MAP_COMPACT
                     || plan->asked.intra == NBB_INTRA_BOX);
    NBB_SET_FLAG(state, "reads_ahead", large);
    NBB_SET_FLAG(state, "writes_past", large && !nbb_plan_in_place(plan));
}

/* Whether the text has the kernel. */
static bool prints(const nbb_source_request *request, nbb_entry entry)
{
    nbb_entry_set kernels = request->kernels != 0 ? request->kernels : NBB_ENTRY_SET_ALL;
    return nbb_plan_has(request->plan, entry) && (kernels >> entry & 1) != 0;
}

/* A field: its name in C, what its array stores, whether its variable is a real, where its array begins (digits, for
   it may be past what a Lua integer holds), bits of a value, and its bytes. */
static void push_field(lua_State *state, const nbb_plan *plan, int i)
{
    static const char *const types[] = { "u8", "i8", "i16", "u16", "int", "u32", "float", "double" };
    const nbb_traits *traits = &plan->asked.traits;
    const nbb_field *field = &traits->fields[i];
    bool is_own = traits->cell->kind == NBB_CELL_FIELDS; /* of a program */
    char offset[24];
    snprintf(offset, sizeof offset, "%" PRIu64, plan->space.offsets[i]);
    NBB_PUSH_FIELDS(state, field, bits);
    nbb_source_set_spelled(state, "name", field->name);
    NBB_SET_WORD(state, "stored", is_own ? types[field->kind] : traits->cell->name);
    NBB_SET_FLAG(state, "real", field->kind == NBB_FIELD_F32 || field->kind == NBB_FIELD_F64);
    NBB_SET_WORD(state, "offset", offset);
    NBB_SET_INTEGER(state, "bytes", traits->bytes[i]);
}

/* --- domain --- */

/* kind: fractal or simplex; name; axes: {"x", "y"} or all three; what either has. */
static void define_domain(lua_State *state, const nbb_plan *plan)
{
    const nbb_domain *domain = &plan->asked.domain;
    lua_newtable(state);
    NBB_SET_WORD(state, "kind", domain->fractal != NULL ? "fractal" : "simplex");
    NBB_SET_WORD(state, "name", nbb_domain_name(domain));
    NBB_SET_LIST(state, "axes", nbb_domain_axes(domain), axis, lua_pushstring(state, nbb_axis_names[axis]));
    if (domain->fractal != NULL) {
        nbb_source_set_fractal(state, plan);
    } else {
        NBB_SET_INTEGER(state, "m", domain->simplex->m);
        NBB_SET_INTEGER(state, "side", domain->size);
    }
    nbb_end_table(state, "domain");
}

/* rule: text, empty without one; next, its function of the bits of the neighbours' number and of the cell. */
static void define_rule(lua_State *state, const nbb_plan *plan)
{
    int neighbours = plan->space.tile.most_neighbours;
    int most = plan->space.map == NBB_MAP_BB && neighbours < NBB_NEIGHBOURS_MAX ? NBB_NEIGHBOURS_MAX : neighbours;
    NBB_LOCAL_TEXT text = NBB_TEXT_EMPTY;
    lua_newtable(state);
    if (plan->asked.law == NBB_LAW_RULE) {
        NBB_SET(state, "next", nbb_source_push_function(state, nbb_rule_function(plan->asked.rule, most)));
        nbb_rule_print_on(plan->asked.rule, nbb_domain_axes(&plan->asked.domain), &text);
    }
    NBB_SET_WORD(state, "text", nbb_text_string(&text));
    NBB_SET_INTEGER(state, "most_neighbours", neighbours);
    nbb_end_table(state, "rule");
}

/* For the header. choices: those that are not the default, ", eval shuffle, hash arith"; idle: why --tc forms no
   product where it does not. */
static void define_request(lua_State *state, const nbb_source_request *request)
{
    const nbb_plan *plan = request->plan;
    const char *idle = nbb_plan_idle_products(plan);
    NBB_LOCAL_TEXT choices = NBB_TEXT_EMPTY;
    NBB_PUSH_FIELDS(state, request, command, standalone, described, steps, seed);
    NBB_SET_WORD(state, "version", NBB_VERSION);
    if (plan->asked.fractal != NULL) {
        nbb_plan_print_evaluation(plan, ", ", true, &choices);
    }
    NBB_SET_WORD(state, "choices", nbb_text_string(&choices));
    NBB_SET_WORD(state, "idle", idle != NULL ? idle : "");
    if (request->samples != NULL) {
        /* samples: these, and corners and answers, whose 64 bits a Lua integer has. */
        int64_t answers = request->samples->windows * request->samples->places * request->samples->fields;
        NBB_PUSH_FIELDS(state, request->samples, steps, extent, windows, places, fields);
        NBB_SET_LIST(state, "corners", request->samples->windows, i,
                     nbb_push_vector(state, request->samples->corners[i]));
        NBB_SET_INTEGERS(state, "answers", answers, i, (lua_Integer)request->samples->answers[i]);
        lua_setfield(state, -2, "samples");
    }
    nbb_end_table(state, "request");
}

/* --- kernels: what each takes and does, in words and as letters of a signature --- */

/* Their types; those that are not here are points or as the state. */
static const struct {
    const char *type, *names[10];
} types[] = {
    { "u32", { "step", "turn", "rounds", "scale", "width", "level", "copies", "odd", "every" } },
    { "u32 *", { "arrived", "xy", "live", "words", "packed", "groups" } },
    { "u64", { "count", "first_item", "items", "listed" } },
    { "u64 *", { "sum", "counts", "found", "places", "kept" } },
    { "u8 *", { "alive" } },
    { "void *", { "totals" } },
    { "nbb_arguments", { "arguments" } },
    { "nbb_arguments *", { "records", "moved" } },
    { "const nbb_tempered *", { "tempered" } },
};

/* An update in place has the names of its two buffers; answers are called by what a cell is. The state's type is as
   state_type of templates/prelude.lua has it. */
static void add_parameter(const nbb_plan *plan, const char *name, nbb_interface *interface)
{
#define X(name, text, ...) text " *",
    static const char *const cells[NBB_CELL_COUNT] = { NBB_CELLS(X) };
#undef X
    nbb_cell_kind kind = plan->asked.traits.cell->kind;
    bool in_place = nbb_plan_in_place(plan), are_points = strcmp(name, "points") == 0;
    bool words = plan->space.storage == NBB_STORAGE_BITS
                 || (plan->space.map == NBB_MAP_LANES && !nbb_plan_has_wide_lanes(plan));
    name = in_place && strcmp(name, "in") == 0    ? "state"
           : in_place && strcmp(name, "out") == 0 ? "boundary"
           : strcmp(name, "answers") == 0         ? plan->asked.traits.cell->found
                                                  : name;
    bool is_arguments = strcmp(name, "arguments") == 0;
    bool is_structure = is_arguments && !plan->asked.copies; /* else an array of them, in the device's memory */
    int of = NBB_FIND(i, NBB_COUNT(types),
                      NBB_ANY(at, 10, types[i].names[at] != NULL && strcmp(types[i].names[at], name) == 0));
    const char *type = is_arguments && plan->asked.copies                        ? "const nbb_arguments *"
                       : is_structure && plan->asked.target == NBB_TARGET_HOST ? "nbb_arguments *"
                       : of < NBB_COUNT(types)                                   ? types[of].type
                       : are_points ? kind == NBB_CELL_F64 ? "double *" : "float *"
                       : words      ? "u32 *"
                                    : cells[kind];
    bool is_address = strchr(type, '*') != NULL, is_narrow = strcmp(type, "u32") == 0;
    interface->signature[interface->count] = is_structure ? 'S' : is_address ? 'p' : is_narrow ? 'I' : 'Q';
    interface->parameters[interface->count++] = (nbb_kernel_parameter){ .type = type, .name = name };
}

nbb_interface nbb_interface_of(const nbb_plan *plan, nbb_entry entry)
{
#define X(name, suffix, own, program, does) does,
    static const char *const all_do[NBB_ENTRY_COUNT] = { NBB_ENTRIES(X) };
#undef X
    bool is_persistent = entry == NBB_ENTRY_PERSISTENT, has_turns = is_persistent && plan->asked.traits.by_turns;
    nbb_interface interface = { .does = has_turns ? "advances the state in so many rounds, each all turns of a step;"
                                                    " out is not used, arrived is 0 before"
                                                  : all_do[entry],
                                .steps = entry == NBB_ENTRY_STEP || is_persistent ? plan->code.steps_a_launch
                                         : entry == NBB_ENTRY_REST             ? 1
                                                                               : 0,
                                .at_once = is_persistent && plan->launch.cluster == 0,
                                .counts_cells = entry == NBB_ENTRY_PROBE };
    const char *const *lists[] = { nbb_plan_parameters(plan, entry), nbb_plan_last_parameters(plan, entry) };
    for (int i = 0; i < 2; ++i) {
        for (; *lists[i] != NULL; ++lists[i]) {
            add_parameter(plan, *lists[i], &interface);
        }
    }
    if (nbb_plan_goes_over_copies(plan, entry) && plan->asked.target == NBB_TARGET_HOST) {
        add_parameter(plan, "copies", &interface); /* on a GPU a dimension of the grid */
    }
    return interface;
}

/* Pushes a kernel: entry ("step"), does, list (of parameters), steps, at_once, counts_cells, threads, and the blocks
   of each launch; of an ensemble by_copies, whether it goes over all copies. */
static void push_kernel(lua_State *state, const nbb_plan *plan, nbb_entry entry)
{
    nbb_interface interface = nbb_interface_of(plan, entry);
    NBB_PUSH_FIELDS(state, &interface, does, steps, at_once, counts_cells);
    NBB_SET_WORD(state, "entry", nbb_entry_suffixes[entry]);
    NBB_SET_INTEGER(state, "threads", nbb_plan_grid(plan, entry, 0, 0).threads);
    NBB_SET_INTEGER(state, "shared", nbb_plan_shared(plan, entry));
    NBB_SET_FLAG(state, "by_copies", nbb_plan_goes_over_copies(plan, entry));
    /* list: each parameter's type and name, and how many bytes on the next copy's is. */
    NBB_SET_LIST(state, "list", interface.count, i, {
        NBB_PUSH_FIELDS(state, &interface.parameters[i], type, name);
        NBB_SET_INTEGER(state, "stride", (lua_Integer)nbb_plan_stride(plan, interface.parameters[i].name));
    });
    NBB_SET_INTEGERS(state, "blocks", nbb_plan_launches(plan, entry), level,
                     (lua_Integer)nbb_plan_grid(plan, entry, (int)level, 0).blocks);
}

/* kernels: those that the plan has, as a list in the order of NBB_ENTRIES and by name; prints: by name, whether one
   is in the text, and program, whether any is that the program's own text is for: a rule's steps, and passes over
   cells, are not of these. */
static void define_kernels(lua_State *state, const nbb_source_request *request)
{
    const nbb_plan *plan = request->plan;
    int count = 0;
    lua_newtable(state);
    lua_newtable(state);
    NBB_SET_FLAG(state, "program",
                 plan->asked.program != NULL
                     && (plan->asked.law == NBB_LAW_PROGRAM || prints(request, NBB_ENTRY_INIT)
                         || prints(request, NBB_ENTRY_TOTALS)));
    for (int entry = 0; entry < NBB_ENTRY_COUNT; ++entry) {
        NBB_SET_FLAG(state, nbb_entry_suffixes[entry], prints(request, (nbb_entry)entry));
        if (nbb_plan_has(plan, (nbb_entry)entry)) {
            push_kernel(state, plan, (nbb_entry)entry);
            lua_pushvalue(state, -1);
            lua_setfield(state, -4, nbb_entry_suffixes[entry]);
            lua_seti(state, -3, ++count);
        }
    }
    nbb_end_table(state, "prints");
    lua_setglobal(state, "kernels");
}

int nbb_source_define(lua_State *state)
{
    const nbb_source_request *request = lua_touserdata(state, 1);
    const nbb_plan *plan = request->plan;
    push_plan(state, plan);
    set_layout(state, plan);
    set_launches(state, plan);
    nbb_source_set_encodings(state, plan);
    nbb_end_table(state, "plan");
    NBB_PUSH_FIELDS(state, plan->asked.work, name, evolves);
    NBB_SET_WORD(state, "pass", nbb_entry_suffixes[plan->asked.work->pass]);
    nbb_end_table(state, "work");
    NBB_PUSH_FIELDS(state, &plan->asked.traits, lives, planes);
    NBB_SET(state, "cell", NBB_PUSH_FIELDS(state, plan->asked.traits.cell, name, found, none));
    NBB_SET_LIST(state, "fields", plan->asked.traits.arrays, i, push_field(state, plan, (int)i));
    nbb_end_table(state, "traits");
    nbb_source_define_formulas(state);
    define_domain(state, plan);
    define_rule(state, plan);
    define_request(state, request);
    define_kernels(state, request);
    lua_pushboolean(state, false); /* without one */
    lua_setglobal(state, "program");
    if (plan->asked.program != NULL) {
        nbb_source_define_program(state, request);
    }
    if (plan->asked.fractal != NULL) {
        nbb_source_define_tile(state, plan);
    } else {
        nbb_source_define_simplex(state, plan);
    }
    if (plan->space.map == NBB_MAP_LANES) {
        nbb_source_define_lanes(state, plan);
    }
    nbb_source_define_words(state, request);
    return 0;
}
