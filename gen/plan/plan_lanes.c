/* plan_lanes.c - chooses the block of map lanes, and the rest by what a word holds. */
#include "gen/plan/plan_lanes.h"

#include "gen/lanes/lanes_code.h"
#include "gen/plan/lanes_time.h"
#include "gen/plan/plan_lanes_bits.h"
#include "gen/plan/plan_wide.h"

#include <inttypes.h>

enum {
    PASS_BLOCK = 512,                                 /* of a pass: 128 take longer to begin than to write */
    THREADS_RESIDENT = 2048                           /* of a multiprocessor */
};

/* Whether k^a lanes are possible at all. */
static bool digits_possible(const nbb_request *request, int a)
{
    return a <= request->r && nbb_plan_lanes_of(request, a) <= NBB_LANES_MAX;
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

uint32_t nbb_plan_resident_blocks(const nbb_card *card, uint32_t block, bool crosses, const nbb_lanes_launch *launch)
{
    const nbb_code *code = &launch->code.code;
    int masks = code->draw_word_count - code->draw_count; /* a draw's other word says which lanes care */
    bool one_step = launch->closure.steps == 1;       /* several hold more words: those spill with 64 registers */
    bool draws = one_step && code->draw_count > 0 && masks <= (int)card->masks_few * code->draw_count;
    bool once = draws && nbb_once_slots(code) == code->draw_count;
    bool pairs = draws && nbb_draws_paired(&launch->closure, code);
    uint32_t threads = once    ? card->threads_once
                       : pairs ? card->threads_paired
                       : draws ? card->threads_drawing
                               : nbb_lanes_tier_of(card, crosses, launch).threads;
    return threads > block ? threads / block : 1;
}

uint32_t nbb_plan_staying_blocks(const nbb_card *card, uint32_t block, const nbb_lanes_launch *launch)
{
    uint32_t threads = nbb_lanes_tier_of(card, true, launch).threads;
    return threads > block ? threads / block : 1;
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
    [NBB_WORD_PLANES] = { nbb_plan_size_bits, nbb_plan_build_bits },
    [NBB_WORD_VALUES] = { nbb_plan_size_wide, nbb_plan_build_wide },
};

void nbb_plan_size_lanes(const nbb_request *request, int t, nbb_lanes *lanes)
{
    words[nbb_request_traits(request).word].size(request, t, lanes);
}

bool nbb_plan_lanes_tile_possible(const nbb_request *request, int t)
{
    int a = nbb_plan_digits_asked(request);
    return t + (a > 0 ? a : 0) <= request->r && nbb_lanes_tile_possible(request->fractal, t);
}

nbb_status nbb_plan_build_lanes(const nbb_request *request, nbb_plan *plan)
{
    NBB_TRY(check_block(request));
    plan->block = request->block != 0 ? request->block : plan->work->evolves ? NBB_LANES_BLOCK : PASS_BLOCK;
    plan->tile_threads = plan->block;                 /* a thread an item */
    plan->sum_blocks = nbb_plan_multiprocessors(request) * (THREADS_RESIDENT / plan->block);
    NBB_TRY(nbb_lanes_build(plan->fractal, &plan->lanes));
    return plan->work->evolves ? words[plan->traits.word].build(request, plan) : NBB_OK;
}
