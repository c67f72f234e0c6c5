/* parts.h - the parts of a state that one device advances in rounds of some steps each, and what they read of others.

   A part has a range of groups of items, as a rank has (gen/plan/shards.c). As many steps as a tile has cells a side
   lead no farther than the tiles beside. So a part is right after 3 such rounds of steps if the three rings of tiles
   around it were loaded, and each round has advanced one ring less; rings are loaded and advanced in whole groups:

       loaded       | part | ring 1 | ring 2 | ring 3 |
       round 1      | part | ring 1 | ring 2 |
       round 2      | part | ring 1 |
       round 3      | part |

   What else the groups hold becomes wrong, and nobody reads it.

   On a finitely ramified fractal a ring is a few groups; on others it grows with the part's sides.

   A buffer of a device holds one part and its rings. Its address is shifted so that the items of every part come to
   lie at the same place, and kernels number items as in the whole state; rings have places of their own by part, and
   so have items in arrays of another width than the first one's. */
#pragma once

#include "runtime/device/device.h"
#include "runtime/run/needs.h"

typedef struct nbb_state_part {
    nbb_shard items;
    int64_t *groups; /* of its rings, ascending within each */
    int64_t *rings;  /* [rings + 1]: where those of each ring begin */
    int64_t before;  /* groups of the rings of parts before it */
} nbb_state_part;

typedef struct nbb_state_parts {
    nbb_arena arena;     /* of the rows */
    int count, known;    /* all of them, and how many have a row: all, or a sample (nbb_parting) */
    int64_t steps;       /* at most, in which a part is advanced before the next one */
    int rings;           /* that these read */
    int64_t ring_groups; /* of all rows */
    uint64_t bytes;      /* of all buffers, and of what kernels have beside them */
    bool share;          /* rings of unlike parts have the same memory, page by page */
    nbb_state_part *rows;
} nbb_state_parts;

/* What parts are cut for: buffers of a device's memory in pages, one of which may stand at several addresses. */
typedef struct nbb_parting {
    const nbb_plan *plan;
    uint64_t memory, page;
    uint64_t beside; /* bytes that a buffer's addresses without memory take */
    int64_t steps;   /* or 0: the choice is free */
    bool share;
    bool in_files;  /* whose copies take a GPU longer */
    bool by_sample; /* a sample of many parts is enough: of what is reported beforehand */
} nbb_parting;

/* For buffers of so many bytes in all. Globals are totals of the state before each step: a pass is one step then. */
nbb_parting nbb_state_parting(const nbb_plan *plan, uint64_t memory, uint64_t page, bool is_cuda, int64_t steps);

/* Cuts the fewest parts that fit, or more where smaller ones take less time, of as many steps as are worth it. Fails
   (usage) where a pass is asked for of more steps than the program's can have, and (device) where no parts fit, with
   the memory that would be enough. nbb_state_parts_free is due in every case. */
nbb_status nbb_state_parts_choose(const nbb_parting *parting, nbb_state_parts *parts);

void nbb_state_parts_free(nbb_state_parts *parts);

/* Whole groups in which items lie. No part has more than the first one. */
static inline int64_t nbb_state_part_groups(nbb_shard items)
{
    return (items.count + NBB_GROUP - 1) / NBB_GROUP;
}

/* The rings that so many turns of all steps read. */
int nbb_state_parts_rings(const nbb_plan *plan, int64_t turns);

/* Buffers of a state: of the part that is advanced, of its next state, and of another part that comes or goes. */
int nbb_state_parts_buffers(const nbb_plan *plan);

/* What the host has of a state: all of it, and the groups of rings as they were before a pass. */
uint64_t nbb_state_parts_host_bytes(const nbb_plan *plan, const nbb_state_parts *parts);

/* Bytes of a group in all arrays. */
uint64_t nbb_state_group_bytes(nbb_areas areas);

/* The addresses of a buffer of so many bytes of state, and where they are in it that have memory; *ranges is to be
   freed. Places are counted from `margin` bytes before the first address that a shifted state begins at. */
uint64_t nbb_state_parts_margin(uint64_t bytes);
nbb_status nbb_state_parts_ranges(const nbb_state_parts *parts, nbb_areas areas, uint64_t margin,
                                  nbb_reserved **ranges, int64_t *count);
