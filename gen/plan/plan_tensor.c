/* plan_tensor.c - which products the tensor cores form, and for how many tiles at once. */
#include "gen/plan/plan_tensor.h"

enum { THREADS = NBB_FRAGMENT * NBB_FRAGMENT, BLOCK_TILES = 4, BYTES_TILES = 8 };

bool nbb_plan_threads_fit(nbb_vector rho)
{
    return (rho.at[0] + 3) / 4 * rho.at[1] <= THREADS;
}

/* Bare --tc. Where no variant can be had, any: heed.c says why. */
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

nbb_status nbb_plan_choose_tensor(const nbb_request *request, nbb_plan *plan)
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

/* Of compact only ca asks where its tiles stand, to find their neighbours; a single tile stands at 0, and has none.
   Bytes could map 8 tiles in every product. On an H200 (tests/device/h200.md) that gains with compact, whose warps go
   through their tiles in memory's order; with lambda, where the tiles of a warp lie apart, it costs a third more. */
void nbb_plan_shape_products(nbb_plan *plan)
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
