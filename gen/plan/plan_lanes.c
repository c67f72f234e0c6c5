/* plan_lanes.c - chooses lanes, tile, steps a launch and block for map lanes. */
#include "gen/plan/plan_lanes.h"

#include "gen/lanes/lanes_once.h"
#include "gen/plan/lanes_time.h"
#include "gen/plan/plan_lanes_program.h"
#include "gen/plan/plan_wide.h"

#include <inttypes.h>

enum {
    PASS_BLOCK = 512,                                 /* of a pass: 128 take longer to begin than to write */
    THREADS_RESIDENT = 2048,                          /* of a multiprocessor */
    STEPS_AIM = 8,                                    /* more only make code longer */
    HOST_LARGE = 1 << 26                              /* cells from which several steps repay their compilation */
};

int64_t nbb_plan_lanes_of(const nbb_request *request, int a)
{
    return nbb_fractal_cells(request->fractal, request->r - a, request->r);
}

/* Whether k^a lanes are possible at all. */
static bool digits_possible(const nbb_request *request, int a)
{
    return a <= request->r && nbb_plan_lanes_of(request, a) <= NBB_LANES_MAX;
}

/* The lane digits that were asked for, or -1 for the plan's choice. */
static int digits_asked(const nbb_request *request)
{
    int a = 0;
    while (request->lanes != 0 && a < request->r && nbb_plan_lanes_of(request, a) < request->lanes) {
        ++a;
    }
    return request->lanes != 0 ? a : -1;
}

nbb_status nbb_plan_check_lanes(const nbb_request *request)
{
    nbb_text list = NBB_TEXT_EMPTY;
    int most = nbb_fractal_adds_cells(request->fractal) ? NBB_LEVELS_MAX : 0;
    for (int a = 0; a <= most && digits_possible(request, a); ++a) {
        int64_t lanes = nbb_plan_lanes_of(request, a);
        if (request->lanes == 0 || request->lanes == lanes) {
            nbb_text_free(&list);
            return NBB_OK;
        }
        nbb_text_add(&list, "%s%" PRId64, a == 0 ? "" : ", ", lanes);
    }
    nbb_status status = nbb_fail(NBB_ERROR_USAGE, "--lanes %" PRId64 ": a word of %s at r = %d has one of %s lanes",
                                 request->lanes, request->fractal->name, request->r, nbb_text_string(&list));
    nbb_text_free(&list);
    return status;
}

/* A program's tile and lane digits are chosen by its planes and neighbours, and its words are those of all planes. */
static void size_program(const nbb_request *request, int t, nbb_lanes *lanes)
{
    int asked = digits_asked(request), most = request->r - (t > 0 ? t : 0);
    int a = asked >= 0 ? asked : nbb_plan_program_digits(request);
    nbb_lanes_size(request->fractal, request->r, t, a < most ? a : most, lanes);
    if (t < 0) {
        t = nbb_plan_program_tile(request, request->r - lanes->a);
        most = request->r - t;
        nbb_lanes_size(request->fractal, request->r, t, lanes->a < most ? lanes->a : most, lanes);
    }
    lanes->words *= (uint64_t)request->program->planes;
}

static void size_cells(const nbb_request *request, int t, nbb_lanes *lanes)
{
    nbb_lanes_size(request->fractal, request->r, t, digits_asked(request), lanes);
}

uint64_t nbb_plan_least_border(const nbb_request *request, int t)
{
    nbb_lanes lanes;
    nbb_closure closure;
    nbb_border border = { 0 };
    nbb_plan_size_lanes(request, t, &lanes);
    if (nbb_closure_build(request->fractal, lanes.t, request->rule, 1, &closure) != NBB_OK) {
        return UINT64_MAX;
    }
    nbb_border_add(&closure, &border);
    nbb_closure_free(&closure);
    return nbb_border_bytes(&border, &lanes);
}

bool nbb_plan_in_place(const nbb_plan *plan)
{
    return plan->traits.in_place && plan->buffers == 1;
}

/* Adds what a launch loads from beside its tile to the border, if it is updated in place; whether that fits. */
static bool border_fits(const nbb_request *request, const nbb_plan *plan, const nbb_closure *closure,
                        nbb_border *border)
{
    if (!nbb_plan_in_place(plan)) {
        return true;
    }
    nbb_border_add(closure, border);
    return request->available == 0
           || plan->state_bytes + nbb_border_bytes(border, &plan->lanes) + plan->scratch_bytes <= request->available;
}

/* The steps with the least cost for each, of those whose border fits. */
static nbb_status default_steps(const nbb_request *request, const nbb_plan *plan, int *best)
{
    bool worthwhile = plan->target == NBB_TARGET_CUDA || plan->cells >= HOST_LARGE;
    int most = worthwhile ? nbb_closure_most_steps(plan->fractal, plan->t) : 1;
    double least = 0;
    bool fits = true;
    nbb_border border = { 0 };
    for (int steps = 1; fits && steps <= most && steps <= STEPS_AIM; ++steps) {
        nbb_lanes_launch launch;
        NBB_TRY(nbb_lanes_launch_build(plan->fractal, plan->t, plan->rule, steps, &launch));
        fits = border_fits(request, plan, &launch.closure, &border);
        double cost = nbb_lanes_flow(plan->card, plan->target, plan->crossed != NBB_CROSSING_MEMORY, &launch, &border)
                      / steps;
        if (steps == 1 || (fits && cost < least)) {
            *best = steps;
            least = cost;
        }
        nbb_lanes_launch_free(&launch);
    }
    return NBB_OK;
}

uint32_t nbb_plan_resident_blocks(const nbb_card *card, uint32_t block, bool crosses, const nbb_lanes_launch *launch)
{
    const nbb_code *code = &launch->code.code;
    int masks = code->draw_word_count - code->draw_count; /* a draw's other word says which lanes care */
    bool draws = code->draw_count > 0 && masks <= (int)card->masks_few * code->draw_count;
    bool once = draws && nbb_once_slots(code) == code->draw_count;
    bool pairs = draws && nbb_draws_paired(&launch->closure, code);
    uint32_t threads = once    ? card->threads_once
                       : pairs ? card->threads_paired
                       : draws ? card->threads_drawing
                               : nbb_lanes_tier_of(card, crosses, launch).threads;
    return threads > block ? threads / block : 1;
}

/* Of an update in place: the border of both launches, and what it takes; for which words that are turned in memory
   unasked are turned in registers. */
static nbb_status shape_border(const nbb_request *request, nbb_plan *plan)
{
    border_fits(request, plan, &plan->rest.closure, &plan->border);
    bool fits = border_fits(request, plan, &plan->step.closure, &plan->border);
    if (!fits && plan->crossed == NBB_CROSSING_MEMORY && request->crossed == NBB_CROSSING_AUTO) {
        plan->crossed = NBB_CROSSING_REGISTERS;
        plan->scratch_bytes = 0;
        fits = border_fits(request, plan, &plan->step.closure, &plan->border);
    }
    plan->border_bytes = nbb_border_bytes(&plan->border, &plan->lanes);
    plan->memory_bytes = plan->state_bytes + plan->border_bytes;
    plan->step_bytes += NBB_BORDER_MOVES * plan->border_bytes;
    return fits || plan->scratch_bytes > 0
               ? NBB_OK /* the memory as a whole is checked then */
               : nbb_fail(NBB_ERROR_DEVICE,
                          "--steps-per-launch %d: updated in place, %s at r = %d needs %" PRIu64 " bytes"
                          " for its state and %" PRIu64 " for its tiles' borders, the device has %" PRIu64
                          " free; fewer"
                          " steps have a smaller border",
                          plan->steps_a_launch, plan->fractal->name, plan->r, plan->state_bytes, plan->border_bytes,
                          request->available);
}

/* Of a launch that stays: what a round moves, the words that a tile shows to others and those it loads of them. */
static void shape_round(nbb_plan *plan)
{
    uint64_t items = (uint64_t)plan->lanes.tiles * plan->lanes.parts;
    nbb_border_add(&plan->step.closure, &plan->border);
    int words = plan->border.count + nbb_closure_loaded_beside(&plan->step.closure);
    plan->step_bytes = items * (uint64_t)words * sizeof(uint32_t);
}

static nbb_status build_cells(const nbb_request *request, nbb_plan *plan)
{
    if (!plan->work->evolves) {
        return NBB_OK;
    }
    int most = nbb_closure_most_steps(plan->fractal, plan->t);
    if (request->steps_a_launch > most) {
        return nbb_fail(NBB_ERROR_USAGE,
                        "--steps-per-launch %d: with tiles of level %d of %s it is from 1 to %d, for"
                        " cells farther off are past the neighbour tiles",
                        request->steps_a_launch, plan->t, plan->fractal->name, most);
    }
    nbb_plan_choose_crossing(request, plan);
    plan->steps_a_launch = request->steps_a_launch;
    if (plan->steps_a_launch == 0) {
        NBB_TRY(default_steps(request, plan, &plan->steps_a_launch));
    }
    NBB_TRY(nbb_lanes_launch_build(plan->fractal, plan->t, plan->rule, plan->steps_a_launch, &plan->step));
    if (plan->steps_a_launch > 1) {
        NBB_TRY(nbb_lanes_launch_build(plan->fractal, plan->t, plan->rule, 1, &plan->rest));
    }
    if (nbb_closure_loaded_beside(&plan->step.closure) == 0) {
        plan->scratch_bytes = 0;                      /* there are no words to turn */
    }
    if (nbb_plan_in_place(plan)) {
        NBB_TRY(shape_border(request, plan));
    }
    if (plan->resident) {
        shape_round(plan);
    }
    plan->step_bytes /= (uint64_t)plan->steps_a_launch;
    plan->step_operations = (uint64_t)plan->lanes.tiles * plan->lanes.parts * (uint64_t)plan->step.code.operations
                            / (uint64_t)plan->steps_a_launch;
    return nbb_plan_add_scratch(request, plan);
}

static nbb_status check_block(const nbb_request *request)
{
    if (request->block % 32 != 0 || request->block > 1024) {
        return nbb_fail(NBB_ERROR_USAGE,
                        "--block %" PRIu32 ": a block has whole warps, of 32 threads, and at most"
                        " 1024 threads",
                        request->block);
    }
    return NBB_OK;
}

/* What is chosen by what a word holds. */
typedef struct word_row {
    void (*size)(const nbb_request *request, int t, nbb_lanes *lanes);
    nbb_status (*build)(const nbb_request *request, nbb_plan *plan);
} word_row;
static const word_row words[NBB_WORD_COUNT] = {
    [NBB_WORD_CELLS] = { size_cells, build_cells },
    [NBB_WORD_PLANES] = { size_program, nbb_plan_build_lanes_program },
    [NBB_WORD_VALUES] = { nbb_plan_size_wide, nbb_plan_build_wide },
};

void nbb_plan_size_lanes(const nbb_request *request, int t, nbb_lanes *lanes)
{
    words[nbb_request_traits(request).word].size(request, t, lanes);
}

bool nbb_plan_lanes_tile_possible(const nbb_request *request, int t)
{
    int a = digits_asked(request);
    return t + (a > 0 ? a : 0) <= request->r && nbb_lanes_tile_possible(request->fractal, t);
}

nbb_status nbb_plan_build_lanes(const nbb_request *request, nbb_plan *plan)
{
    NBB_TRY(check_block(request));
    plan->block = request->block != 0 ? request->block : plan->work->evolves ? NBB_LANES_BLOCK : PASS_BLOCK;
    plan->tile_threads = plan->block;                 /* a thread an item */
    plan->sum_blocks = nbb_plan_multiprocessors(request) * (THREADS_RESIDENT / plan->block);
    NBB_TRY(nbb_lanes_build(plan->fractal, &plan->lanes));
    return words[plan->traits.word].build(request, plan);
}
