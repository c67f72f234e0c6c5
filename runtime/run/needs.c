/* needs.c - finds the words that ranks read of each other. */
#include "runtime/run/needs.h"

#include "gen/plan/plan.h"

/* The elements of an item and where those of all items are, without saying which are read. */
static nbb_areas areas_of_words(uint64_t words)
{
    return (nbb_areas){ { { 0, words * sizeof(uint32_t) } }, 1 };
}

static uint64_t padded_items(const nbb_plan *plan)
{
    return ((uint64_t)nbb_plan_items(plan) + NBB_GROUP - 1) / NBB_GROUP * NBB_GROUP;
}

/* Places of an item in an array that has one for each. */
static uint64_t places_of(const nbb_plan *plan)
{
    return plan->asked.domain.simplex != NULL ? (uint64_t)nbb_needs_simplex_elements(plan)
           : plan->space.map == NBB_MAP_LANES ? plan->space.lanes.positions
                                              : sizeof(uint32_t) * (uint64_t)plan->space.tile.words;
}

nbb_areas nbb_state_areas(const nbb_plan *plan)
{
    nbb_areas areas = { .count = plan->asked.traits.arrays };
    NBB_RETURN_IF(plan->space.storage == NBB_STORAGE_BITS, areas_of_words(places_of(plan)));
    NBB_RETURN_IF(nbb_plan_has_planes(plan), areas_of_words(plan->space.lanes.words / padded_items(plan)));
    NBB_FILL(i, areas.count, areas.rows[i],
             (nbb_area){ plan->space.offsets[i], places_of(plan) * plan->asked.traits.bytes[i] });
    return areas;
}

nbb_areas nbb_beside_areas(const nbb_plan *plan)
{
    return plan->launch.buffers == 2 ? nbb_state_areas(plan)
                                     : areas_of_words((plan->launch.boundary_bytes + plan->launch.once_bytes)
                                                      / padded_items(plan) / sizeof(uint32_t));
}

/* Marks a position of map lanes: its words of all planes, or its values of all fields. */
static void mark_position(nbb_seeking *search, int direction, int position)
{
    const nbb_plan *plan = search->plan;
    int planes = plan->asked.traits.word == NBB_WORD_PLANES ? plan->asked.traits.planes : 1;
    /* In place its number among the boundary's words. */
    int64_t place = nbb_plan_in_place(plan) ? NBB_SUM(i, position, plan->launch.boundary.holds[i]) : position;
    NBB_FILL(plane, planes, search->reads.places[direction][planes * place + plane], true);
}

static void mark_launch(nbb_seeking *search, const nbb_closure *closure)
{
    for (int i = closure->own; i < closure->count; ++i) {
        const nbb_closure_cell *cell = &closure->cells[i];
        for (int o = 0; o < closure->fractal->orientations && (cell->needed & 1) != 0; ++o) {
            int position = nbb_closure_position(closure, cell, o);
            if (position >= 0) {
                mark_position(search, cell->direction, position);
            }
        }
    }
}

static void mark_tile_place(nbb_seeking *search, int direction, nbb_vector place)
{
    int64_t row = (int64_t)sizeof(uint32_t) * search->plan->space.tile.columns;
    search->reads
        .places[direction][(place.at[2] * search->plan->space.rho.at[1] + place.at[1]) * row + place.at[0]] = true;
}

/* Marks a place of the tile in a direction, in each orientation in which it is a cell. */
static void mark_place(nbb_seeking *search, int direction, nbb_vector place)
{
    const nbb_plan *plan = search->plan;
    const nbb_fractal *fractal = plan->asked.fractal;
    for (int i = 0; i < fractal->orientations; ++i) {
        int inverse = nbb_isometry_inverse(fractal->isometries[i]);
        int64_t position = nbb_fractal_index(fractal, plan->space.t,
                                             nbb_isometry_place(inverse, plan->space.rho, place));
        if (position >= 0 && plan->space.map == NBB_MAP_LANES) {
            mark_position(search, direction, (int)position);
        } else if (position >= 0) {
            mark_tile_place(search, direction, place);
        }
    }
}

/* Marks what cells of a tile, in any orientation, find at an offset in tiles beside. */
static nbb_status mark_offset(nbb_seeking *search, nbb_vector offset)
{
    const nbb_plan *plan = search->plan;
    const nbb_fractal *fractal = plan->asked.fractal;
    int64_t cells = nbb_fractal_cells(fractal, 0, plan->space.t);
    for (int64_t i = 0; i < fractal->orientations * cells; ++i) {
        nbb_vector place = nbb_isometry_place(fractal->isometries[i / cells], plan->space.rho,
                                              nbb_fractal_cell(fractal, plan->space.t, i % cells));
        int direction = 0;
        NBB_TRY(nbb_needs_offset(search, plan->space.rho, offset, &place, &direction));
        if (direction != search->directions->centre && plan->space.map == NBB_MAP_LANES) {
            /* as seen from the tile before it is turned */
            int back = nbb_isometry_inverse(fractal->isometries[i / cells]);
            mark_place(search, nbb_isometry_direction(back, search->directions, direction),
                       nbb_isometry_place(back, plan->space.rho, place));
        } else if (direction != search->directions->centre) {
            mark_place(search, direction, place);
        }
    }
    return NBB_OK;
}

/* What launches read of tiles beside, and what totals do. */
static nbb_status mark_reads(nbb_seeking *search)
{
    const nbb_plan *plan = search->plan;
    if (plan->space.map == NBB_MAP_LANES) {
        mark_launch(search, &plan->code.step.closure);
        mark_launch(search, &plan->code.rest.closure);
    }
    if (plan->asked.law == NBB_LAW_PROGRAM || plan->asked.traits.totals > 0) {
        const nbb_program *program = search->plan->asked.program;
        return NBB_EACH(i, program->neighbours.count, mark_offset(search, program->neighbours.offsets[i]));
    }
    for (uint32_t i = 0; plan->space.map == NBB_MAP_COMPACT && i < plan->space.tile.halo_count; ++i) {
        mark_tile_place(search, plan->space.tile.halo[i].direction, plan->space.tile.halo[i].from);
    }
    return NBB_OK;
}

static nbb_status build_reads(nbb_seeking *search)
{
    const nbb_plan *plan = search->plan;
    nbb_reads *reads = &search->reads;
    reads->in_groups = plan->space.map == NBB_MAP_LANES;
    reads->areas = nbb_plan_in_place(plan) ? nbb_beside_areas(plan) : nbb_state_areas(plan);
    reads->elements = (int64_t)(nbb_plan_has_planes(plan) ? reads->areas.rows[0].item_bytes / sizeof(uint32_t)
                                                          : places_of(plan));
    NBB_TRY(NBB_EACH(direction, search->directions->count,
                     NBB_ARRAYS(search->arena, NBB_ARRAY(reads->places[direction], reads->elements))));
    NBB_TRY(!plan->asked.work->evolves           ? NBB_OK
            : plan->asked.domain.simplex != NULL ? nbb_needs_mark_simplex(search)
                                                 : mark_reads(search));
    NBB_FILL(direction, search->directions->count, reads->any[direction],
             memchr(reads->places[direction], true, (size_t)reads->elements) != NULL);
    return NBB_OK;
}

/* How a step that leaves the top digit wraps: in a direction, to lanes of this orientation; the centre: it stays. */
typedef struct wrapped {
    int direction, orientation;
} wrapped;

static nbb_status visit_tiles(nbb_seeking *search, int64_t tile, int64_t beside, int direction, wrapped by)
{
    const nbb_lanes *lanes = &search->plan->space.lanes;
    for (int64_t part = 0; part < search->parts; ++part) {
        int64_t item = tile * search->parts + part;
        if (by.direction == search->directions->centre) {
            NBB_TRY(nbb_needs_visit(search, item, beside * search->parts + part, direction));
            continue;
        }
        int64_t row = by.direction * search->parts + part;
        for (int m = lanes->first_move[row]; m < lanes->first_move[row + 1]; ++m) {
            const nbb_lane_move *move = &lanes->moves[m];
            NBB_TRY_IF(move->orientation == by.orientation,
                       nbb_needs_visit(search, item, beside * search->parts + move->part, direction));
        }
    }
    return NBB_OK;
}

/* Whether words of a pair of replicas of so many levels, which begin with these tiles, may be sent to or by this
   rank: not all items are one rank's, and this one has some. Owners ascend with items. */
static bool may_concern(const nbb_seeking *search, int levels, int64_t tile, int64_t beside)
{
    int64_t least = tile < beside ? tile : beside, most = tile < beside ? beside : tile;
    int64_t span = search->spans[levels] + 1, parts = search->parts;
    int64_t first = search->items.first, end = first + search->items.count;
    bool in_least = least * parts < end && (least + span) * parts > first;
    bool in_most = most * parts < end && (most + span) * parts > first;
    return (in_least || in_most)
           && nbb_plan_owner(search->plan, least * parts) != nbb_plan_owner(search->plan, (most + span) * parts - 1);
}

/* Two replicas of so many levels, how each is turned, and the direction from the first; the centre: the same one. */
typedef struct pair {
    int levels;
    int64_t tile, beside; /* their first */
    int isometry, isometry_beside, direction;
} pair;

static nbb_status find_touches(nbb_seeking *search, const pair *of, nbb_touches *found)
{
    const nbb_directions *list = search->directions;
    const nbb_replicas *replicas = search->plan->asked.fractal->levels[search->plan->space.t + of->levels - 1];
    for (int next = 0; next < list->count; ++next) {
        for (int beta = 0; beta < replicas->k; ++beta) {
            nbb_vector place = nbb_direction_from(list, next, nbb_turned_place(replicas, of->isometry, beta));
            bool leads_there = nbb_direction_wrap(list, replicas->s, &place) == of->direction;
            int to = leads_there ? nbb_turned_at(replicas, of->isometry_beside, place) : -1;
            if (to >= 0) {
                nbb_touch row = { beta, to, nbb_isometry_after(of->isometry, replicas->isometry[beta]),
                                  nbb_isometry_after(of->isometry_beside, replicas->isometry[to]), next };
                NBB_TRY(NBB_ARENA_APPEND(search->arena, found->rows, found->count, row));
            }
        }
    }
    found->is_known = true;
    return NBB_OK;
}

static nbb_status follow(nbb_seeking *search, pair of, wrapped by)
{
    const nbb_directions *list = search->directions;
    NBB_DONE_IF(!may_concern(search, of.levels, of.tile, of.beside));
    if (of.levels == 0) {
        /* A tile of lanes is stored as it is before it is turned. */
        int back = search->plan->space.map == NBB_MAP_LANES ? nbb_isometry_inverse(of.isometry) : 0;
        int direction = nbb_isometry_direction(back, list, of.direction);
        return of.direction == list->centre ? NBB_OK : visit_tiles(search, of.tile, of.beside, direction, by);
    }
    const nbb_fractal *fractal = search->plan->asked.fractal;
    int row = (of.levels - 1) * fractal->orientations + nbb_fractal_orientation(fractal, of.isometry);
    row = row * fractal->orientations + nbb_fractal_orientation(fractal, of.isometry_beside);
    nbb_touches *touches = &search->touches[row * list->count + of.direction];
    int64_t weight = search->weights[of.levels - 1];
    NBB_TRY_IF(!touches->is_known, find_touches(search, &of, touches));
    for (int i = 0; i < touches->count; ++i) {
        nbb_touch touch = touches->rows[i];
        pair inner = { of.levels - 1,  of.tile + touch.beta * weight, of.beside + touch.to * weight,
                       touch.isometry, touch.isometry_beside,         touch.direction };
        NBB_TRY(follow(search, inner, by));
    }
    return NBB_OK;
}

/* From the top: within the tiles' levels, and by each direction in which a step leaves them and comes elsewhere. */
static nbb_status follow_all(nbb_seeking *search)
{
    const nbb_plan *plan = search->plan;
    const int levels = plan->space.r_b, centre = search->directions->centre;
    const int orientations = plan->asked.fractal->orientations;
    int pairs = levels * orientations * orientations * search->directions->count;
    NBB_TRY(NBB_ARRAYS(search->arena, NBB_ARRAY(search->touches, pairs)));
    for (int level = 0; level < levels; ++level) {
        const nbb_replicas *replicas = plan->asked.fractal->levels[plan->space.t + level];
        search->weights[level] = plan->space.map == NBB_MAP_LANES
                                     ? nbb_fractal_cells(plan->asked.fractal, plan->space.t, plan->space.t + level)
                                     : nbb_digit_weight(plan->asked.fractal, plan->space.t, plan->space.t + levels,
                                                        plan->space.t + level);
        search->spans[level + 1] = search->spans[level] + (replicas->k - 1) * search->weights[level];
    }
    for (int direction = 0; direction < search->directions->count; ++direction) {
        bool wraps = plan->space.map == NBB_MAP_LANES && direction != centre;
        for (int o = 0; o < orientations && (wraps || (direction == centre && o == 0)); ++o) {
            pair of = { .levels = levels,
                        .direction = direction,
                        .isometry_beside = plan->asked.fractal->isometries[o] };
            NBB_TRY(follow(search, of, (wrapped){ direction, o }));
        }
    }
    return NBB_OK;
}

/* The words that this rank gets, or those that it sends, by the other rank. */
static nbb_status make_list(const nbb_seeking *search, bool receives, nbb_word_list *list)
{
    int ranks = search->plan->asked.ranks;
    NBB_TRY(NBB_ARRAYS(search->kept, NBB_ARRAY(list->words, search->count), NBB_ARRAY(list->first, ranks + 1)));
    int64_t count = 0;
    for (int64_t i = 0; i < search->count; ++i) { /* sorted by the one, and within it by the other */
        const nbb_need *found = &search->found[i];
        if ((receives ? found->reader : found->owner) == search->rank) {
            list->words[count++] = found->word;
            ++list->first[(receives ? found->owner : found->reader) + 1];
        }
    }
    for (int rank = 0; rank < ranks; ++rank) {
        list->first[rank + 1] += list->first[rank];
    }
    return NBB_OK;
}

nbb_status nbb_needs_build(nbb_arena *arena, const nbb_plan *plan, int rank, bool lists, nbb_needs *needs)
{
    NBB_LOCAL_ARENA found = { .purpose = "the words that ranks read of each other" };
    nbb_seeking search = { .arena = &found,
                           .kept = arena,
                           .plan = plan,
                           .directions = nbb_directions_of(nbb_domain_axes(&plan->asked.domain)),
                           .rank = rank,
                           .items = nbb_plan_shard(plan, rank),
                           .lists = lists,
                           .parts = plan->space.map == NBB_MAP_LANES ? plan->space.lanes.parts : 1 };
    NBB_TRY(build_reads(&search));
    NBB_TRY(plan->asked.domain.simplex != NULL ? nbb_needs_follow_simplex(&search) : follow_all(&search));
    nbb_needs_settle(&search);
    *needs = (nbb_needs){ .boundary = search.boundary, .boundary_count = search.boundary_count };
    NBB_TRY_IF(lists, make_list(&search, true, &needs->received));
    return lists ? make_list(&search, false, &needs->sent) : NBB_OK;
}
