/* on_processor.c - an automaton on the carpet, by functions that nbbgen emitted as C. */
#include "carpet.c"

#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    u32 *state = aligned_alloc(64, (NBB_STATE_BYTES + 63) / 64 * 64);
    u32 *other = aligned_alloc(64, (NBB_STATE_BYTES + 63) / 64 * 64);
    u64 counts[2] = { 0, 0 };
    const nbb_arguments arguments = { .seed = 1, .initial0 = { 1ull << 31 } };  /* half of 2^32: the density */
    if (state == NULL || other == NULL) {
        return EXIT_FAILURE;
    }
    memset(state, 0, NBB_STATE_BYTES);
    memset(other, 0, NBB_STATE_BYTES);
    NBB_INIT(state, &arguments);
    for (int step = 0; step < 12; step += NBB_STEP_STEPS) {
        NBB_STEP(state, other);
        u32 *last = state;
        state = other;
        other = last;
    }
    NBB_CENSUS(state, counts);
    printf("%llu cells live, digest 0x%016llx\n", counts[0], counts[1]);
    free(state);
    free(other);
    return EXIT_SUCCESS;
}
