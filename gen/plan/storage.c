/* storage.c - the table of maps and storages, how a request is read by it, and what is said of one that it lacks. */
#include "gen/plan/plan_record.h"

/* What is asked for by --map and --storage, and the map that the plan then has on each kind of domain: none where it
   is AUTO, for a reason. A storage alone is its first row's. */
typedef struct way {
    nbb_map asked;
    nbb_storage storage;
    nbb_map on_fractal, on_simplex;
    const char *why_not;
} way;
#define WAY(asked, storage, on_fractal, on_simplex, why_not)                                        \
    {                                                                                               \
        NBB_MAP_##asked, NBB_STORAGE_##storage, NBB_MAP_##on_fractal, NBB_MAP_##on_simplex, why_not \
    }
static const way ways[] = {
    WAY(LAMBDA, EMBEDDED, LAMBDA, LAMBDA, NULL),
    WAY(LAMBDA, PACKED, COMPACT, LAMBDA, NULL), /* on a fractal the plan's name for it is compact */
    WAY(BB, EMBEDDED, BB, BB, NULL),            /* it visits every place of the box, and so stores it */
    WAY(COMPACT, PACKED, COMPACT, LAMBDA, NULL),
    WAY(LANES, LANES, LANES, AUTO, "a simplex has no replicas for lanes; its bits are storage bits"),
    WAY(ENUM, EMBEDDED, AUTO, ENUM, "it enumerates the tiles of a simplex"),
    WAY(ENUM, PACKED, AUTO, ENUM, "it enumerates the tiles of a simplex"),
    WAY(LAMBDA, BITS, AUTO, LAMBDA, "its rows have holes; its bits are storage lanes"),
    WAY(ENUM, BITS, AUTO, ENUM, "it enumerates the tiles of a simplex"),
};
enum { WAYS = NBB_COUNT(ways) };

static nbb_map map_on(const way *row, bool is_simplex)
{
    return is_simplex ? row->on_simplex : row->on_fractal;
}

/* Whether a row is of this map and this storage; AUTO is any. */
static bool matches(const way *row, nbb_map map, nbb_storage storage)
{
    return (map == NBB_MAP_AUTO || row->asked == map) && (storage == NBB_STORAGE_AUTO || row->storage == storage);
}

/* The first row that matches and is had on the domain, or NULL. */
static const way *find(bool is_simplex, nbb_map map, nbb_storage storage)
{
    int i = NBB_FIND(at, WAYS, matches(&ways[at], map, storage) && map_on(&ways[at], is_simplex) != NBB_MAP_AUTO);
    return i < WAYS ? &ways[i] : NULL;
}

/* Appends the maps that go with a storage on the domain, or the storages that go with a map: "bb, lambda or enum".
   AUTO is any. */
static void list_others(bool is_simplex, bool maps, nbb_map map, nbb_storage storage, nbb_text *text)
{
    const nbb_spellings *names = maps ? &nbb_map_names : &nbb_storage_names;
    /* Those past AUTO that are had. */
    unsigned set = NBB_SUM(
        i, names->count,
        i > 0 && find(is_simplex, maps ? (nbb_map)i : map, maps ? storage : (nbb_storage)i) != NULL ? 1U << i : 0);
    for (int i = 0; i < names->count; ++i) {
        NBB_TEXT_ADD_IF((set >> i & 1) != 0, text, "%s%s",
                        text->length == 0 ? ""
                        : set >> i == 1   ? " or "
                                          : ", ",
                        names->names[i]);
    }
}

/* Why the domain has not what was named, map or storage, and what it has. */
static nbb_status refuse_one(const nbb_request *request, bool is_map)
{
    bool is_simplex = request->simplex != NULL;
    nbb_map map = is_map ? request->map : NBB_MAP_AUTO;
    nbb_storage storage = is_map ? NBB_STORAGE_AUTO : request->storage;
    int i = NBB_FIND(at, WAYS, matches(&ways[at], map, storage));
    NBB_LOCAL_TEXT others = NBB_TEXT_EMPTY;
    list_others(is_simplex, is_map, NBB_MAP_AUTO, NBB_STORAGE_AUTO, &others);
    return NBB_REFUSE("--%s %s cannot be had on %s: %s; use %s", is_map ? "map" : "storage",
                      is_map ? nbb_map_names.names[request->map] : nbb_storage_names.names[request->storage],
                      is_simplex ? request->simplex->name : request->fractal->name, ways[i].why_not,
                      nbb_text_string(&others));
}

nbb_status nbb_storage_settle(const nbb_request *request, nbb_map *map, nbb_storage *storage)
{
    bool is_simplex = request->simplex != NULL;
    *map = request->map;
    *storage = request->storage;
    NBB_DONE_IF(request->map == NBB_MAP_AUTO && request->storage == NBB_STORAGE_AUTO);
    const way *first = find(is_simplex, request->map, request->storage);
    if (first != NULL) {
        *map = map_on(first, is_simplex);
        bool is_open = NBB_ANY(i, WAYS, /* the map, asked for by this name, is had with another storage as well */
                               &ways[i] > first && ways[i].asked == first->asked
                                   && map_on(&ways[i], is_simplex) == *map);
        *storage = *storage == NBB_STORAGE_AUTO && is_open ? NBB_STORAGE_AUTO : first->storage;
        return NBB_OK;
    }
    bool has_map = find(is_simplex, request->map, NBB_STORAGE_AUTO) != NULL;
    NBB_FAIL_IF(!has_map || find(is_simplex, NBB_MAP_AUTO, request->storage) == NULL, refuse_one(request, !has_map));
    /* The domain has both that were named, but not together. */
    const char *named = nbb_map_names.names[request->map], *stored = nbb_storage_names.names[request->storage];
    NBB_LOCAL_TEXT maps = NBB_TEXT_EMPTY, storages = NBB_TEXT_EMPTY;
    list_others(is_simplex, true, NBB_MAP_AUTO, request->storage, &maps);
    list_others(is_simplex, false, request->map, NBB_STORAGE_AUTO, &storages);
    return NBB_REFUSE("--map %s contradicts --storage %s: map %s has storage %s; storage %s goes with map %s", named,
                      stored, named, nbb_text_string(&storages), stored, nbb_text_string(&maps));
}

nbb_storage nbb_storage_of_fractal(nbb_map map)
{
    int i = NBB_FIND(at, WAYS, ways[at].on_fractal == map);
    return i < WAYS ? ways[i].storage : NBB_STORAGE_AUTO;
}
