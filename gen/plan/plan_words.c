/* plan_words.c - a plan in words. */
#include "gen/plan/plan.h"

/* What a plan has of a choice: whether, and its value as the option has it; and what it adds to the kernels' name: a
   text, or NULL, with a number behind it that is not below 0, behind "_" without one the value. */
enum { NONE = -1 };
typedef struct had {
    bool is_shown;
    int64_t value;
    const char *name;
    int64_t number;
    bool is_row;
} had;

/* Of out nothing: it is the work's, and whoever prints that says it. */
static had had_of(const nbb_plan *plan, nbb_choice choice)
{
    const nbb_plan_space *space = &plan->space;
    const nbb_plan_launch *launch = &plan->launch;
    bool is_simplex = plan->asked.fractal == NULL, is_lanes = space->map == NBB_MAP_LANES;
    bool has_tiles = space->map != NBB_MAP_BB, is_cuda = plan->asked.target != NBB_TARGET_HOST;
    bool has_bits = space->storage == NBB_STORAGE_BITS, evolves = plan->asked.work->evolves;
    bool by_strips = launch->march.depth > 0 && !has_bits; /* bytes and values, which --tile does without */
    bool has_from = is_simplex && space->map == NBB_MAP_LAMBDA, has_levels = space->simplex.cover.levels > 0;
    bool has_words = plan->asked.wide_because != NULL, in_place = nbb_plan_in_place(plan);
    int axis = is_simplex ? 0 : nbb_fractal_named_axis(plan->asked.fractal), steps = plan->code.steps_a_launch;
    const char *tile = has_tiles && !has_bits && !by_strips ? "_t" : NULL;
    const char *lanes = !is_lanes ? NULL : has_words ? "_a0_words" : "_a"; /* words have one lane */
    const char *several = by_strips || (is_lanes && steps > 1) ? "_s" : NULL;
    const char *launched = !launch->persistent ? NULL : launch->cluster > 0 ? "_cluster" : "_grid";
    nbb_persistence persistent = !launch->persistent    ? NBB_PERSISTENCE_NO
                            : launch->cluster == 0 ? NBB_PERSISTENCE_GRID
                                                   : NBB_PERSISTENCE_CLUSTER;
    int64_t asked = nbb_request_asked(&plan->asked, choice);
    const had rows[NBB_CHOICES] = {
        [NBB_CHOICE_TILE] = { has_tiles && !by_strips, space->rho.at[axis], tile, space->t, true },
        [NBB_CHOICE_STORAGE] = { is_simplex && has_tiles, space->storage, is_simplex && has_tiles ? "_" : NULL, NONE,
                                 true },
        [NBB_CHOICE_FROM] = { has_from, space->simplex.cover.from, has_from ? "_" : NULL, NONE, true },
        [NBB_CHOICE_RECURSION] = { has_levels, NBB_RECURSION_BRANCHES, has_levels ? "_" : NULL, NONE, true },
        [NBB_CHOICE_CHUNK] = { asked != 0, asked, asked != 0 ? "_c" : NULL, asked, true },
        [NBB_CHOICE_LANES] = { is_lanes, space->lanes.lanes, lanes, has_words ? NONE : space->lanes.a, true },
        [NBB_CHOICE_STEPS] = { is_lanes && evolves, steps, several, steps, true },
        [NBB_CHOICE_BLOCK] = { is_lanes && is_cuda, launch->block, NULL, NONE, true },
        [NBB_CHOICE_BUFFERS] = { in_place, 1, in_place ? "_in_place" : NULL, NONE, true },
        [NBB_CHOICE_PERSISTENT] = { is_lanes && is_cuda && evolves, persistent, launched,
                                  launch->cluster > 0 ? (int64_t)launch->cluster : NONE, true },
        [NBB_CHOICE_PERMUTED] = { launch->permuted != NBB_PERMUTATION_AUTO, launch->permuted, NULL, NONE, true },
        [NBB_CHOICE_TC] = { space->tc != NBB_TC_NONE, space->tc, space->tc != NBB_TC_NONE ? "_tc" : NULL,
                            is_simplex ? NONE : space->tc, true },
        [NBB_CHOICE_OUT] = { .is_row = true },
    };
    /* others as they were asked for, which a plan takes as they are */
    return rows[choice].is_row ? rows[choice] : (had){ asked != 0, asked, asked != 0 ? "_" : NULL, NONE, true };
}

bool nbb_plan_chosen(const nbb_plan *plan, nbb_choice choice, nbb_text *value)
{
    const had row = had_of(plan, choice);
    if (row.is_shown) {
        nbb_choice_print(choice, row.value, value);
    }
    return row.is_shown;
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

/* The choices that it has, but out, in its order. */
static const nbb_choice named[] = { NBB_CHOICE_TILE,    NBB_CHOICE_LANES, NBB_CHOICE_STEPS,     NBB_CHOICE_BUFFERS,
                                    NBB_CHOICE_PERSISTENT, NBB_CHOICE_STORAGE, NBB_CHOICE_FROM, NBB_CHOICE_RECURSION,
                                    NBB_CHOICE_CHUNK, NBB_CHOICE_TC, NBB_CHOICE_EVAL, NBB_CHOICE_HASH,
                                    NBB_CHOICE_INTRA, NBB_CHOICE_HALO };

nbb_status nbb_plan_name(nbb_plan *plan)
{
    NBB_LOCAL_TEXT name = NBB_TEXT_EMPTY;
    /* What edm stores a distance as, unless that is usual. */
    bool has_out = plan->asked.work->start == NBB_START_POINTS && plan->asked.out != NBB_OUT_F32;
    nbb_text_add(&name, "nbb_%s_%s%s%s_%s_%s%" PRId64, nbb_domain_name(&plan->asked.domain), plan->asked.traits.name,
                 has_out ? "_" : "", has_out ? nbb_out_names.names[plan->asked.out] : "",
                 nbb_map_names.names[plan->space.map], nbb_domain_size_name(&plan->asked.domain),
                 plan->asked.domain.size);
    for (int i = 0; i < NBB_COUNT(named); ++i) {
        const had row = had_of(plan, named[i]);
        NBB_TEXT_ADD_IF(row.name != NULL, &name, "%s", row.name);
        NBB_TEXT_ADD_IF(row.name != NULL && row.number >= 0, &name, "%" PRId64, row.number);
        if (row.name != NULL && row.name[1] == '\0') {
            nbb_choice_print(named[i], row.value, &name);
        }
    }
    NBB_TEXT_ADD_IF(nbb_plan_is_sharded(plan), &name, plan->asked.parted ? "_parts" : "_of%d", plan->asked.ranks);
    snprintf(plan->name, sizeof plan->name, "%s", nbb_text_string(&name));
    return nbb_text_status(&name, "a kernel's name");
}
