/* show.c - what descriptions of fractals and of simplices share. */
#include "cli/show.h"

#include <inttypes.h>
#include <stdio.h>

/* Numbers every cell and finds it back: the map of cells and its inverse agree. */
nbb_status nbb_check_inverse(const nbb_domain *domain, const char *path)
{
    for (int64_t i = 0; i < nbb_domain_cells(domain); ++i) {
        nbb_vector cell = nbb_domain_cell(domain, i);
        if (nbb_domain_index(domain, cell) != i) {
            return nbb_fail(NBB_ERROR_DEFINITION,
                            "%s: cell %" PRId64 " of size %" PRId64 " stands at (%" PRId64 ", %" PRId64
                            "), where cell %" PRId64 " is",
                            path, i, domain->size, cell.at[0], cell.at[1], nbb_domain_index(domain, cell));
        }
    }
    return NBB_OK;
}

void nbb_show_layout(const nbb_replicas *replicas)
{
    for (int64_t y = 0; y < replicas->s.at[1]; ++y) {
        fputs(y == 0 ? "layout     " : "           ", stdout);
        for (int64_t x = 0; x < replicas->s.at[0]; ++x) {
            putchar(nbb_replica_at(replicas, (nbb_vector){ { x, y } }) >= 0 ? '#' : '.');
        }
        putchar('\n');
    }
}
