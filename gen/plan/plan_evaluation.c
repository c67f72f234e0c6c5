/* plan_evaluation.c - how maps are evaluated, which of these choices go together, and which products the tensor cores
   form, for how many tiles at once. */
#include "gen/plan/plan_evaluation.h"

#include "gen/domain/hash_form.h"

#include <inttypes.h>

enum { THREADS = NBB_FRAGMENT * NBB_FRAGMENT, BLOCK_TILES = 4, BYTES_TILES = 8 };

bool nbb_plan_threads_fit(nbb_vector rho)
{
    return (rho.at[0] + 3) / 4 * rho.at[1] <= THREADS;
}

/* Bare --tc. Where no variant can be had, any: constraints.c says why. */
static int best_variant(const nbb_plan *plan)
{
    for (int i = 0; i < NBB_CARD_PRODUCTS; ++i) {
        const nbb_card_product *fastest = &plan->card->products[i];
        if (fastest->pass == (int)plan->work->pass && fastest->map == (int)plan->map
            && plan->tile.words <= fastest->words && plan->tiles <= fastest->tiles) {
            return fastest->variant;
        }
    }
    return NBB_TC_BYTES;
}

static nbb_status prove_lambda(nbb_plan *plan)
{
    const nbb_vector s = nbb_fractal_table(plan->fractal)->s;
    const int64_t largest[NBB_AXES_MAX] = { s.at[0] - 1, s.at[1] - 1, s.at[2] - 1 };
    int axes = nbb_fractal_axes(plan->fractal);
    switch (plan->tc) {
    case NBB_TC_BYTES:
        return nbb_byte_encoding_lambda(plan->r_b, s.at, largest, &plan->lambda_bytes);
    case NBB_TC_THREADS:
        return nbb_encoding_threads(plan->r_b, axes, s.at, largest, plan->rho.at, &plan->lambda);
    default:
        return nbb_encoding_lambda(plan->r_b, axes, s.at, largest, &plan->lambda);
    }
}

static nbb_status prove_nu(nbb_plan *plan)
{
    int k = nbb_fractal_table(plan->fractal)->k;
    if (plan->tc != NBB_TC_BYTES) {
        return nbb_encoding_nu(plan->r_b, nbb_fractal_axes(plan->fractal), k, &plan->nu);
    }
    int64_t weight[NBB_LEVELS_MAX];
    for (int mu = 0; mu < plan->r_b; ++mu) {
        weight[mu] = nbb_digit_weight(plan->fractal, plan->t, plan->t + plan->r_b, plan->t + mu);
    }
    return nbb_byte_encoding_nu(plan->r_b, weight, k, &plan->nu_bytes);
}

/* The variant, with its encodings proven; the map and the tile's sides are known. */
static nbb_status choose_tensor(const nbb_request *request, nbb_plan *plan)
{
    plan->tc = request->tc == NBB_TC_BEST ? best_variant(plan) : request->tc;
    if (plan->tc == NBB_TC_NONE) {
        return NBB_OK;
    }
    if (plan->map == NBB_MAP_LAMBDA || plan->tc == NBB_TC_BYTES) {
        NBB_TRY(prove_lambda(plan));
    }
    return plan->map == NBB_MAP_COMPACT ? prove_nu(plan) : NBB_OK;
}

/* Whether the workload's kernel takes lambda from products, and how many tiles each maps. Of compact only ca asks
   where its tiles stand, to find their neighbours; a single tile stands at 0, and has none. Bytes could map 8 tiles
   in every product. On an H200 (tests/device/h200.md) that gains with compact, whose warps go through their tiles in
   memory's order; with lambda, where the tiles of a warp lie apart, it costs a third more. */
static void shape_products(nbb_plan *plan)
{
    bool asks = plan->map == NBB_MAP_LAMBDA || (plan->tc == NBB_TC_BYTES && plan->tile.halo_count > 0);
    plan->lambda_by_product = plan->tc != NBB_TC_NONE && plan->r_b > 0 && asks;
    plan->nu_by_product = plan->tc != NBB_TC_NONE && plan->map == NBB_MAP_COMPACT && plan->r_b > 0
                          && plan->tile.halo_count > 0;
    plan->product_tiles = 1;
    plan->groups = plan->tiles;
    if (plan->lambda_by_product && plan->tc == NBB_TC_BLOCKS) {
        plan->product_tiles = BLOCK_TILES;            /* 2 x 2 of the orthotope, whose sides may be odd */
        plan->groups = (plan->orthotope.at[0] + 1) / 2 * ((plan->orthotope.at[1] + 1) / 2);
    } else if (plan->lambda_by_product && plan->tc == NBB_TC_BYTES && plan->map == NBB_MAP_COMPACT) {
        plan->product_tiles = BYTES_TILES;
        plan->groups = (plan->tiles + BYTES_TILES - 1) / BYTES_TILES;
    }
}

const char *nbb_plan_idle_products(const nbb_plan *plan)
{
    bool idle = plan->tc != NBB_TC_NONE && !plan->lambda_by_product && !plan->nu_by_product;
    return !idle ? NULL : plan->r_b == 0 ? "there is a single tile" : "no tile touches another";
}

/* The definition's form of tau(beta), or one by its layout. */
static nbb_status choose_arithmetic(nbb_plan *plan)
{
    const nbb_replicas *replicas = nbb_fractal_table(plan->fractal);
    for (int axis = 0; axis < replicas->axes; ++axis) {
        plan->tau[axis] = replicas->hash[axis];
        if (plan->tau[axis] == NULL) {
            NBB_TRY(nbb_hash_form(replicas, axis, &plan->tau_found[axis]));
            plan->tau[axis] = plan->tau_found[axis];
        }
        if (plan->tau[axis] == NULL) {
            return nbb_fail(NBB_ERROR_USAGE,
                            "--hash arith: the definition of %s gives no arithmetic form of tau(beta), and only"
                            " layouts of up to 63 replicas have one of their own, not those of k = %d; add the field"
                            " 'hash', or use --hash table",
                            plan->fractal->name, replicas->k);
        }
    }
    return NBB_OK;
}

static bool is_named(const nbb_request *request, nbb_choice choice, int value)
{
    return value != 0 || (request->named >> choice & 1) != 0;
}

/* Fails (usage) on choices that others leave no effect. Of compact, a pass evaluates lambda alone where a tile's
   cells are found by it, --intra unroll. */
static nbb_status check_choices(const nbb_request *request, const nbb_plan *plan)
{
    bool by_product = plan->tc != NBB_TC_NONE && (plan->map == NBB_MAP_LAMBDA || plan->tc == NBB_TC_BYTES);
    bool asks_nowhere = plan->map == NBB_MAP_COMPACT && !plan->work->evolves && plan->intra != NBB_INTRA_UNROLL;
    if (by_product && is_named(request, NBB_CHOICE_EVAL, (int)plan->eval)) {
        return nbb_fail(NBB_ERROR_USAGE,
                        "--eval %s has no effect on map %s with --tc=%d: the product sums the"
                        " levels; use one of the two",
                        nbb_eval_names.names[plan->eval], nbb_map_names.names[plan->map], plan->tc);
    }
    if (plan->intra != NBB_INTRA_BOX && plan->tc == NBB_TC_THREADS) {
        return nbb_fail(NBB_ERROR_USAGE,
                        "--intra %s: --tc=3 gives the place of each word of a tile's box, not of"
                        " each cell; use --intra box, or another variant",
                        nbb_intra_names.names[plan->intra]);
    }
    if (asks_nowhere && is_named(request, NBB_CHOICE_HASH, (int)plan->hash)) {
        return nbb_fail(NBB_ERROR_USAGE,
                        "--hash %s has no effect on map compact with workload %s: only ca evaluates"
                        " lambda; use map lambda",
                        nbb_hash_names.names[plan->hash], plan->work->name);
    }
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
    NBB_TRY(choose_tensor(request, plan));
    shape_products(plan);
    plan->eval = request->eval;
    plan->intra = request->intra;
    plan->hash = request->hash;
    plan->halo = request->halo;
    NBB_TRY(check_choices(request, plan));
    return plan->hash == NBB_HASH_ARITH ? choose_arithmetic(plan) : NBB_OK;
}
