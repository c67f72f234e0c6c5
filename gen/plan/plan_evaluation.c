/* plan_evaluation.c - how maps are evaluated, and which of these choices go together. */
#include "gen/plan/plan_evaluation.h"

#include "gen/domain/hash_search.h"
#include "gen/plan/plan_tensor.h"

#include <inttypes.h>

static nbb_status choose_eval(const nbb_request *request, nbb_plan *plan)
{
    plan->eval = request->eval;
    bool is_named = plan->eval != NBB_EVAL_UNROLLED || (request->named >> NBB_CHOICE_EVAL & 1) != 0;
    if (is_named && plan->tc != NBB_TC_NONE && (plan->map == NBB_MAP_LAMBDA || plan->tc == NBB_TC_BYTES)) {
        return nbb_fail(NBB_ERROR_USAGE,
                        "--eval %s has no effect on map %s with --tc=%d: the product sums the"
                        " levels; use one of the two",
                        nbb_eval_names.names[plan->eval], nbb_map_names.names[plan->map], plan->tc);
    }
    return NBB_OK;
}

/* The definition's form of tau(beta), or one that is searched for. */
static nbb_status choose_arithmetic(nbb_plan *plan)
{
    const nbb_replicas *replicas = nbb_fractal_table(plan->fractal);
    for (int axis = 0; axis < replicas->axes; ++axis) {
        plan->tau[axis] = replicas->hash[axis];
        if (plan->tau[axis] == NULL) {
            NBB_TRY(nbb_hash_search(replicas, axis, &plan->tau_found[axis]));
            plan->tau[axis] = plan->tau_found[axis];
        }
        if (plan->tau[axis] == NULL) {
            return nbb_fail(NBB_ERROR_USAGE,
                            "--hash arith: the definition of %s gives no arithmetic form of"
                            " tau(beta), and none was found that is short enough for its k = %d replicas; add the"
                            " field 'hash', or use --hash table",
                            plan->fractal->name, replicas->k);
        }
    }
    return NBB_OK;
}

static nbb_status choose_intra(const nbb_request *request, nbb_plan *plan)
{
    plan->intra = request->intra;
    if (plan->intra != NBB_INTRA_BOX && plan->tc == NBB_TC_THREADS) {
        return nbb_fail(NBB_ERROR_USAGE,
                        "--intra %s: --tc=3 gives the place of each word of a tile's box, not of"
                        " each cell; use --intra box, or another variant",
                        nbb_intra_names.names[plan->intra]);
    }
    return NBB_OK;
}

/* Of compact, a pass evaluates lambda alone where a tile's cells are found by it, --intra unroll. */
static nbb_status choose_hash(const nbb_request *request, nbb_plan *plan)
{
    plan->hash = request->hash;
    bool is_named = plan->hash != NBB_HASH_TABLE || (request->named >> NBB_CHOICE_HASH & 1) != 0;
    if (is_named && plan->map == NBB_MAP_COMPACT && !plan->work->evolves && plan->intra != NBB_INTRA_UNROLL) {
        return nbb_fail(NBB_ERROR_USAGE,
                        "--hash %s has no effect on map compact with workload %s: only ca evaluates"
                        " lambda; use map lambda",
                        nbb_hash_names.names[plan->hash], plan->work->name);
    }
    return plan->hash == NBB_HASH_ARITH ? choose_arithmetic(plan) : NBB_OK;
}

static nbb_status choose_halo(const nbb_request *request, nbb_plan *plan)
{
    plan->halo = request->halo;
    if (plan->halo == NBB_HALO_DIRECT && plan->tile.halo_count == 0) {
        return nbb_fail(NBB_ERROR_USAGE,
                        "--halo direct has no effect on %s with tiles of %" PRId64 " x %" PRId64 ":"
                        " no cell of one touches another's; use --halo shared",
                        plan->fractal->name, plan->rho.at[0], plan->rho.at[1]);
    }
    return NBB_OK;
}

nbb_status nbb_plan_choose_evaluation(const nbb_request *request, nbb_plan *plan)
{
    NBB_TRY(nbb_plan_choose_tensor(request, plan));
    nbb_plan_shape_products(plan);
    NBB_TRY(choose_eval(request, plan));
    NBB_TRY(choose_intra(request, plan));
    NBB_TRY(choose_hash(request, plan));
    return choose_halo(request, plan);
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
