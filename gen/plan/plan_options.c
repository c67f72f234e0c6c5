/* plan_options.c - a plan in words of the command line: the options that ask for what it has. */
#include "gen/plan/plan.h"

#include <inttypes.h>

/* Appends the value's spelling; whether it is to be told. */
static bool spell(const nbb_spellings *spellings, int value, bool is_told, nbb_text *text)
{
    if (is_told) {
        nbb_text_add(text, "%s", spellings->names[value]);
    }
    return is_told;
}

static bool number(int64_t value, bool is_told, nbb_text *text)
{
    if (is_told) {
        nbb_text_add(text, "%" PRId64, value);
    }
    return is_told;
}

/* --resident's word for the plan. */
static bool residence(const nbb_plan *plan, bool is_told, nbb_text *text)
{
    if (is_told) {
        nbb_text_add(text, "%s", nbb_plan_residence(plan));
    }
    return is_told;
}

/* A choice that a plan has as it was asked for. */
static bool asked(const nbb_plan *plan, nbb_choice choice, nbb_text *value)
{
    const struct {
        int64_t value;
        const nbb_spellings *spellings;
    } rows[NBB_CHOICES] = {
#define X(name, type, field, option, argument, kind, least, most, spellings, ...) \
    { (int64_t)plan->asked.field, spellings },
        NBB_ASKED_ROWS(X)
#undef X
    };
    int64_t is = rows[choice].value;
    return rows[choice].spellings != NULL ? spell(rows[choice].spellings, (int)is, is != 0, value)
                                          : number(is, is != 0, value);
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
        return residence(plan, is_lanes && is_cuda && evolves, value);
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
        return false;
    default:
        return asked(plan, choice, value);
    }
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
