/* plan_march.c - the choices of steps by a march. */

#include "gen/plan/plan_simplex.h"

enum {
    FOUR = 4, /* cells of a thread: also the room for wrong ones */
    SIDE = FOUR * (NBB_TEAM - 2),
    BLOCK = 128,
    BYTES_MOST = 32 /* of a cell, in registers three times for each step */
};

/* In space (march_trials.txt). */
enum {
    SPACE_ACROSS = 16, /* threads side by side */
    SPACE_SIDE = FOUR * (SPACE_ACROSS - 2),
    SPACE_BLOCK = 256,
    SPACE_WORDS = 2 /* registers of a cell times steps, of programs */
};

const int64_t nbb_plan_march_sides[] = { [2] = SIDE, [3] = SPACE_SIDE };

bool nbb_plan_marches(const nbb_request *request, const nbb_plan *plan)
{
    const nbb_traits *traits = &plan->asked.traits;
    bool fits = request->simplex->m == 2 ? nbb_traits_cell_bytes(traits) <= BYTES_MOST
                                         : nbb_traits_words(traits) <= SPACE_WORDS;
    return plan->asked.target != NBB_TARGET_HOST && plan->asked.work->evolves && plan->space.map != NBB_MAP_BB
           && plan->space.storage != NBB_STORAGE_BITS && request->tile == 0 && request->tc == NBB_TC_NONE
           && request->recursion != NBB_RECURSION_BRANCHES && request->ranks <= 1 && !traits->by_turns
           && !traits->local && traits->reach == 1 && fits && nbb_traits_unit(traits) > 1;
}

/* A block advances a slab of a tile's rows, a thread some lines of them: those above and below the slab are whole
   threads'. One that goes through fewer layers computes more beside them. */
static void shape_space(const nbb_request *request, nbb_plan *plan)
{
    nbb_rule rule;
    bool has_words = nbb_request_rule(request, &rule);
    uint64_t wanted = (uint64_t)plan->asked.card->multiprocessors * (uint64_t)plan->asked.card->simplex.space_blocks;
    uint32_t slab = has_words ? SPACE_SIDE : SPACE_SIDE / 2, lines = has_words ? 4 : 2, depth = SPACE_SIDE;
    uint64_t columns = (uint64_t)plan->space.tiles * (SPACE_SIDE / slab);
    while (depth > plan->asked.card->simplex.space_depth && columns * (SPACE_SIDE / depth) < wanted) {
        depth /= 2;
    }
    plan->launch.march = (nbb_march){ .depth = depth, .slab = slab, .lines = lines };
    plan->launch.block = plan->launch.tile_threads = SPACE_BLOCK;
    plan->code.steps_a_launch = has_words                      ? FOUR
                                : plan->asked.traits.scheduled ? 1
                                                               : SPACE_WORDS / nbb_traits_words(&plan->asked.traits);
}

void nbb_plan_shape_march(const nbb_request *request, nbb_plan *plan)
{
    if (plan->asked.domain.simplex->m == 3) {
        shape_space(request, plan);
        return;
    }
    const nbb_card_simplex *card = &plan->asked.card->simplex;
    uint32_t depth = nbb_plan_choose_slab(plan, SIDE, card->strips_slab, card->strips_warps);
    plan->launch.march = (nbb_march){ .depth = depth, .lines = 1 };
    plan->launch.block = plan->launch.tile_threads = BLOCK;
    /* As many as registers hold the rows of. */
    int steps = plan->asked.card->simplex.strips_bytes / (int)nbb_traits_cell_bytes(&plan->asked.traits);
    plan->code.steps_a_launch = steps < 1 || plan->asked.traits.scheduled ? 1 : steps > FOUR ? FOUR : steps;
}
