/* interface.c - what each kernel takes and does, in words and as letters of a signature. */
#include "gen/source/source.h"

/* Their types; those that are not here are points or as the state. */
static const nbb_kernel_parameter types[] = {
    { "u32", "step" },       { "u32", "turn" },
    { "u32 *", "arrived" },  { "u32", "rounds" },
    { "u64 *", "sum" },      { "u64 *", "counts" },
    { "u32 *", "xy" },       { "u64", "count" },
    { "u8 *", "alive" },     { "u64 *", "found" },
    { "u32", "scale" },      { "u32", "width" },
    { "u32 *", "live" },     { "u32 *", "words" },
    { "u64 *", "places" },   { "u32 *", "packed" },
    { "u64", "first_item" }, { "u64", "items" },
    { "u32 *", "groups" },   { "void *", "totals" },
    { "u32", "level" },      { "nbb_arguments", "arguments" },
    { "u32", "copies" },     { "nbb_arguments *", "records" },
    { "u32", "odd" },        { "const nbb_tempered *", "tempered" },
    { "u32", "every" },      { "nbb_arguments *", "moved" },
    { "u64 *", "kept" },     { "u64", "listed" },
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
           : in_place && strcmp(name, "out") == 0 ? "border"
           : strcmp(name, "answers") == 0         ? plan->asked.traits.cell->found
                                                  : name;
    nbb_kernel_parameter parameter = { .type = are_points ? kind == NBB_CELL_F64 ? "double *" : "float *"
                                               : words    ? "u32 *"
                                                          : cells[kind],
                                       .name = name };
    for (size_t i = 0; i < sizeof types / sizeof types[0]; ++i) {
        parameter = strcmp(types[i].name, name) == 0 ? types[i] : parameter;
    }
    bool is_structure = strcmp(name, "arguments") == 0;
    if (is_structure && (plan->asked.copies || plan->asked.target == NBB_TARGET_HOST)) {
        parameter.type = plan->asked.copies ? "const nbb_arguments *" : "nbb_arguments *";
    }
    is_structure = is_structure && !plan->asked.copies; /* else an array of them, in the device's memory */
    bool is_address = strchr(parameter.type, '*') != NULL, is_narrow = strcmp(parameter.type, "u32") == 0;
    interface->signature[interface->count] = is_structure ? 'S' : is_address ? 'p' : is_narrow ? 'I' : 'Q';
    interface->parameters[interface->count++] = parameter;
}

nbb_interface nbb_interface_of(const nbb_plan *plan, nbb_entry entry)
{
#define X(name, suffix, own, program, does) does,
    static const char *const all_do[NBB_ENTRY_COUNT] = { NBB_ENTRIES(X) };
#undef X
    bool has_rounds = entry == NBB_ENTRY_ROUNDS, has_turns = has_rounds && plan->asked.traits.by_turns;
    nbb_interface interface = { .does = has_turns ? "advances the state in so many rounds, each all turns of a step;"
                                                    " out is not used, arrived is 0 before"
                                                  : all_do[entry],
                                .steps = entry == NBB_ENTRY_STEP || has_rounds ? plan->code.steps_a_launch
                                         : entry == NBB_ENTRY_REST             ? 1
                                                                               : 0,
                                .at_once = has_rounds && plan->launch.cluster == 0,
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
