/* plan_words.c - a plan in words. */
#include "gen/plan/plan_kernels.h"

#include "gen/plan/shards.h"

static nbb_resident residence_of(const nbb_plan *plan)
{
    return !plan->launch.persistent    ? NBB_RESIDENT_NO
           : plan->launch.cluster == 0 ? NBB_RESIDENT_GRID
                                       : NBB_RESIDENT_CLUSTER;
}

/* A march over bytes and values, which --tile does without. */
static bool goes_by_strips(const nbb_plan *plan)
{
    return plan->launch.march.depth > 0 && plan->space.storage != NBB_STORAGE_BITS;
}

/* Of out nothing: it is the work's, and whoever prints that says it. */
bool nbb_plan_chosen(const nbb_plan *plan, nbb_choice choice, nbb_text *value)
{
    const nbb_cover *cover = &plan->space.simplex.cover;
    bool is_simplex = plan->asked.fractal == NULL, is_lanes = plan->space.map == NBB_MAP_LANES,
         evolves = plan->asked.work->evolves;
    bool has_tiles = plan->space.map != NBB_MAP_BB, is_cuda = plan->asked.target != NBB_TARGET_HOST;
    int axis = is_simplex ? 0 : nbb_fractal_named_axis(plan->asked.fractal);
    const struct {
        bool is_shown;
        const nbb_spellings *spellings; /* or NULL: a number */
        int64_t value;
    } rows[2 * NBB_CHOICES] = {
        [NBB_CHOICE_TILE] = { has_tiles && !goes_by_strips(plan), NULL, plan->space.rho.at[axis] },
        [NBB_CHOICE_STORAGE] = { is_simplex && has_tiles, &nbb_storage_names, plan->space.storage },
        [NBB_CHOICE_FROM] = { is_simplex && plan->space.map == NBB_MAP_LAMBDA, &nbb_from_names, cover->from },
        [NBB_CHOICE_RECURSION] = { cover->levels > 0, &nbb_recursion_names, NBB_RECURSION_BRANCHES },
        [NBB_CHOICE_LANES] = { is_lanes, NULL, plan->space.lanes.lanes },
        [NBB_CHOICE_STEPS] = { is_lanes && evolves, NULL, plan->code.steps_a_launch },
        [NBB_CHOICE_BLOCK] = { is_lanes && is_cuda, NULL, plan->launch.block },
        [NBB_CHOICE_BUFFERS] = { nbb_plan_in_place(plan), NULL, 1 },
        [NBB_CHOICE_RESIDENT] = { is_lanes && is_cuda && evolves, &nbb_resident_names, residence_of(plan) },
        [NBB_CHOICE_CROSSED] = { plan->launch.crossed != NBB_CROSSING_AUTO, &nbb_crossing_names,
                                 plan->launch.crossed },
        [NBB_CHOICE_TC] = { plan->space.tc != NBB_TC_NONE, &nbb_tc_names, plan->space.tc },
        [NBB_CHOICE_OUT] = { false, &nbb_out_names, 0 },
    /* others as they were asked for, which a plan takes as they are */
#define X(name, type, field, option, argument, kind, least, most, spellings, ...) \
    [NBB_CHOICES + NBB_##name] = { plan->asked.field != 0, spellings, (int64_t)plan->asked.field },
        NBB_ASKED_ROWS(X)
#undef X
    };
    bool has_row = rows[choice].is_shown || rows[choice].spellings != NULL || rows[choice].value != 0;
    int row = has_row ? (int)choice : NBB_CHOICES + (int)choice;
    const nbb_spellings *words = rows[row].spellings;
    NBB_TEXT_ADD_IF(rows[row].is_shown && words != NULL, value, "%s", words->names[rows[row].value]);
    NBB_TEXT_ADD_IF(rows[row].is_shown && words == NULL, value, "%" PRId64, rows[row].value);
    return rows[row].is_shown;
}

/* Appends a choice, if the plan has it: before, name, between and value. */
static void print_choice(const nbb_plan *plan, nbb_choice choice, const char *before, const char *name,
                         const char *between, nbb_text *text)
{
    NBB_LOCAL_TEXT value = NBB_TEXT_EMPTY;
    NBB_TEXT_ADD_IF(nbb_plan_chosen(plan, choice, &value), text, "%s%s%s%s", before, name, between,
                    nbb_text_string(&value));
}

void nbb_plan_print_options(const nbb_plan *plan, nbb_text *options)
{
    for (nbb_choice choice = 0; choice < NBB_CHOICES; ++choice) {
        print_choice(plan, choice, " --", nbb_choice_names[choice], choice == NBB_CHOICE_TC ? "=" : " ", options);
    }
}

void nbb_plan_print_evaluation(const nbb_plan *plan, const char *before, bool with_name, nbb_text *text)
{
    for (nbb_choice choice = NBB_CHOICE_EVAL; choice <= NBB_CHOICE_HALO; ++choice) {
        print_choice(plan, choice, before, with_name ? nbb_choice_names[choice] : "", with_name ? " " : "", text);
    }
}

/* --- the kernels' name --- */

/* Appends the tile, and what lanes and simplices have beside it. */
static void name_layout(const nbb_plan *plan, nbb_text *name)
{
    bool is_lanes = plan->space.map == NBB_MAP_LANES, is_lambda = plan->space.map == NBB_MAP_LAMBDA;
    NBB_TEXT_ADD_IF(plan->space.map != NBB_MAP_BB && plan->space.storage != NBB_STORAGE_BITS && !goes_by_strips(plan),
                    name, "_t%d", plan->space.t);
    NBB_TEXT_ADD_IF(is_lanes, name, "_a%d%s", plan->space.lanes.a, plan->asked.wide_because != NULL ? "_words" : "");
    NBB_TEXT_ADD_IF(goes_by_strips(plan) || (is_lanes && plan->code.steps_a_launch > 1), name, "_s%d",
                    plan->code.steps_a_launch);
    nbb_text_add(name, "%s", nbb_plan_in_place(plan) ? "_in_place" : "");
    NBB_TEXT_ADD_IF(plan->launch.persistent, name, "_%s", nbb_resident_names.names[residence_of(plan)]);
    NBB_TEXT_ADD_IF(plan->launch.cluster > 0, name, "%" PRIu32, plan->launch.cluster);
    NBB_TEXT_ADD_IF(plan->asked.fractal == NULL && plan->space.map != NBB_MAP_BB, name, "_%s%s%s%s",
                    nbb_storage_names.names[plan->space.storage], is_lambda ? "_" : "",
                    is_lambda ? nbb_from_names.names[plan->space.simplex.cover.from] : "",
                    plan->space.simplex.cover.levels > 0 ? "_branches" : "");
}

nbb_status nbb_plan_name(nbb_plan *plan)
{
    NBB_LOCAL_TEXT name = NBB_TEXT_EMPTY;
    /* What edm stores a distance as, unless that is usual; and the chunk that was asked for. */
    bool has_out = plan->asked.work->start == NBB_START_POINTS && plan->asked.out != NBB_OUT_F32;
    nbb_text_add(&name, "nbb_%s_%s%s%s_%s_%s%" PRId64, nbb_domain_name(&plan->asked.domain), plan->asked.traits.name,
                 has_out ? "_" : "", has_out ? nbb_out_names.names[plan->asked.out] : "",
                 nbb_map_names.names[plan->space.map], nbb_domain_size_name(&plan->asked.domain),
                 plan->asked.domain.size);
    name_layout(plan, &name);
    NBB_TEXT_ADD_IF(plan->asked.chunk != 0, &name, "_c%" PRIu32, plan->launch.chunk);
    NBB_TEXT_ADD_IF(plan->space.tc != NBB_TC_NONE, &name, plan->asked.fractal == NULL ? "_tc" : "_tc%d",
                    plan->space.tc);
    nbb_plan_print_evaluation(plan, "_", false, &name);
    NBB_TEXT_ADD_IF(nbb_plan_is_sharded(plan), &name, plan->asked.parted ? "_parts" : "_of%d", plan->asked.ranks);
    snprintf(plan->name, sizeof plan->name, "%s", nbb_text_string(&name));
    return nbb_text_status(&name, "a kernel's name");
}
