/* lanes_time.c - times of map lanes, by the constants of a card. */
#include "gen/plan/plan.h"

enum { SCHEDULERS = 4 }; /* of a multiprocessor */

/* Where a launch's own code permutes lanes, a thread holds all words that it loads, and about a quarter of the first
   step's shared sums; else it loads words of the halo when they are needed. */
static nbb_lanes_tier tier_of(const nbb_card *card, bool permutes, const nbb_lanes_launch *launch)
{
    int loaded = launch->closure.count * launch->code.planes;
    int words = permutes ? loaded + launch->code.shared_sums / 4 : launch->order.held;
    return card->tiers[NBB_FIND(i, NBB_LANES_TIERS, words <= card->tiers[i].words)];
}

/* Memory and logic overlap in part. */
double nbb_lanes_flow(const nbb_card *card, nbb_target target, bool permutes, const nbb_lanes_launch *launch,
                      const nbb_boundary *boundary)
{
    nbb_overlap overlap = target == NBB_TARGET_HOST ? card->host_overlap : card->overlap;
    double own = launch->closure.own * launch->code.planes;
    double beside = launch->closure.count * launch->code.planes - own;
    double memory = card->byte_operations * (8 + NBB_BOUNDARY_MOVES * 4.0 * boundary->count / launch->closure.own);
    double logic = (launch->code.operations + overlap.halo * beside) / own;
    double slowdown = tier_of(card, permutes, launch).slowdown;
    return pow(pow(memory, overlap.power) + pow(logic, overlap.power), 1 / overlap.power) * slowdown;
}

/* One warp's way through the code; what the device's schedulers take for all of them, whose most loaded
   multiprocessor all wait for; the two overlap. And the instructions that each wave of blocks fetches anew. */
double nbb_lanes_launch_ns(const nbb_card *card, const nbb_fractal *fractal, const nbb_lanes *lanes, uint32_t block,
                           uint32_t multiprocessors, const nbb_lanes_launch *launch)
{
    const nbb_boundary none = { 0 };
    int operations = launch->code.operations, planes = launch->code.planes;
    const nbb_closure *closure = &launch->closure;
    double own = closure->own * planes, beside = nbb_closure_loaded(closure) * planes;
    const nbb_closure_cell *halo = &closure->cells[closure->own];
    int neighbours = NBB_SUM(
        direction, closure->directions->count, /* tiles that are to be found */
        NBB_ANY(i, closure->count - closure->own, (halo[i].needed & 1) != 0 && halo[i].direction == direction));
    double parts = 1.0 + lanes->parts, items = (double)(lanes->tiles * lanes->parts);
    /* Where replicas are turned a word of the halo comes with two of tables, and a permuted one from tiles that are
       found anew, of which some warp always has one. */
    bool turned = fractal->orientations > 1, anew = turned && lanes->lanes > 1;
    double permuted = !turned ? card->permuted_ns * parts * nbb_lanes_permuted(fractal, lanes)
                      : anew  ? card->turned_ns * (1 + log2(lanes->parts) / 3)
                              : 0;
    double chain = card->begin_ns + card->loaded_ns * (own + (turned ? 3 : 1) * beside)
                   + card->computed_ns * operations
                   + card->look_up_ns * neighbours * (lanes->look_ups + (anew ? 2 : 0)) + permuted * beside;
    double blocks = items / block / multiprocessors, most = ceil(blocks);
    double filled = blocks < 1 ? 1 : most / blocks;
    double warps = blocks * block / NBB_TEAM / SCHEDULERS;
    double flow = card->operation_fill_ns * card->multiprocessors / multiprocessors * own * items
                      * nbb_lanes_flow(card, NBB_TARGET_CUDA, false, launch, &none) * filled
                  + card->neighbour_ns * neighbours * warps;
    double code = operations + own + (card->code_loaded + card->code_permuted * parts) * beside;
    double waves = ceil(blocks * block / tier_of(card, false, launch).threads);
    return hypot(chain, flow) + card->fetched_ns * waves * fmax(0, code - card->fetch_free);
}

double nbb_lanes_values_flow(const nbb_plan *plan, const nbb_lanes_launch *launch)
{
    const nbb_card_wide *card = &plan->asked.card->wide;
    const nbb_program *program = plan->asked.program;
    const nbb_closure_cell *cells = launch->closure.cells;
    int words = nbb_traits_words(&plan->asked.traits), own = launch->closure.own;
    double computed = nbb_closure_computed(&launch->closure);
    double neighbours = NBB_SUM(i, launch->closure.count,
                                1.0 * __builtin_popcount(cells[i].needed >> 1) * cells[i].neighbour_count);
    double operations = nbb_plan_value_operations(card, program->update.first, neighbours / computed);
    double moved = (2 * own + card->gathered * (launch->closure.count - own)) * words * card->word_operations;
    double work = computed * operations * (program->real == NBB_TYPE_F64 ? 2 : 1);
    double spilled = launch->order.held * words > card->words_held ? 4 : 1;
    return hypot(moved, work) * spilled;
}

double nbb_lanes_step_ns(const nbb_plan *plan)
{
    const nbb_card *card = plan->asked.card;
    const double byte_ns = card->byte_operations * card->operation_fill_ns;
    const double value_ns = sizeof(uint32_t) * byte_ns / card->wide.word_operations;
    double moved = byte_ns * (double)plan->launch.step_bytes;
    NBB_RETURN_IF(nbb_plan_goes_by_spans(plan),
                  hypot(moved, card->operation_fill_ns * (double)plan->launch.step_operations));
    if (nbb_plan_goes_by_cells(plan)) {
        double operations = nbb_plan_value_operations(&card->wide, plan->asked.program->update.first,
                                                      NBB_NEIGHBOURS_ABOUT);
        return hypot(moved, value_ns * operations * (double)plan->asked.cells);
    }
    const nbb_lanes_launch *step = &plan->code.step;
    double items = (double)(plan->space.lanes.tiles * plan->space.lanes.parts);
    int colours = step->closure.colours_known ? step->closure.colours : 1;
    /* Of bits also the words that are drawn: where colours of a tile's cells are known, those of a turn alone. */
    double drawn = items * step->code.code.draw_count / colours;
    double launch = plan->asked.traits.word == NBB_WORD_VALUES
                        ? value_ns * items * nbb_lanes_values_flow(plan, step) / colours
                        : nbb_lanes_launch_ns(card, plan->asked.fractal, &plan->space.lanes, plan->launch.block,
                                              card->multiprocessors, step)
                              + drawn * card->drawn_operations * card->operation_fill_ns;
    return launch * plan->launch.turns / plan->code.steps_a_launch;
}

uint32_t nbb_plan_persistent_blocks(const nbb_card *card, uint32_t block, const nbb_lanes_launch *launch)
{
    uint32_t threads = tier_of(card, true, launch).threads;
    return threads > block ? threads / block : 1;
}

uint32_t nbb_plan_lanes_resident(const nbb_plan *plan, const nbb_lanes_launch *launch)
{
    const nbb_card *card = plan->asked.card;
    uint32_t block = plan->launch.block, threads;
    NBB_RETURN_IF(plan->launch.persistent && launch == &plan->code.step,
                  nbb_plan_persistent_blocks(card, block, launch));
    if (nbb_plan_has_wide_lanes(plan)) {
        int words = nbb_traits_words(&plan->asked.traits);
        NBB_FAIL_IF(plan->asked.traits.draws || launch->order.held * words > card->wide.words_resident, 0);
        threads = words == 1 ? card->wide.threads_word : card->wide.threads;
    } else {
        const nbb_code *code = &launch->code.code;
        int masks = code->draw_word_count - code->draw_count; /* a draw's other word says which lanes care */
        bool one_step = launch->closure.steps == 1; /* several hold more words: those spill with 64 registers */
        bool draws = one_step && code->draw_count > 0 && masks <= (int)card->masks_few * code->draw_count;
        bool permutes = nbb_plan_permutes(plan, launch == &plan->code.rest);
        bool defers = plan->launch.turns > 1 && masks > code->draw_count + code->draw_count / 8
                      && NBB_ALL(i, code->draw_count, code->draws[i].flips != 0);
        threads = draws && defers ? card->threads_deferring
                  : draws         ? card->threads_drawing
                                  : tier_of(card, permutes, launch).threads;
    }
    return threads > block ? threads / block : 1;
}
