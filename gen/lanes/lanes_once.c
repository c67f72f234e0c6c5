/* lanes_once.c - numbers the draws that depend on no state. */
#include "gen/lanes/lanes_once.h"

static bool is_once(const nbb_code *code, int draw)
{
    const nbb_draw *of = &code->draws[draw];
    return of->digit < 0 && of->words == 1 && code->draw_words[of->first] == NBB_ONES;
}

/* How many of the first draws have slots. */
static int count_before(const nbb_code *code, int draw)
{
    int count = 0;
    for (int i = 0; i < draw; ++i) {
        count += is_once(code, i);
    }
    return count;
}

int nbb_once_slot(const nbb_code *code, int draw)
{
    return is_once(code, draw) ? count_before(code, draw) : -1;
}

bool nbb_draws_paired(const nbb_closure *closure, const nbb_code *code)
{
    return code->draw_count > 0 && closure->colours > 1 && !closure->colours_known && nbb_once_slots(code) == 0;
}

bool nbb_once_fits(int rows, uint32_t block)
{
    enum { SHARED_BYTES = 47 * 1024, ROW_BYTES = 144, ITEM_BYTES = 12 };
    return (uint32_t)(rows * ROW_BYTES) + NBB_ONCE_QUEUE * ITEM_BYTES * block <= SHARED_BYTES;
}

int nbb_once_slots(const nbb_code *code)
{
    return count_before(code, code->draw_count);
}
