/* ranks.c - what ranks do together, however they talk. */
#include "runtime/device/ranks.h"

nbb_status nbb_ranks_least(nbb_ranks *ranks, uint64_t *number)
{
    NBB_DONE_IF(ranks == NULL);
    NBB_LOCAL_MAKE(uint64_t, all, ranks->count, "the ranks' numbers");
    nbb_status status = ranks->gather(ranks, number, sizeof *number, all);
    for (int i = 0; status == NBB_OK && i < ranks->count; ++i) {
        *number = all[i] < *number ? all[i] : *number;
    }
    return status;
}

bool nbb_ranks_is_first(const nbb_ranks *ranks)
{
    return ranks == NULL || ranks->rank == 0;
}

nbb_status nbb_ranks_ask_first(nbb_ranks *ranks, bool *answer)
{
    uint64_t number = nbb_ranks_is_first(ranks) ? *answer : UINT64_MAX;
    NBB_TRY(nbb_ranks_least(ranks, &number));
    *answer = number != 0;
    return NBB_OK;
}

nbb_status nbb_ranks_meet(nbb_ranks *ranks)
{
    uint64_t nothing = 0;
    return nbb_ranks_least(ranks, &nothing);
}

void nbb_ranks_close(nbb_ranks *ranks)
{
    NBB_LEAVE_IF(ranks == NULL);
    if (ranks->close_engine != NULL) {
        ranks->close_engine(ranks);
    }
    ranks->close(ranks);
}
