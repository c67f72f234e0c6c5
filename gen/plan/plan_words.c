/* plan_words.c - a plan in words. */
#include "gen/plan/plan_words.h"

#include "gen/plan/plan_kernels.h"
#include "gen/plan/shards.h"

#include <inttypes.h>
#include <stdio.h>

const char *nbb_plan_residence(const nbb_plan *plan)
{
    return nbb_resident_names.names[!plan->resident       ? NBB_RESIDENT_NO
                                    : plan->cluster == 0 ? NBB_RESIDENT_GRID
                                                         : NBB_RESIDENT_CLUSTER];
}

/* Appends the value; whether it is to be told. */
static bool word(const char *spelling, bool is_told, nbb_text *text)
{
    nbb_text_add(text, "%s", is_told ? spelling : "");
    return is_told;
}

static bool spell(const nbb_spellings *spellings, int value, bool is_told, nbb_text *text)
{
    return word(spellings->names[value], is_told, text);
}

static bool number(int64_t value, bool is_told, nbb_text *text)
{
    if (is_told) {
        nbb_text_add(text, "%" PRId64, value);
    }
    return is_told;
}

bool nbb_plan_chosen(const nbb_plan *plan, nbb_choice choice, nbb_text *value)
{
    bool is_simplex = plan->fractal == NULL, is_lanes = plan->map == NBB_MAP_LANES, evolves = plan->work->evolves;
    bool has_tiles = plan->map != NBB_MAP_BB, is_cuda = plan->target == NBB_TARGET_CUDA;
    int axis = is_simplex ? 0 : nbb_fractal_named_axis(plan->fractal);
    switch (choice) {
    case NBB_CHOICE_TILE:                             /* strips have tiles that it does not name */
        return number(plan->rho.at[axis], has_tiles && plan->simplex.strip_slab == 0, value);
    case NBB_CHOICE_STORAGE:
        return spell(&nbb_storage_names, (int)plan->storage, is_simplex && has_tiles, value);
    case NBB_CHOICE_FROM:
        return spell(&nbb_from_names, (int)plan->simplex.cover.from, is_simplex && plan->map == NBB_MAP_LAMBDA,
                     value);
    case NBB_CHOICE_RECURSION:
        return spell(&nbb_recursion_names, NBB_RECURSION_BRANCHES, plan->simplex.cover.levels > 0, value);
    case NBB_CHOICE_CHUNK:
        return number(plan->simplex.chunk, plan->simplex.chunk_asked, value);
    case NBB_CHOICE_LANES:
        return number(plan->lanes.lanes, is_lanes, value);
    case NBB_CHOICE_STEPS:
        return number(plan->steps_a_launch, is_lanes && evolves, value);
    case NBB_CHOICE_BLOCK:
        return number(plan->block, is_lanes && is_cuda, value);
    case NBB_CHOICE_BUFFERS:
        return number(1, is_lanes && nbb_plan_in_place(plan), value);
    case NBB_CHOICE_RESIDENT:
        return word(nbb_plan_residence(plan), is_lanes && is_cuda && evolves, value);
    case NBB_CHOICE_CROSSED:
        return spell(&nbb_crossing_names, (int)plan->crossed, plan->crossed != NBB_CROSSING_AUTO, value);
    case NBB_CHOICE_DRAWS:
        return spell(&nbb_draws_names, (int)plan->draws, plan->draws != NBB_DRAWS_AUTO, value);
    case NBB_CHOICE_TC:
        return spell(&nbb_tc_names, plan->tc, plan->tc != NBB_TC_NONE, value);
    case NBB_CHOICE_EVAL:
        return spell(&nbb_eval_names, (int)plan->eval, plan->eval != NBB_EVAL_UNROLLED, value);
    case NBB_CHOICE_HASH:
        return spell(&nbb_hash_names, (int)plan->hash, plan->hash != NBB_HASH_TABLE, value);
    case NBB_CHOICE_INTRA:
        return spell(&nbb_intra_names, (int)plan->intra, plan->intra != NBB_INTRA_BOX, value);
    case NBB_CHOICE_HALO:
        return spell(&nbb_halo_names, (int)plan->halo, plan->halo != NBB_HALO_SHARED, value);
    case NBB_CHOICE_OUT:                              /* the work's: whoever prints that says it */
    case NBB_CHOICES:
        break;
    }
    return false;
}

void nbb_plan_print_options(const nbb_plan *plan, nbb_text *options)
{
    for (nbb_choice choice = 0; choice < NBB_CHOICES; ++choice) {
        nbb_text value = NBB_TEXT_EMPTY;
        if (nbb_plan_chosen(plan, choice, &value)) {
            nbb_text_add(options, " --%s%s%s", nbb_choice_names[choice], choice == NBB_CHOICE_TC ? "=" : " ",
                         nbb_text_string(&value));
        }
        nbb_text_free(&value);
    }
}

void nbb_plan_print_evaluation(const nbb_plan *plan, const char *before, bool with_name, nbb_text *text)
{
    for (nbb_choice choice = NBB_CHOICE_EVAL; choice <= NBB_CHOICE_HALO; ++choice) {
        nbb_text value = NBB_TEXT_EMPTY;
        if (nbb_plan_chosen(plan, choice, &value)) {
            nbb_text_add(text, "%s%s%s%s", before, with_name ? nbb_choice_names[choice] : "", with_name ? " " : "",
                         nbb_text_string(&value));
        }
        nbb_text_free(&value);
    }
}

/* --- the kernels' name --- */

void nbb_plan_name_box(const nbb_plan *plan, nbb_text *name)
{
    (void)plan;
    (void)name;
}

void nbb_plan_name_tiles(const nbb_plan *plan, nbb_text *name)
{
    nbb_text_add(name, "_t%d", plan->t);
}

void nbb_plan_name_lanes(const nbb_plan *plan, nbb_text *name)
{
    nbb_text_add(name, "_t%d_a%d%s", plan->t, plan->lanes.a, plan->wide_because.length > 0 ? "_words" : "");
    if (plan->steps_a_launch > 1) {
        nbb_text_add(name, "_s%d", plan->steps_a_launch);
    }
    nbb_text_add(name, "%s", nbb_plan_in_place(plan) ? "_in_place" : "");
    if (plan->resident) {
        nbb_text_add(name, "_%s", nbb_plan_residence(plan));
    }
    if (plan->cluster > 0) {
        nbb_text_add(name, "%" PRIu32, plan->cluster);
    }
}

void nbb_plan_name_simplex(const nbb_plan *plan, nbb_text *name)
{
    bool is_lambda = plan->map == NBB_MAP_LAMBDA;
    if (plan->simplex.strip_slab > 0) {
        nbb_text_add(name, "_s%d", plan->steps_a_launch);
    } else if (plan->storage != NBB_STORAGE_BITS) {
        nbb_text_add(name, "_t%d", plan->t);
    }
    nbb_text_add(name, "_%s%s%s%s", nbb_storage_names.names[plan->storage], is_lambda ? "_" : "",
                 is_lambda ? nbb_from_names.names[plan->simplex.cover.from] : "",
                 plan->simplex.cover.levels > 0 ? "_branches" : "");
}

/* What edm stores a distance as, unless that is usual; and the chunk that was asked for. */
static void name_work(const nbb_plan *plan, nbb_text *name)
{
    bool has_out = plan->work->start == NBB_START_POINTS && plan->simplex.out != NBB_OUT_F32;
    nbb_text_add(name, "nbb_%s_%s%s%s_%s_%s%" PRId64, nbb_domain_name(&plan->domain), plan->traits.name,
                 has_out ? "_" : "", has_out ? nbb_out_names.names[plan->simplex.out] : "",
                 nbb_map_names.names[plan->map], nbb_domain_size_name(&plan->domain), plan->domain.size);
}

nbb_status nbb_plan_name(nbb_plan *plan)
{
    nbb_text name = NBB_TEXT_EMPTY;
    name_work(plan, &name);
    plan->layout->name(plan, &name);
    if (plan->simplex.chunk_asked) {
        nbb_text_add(&name, "_c%" PRIu32, plan->simplex.chunk);
    }
    if (plan->tc != NBB_TC_NONE && plan->fractal == NULL) {
        nbb_text_add(&name, "_tc");
    } else if (plan->tc != NBB_TC_NONE) {
        nbb_text_add(&name, "_tc%d", plan->tc);
    }
    nbb_plan_print_evaluation(plan, "_", false, &name);
    if (nbb_plan_is_sharded(plan)) {
        nbb_text_add(&name, "_of%d", plan->ranks);
    }
    snprintf(plan->name, sizeof plan->name, "%s", nbb_text_string(&name));
    nbb_status status = nbb_text_status(&name, "a kernel's name");
    nbb_text_free(&name);
    return status;
}
