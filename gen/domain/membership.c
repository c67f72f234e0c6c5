/* membership.c - the holes of a layout as a minimised function of the bits of x and y. */
#include "gen/domain/membership.h"

#include "gen/domain/minimise.h"

/* The inputs: bits of the digit of x, then of y. The fifth is never used. */
enum { X0 = 1, X1 = 2, Y0 = 4, Y1 = 8, POINTS = 16 };

bool nbb_membership_is_bitwise(const nbb_replicas *replicas)
{
    return replicas->s.at[0] == replicas->s.at[1] && (replicas->s.at[0] == 2 || replicas->s.at[0] == 4);
}

nbb_status nbb_membership_print_holes(const nbb_replicas *replicas, int r, nbb_text *holes, uint32_t *mask)
{
    static const char *const names[NBB_INPUTS] = { "x", "(x >> 1)", "y", "(y >> 1)", "unused" };
    nbb_truth hole = 0, member = 0;
    int bits = replicas->s.at[0] == 4 ? 2 : 1;
    for (int point = 0; point < POINTS; ++point) {
        int x = point & (X0 | X1), y = (point & (Y0 | Y1)) / Y0;
        if (x < replicas->s.at[0] && y < replicas->s.at[1]) {
            nbb_truth *kind = nbb_replica_at(replicas, (nbb_vector){ { x, y } }) < 0 ? &hole : &member;
            *kind |= UINT32_C(1) << point;
        }
    }
    *mask = 0;
    for (int level = 0; level < r; ++level) {
        *mask |= UINT32_C(1) << bits * level;
    }
    if (hole == 0) {
        nbb_text_add(holes, "0u");
        return nbb_text_status(holes, "a membership test");
    }
    nbb_sum sum = nbb_minimise(hole, member);
    nbb_truth printed = nbb_sum_print(&sum, names, holes);
    if ((printed & hole) != hole || (printed & member) != 0) {
        return nbb_fail(NBB_ERROR_RUN,
                        "the holes of a layout of %d replicas were minimised to a different function:"
                        " please report this",
                        replicas->k);
    }
    return nbb_text_status(holes, "a membership test");
}
