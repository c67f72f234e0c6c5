/* show_ranks.c - `info --ranks`: what each rank has of a state, and what it gets before a launch. */
#include "cli/show.h"

#include <inttypes.h>
#include <stdio.h>

static void show_rank(size_t number, const json_t *rank, int64_t steps)
{
    const json_t *from = json_object_get(rank, "bytes_a_launch_from"), *one;
    size_t other;
    int64_t all = 0;
    printf("    rank %-3zu  %" PRId64 " items; a step gets", number, nbb_show_number(rank, "items"));
    json_array_foreach(from, other, one)
    {
        int64_t bytes = json_integer_value(one);
        all += bytes;
        if (bytes > 0) {
            printf(" %.6g bytes from %zu,", (double)bytes / (double)steps, other);
        }
    }
    printf(" %.6g bytes in all\n", (double)all / (double)steps);
}

void nbb_show_ranks(const json_t *object)
{
    const json_t *ranks = json_object_get(object, "ranks"), *rank;
    int64_t steps = nbb_show_number(object, "steps_a_launch");
    size_t i;
    printf("  %-9zu  ranks, map %s, %" PRId64 " step%s a launch\n", json_array_size(ranks),
           nbb_show_text(object, "map"), steps, steps == 1 ? "" : "s");
    json_array_foreach(ranks, i, rank)
    {
        show_rank(i, rank, steps);
    }
}
