/* interface.c - what each kernel takes and does, in words. */
#include "gen/source/interface.h"

#include "gen/plan/plan.h"

#include <string.h>

/* Parameters by entry, and those with the structure of arguments where they are others. NULL stands for what a cell
   that was asked for is called. */
static const struct {
    const char *does, *names[4], *with_arguments[6];
} rows[NBB_ENTRY_COUNT] = {
    [NBB_ENTRY_INIT] = { "writes the initial state", { "state", "arguments" }, { NULL } },
    [NBB_ENTRY_STEP] = { "advances the state", { "in", "out" }, { "in", "out", "step", "turn", "arguments" } },
    [NBB_ENTRY_REST] = { "advances the state", { "in", "out" }, { "in", "out", "step", "turn", "arguments" } },
    [NBB_ENTRY_BORDER] = { "copies what a step loads from tiles beside; due before each launch of one",
                           { "state", "border" },
                           { NULL } },
    [NBB_ENTRY_ROUNDS] = { "advances the state so many rounds, from in to out and back; arrived is 0 before",
                           { "in", "out", "arrived", "rounds" },
                           { "in", "out", "arrived", "rounds", "step", "arguments" } },
    [NBB_ENTRY_WRITE] = { "writes 1 into every cell", { "state" }, { NULL } },
    [NBB_ENTRY_SUM] = { "adds the number of live cells to *sum", { "state", "sum" }, { NULL } },
    [NBB_ENTRY_CENSUS] = { "adds the population to counts[0] and the digest to counts[1]",
                           { "state", "counts" },
                           { NULL } },
    [NBB_ENTRY_PROBE] = { "looks up count cells, whose coordinates lie in xy one behind the other",
                          { "state", "xy", "count", NULL },
                          { NULL } },
    [NBB_ENTRY_IMAGE] = { "adds the live cells of each pixel, of scale cells a side, in rows of width pixels",
                          { "state", "scale", "width", "live" },
                          { NULL } },
    [NBB_ENTRY_DISTANCES] = { "writes the distance of each cell's two points", { "state", "points" }, { NULL } },
    [NBB_ENTRY_PACK] = { "gathers words: packed[i] = words[places[i]]",
                         { "words", "places", "packed", "count" },
                         { NULL } },
    [NBB_ENTRY_UNPACK] = { "puts them back: words[places[i]] = packed[i]",
                           { "words", "places", "packed", "count" },
                           { NULL } },
    [NBB_ENTRY_TOTALS] = { "adds up observables: 8 bytes of total i, block b at totals[i * NBB_TOTALS_BLOCKS + b]",
                           { "state", "totals", "step", "arguments" },
                           { NULL } },
};

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
};

/* As state_type of templates/prelude.lua has it. */
static const char *state_type(const nbb_plan *plan)
{
    static const char *const cells[NBB_CELL_COUNT] = { [NBB_CELL_U8] = "u8 *",
                                                       [NBB_CELL_F16] = "u16 *",
                                                       [NBB_CELL_F32] = "float *",
                                                       [NBB_CELL_F64] = "double *",
                                                       [NBB_CELL_FIELDS] = "u8 *" };
    bool words = plan->space.storage == NBB_STORAGE_BITS
                 || (plan->space.map == NBB_MAP_LANES && !nbb_plan_has_wide_lanes(plan));
    return words ? "u32 *" : cells[plan->asked.traits.cell->kind];
}

static void add_parameter(const nbb_plan *plan, const char *name, nbb_interface *interface)
{
    bool are_points = strcmp(name, "points") == 0, are_wide = plan->asked.traits.cell->kind == NBB_CELL_F64;
    nbb_kernel_parameter parameter = { are_points ? are_wide ? "double *" : "float *" : state_type(plan), name };
    for (size_t i = 0; i < sizeof types / sizeof types[0]; ++i) {
        if (strcmp(types[i].name, name) == 0) {
            parameter = types[i];
        }
    }
    if (strcmp(name, "arguments") == 0 && plan->asked.target == NBB_TARGET_HOST) {
        parameter.type = "nbb_arguments *";
    }
    interface->parameters[interface->count++] = parameter;
}

/* An update in place has the names of its two buffers. */
static const char *name_in_place(const nbb_plan *plan, const char *name)
{
    bool in_place = nbb_plan_in_place(plan);
    return in_place && strcmp(name, "in") == 0 ? "state" : in_place && strcmp(name, "out") == 0 ? "border" : name;
}

nbb_interface nbb_interface_of(const nbb_plan *plan, nbb_entry entry)
{
    bool others = plan->asked.law == NBB_LAW_PROGRAM && rows[entry].with_arguments[0] != NULL;
    bool pass = entry == NBB_ENTRY_STEP || entry == NBB_ENTRY_ROUNDS;
    bool has_turns = entry == NBB_ENTRY_ROUNDS && plan->asked.traits.by_turns;
    nbb_interface interface = { .does = has_turns ? "advances the state in so many rounds, each all turns of a step;"
                                                    " out is not used, arrived is 0 before"
                                                  : rows[entry].does,
                                .steps = pass                      ? plan->code.steps_a_launch
                                         : entry == NBB_ENTRY_REST ? 1
                                                                   : 0,
                                .at_once = entry == NBB_ENTRY_ROUNDS && plan->launch.cluster == 0,
                                .counts_cells = entry == NBB_ENTRY_PROBE };
    const char *const *names = others ? rows[entry].with_arguments : rows[entry].names;
    size_t count = strlen(nbb_plan_signatures(plan, entry)->plain);
    for (size_t i = 0; i < count; ++i) {
        add_parameter(plan, names[i] != NULL ? name_in_place(plan, names[i]) : plan->asked.traits.cell->found,
                      &interface);
    }
    static const char *const last[] = { "first_item", "items", "groups" };
    size_t more = strlen(nbb_plan_signature(plan, entry)) - count;
    for (size_t i = 0; i < more; ++i) {
        add_parameter(plan, nbb_plan_takes_range(plan, entry) ? last[i] : "level", &interface);
    }
    return interface;
}

void nbb_interface_print(const nbb_interface *interface, nbb_text *text)
{
    for (int i = 0; i < interface->count; ++i) {
        const char *type = interface->parameters[i].type;
        nbb_text_add(text, "%s%s%s%s", i > 0 ? ", " : "", type, strchr(type, '*') != NULL ? "" : " ",
                     interface->parameters[i].name);
    }
}
