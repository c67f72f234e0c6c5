/* draft_turns.c - turns replicas as field turns says of their letters. */
#include "gen/definition/draft.h"

#include "gen/domain/isometry.h"

nbb_status nbb_draft_turn(const nbb_draft *draft, nbb_replicas *replicas)
{
    if (draft->given[NBB_FIELD_TURNS] && draft->axes > 2) {
        return nbb_draft_fail(draft, NBB_FIELD_TURNS,
                              "turns replicas in the plane, and the layout has a third axis; leave it out");
    }
    for (int beta = 0; beta < replicas->k && draft->given[NBB_FIELD_TURNS]; beta++) {
        char letter = draft->layout[0][replicas->tau[beta][1]][replicas->tau[beta][0]];
        int isometry = draft->turns[(unsigned char)letter] > 0 ? draft->turns[(unsigned char)letter] - 1 : 0;
        if ((isometry & NBB_ISOMETRY_SWAPS) != 0 && replicas->s.at[0] != replicas->s.at[1]) {
            return nbb_draft_fail(draft, NBB_FIELD_TURNS,
                                  "%c = \"%s\" exchanges the sides of a layout of %lld x %lld; expected equal ones",
                                  letter, nbb_isometry_names.names[isometry], (long long)replicas->s.at[0],
                                  (long long)replicas->s.at[1]);
        }
        replicas->isometry[beta] = (uint8_t)isometry;
    }
    return NBB_OK;
}

/* Any level is below another, for they repeat. */
nbb_status nbb_draft_check_turned(const nbb_draft *draft, nbb_fractal *fractal)
{
    bool swaps = false;
    nbb_fractal_find_orientations(fractal);
    for (int i = 0; i < fractal->orientations; i++) {
        swaps = swaps || (fractal->isometries[i] & NBB_ISOMETRY_SWAPS) != 0;
    }
    for (int i = 0; i < fractal->table_count && swaps; i++) {
        const nbb_vector *s = &fractal->tables[i].s;
        if (s->at[0] != s->at[1]) {
            return nbb_draft_fail(draft, NBB_FIELD_LEVELS,
                                  "has a level that exchanges its sides above level %d of %lld x %lld; expected equal"
                                  " sides on all levels",
                                  i + 1, (long long)s->at[0], (long long)s->at[1]);
        }
    }
    nbb_fractal_find_beside(fractal);
    return NBB_OK;
}
