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
        const nbb_card_product *fastest = &plan->asked.card->products[i];
        if (fastest->pass == (int)plan->asked.work->pass && fastest->map == (int)plan->space.map
            && plan->space.tile.words <= fastest->words && plan->space.tiles <= fastest->tiles) {
            return fastest->variant;
        }
    }
    return NBB_TC_BYTES;
}

static nbb_status prove_lambda(nbb_plan *plan)
{
    const nbb_vector s = nbb_fractal_table(plan->asked.fractal)->s;
    const int64_t largest[NBB_AXES_MAX] = { s.at[0] - 1, s.at[1] - 1, s.at[2] - 1 };
    int axes = nbb_fractal_axes(plan->asked.fractal);
    switch (plan->space.tc) {
    case NBB_TC_BYTES:
        return nbb_byte_encoding_lambda(plan->space.r_b, s.at, largest, &plan->space.lambda_bytes);
    case NBB_TC_THREADS:
        return nbb_encoding_threads(plan->space.r_b, axes, s.at, largest, plan->space.rho.at, &plan->space.lambda);
    default:
        return nbb_encoding_lambda(plan->space.r_b, axes, s.at, largest, &plan->space.lambda);
    }
}

static nbb_status prove_nu(nbb_plan *plan)
{
    int k = nbb_fractal_table(plan->asked.fractal)->k;
    if (plan->space.tc != NBB_TC_BYTES) {
        return nbb_encoding_nu(plan->space.r_b, nbb_fractal_axes(plan->asked.fractal), k, &plan->space.nu);
    }
    int64_t weight[NBB_LEVELS_MAX];
    for (int mu = 0; mu < plan->space.r_b; ++mu) {
        weight[mu] = nbb_digit_weight(plan->asked.fractal, plan->space.t, plan->space.t + plan->space.r_b,
                                      plan->space.t + mu);
    }
    return nbb_byte_encoding_nu(plan->space.r_b, weight, k, &plan->space.nu_bytes);
}

/* The variant, with its encodings proven; the map and the tile's sides are known. */
static nbb_status choose_tensor(const nbb_request *request, nbb_plan *plan)
{
    plan->space.tc = request->tc == NBB_TC_BEST ? best_variant(plan) : request->tc;
    if (plan->space.tc == NBB_TC_NONE) {
        return NBB_OK;
    }
    if (plan->space.map == NBB_MAP_LAMBDA || plan->space.tc == NBB_TC_BYTES) {
        NBB_TRY(prove_lambda(plan));
    }
    return plan->space.map == NBB_MAP_COMPACT ? prove_nu(plan) : NBB_OK;
}

/* Whether the workload's kernel takes lambda from products, and how many tiles each maps. Of compact only ca asks
   where its tiles stand, to find their neighbours; a single tile stands at 0, and has none. Bytes could map 8 tiles
   in every product. On an H200 (tests/device/h200.md) that gains with compact, whose warps go through their tiles in
   memory's order; with lambda, where the tiles of a warp lie apart, it costs a third more. */
static void shape_products(nbb_plan *plan)
{
    bool asks = plan->space.map == NBB_MAP_LAMBDA
                || (plan->space.tc == NBB_TC_BYTES && plan->space.tile.halo_count > 0);
    plan->space.lambda_by_product = plan->space.tc != NBB_TC_NONE && plan->space.r_b > 0 && asks;
    plan->space.nu_by_product = plan->space.tc != NBB_TC_NONE && plan->space.map == NBB_MAP_COMPACT
                                && plan->space.r_b > 0 && plan->space.tile.halo_count > 0;
    plan->space.product_tiles = 1;
    plan->space.groups = plan->space.tiles;
    if (plan->space.lambda_by_product && plan->space.tc == NBB_TC_BLOCKS) {
        plan->space.product_tiles = BLOCK_TILES; /* 2 x 2 of the orthotope, whose sides may be odd */
        plan->space.groups = (plan->space.orthotope.at[0] + 1) / 2 * ((plan->space.orthotope.at[1] + 1) / 2);
    } else if (plan->space.lambda_by_product && plan->space.tc == NBB_TC_BYTES
               && plan->space.map == NBB_MAP_COMPACT) {
        plan->space.product_tiles = BYTES_TILES;
        plan->space.groups = (plan->space.tiles + BYTES_TILES - 1) / BYTES_TILES;
    }
}

const char *nbb_plan_idle_products(const nbb_plan *plan)
{
    bool idle = plan->space.tc != NBB_TC_NONE && !plan->space.lambda_by_product && !plan->space.nu_by_product;
    return !idle ? NULL : plan->space.r_b == 0 ? "there is a single tile" : "no tile touches another";
}

/* The definition's form of tau(beta), or one by its layout. */
static nbb_status choose_arithmetic(nbb_plan *plan)
{
    const nbb_replicas *replicas = nbb_fractal_table(plan->asked.fractal);
    for (int axis = 0; axis < replicas->axes; ++axis) {
        plan->space.tau[axis] = replicas->hash[axis];
        if (plan->space.tau[axis] == NULL) {
            NBB_TRY(nbb_hash_form(replicas, axis, &plan->space.tau_found[axis]));
            plan->space.tau[axis] = plan->space.tau_found[axis];
        }
        if (plan->space.tau[axis] == NULL) {
            return nbb_fail(NBB_ERROR_USAGE,
                            "--hash arith: the definition of %s gives no arithmetic form of tau(beta), and only"
                            " layouts of up to 63 replicas have one of their own, not those of k = %d; add the field"
                            " 'hash', or use --hash table",
                            plan->asked.fractal->name, replicas->k);
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
    bool by_product = plan->space.tc != NBB_TC_NONE
                      && (plan->space.map == NBB_MAP_LAMBDA || plan->space.tc == NBB_TC_BYTES);
    bool asks_nowhere = plan->space.map == NBB_MAP_COMPACT && !plan->asked.work->evolves
                        && plan->space.intra != NBB_INTRA_UNROLL;
    if (by_product && is_named(request, NBB_CHOICE_EVAL, (int)plan->space.eval)) {
        return nbb_fail(NBB_ERROR_USAGE,
                        "--eval %s has no effect on map %s with --tc=%d: the product sums the"
                        " levels; use one of the two",
                        nbb_eval_names.names[plan->space.eval], nbb_map_names.names[plan->space.map], plan->space.tc);
    }
    if (plan->space.intra != NBB_INTRA_BOX && plan->space.tc == NBB_TC_THREADS) {
        return nbb_fail(NBB_ERROR_USAGE,
                        "--intra %s: --tc=3 gives the place of each word of a tile's box, not of"
                        " each cell; use --intra box, or another variant",
                        nbb_intra_names.names[plan->space.intra]);
    }
    if (asks_nowhere && is_named(request, NBB_CHOICE_HASH, (int)plan->space.hash)) {
        return nbb_fail(NBB_ERROR_USAGE,
                        "--hash %s has no effect on map compact with workload %s: only ca evaluates"
                        " lambda; use map lambda",
                        nbb_hash_names.names[plan->space.hash], plan->asked.work->name);
    }
    if (plan->space.halo == NBB_HALO_DIRECT && plan->space.tile.halo_count == 0) {
        return nbb_fail(NBB_ERROR_USAGE,
                        "--halo direct has no effect on %s with tiles of %" PRId64 " x %" PRId64 ":"
                        " no cell of one touches another's; use --halo shared",
                        plan->asked.fractal->name, plan->space.rho.at[0], plan->space.rho.at[1]);
    }
    return NBB_OK;
}

nbb_status nbb_plan_choose_evaluation(const nbb_request *request, nbb_plan *plan)
{
    NBB_TRY(choose_tensor(request, plan));
    shape_products(plan);
    plan->space.eval = request->eval;
    plan->space.intra = request->intra;
    plan->space.hash = request->hash;
    plan->space.halo = request->halo;
    NBB_TRY(check_choices(request, plan));
    return plan->space.hash == NBB_HASH_ARITH ? choose_arithmetic(plan) : NBB_OK;
}
