/* needs_search.h - the search of needs.c; simplices have a search of their own. */
#pragma once

#include "gen/plan/plan_record.h"

/* Bytes by which a buffer's share is addressed: where those of each array begin, and how many an item has. */
typedef struct nbb_area {
    uint64_t offset, item_bytes;
} nbb_area;
typedef struct nbb_areas {
    nbb_area rows[NBB_FIELDS_MAX];
    int count;
} nbb_areas;

/* Elements of an item that the launch of an item beside it reads, by the direction from there, and where they are. */
typedef struct nbb_reads {
    bool *places[NBB_DIRECTIONS_MAX]; /* [element of an item]: whether it is read */
    int64_t elements;                 /* of an item */
    bool any[NBB_DIRECTIONS_MAX];     /* whether one is */
    bool in_groups;                   /* lanes: item v's are 32 apart, those of its group between */
    nbb_areas areas;                  /* whose item_bytes / elements are an element's */
} nbb_reads;

/* A word that `reader` has to get from its owner. */
typedef struct nbb_need {
    int reader, owner;
    int64_t word;
} nbb_need;

/* Of a pair of replicas, one of the first's own and one of the other's that touch: which, how each is turned, and the
   direction of the second from the first. */
typedef struct nbb_touch {
    int beta, to, isometry, isometry_beside, direction;
} nbb_touch;
typedef struct nbb_touches {
    nbb_touch *rows;
    int count;
    bool is_known;
} nbb_touches;

typedef struct nbb_seeking {
    nbb_arena *arena; /* of the reads, and of what is found */
    nbb_arena *kept;  /* of the boundary and the lists */
    const nbb_plan *plan;
    const nbb_directions *directions;
    int rank;
    nbb_shard items; /* the rank's */
    bool lists;      /* words are sought, not the boundary alone */
    nbb_reads reads;
    nbb_touches *touches;              /* [levels][orientations][orientations][directions]: found when they are met */
    int64_t weights[NBB_LEVELS_MAX];   /* in a tile's number, of the digits from the lowest up */
    int64_t spans[NBB_LEVELS_MAX + 1]; /* from the first to the last tile of a replica of so many */
    int64_t parts;                     /* items of a tile */
    nbb_need *found;
    int64_t count;
    int64_t *boundary; /* the rank's groups, by number, as often as found */
    int64_t boundary_count;
} nbb_seeking;

/* One item reads another in a direction. */
nbb_status nbb_needs_visit(nbb_seeking *search, int64_t item, int64_t beside, int direction);

/* Sorts numbers, each once, and returns how many there are. */
int64_t nbb_needs_sort(int64_t *numbers, int64_t count);

/* Sorts what was found, each word and each group once. */
void nbb_needs_settle(nbb_seeking *search);

/* Moves a place by an offset, and to its tile, of these sides: `direction` is where that lies. Fails (usage) where it
   lies past the tiles beside. */
nbb_status nbb_needs_offset(const nbb_seeking *search, nbb_vector side, nbb_vector offset, nbb_vector *place,
                            int *direction);

/* The elements of a simplex's tile: its cells, or words of bits. */
int64_t nbb_needs_simplex_elements(const nbb_plan *plan);

/* Marks the elements of a simplex's tiles that a launch reads from beside. */
nbb_status nbb_needs_mark_simplex(nbb_seeking *search);

/* Visits the tiles of a simplex that touch this rank's, by the cover. */
nbb_status nbb_needs_follow_simplex(nbb_seeking *search);
